import { beforeAll, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite, navigate } from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

/** Characters that HTML writes as entities. */
const NAME = `Tom & Jerry < "Sons" 'n' Co`;
const START = 'Tom & Jerry <';
const ENTITY = /&(amp|lt|gt|quot|#0?\d+);/;

/** In the page: its texts, and what its fields contain. */
const readPage = `[document.title, document.body.innerText,
  ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value),
  ...[...document.querySelectorAll('[aria-label], [title], [alt]')].flatMap((element) => [element.ariaLabel, element.title, element.alt]),
].filter(Boolean)`;

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine);
    /** Pages that show an item with the name. */
    let pages: string[];

    beforeAll(async () => {
      const create = async (path: string, body: object) => (await site.api<{ id: number }>('POST', path, body)).id;
      await site.api('POST', 'wp/v2/settings', { title: NAME, description: NAME });
      const post = await create('wp/v2/posts', { title: NAME, content: 'One', excerpt: NAME, status: 'publish' });
      await site.api('POST', `wp/v2/posts/${post}`, { content: 'Two' });
      const page = await create('wp/v2/pages', { title: NAME, status: 'pending' });
      const tag = await create('wp/v2/tags', { name: NAME, description: NAME });
      await site.api('POST', `wp/v2/posts/${post}`, { tags: [tag] });
      await create('wp/v2/categories', { name: NAME });
      const comment = { post, content: 'Good', author_name: NAME, author_email: 'ann@site.test', status: 'hold' };
      await create('wp/v2/comments', comment);
      await site.upload('oar.png', await picture(64, 40));
      const [media] = await site.api<{ id: number }[]>('GET', 'wp/v2/media?search=oar');
      await site.api('POST', `wp/v2/media/${media!.id}`, { title: NAME, alt_text: NAME, caption: NAME });
      const account = { username: 'tom', email: 'tom@site.test', password: 'a long enough password', name: NAME };
      const user = await create('wp/v2/users', { ...account, first_name: NAME, roles: ['author'] });
      await create('forms/v1/contact-forms', { context: 'save', title: NAME, form: '[text your-name]' });
      const popup = await create('nestpress/v1/popups', { title: NAME, content: '<p>Sale</p>', status: 'publish' });
      await create('nestpress/v1/menus', {
        name: NAME,
        items: [{ id: 0, type: 'custom', url: '/quay/', title: NAME, parent: 0 }],
      });
      pages = [
        ...['', 'posts', 'pages', 'media', 'terms/categories', 'terms/tags', 'comments?status=all', 'users', 'forms'],
        ...['inbox', 'popups', 'menus', 'settings', `posts/${post}`, `posts/${post}/revisions`, `pages/${page}`],
        ...[`users/${user}`, `popups/${popup}`, 'appearance', 'audit-log', 'forms/new'],
      ];
    });

    const textsOf = (page: Page) => page.evaluate<string[]>(readPage);

    test('names with & < and quotes are shown as they were typed, on every page', async () => {
      const { page } = await site.load('no-such-page');
      const wrong: string[] = [];
      for (const path of pages) {
        await navigate(page, site.url('no-such-page'));
        await navigate(page, site.url(path));
        await page.locator('main h1, main .title-input').first().waitFor();
        await page.locator('.loading').first().waitFor({ state: 'detached' });
        const hasName = async () => (await textsOf(page)).slice(1).some((text) => text.includes(START));
        await until(hasName, `“${path}” shows the name`);
        // The header has the name before the template is read.
        if (path === 'forms/new') await page.getByLabel('Subject').first().waitFor();
        wrong.push(...(await textsOf(page)).filter((text) => ENTITY.test(text)).map((text) => `${path}: ${text}`));
      }
      expect(wrong).toEqual([]);
    });

    test('popups, redirects and forms ask before unsaved changes are left', async () => {
      const { page } = await site.load('popups/new');
      let asked = 0;
      page.on('dialog', (dialog) => {
        asked++;
        void dialog.dismiss();
      });
      const isAsked = async (leave: () => Promise<unknown>) => {
        const before = asked;
        await leave();
        await until(() => asked > before, 'the question is asked');
      };
      const goHome = () =>
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();
      const title = page.getByLabel('Title', { exact: true });
      await title.fill('Sale');
      await isAsked(goHome);
      expect(await title.inputValue()).toBe('Sale');
      await title.fill('');
      await navigate(page, site.url('redirects'));
      await page.getByRole('button', { name: 'New redirect' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Duration').selectOption('302');
      await isAsked(() => page.keyboard.press('Escape'));
      expect(await dialog.getByLabel('Duration').inputValue()).toBe('302');
      await dialog.getByLabel('Duration').selectOption('301');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await navigate(page, site.url('forms/new'));
      const name = page.getByLabel('Title', { exact: true });
      await name.fill('Feedback');
      await isAsked(goHome);
      expect(await name.inputValue()).toBe('Feedback');
    });
  });
});
