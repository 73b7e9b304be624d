import { beforeAll, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { readCatalogue } from '../../console/messages/catalogues.mjs';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityFindings, consoleSite, navigate } from '../support/console-browser.js';
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
  'appearance',
  'redirects',
  'transfer',
  'menus',
  'cache',
  'webhooks',
  'agents',
  'audit-log',
  'health',
  'no-such-page',
];

interface Texts {
  entries: { quickEdit: string };
  terms: { add: string };
  users: { add: string };
  editor: { setFeatured: string };
}

/** Pages with a dialogue that is open, or a part that appears on demand: the page, and the button that shows it. */
const ON_DEMAND: readonly (readonly [path: string, button: (texts: Texts) => string])[] = [
  ['posts', ({ entries }) => entries.quickEdit],
  ['media', () => 'pier'],
  ['terms/categories', ({ terms }) => /category \{([^}]*)\}/.exec(terms.add)![1]!],
  ['users', ({ users }) => users.add],
  ['posts/new', ({ editor }) => editor.setFeatured],
];

const EDITORS = /^(posts|pages|popups)\/(new|\d+)$/;

/** Only colours differ between the themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

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
    const { id: popupId } = await site.api<{ id: number }>('POST', 'nestpress/v1/popups', popup);
    const form = { context: 'save', title: 'Feedback', form: '[text your-name]' };
    const { id: formId } = await site.api<{ id: number }>('POST', 'forms/v1/contact-forms', form);
    const { id } = await site.api<{ id: number }>('POST', 'wp/v2/posts', { title: 'Versions', content: 'One' });
    for (const content of ['Two', 'Three']) await site.api('POST', `wp/v2/posts/${id}`, { content });
    pages = [...PAGES, `posts/${id}`, `posts/${id}/revisions`, `forms/${formId}`, `popups/${popupId}`];
  });

  /** What axe finds in the page, light and dark, on a desktop and a phone, and whether it scrolls sideways. */
  async function problemsOf(page: Page, isReady: () => Promise<void>): Promise<string[]> {
    const found: string[] = [];
    const shown = await page.evaluate<string>('document.documentElement.dataset.theme');
    // Begins with the theme that is shown: the editor starts again in another one.
    for (const colorScheme of shown === 'dark' ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
      // Colours are measured where they have arrived.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await isReady();
        const problems = await accessibilityFindings(page, colorScheme === 'dark' ? COLOUR_RULES : undefined);
        found.push(...problems.map((problem) => `${colorScheme}, ${width} px: ${problem}`));
        const isWide = await page.evaluate(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        );
        if (isWide) found.push(`scrolls sideways at ${width} px`);
      }
    }
    return found;
  }

  test.each([
    ['ltr', 'en', ''],
    ['rtl', 'ar', 'ar'],
  ])('%s: no page has a violation, light or dark, on a desktop or a phone', async (direction, language, locale) => {
    const texts = (await readCatalogue('console/messages', language)) as unknown as Texts;
    if (locale) await site.api('POST', 'nestpress/v1/languages', { locale });
    await site.api('POST', 'wp/v2/users/1', { locale });
    const found: string[] = [];
    const { page: outside } = await site.visit({ locale: language });
    await outside.goto(site.url());
    await outside.locator('h1').waitFor();
    found.push(...(await problemsOf(outside, () => Promise.resolve())).map((problem) => `sign-in, ${problem}`));
    const { page } = await site.load();
    expect(await page.locator('html').getAttribute('dir')).toBe(direction);
    for (const path of pages) {
      await moveTo(page, site.url(path));
      await page.locator('main h1, main .title-input, main .empty h2').first().waitFor();
      const problems = await problemsOf(page, async () => {
        if (EDITORS.test(path)) await page.locator('.visual[data-ready=true]').waitFor();
        await page.locator('.loading').first().waitFor({ state: 'detached' });
      });
      found.push(...problems.map((problem) => `${path}, ${problem}`));
    }
    for (const [path, button] of ON_DEMAND) {
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 1280, height: 800 });
      await moveTo(page, site.url(path));
      const name = button(texts);
      await page.getByRole('button', { name }).first().click();
      await page.locator('dialog[open] .dialog-body > *, form.quick-edit').first().waitFor();
      const problems = await problemsOf(page, () => page.locator('.loading').first().waitFor({ state: 'detached' }));
      found.push(...problems.map((problem) => `${path}, ${name}, ${problem}`));
    }
    expect(found).toEqual([]);
  });
});
