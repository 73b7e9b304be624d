import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { ADMIN } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite, copyToClipboard, signIn } from '../support/console-browser.js';
import { missing } from '../support/missing.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

const INSTALLED = existsSync(join(import.meta.dirname, '../../packages/graphiql/dist/index.html'));

const editorOf = (page: Page) => page.getByRole('region', { name: 'Operation Editor' });
const resultOf = (page: Page) => page.getByRole('region', { name: 'Result Window' });

/** Replaces the document and sends it. Pasted: the editor closes brackets that are typed, and takes no keys before it is ready. */
async function send(page: Page, document: string): Promise<void> {
  const lines = editorOf(page).locator('.view-lines').first();
  const isPasted = async () => {
    await copyToClipboard(page, { 'text/plain': document });
    await lines.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+v');
    return withoutBlanks((await lines.textContent()) ?? '') === withoutBlanks(document);
  };
  await until(isPasted, 'the editor shows the document');
  await page.getByRole('button', { name: 'Execute query' }).click();
}

const withoutBlanks = (text: string) => text.replace(/\s/g, '');

/** What the content security policy of the page has refused. */
function watchPolicy(page: Page): string[] {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  return refused;
}

withProgram(CHROMIUM, (chromium) => {
  if (!INSTALLED) {
    describe('GraphiQL', () => missing('packages/graphiql is not built (`npm run graphiql`)'));
    return;
  }
  describe('for those who manage the site', () => {
    const site = consoleSite(chromium, 'sqlite', { GRAPHQL: 'on', VARIANT: 'C' });

    test('signs in, sends documents, shows results, errors and the schema', async () => {
      const { page } = await site.visit();
      const refused = watchPolicy(page);
      await page.goto(`${site.site.url}/graphiql/`);
      await signIn(page, ADMIN.user, ADMIN.password);
      await editorOf(page).waitFor();
      expect(new URL(page.url()).pathname).toBe('/graphiql/');

      await site.api('POST', 'wp/v2/posts', { title: 'Tide table', status: 'publish' });
      await send(page, '{ viewer { username } posts(first: 1) { nodes { title } } }');
      await resultOf(page).getByText(`"${ADMIN.user}"`).waitFor();
      await resultOf(page).getByText('"Tide table"').waitFor();

      await send(page, '{ nothing }');
      await resultOf(page).getByText('Cannot query field').waitFor();

      await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
      const docs = page.getByRole('region', { name: 'Documentation Explorer' });
      await docs.getByText('RootQuery', { exact: true }).click();
      await docs.getByText('contentNodes', { exact: true }).waitFor();
      expect(refused).toEqual([]);
    });

    test('the console has a link to it; nothing of it is loaded before', async () => {
      const { page } = await site.load();
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await page.reload();
      const link = page.getByRole('link', { name: 'GraphiQL' });
      await link.waitFor();
      expect(requests.filter((path) => path.startsWith('/graphiql'))).toEqual([]);
      await link.click();
      await editorOf(page).waitFor();
    });

    test('a writer gets neither the link nor the page', async () => {
      await site.createUser('quill', 'author');
      const { page } = await site.load('', 'quill');
      await page.getByRole('link', { name: 'Posts' }).waitFor();
      expect(await page.getByRole('link', { name: 'GraphiQL' }).count()).toBe(0);
      expect((await page.goto(`${site.site.url}/graphiql/`))!.status()).toBe(403);
    });
  });

  describe('for everybody', () => {
    const site = consoleSite(chromium, 'sqlite', { GRAPHQL: 'on', GRAPHIQL: 'public', VARIANT: 'C' });

    test('sends documents of visitors', async () => {
      const { page } = await site.visit();
      await page.goto(`${site.site.url}/graphiql/`);
      await send(page, '{ viewer { username } generalSettings { title } }');
      await resultOf(page).getByText('"generalSettings"').waitFor();
      await resultOf(page).getByText('"viewer": null').waitFor();
    });
  });
});
