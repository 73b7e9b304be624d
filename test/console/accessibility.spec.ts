import { beforeAll, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite, navigate } from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { withProgram } from '../support/programs.js';

const PAGES = [
  '',
  'posts',
  'pages',
  'posts/new',
  'pages/new',
  'media',
  'terms/categories',
  'terms/tags',
  'comments?status=all',
  'users',
  'users/1',
  'profile',
  'settings',
  'forms',
  'forms/new',
  'inbox',
  'popups',
  'popups/new',
  'comments/rules',
  'cache',
  'webhooks',
  'agents',
  'audit-log',
  'health',
  'no-such-page',
];

/** Pages with a dialogue that is open, or a part that appears on demand: the page, and the button that shows it. */
const ON_DEMAND = [
  ['posts', 'Quick edit'],
  ['media', 'pier'],
  ['terms/categories', 'New category'],
  ['users', 'New user'],
  ['posts/new', 'Set featured image'],
] as const;

/** The page for unknown addresses is in between, so that nothing of the page before is left. */
async function moveTo(page: Page, url: string): Promise<void> {
  await navigate(page, new URL('/console/no-such-page', url).href);
  await navigate(page, url);
}

withProgram(CHROMIUM, (chromium) => {
  const site = consoleSite(chromium, 'sqlite');
  let pages: string[];

  beforeAll(async () => {
    await site.upload('pier.png', await picture(64, 40));
    const popup = { title: 'Sale', content: '<p>Sale</p>', status: 'publish' };
    await site.api('POST', 'nestpress/v1/popups', popup);
    const form = { context: 'save', title: 'Feedback', form: '[text your-name]' };
    const { id: formId } = await site.api<{ id: number }>('POST', 'forms/v1/contact-forms', form);
    const { id } = await site.api<{ id: number }>('POST', 'wp/v2/posts', { title: 'Versions', content: 'One' });
    for (const content of ['Two', 'Three']) await site.api('POST', `wp/v2/posts/${id}`, { content });
    pages = [...PAGES, `posts/${id}`, `posts/${id}/revisions`, `forms/${formId}`];
  });

  test.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('in %s at %i px no page has a serious violation or scrolls sideways', async (colorScheme, width) => {
    const options = { colorScheme, viewport: { width, height: 800 } };
    const { page: outside } = await site.visit(options);
    await outside.goto(site.url());
    await outside.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await accessibilityProblems(outside)).toEqual([]);
    const { page } = await site.load('', undefined, options);
    const found: string[] = [];
    for (const path of pages) {
      await moveTo(page, site.url(path));
      await page.locator('main h1, main .title-input, main .empty h2').first().waitFor();
      if (/^(posts|pages|popups)\/(new|\d+)$/.test(path)) await page.locator('.tox-edit-area').waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      found.push(...(await accessibilityProblems(page)).map((problem) => `${path}: ${problem}`));
      const isWide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
      if (isWide) found.push(`${path} scrolls sideways`);
    }
    for (const [path, name] of ON_DEMAND) {
      await page.keyboard.press('Escape');
      await moveTo(page, site.url(path));
      await page.getByRole('button', { name }).first().click();
      await page.locator('dialog[open] .dialog-body > *, form.quick-edit').first().waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      found.push(...(await accessibilityProblems(page)).map((problem) => `${path}, ${name}: ${problem}`));
    }
    expect(found).toEqual([]);
  });
});
