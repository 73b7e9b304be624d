import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { anyEngine } from '../support/app.js';
import { CHROMIUM, newVisitor, releaseBrowser, shareBrowser } from '../support/browser.js';
import { accessibilityProblems, PASSWORD } from '../support/console-browser.js';
import { startProcess } from '../support/process.js';
import { createProcessSite } from '../support/process-site.js';
import { withProgram } from '../support/programs.js';

const namespacesOf = async (url: string) =>
  ((await (await fetch(`${url}/wp-json/`)).json()) as { namespaces: string[] }).namespaces;

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await shareBrowser(chromium);
    });

    afterAll(() => releaseBrowser(chromium));

    test('the owner of a new site chooses blocks with the keyboard; the service starts again as chosen, unless VARIANT is set', async () => {
      // Without a password the site awaits its owner.
      const site = await createProcessSite(engine, { ADMIN_PASSWORD: '' });
      let service = await startProcess(site.env);
      try {
        expect(await namespacesOf(service.url)).not.toContain('wp-block-editor/v1');
        const token = /\/console\/setup\?token=([\w-]{43})/.exec(service.output())![1]!;
        const { page, context } = await newVisitor(browser);
        await page.goto(`${service.url}/console/setup?token=${token}`);
        const blocks = page.getByRole('radio', { name: 'Blocks' });
        await blocks.waitFor();
        expect(await blocks.isChecked()).toBe(true);
        expect(await accessibilityProblems(page)).toEqual([]);
        await blocks.focus();
        await page.keyboard.press('ArrowRight');
        expect(await page.getByRole('radio', { name: 'Classic' }).isChecked()).toBe(true);
        await page.keyboard.press('ArrowLeft');
        expect(await blocks.isChecked()).toBe(true);
        for (const text of ['Harbour Notes', 'owner', 'owner@site.test', PASSWORD]) {
          await page.keyboard.press('Tab');
          await page.keyboard.type(text);
        }
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Welcome, owner' }).waitFor();
        const namespaces = await namespacesOf(service.url);
        for (const name of ['wp-block-editor/v1', 'forms/v1', 'popups/v1', 'cache/v1'])
          expect(namespaces).toContain(name);
        const posts = await fetch(`${service.url}/wp-json/wp/v2/posts?slug=welcome-to-nestpress`);
        const [welcome] = (await posts.json()) as { content: { rendered: string } }[];
        expect(welcome!.content.rendered).toContain('<ol class="wp-block-list">');
        await context.close();

        await service.stop();
        service = await startProcess(site.env);
        expect(await namespacesOf(service.url)).toContain('wp-block-editor/v1');
        await service.stop();
        service = await startProcess({ ...site.env, VARIANT: 'A' });
        expect(await namespacesOf(service.url)).not.toContain('wp-block-editor/v1');
      } finally {
        await service.stop();
        await site.close();
      }
    });

    test('a new site is in the language and the time zone of its owner, unless another language is chosen', async () => {
      const site = await createProcessSite(engine, { ADMIN_PASSWORD: '', SITE_PAGES: 'on' });
      const service = await startProcess(site.env);
      try {
        const token = /\/console\/setup\?token=([\w-]{43})/.exec(service.output())![1]!;
        const { page, context } = await newVisitor(browser, { locale: 'de-DE', timezoneId: 'Europe/Lisbon' });
        await page.goto(`${service.url}/console/setup?token=${token}`);
        const language = page.getByLabel('Sprache der Website');
        await language.waitFor();
        expect(await language.inputValue()).toBe('de_DE');
        await language.selectOption('ar');
        await page.getByRole('radio', { name: 'Klassisch' }).check();
        await page.getByLabel('Titel der Website').fill('Hafen');
        await page.getByLabel('Benutzername').fill('owner');
        await page.getByLabel('E-Mail-Adresse').fill('owner@site.test');
        await page.getByLabel('Passwort').fill(PASSWORD);
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'مرحبًا، owner' }).waitFor();
        expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
        const settings = await page.evaluate(async () => {
          const { nonce } = (await (await fetch('session')).json()) as { nonce: string };
          return (
            await fetch('../wp-json/wp/v2/settings', { headers: { 'X-WP-Nonce': nonce } })
          ).json() as Promise<object>;
        });
        expect(settings).toMatchObject({ language: 'ar', timezone: 'Europe/Lisbon' });
        // The sample content is in this language, too, and is still known to be the sample.
        await page.getByText('8 مقالات وصفحات محتوى تجريبي').waitFor();
        await page.goto(`${service.url}/`);
        expect(await page.locator('html').getAttribute('lang')).toBe('ar');
        await page.getByRole('heading', { name: 'مرحبًا بك في Nestpress' }).waitFor();
        await context.close();
      } finally {
        await service.stop();
        await site.close();
      }
    });
  });
});
