import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { ADMIN, anyEngine } from '../../support/app.js';
import { CHROMIUM, launchBrowser } from '../../support/browser.js';
import { createEditorContent, type EditorContent, selectorCalls, written } from '../../support/core-data-calls.js';
import { callSelectors, HAS_CORE_DATA } from '../../support/core-data.js';
import { picture } from '../../support/files.js';
import { type LiveSite, startLiveSite } from '../../support/live-site.js';
import { missing } from '../../support/missing.js';
import { withProgram } from '../../support/programs.js';
import { basic, clientAt } from '../../support/wordpress-client.js';

const { authorization } = basic(ADMIN.user, ADMIN.password);

/** The styles of a theme are in its files, which only WordPress reads. */
const OF_THEME_FILES = [
  '__experimentalGetCurrentThemeBaseGlobalStyles()',
  '__experimentalGetCurrentThemeGlobalStylesVariations()',
];

withProgram(CHROMIUM, (chromium) => {
  if (!HAS_CORE_DATA) return missing('@wordpress/core-data is not installed (npm run block-editor)');
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser(chromium);
  });
  afterAll(() => browser?.close());

  anyEngine((engine) => {
    let site: LiveSite;
    let content: EditorContent;
    beforeAll(async () => {
      site = await startLiveSite({ VARIANT: 'C' }, engine);
      const client = clientAt(site.root.slice(0, -1), { authorization });
      content = await createEditorContent(
        async (method, path, body) => {
          const response = await client(method, path, body);
          if (response.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
          return response.body as never;
        },
        await picture(320, 200),
      );
    });
    afterAll(() => site?.close());

    test('53 of 55 selectors of @wordpress/core-data resolve without a failed request', async () => {
      const calls = selectorCalls(content);
      const results = await callSelectors(browser, { root: site.root, authorization }, calls);
      const failing = results.flatMap(({ error, failed }, index) =>
        error !== undefined || failed.length > 0 ? [written(calls[index]!)] : [],
      );
      expect([calls.length, failing]).toEqual([55, OF_THEME_FILES]);
      const values = new Map(calls.map((call, index) => [call, results[index]!.value]));
      const valueOf = (name: string, ...args: unknown[]) =>
        [...values].find(([call]) => args.every((arg, at) => call[at + 1] === arg) && call[0] === name)?.[1];
      expect(valueOf('getEditedEntityRecord', 'postType', 'post')).toMatchObject({
        title: 'The harbour',
        content: expect.stringContaining('Ships and boats.'),
      });
      expect(valueOf('getAutosave', 'post')).toMatchObject({ title: { raw: 'The old harbour' } });
      expect(valueOf('canUser', 'create')).toBe(true);
      expect(valueOf('getEntityRecords', 'root', 'menuItem')).toMatchObject([{ title: { rendered: 'Quays' } }]);
      expect(valueOf('getNavigationFallbackId')).toEqual(expect.any(Number));
    });

    test('actions save and delete records', async () => {
      const act = (...call: [string, ...unknown[]]) =>
        callSelectors(browser, { root: site.root, authorization }, [call]).then(([result]) => result!);
      const made = await act('saveEntityRecord', 'postType', 'page', { title: 'Piers', status: 'draft' });
      expect(made).toMatchObject({ failed: [], value: { status: 'draft', title: { raw: 'Piers' } } });
      const { id } = made.value as { id: number };
      const saved = await act('saveEntityRecord', 'postType', 'page', { id, title: 'Moles' });
      expect(saved).toMatchObject({ failed: [], value: { id, title: { raw: 'Moles' } } });
      const term = await act('saveEntityRecord', 'taxonomy', 'category', { name: 'Ports' });
      expect(term).toMatchObject({ failed: [], value: { name: 'Ports', slug: 'ports' } });
      const settings = await act('saveEntityRecord', 'root', 'site', { title: 'A port' });
      expect(settings).toMatchObject({ failed: [], value: { title: 'A port' } });
      const gone = await act('deleteEntityRecord', 'postType', 'page', id, { force: true });
      expect(gone).toMatchObject({ failed: [], value: { deleted: true } });
    });
  });
});
