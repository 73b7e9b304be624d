import { expect, test } from '@jest/globals';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine, { SITE_PAGES: 'on', VARIANT: 'A', MODULES: 'fonts' });

    test('a font is added with the keyboard, seen next to the settings, and used by the pages of a classic site', async () => {
      const { page } = await site.load('appearance');
      await page.getByRole('button', { name: 'Add a font' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Add a font' });
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByLabel('Font file').focus();
      await page.keyboard.press('Enter');
      await (
        await chooser
      ).setFiles({
        name: 'Harbour-Sans.woff2',
        mimeType: 'font/woff2',
        buffer: Buffer.from('wOF2 data'),
      });
      expect(await dialog.getByLabel('Name of the font').inputValue()).toBe('Harbour Sans');
      await dialog.getByLabel('Name of the font').focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await page.getByLabel('Font of headings').focus();
      await page.keyboard.type('Harbour');
      const front = page.frameLocator('iframe[title="The front page with these settings"]');
      await until(
        async () => (await front.locator('head').innerHTML()).includes('Harbour Sans'),
        'the preview has the font',
      );
      await page.getByRole('button', { name: 'Save', exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.locator('.toast', { hasText: 'Saved' }).waitFor();
      const html = await (await fetch(site.site.url)).text();
      expect(html).toContain('@font-face{font-family:"Harbour Sans"');
    });
  });
});
