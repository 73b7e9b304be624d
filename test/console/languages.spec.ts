import { expect, test } from '@jest/globals';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite, navigate } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

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

  test('the navigation shows where one is, also where it is longer than the screen', async () => {
    const { page } = await site.load('settings', undefined, { viewport: { width: 1280, height: 420 } });
    const link = page.locator('.nav-link[aria-current=page]');
    const isInSight = async () => {
      const [own, nav] = [(await link.boundingBox())!, (await page.locator('.nav').boundingBox())!];
      return own.y >= nav.y && own.y + own.height <= nav.y + nav.height;
    };
    await until(isInSight, 'the current page is in sight');
    await navigate(page, site.url('posts'));
    await until(isInSight, 'the current page is in sight again');
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
});
