import { expect, test } from '@jest/globals';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite, navigate } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';

withProgram(CHROMIUM, (chromium) => {
  const site = consoleSite(chromium, 'sqlite');

  test('the sign-in page is in the language of the browser, and loads one catalogue', async () => {
    const { page } = await site.visit({ locale: 'fr-CH' });
    const catalogues: string[] = [];
    page.on('response', (response) => {
      const [, language] = /\/assets\/(\w\w)-\w+\.js$/.exec(response.url()) ?? [];
      if (language) catalogues.push(language);
    });
    await page.goto(site.url());
    await page.getByRole('heading', { name: 'Se connecter' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('fr');
    expect([...new Set(catalogues)]).toEqual(['fr']);
  });

  test('users choose the language of their console in their profile', async () => {
    const { page } = await site.load('profile');
    await page.getByLabel('Language').selectOption({ label: 'Deutsch (Deutschland)' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Dein Profil' }).waitFor();
    await navigate(page, site.url('posts'));
    await page.getByRole('link', { name: 'Neuer Beitrag' }).first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await site.api('POST', 'wp/v2/users/1', { locale: '' });
  });

  test('in Arabic the console runs from right to left, without violations and without scrolling sideways', async () => {
    await site.api('POST', 'nestpress/v1/languages', { locale: 'ar' });
    await site.api('POST', 'wp/v2/users/1', { locale: 'ar' });
    for (const width of [1280, 360]) {
      const { page } = await site.load('', undefined, { viewport: { width, height: 800 } });
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
      const found: unknown[] = [];
      for (const path of [
        '',
        'posts',
        'posts/new',
        'media',
        'comments?status=all',
        'users',
        'profile',
        'settings',
        'health',
      ]) {
        await navigate(page, site.url(path));
        await page.locator('main h1, main .title-input').first().waitFor();
        if (path === 'posts/new') await page.locator('.tox-edit-area').waitFor();
        await page.locator('.loading').first().waitFor({ state: 'detached' });
        for (const problem of await accessibilityProblems(page)) found.push([path, problem]);
        const excess = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = (
            globalThis as unknown as { document: { documentElement: { scrollWidth: number; clientWidth: number } } }
          ).document.documentElement;
          return scrollWidth - clientWidth;
        });
        if (excess > 0) found.push([path, width, `scrolls ${excess} px sideways`]);
      }
      expect(found).toEqual([]);
    }
    await site.api('POST', 'wp/v2/users/1', { locale: '' });
  });
});
