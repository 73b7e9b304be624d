import { expect, test } from '@jest/globals';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';

const PAGES = [
  '',
  'posts',
  'pages',
  'posts/new',
  'media',
  'terms/categories',
  'comments',
  'users',
  'profile',
  'settings',
  'forms',
  'forms/new',
  'inbox',
  'popups',
  'cache',
  'health',
];

withProgram(CHROMIUM, (chromium) => {
  const site = consoleSite(chromium, 'sqlite');

  test.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('in %s at %i px no page has a serious violation or scrolls sideways', async (colorScheme, width) => {
    const options = { colorScheme, viewport: { width, height: 800 } };
    const { page: outside } = await site.visit(options);
    await outside.goto(site.url());
    await outside.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await accessibilityProblems(outside)).toEqual([]);
    const { page } = await site.open('', undefined, options);
    const found: string[] = [];
    for (const path of PAGES) {
      await page.goto(site.url(path));
      await page.locator('main h1, main .title-input').first().waitFor();
      if (path === 'posts/new') await page.locator('.tox-edit-area').waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      found.push(...(await accessibilityProblems(page)).map((problem) => `${path}: ${problem}`));
      const isWide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
      if (isWide) found.push(`${path} scrolls sideways`);
    }
    expect(found).toEqual([]);
  });
});
