import { beforeAll, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

interface Saved {
  id: number;
}

const titles = (page: Page) => page.locator('.row-title > :first-child').allTextContents();
const shows = (page: Page, ...expected: string[]) =>
  until(async () => JSON.stringify((await titles(page)).sort()) === JSON.stringify(expected), `lists ${expected}`);

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine);
    const posts: Saved[] = [];
    let [ann, news, sea, old]: Saved[] = [];
    const long = `Pier ${'with a very long name '.repeat(20)}`.trim();

    beforeAll(async () => {
      ann = await site.createUser('ann', 'author');
      news = await site.api<Saved>('POST', 'wp/v2/categories', { name: 'News' });
      old = await site.api<Saved>('POST', 'wp/v2/categories', { name: 'Old' });
      sea = await site.api<Saved>('POST', 'wp/v2/tags', { name: 'Sea' });
      for (const title of ['Anchor one', 'Anchor two', long]) {
        const body = { title, content: 'x', status: 'publish', categories: [old.id], tags: [sea.id] };
        posts.push(await site.api<Saved>('POST', 'wp/v2/posts', body));
      }
    });

    test('searches while one types, keeps the focus, and shows the newest response', async () => {
      const { page } = await site.open('posts');
      const box = page.getByRole('searchbox', { name: 'Search posts' });
      // The response for the first word arrives after that for the second.
      let release = () => {};
      const isReleased = new Promise<void>((done) => (release = done));
      await page.route(/search=Anchor(&|$)/, async (route) => {
        await isReleased;
        await route.continue().catch(() => undefined);
      });
      const requested = page.waitForRequest(/search=Anchor(&|$)/);
      await box.pressSequentially('Anchor');
      await requested;
      await box.pressSequentially(' two');
      await shows(page, 'Anchor two');
      release();
      await page.waitForLoadState('networkidle');
      await shows(page, 'Anchor two');
      expect(
        await box.evaluate(
          (input) =>
            input === (input.getRootNode() as unknown as typeof globalThis & { activeElement: unknown }).activeElement,
        ),
      ).toBe(true);
      expect(await box.inputValue()).toBe('Anchor two');
      expect(new URL(page.url()).searchParams.get('search')).toBe('Anchor two');
      await page.goBack();
      await page.getByRole('row', { name: /Anchor one/ }).waitFor();
      expect(await box.inputValue()).toBe('');
      await page.unrouteAll();
    });

    test('changes categories, tags, author and comments of all selected posts', async () => {
      const { page } = await site.open('posts?search=Anchor');
      await page.getByRole('row', { name: /Anchor two/ }).waitFor();
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByRole('group', { name: 'Bulk action' }).getByRole('button', { name: 'Edit', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit 2 items' });
      // A field has the focus, not the button that closes the dialog.
      expect(await dialog.locator('select:focus').count()).toBe(1);
      await dialog.getByLabel('Author').selectOption('ann');
      await dialog.getByLabel('Comments').selectOption('Closed');
      await dialog.getByLabel('Change of categories').selectOption('Add');
      await dialog.getByRole('checkbox', { name: 'News' }).check();
      await dialog.getByLabel('Change of tags').selectOption('Remove');
      await dialog.getByRole('combobox', { name: 'Tags', exact: true }).fill('Sea');
      await page.keyboard.press('Enter');
      await dialog.locator('.chip', { hasText: 'Sea' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Apply to all' }).click();
      await page.locator('.toast', { hasText: '2 items changed' }).waitFor();
      for (const [index, { id }] of posts.entries()) {
        const isChanged = index < 2;
        const post = await site.api<Record<string, unknown>>('GET', `wp/v2/posts/${id}?context=edit`);
        expect(post).toMatchObject({
          categories: expect.arrayContaining(isChanged ? [old!.id, news!.id] : [old!.id]),
          tags: isChanged ? [] : [sea!.id],
          comment_status: isChanged ? 'closed' : 'open',
        });
        expect(post.author === ann!.id).toBe(isChanged);
      }
    });

    test('remembers which columns are chosen, clamps long titles, and shows the actions of a row to the keyboard', async () => {
      const { page } = await site.load('posts?search=Pier');
      const headers = () => page.getByRole('columnheader').allTextContents();
      await shows(page, long);
      expect(await headers()).toEqual(['Select all on this page', 'Title', 'Author', 'Categories', 'Date']);
      await page.getByText('Columns', { exact: true }).click();
      const menu = page.getByRole('group', { name: 'Columns' });
      await menu.getByRole('checkbox', { name: 'Tags' }).check();
      await menu.getByRole('checkbox', { name: 'Author' }).uncheck();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
      await page.reload();
      await page.getByRole('cell', { name: 'Sea', exact: true }).waitFor();
      expect(await headers()).toEqual(['Select all on this page', 'Title', 'Categories', 'Tags', 'Date']);
      const title = page.getByRole('link', { name: long });
      expect((await title.boundingBox())!.height).toBeLessThan(60);
      const actions = page.locator('.row-actions');
      const opacity = () =>
        actions.evaluate(
          (element) =>
            (globalThis as unknown as { getComputedStyle(of: unknown): { opacity: string } }).getComputedStyle(element)
              .opacity,
        );
      await page.mouse.move(0, 0);
      expect(await opacity()).toBe('0');
      await page.getByRole('checkbox', { name: /^Select “Pier/ }).focus();
      await page.keyboard.press('Tab');
      expect(await opacity()).toBe('1');
    });
  });
});
