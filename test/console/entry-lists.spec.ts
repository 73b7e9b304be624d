import { beforeAll, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite, navigate } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

interface Saved {
  id: number;
  status: string;
}

const bulkBar = (page: Page) => page.getByRole('group', { name: 'Bulk action' });
const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' });
const toastOf = (page: Page, text: string) => page.locator('.toast', { hasText: text });
const tab = (page: Page, name: RegExp) => page.getByRole('group', { name: 'Status' }).getByRole('button', { name });

/** Waits until the list shows exactly these titles, in this order. */
async function shows(page: Page, ...titles: string[]): Promise<void> {
  let shown: string[] = [];
  await until(
    async () => {
      shown = await page.locator('.row-title > :first-child').allTextContents();
      return JSON.stringify(shown) === JSON.stringify(titles);
    },
    `the list shows ${titles.join(', ')}`,
  ).catch((error: Error) => {
    throw new Error(`${error.message} It shows ${shown.join(', ')}.`);
  });
}

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine);
    const create = (values: object) => site.api<Saved>('POST', 'wp/v2/posts', { content: 'x', ...values });
    const statusOf = async ({ id }: Saved) =>
      (await site.api<Saved>('GET', `wp/v2/posts/${id}?context=edit`).catch(() => undefined))?.status ?? 'missing';
    let news: Saved;

    beforeAll(async () => {
      const author = (await site.createUser('ann', 'author')).id;
      await site.createUser('carl', 'contributor');
      news = await site.api<Saved>('POST', 'wp/v2/categories', { name: 'News' });
      const sea = await site.api<Saved>('POST', 'wp/v2/tags', { name: 'Sea' });
      const march = { date: '2024-03-10T10:00:00', status: 'publish' };
      await create({ ...march, title: 'Harbour', categories: [news.id] });
      await create({ ...march, title: 'Anchor', date: '2024-03-31T23:59:59', author, tags: [sea.id] });
      await create({ ...march, title: 'Lighthouse', date: '2024-04-01T00:00:00', author });
    });

    test('filters by month, author, category and tag, and clears the filters', async () => {
      const { page } = await site.open('posts');
      const choose = (name: string, label: string | RegExp) =>
        page
          .getByRole('combobox', { name, exact: true })
          .selectOption(typeof label === 'string' ? { label } : '2024-03');
      await choose('Month', /March 2024/);
      await shows(page, 'Anchor', 'Harbour');
      expect(await page.getByRole('option', { name: 'March 2024 (2)' }).count()).toBe(1);
      await choose('Author', 'ann');
      await shows(page, 'Anchor');
      await page.reload();
      await shows(page, 'Anchor');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.getByRole('row', { name: /Lighthouse/ }).waitFor();
      await choose('Category', 'News');
      await shows(page, 'Harbour');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await choose('Tag', 'Sea');
      await shows(page, 'Anchor');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      const row = page.getByRole('row', { name: /Lighthouse/ });
      await row.getByRole('button', { name: 'ann', exact: true }).click();
      await shows(page, 'Lighthouse', 'Anchor');
    });

    test('sorts by title and by date, in both directions', async () => {
      const { page } = await site.open('posts?month=2024-03');
      const sortBy = (name: string) => page.getByRole('columnheader', { name }).getByRole('button').click();
      await shows(page, 'Anchor', 'Harbour');
      await sortBy('Date');
      await shows(page, 'Harbour', 'Anchor');
      await sortBy('Title');
      await shows(page, 'Anchor', 'Harbour');
      expect(await page.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('ascending');
      await sortBy('Title');
      await shows(page, 'Harbour', 'Anchor');
    });

    test('tabs show one status each, with counts that follow every change', async () => {
      const draft = await create({ title: 'Unfinished', status: 'draft' });
      const { page } = await site.open('posts');
      const countOf = async (name: RegExp) => Number(await tab(page, name).locator('.tab-count').textContent());
      await tab(page, /^Draft/).click();
      await page.getByRole('row', { name: /Harbour/ }).waitFor({ state: 'detached' });
      await page.getByRole('row', { name: /Unfinished/ }).waitFor();
      const [drafts, published] = [await countOf(/^Draft/), await countOf(/^Published/)];
      await page.getByRole('checkbox', { name: 'Select “Unfinished”' }).check();
      await bulkBar(page).getByRole('button', { name: 'Publish' }).click();
      await until(async () => (await countOf(/^Published/)) === published + 1, 'one more is published');
      if (drafts > 1) expect(await countOf(/^Draft/)).toBe(drafts - 1);
      expect(await statusOf(draft)).toBe('publish');
    });

    test('a bulk action publishes, returns to draft, trashes, restores and deletes all selected posts', async () => {
      const both = [await create({ title: 'Bulk one' }), await create({ title: 'Bulk two' })];
      const statuses = () => Promise.all(both.map(statusOf));
      const become = (status: string) =>
        until(async () => (await statuses()).every((one) => one === status), `both are: ${status}`);
      const { page } = await site.open('posts?search=Bulk');
      const act = async (name: string) => {
        await selectAll(page).check();
        await bulkBar(page).getByText('2 selected').waitFor();
        await bulkBar(page).getByRole('button', { name }).click();
      };
      await act('Publish');
      await toastOf(page, '2 items changed').waitFor();
      await become('publish');
      await page.locator('.badge', { hasText: 'Draft' }).first().waitFor({ state: 'detached' });
      await act('Switch to draft');
      await become('draft');
      await page.locator('.badge', { hasText: 'Draft' }).nth(1).waitFor();
      await act('Move to trash');
      await become('trash');
      await navigate(page, site.url('posts?search=Bulk&status=trash'));
      await act('Restore');
      await become('draft');
      await toastOf(page, '2 items restored').getByRole('button', { name: 'Undo' }).click();
      await become('trash');
      await act('Restore');
      await become('draft');
      for (const { id } of both) await site.api('DELETE', `wp/v2/posts/${id}`);
      await page.reload();
      await act('Delete permanently');
      const question = page.getByRole('dialog', { name: 'Delete 2 items permanently?' });
      await question.getByRole('button', { name: 'Delete permanently' }).click();
      await toastOf(page, '2 items deleted').getByRole('button', { name: 'Undo' }).click();
      await toastOf(page, '2 items are as before').waitFor();
      expect(await statuses()).toEqual(['trash', 'trash']);
      await act('Delete permanently');
      await question.getByRole('button', { name: 'Delete permanently' }).click();
      await toastOf(page, '2 items deleted').getByRole('button', { name: 'Dismiss' }).click();
      await become('missing');
    });

    test('every bulk action can be undone, and leaves no trace', async () => {
      await site.api<Saved>('POST', 'wp/v2/tags', { name: 'Later' });
      const post = await create({ title: 'Undone', status: 'publish', sticky: true, comment_status: 'open' });
      const comments = [];
      for (const status of ['approve', 'hold', 'spam'])
        comments.push(
          await site.api<Saved>('POST', 'wp/v2/comments', { post: post.id, content: `Undone ${status}`, status }),
        );
      const entries = [post, await create({ title: 'Undone draft', status: 'draft' })];
      const read = async (path: string) => {
        const { _links: links, ...item } = await site.api<{ _links?: unknown }>('GET', path);
        return { ...item, isLinked: links !== undefined };
      };
      const fields = 'status,slug,sticky,categories,tags,comment_status,author,title';
      const paths = [
        ...entries.flatMap(({ id }) => [
          `nestpress/v1/entries/${id}`,
          `wp/v2/posts/${id}?context=edit&_fields=${fields}`,
        ]),
        ...comments.map(({ id }) => `wp/v2/comments/${id}?context=edit&_fields=id,status`),
      ];
      const stored = () => Promise.all(paths.map(read));
      const before = await stored();
      const { page } = await site.open('posts?search=Undone');
      const undone = async (message: string, act: () => Promise<void>) => {
        await page.getByRole('row', { name: /Undone draft/ }).waitFor();
        await selectAll(page).check();
        await bulkBar(page).getByText('2 selected').waitFor();
        await act();
        await toastOf(page, message).waitFor();
        expect(await stored()).not.toEqual(before);
        await toastOf(page, message).getByRole('button', { name: 'Undo' }).click();
        await toastOf(page, '2 items are as before').getByRole('button', { name: 'Dismiss' }).click();
        expect(await stored()).toEqual(before);
      };
      const press = (name: string) => () => bulkBar(page).getByRole('button', { name }).click();
      await undone('2 items changed', press('Publish'));
      await undone('2 items changed', press('Switch to draft'));
      await undone('2 items moved to the trash', press('Move to trash'));
      await undone('2 items changed', async () => {
        await bulkBar(page).getByRole('button', { name: 'Edit', exact: true }).click();
        const dialog = page.getByRole('dialog', { name: 'Edit 2 items' });
        await dialog.getByLabel('Comments').selectOption('Closed');
        await dialog.getByLabel('Change of tags').selectOption('Add');
        await dialog.getByRole('combobox', { name: 'Tags', exact: true }).fill('Later');
        await page.keyboard.press('Enter');
        await dialog.locator('.chip', { hasText: 'Later' }).waitFor();
        await dialog.getByRole('button', { name: 'Apply to all' }).click();
      });
    });

    test('quick edit changes slug, date, status, terms, comments and stickiness', async () => {
      const { id } = await create({ title: 'Quickly', status: 'draft' });
      const { page } = await site.open('posts?search=Quickly');
      const row = page.getByRole('row', { name: /Quickly/ });
      await row.hover();
      await row.getByRole('button', { name: 'Quick edit' }).click();
      const form = page.getByRole('form', { name: 'Quick edit' });
      await form.getByLabel('Slug').fill('very-quickly');
      await form.getByLabel(/^Date/).fill('2024-05-06T07:08');
      await form.getByLabel('Status').selectOption('Published');
      await form.getByRole('checkbox', { name: 'News' }).check();
      await form.getByRole('combobox', { name: 'Tags' }).fill('sea');
      await page.keyboard.press('Enter');
      await form.locator('.chip', { hasText: 'Sea' }).waitFor();
      await form.getByLabel('Allow comments').uncheck();
      await form.getByLabel('Sticky').check();
      await form.getByRole('button', { name: 'Save' }).click();
      await row.getByText('Sticky').waitFor();
      const [tag] = await site.api<Saved[]>('GET', 'wp/v2/tags?slug=sea');
      expect(await site.api('GET', `wp/v2/posts/${id}?context=edit`)).toMatchObject({
        slug: 'very-quickly',
        date: '2024-05-06T07:08:00',
        status: 'publish',
        categories: expect.arrayContaining([news.id]),
        tags: [tag!.id],
        comment_status: 'closed',
        sticky: true,
      });
    });

    test('a contributor lists and changes only own drafts, and is not offered to publish', async () => {
      const [carl] = await site.api<Saved[]>('GET', 'wp/v2/users?search=carl');
      const own = await create({ title: 'Own draft', status: 'draft', author: carl!.id, date: '2024-01-01T00:00:00' });
      // More than a page of posts of others, which are newer.
      const others = Array.from({ length: 21 }, (_, number) => create({ title: `Other ${number}`, status: 'publish' }));
      await Promise.all(others);
      const { page } = await site.open('posts', 'carl');
      const row = page.getByRole('row', { name: /Own draft/ });
      await row.getByRole('button', { name: 'Quick edit' }).waitFor({ state: 'attached' });
      await shows(page, 'Own draft');
      await page.getByText('1 item', { exact: true }).waitFor();
      expect(await page.getByRole('group', { name: 'Status' }).getByRole('button').allTextContents()).toEqual([
        'All1',
        'Draft1',
      ]);
      await selectAll(page).check();
      await bulkBar(page).getByText('1 selected').waitFor();
      expect(await bulkBar(page).getByRole('button').allTextContents()).toEqual([
        'Edit',
        'Switch to draft',
        'Move to trash',
        'Clear selection',
      ]);
      await row.hover();
      await row.getByRole('button', { name: 'Quick edit' }).click();
      const form = page.getByRole('form', { name: 'Quick edit' });
      expect(await form.getByLabel('Status').locator('option').allTextContents()).toEqual(['Draft', 'Pending review']);
      expect(await form.getByLabel('Sticky').count()).toBe(0);
      await form.getByRole('button', { name: 'Cancel' }).click();
      await row.getByRole('checkbox').check();
      await bulkBar(page).getByRole('button', { name: 'Move to trash' }).click();
      await until(async () => (await statusOf(own)) === 'trash', 'the draft is in the trash');
    });

    test('a contributor may no longer change a post that was published', async () => {
      const [carl] = await site.api<Saved[]>('GET', 'wp/v2/users?search=carl');
      await create({ title: 'Published by an editor', status: 'publish', author: carl!.id });
      await create({ title: 'Still a draft', status: 'draft', author: carl!.id });
      const { page } = await site.open('posts', 'carl');
      await page.getByRole('row', { name: /Still a draft/ }).waitFor();
      await page.getByRole('checkbox', { name: 'Select “Still a draft”' }).and(page.locator(':enabled')).waitFor();
      expect(await page.getByRole('row', { name: /Published by an editor/ }).count()).toBe(0);
    });
  });
});
