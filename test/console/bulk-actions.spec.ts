import { expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite } from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

interface Item {
  id: number;
  status: string;
  parent: number;
}

const bar = (page: Page) => page.getByRole('group', { name: 'Bulk action' });
const selectPage = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' });
const toastOf = (page: Page, text: string) => page.locator('.toast', { hasText: text });

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine);

    /** Does something with what is selected, and undoes it: afterwards everything is stored as before. */
    async function isUndone(page: Page, stored: () => Promise<unknown>, message: string, act: () => Promise<void>) {
      const before = await stored();
      await act();
      await toastOf(page, message).getByRole('button', { name: 'Undo' }).press('Enter');
      await toastOf(page, 'as before').getByRole('button', { name: 'Dismiss' }).press('Enter');
      expect(await stored()).toEqual(before);
    }

    /** Answers the question before a deletion. */
    async function deleteSelected(page: Page): Promise<void> {
      await bar(page).getByRole('button', { name: 'Delete permanently' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).press('Enter');
    }

    test('entries of all pages are selected, changed and changed back', async () => {
      const ids: number[] = [];
      for (let number = 1; number <= 23; number++) {
        const { id } = await site.api<Item>('POST', 'wp/v2/posts', { title: `Crowd ${number}`, status: 'draft' });
        ids.push(id);
      }
      const published = async () => {
        const query = `include=${ids.join()}&per_page=100&_fields=id`;
        return (await site.api<Item[]>('GET', `wp/v2/posts?${query}`)).length;
      };
      const { page } = await site.open('posts?search=Crowd');
      await page.getByRole('row', { name: /Crowd 23/ }).waitFor();
      await selectPage(page).press('Space');
      await bar(page).getByText('20 selected').waitFor();
      await bar(page).getByRole('button', { name: 'Select all 23' }).press('Enter');
      await bar(page).getByText('23 selected').waitFor();
      await page.getByRole('checkbox', { name: 'Select “Crowd 23”' }).press('Space');
      await bar(page).getByText('22 selected').waitFor();
      await isUndone(page, published, '22 items changed', async () => {
        await bar(page).getByRole('button', { name: 'Publish' }).press('Enter');
        await toastOf(page, '22 items changed').waitFor();
        expect(await published()).toBe(22);
      });
    });

    test('filters of a list are saved under a name, chosen and deleted', async () => {
      await site.api('POST', 'wp/v2/posts', { title: 'Lone draft', status: 'draft' });
      const { page } = await site.open('posts?status=draft&search=Lone&orderby=title&order=asc');
      await page.getByText('Saved views').press('Enter');
      await page.getByLabel('Name of this view').focus();
      await page.keyboard.type('My drafts');
      await page.keyboard.press('Enter');
      await page.goto(site.url('posts'));
      await page.getByText('Saved views').press('Enter');
      await page.getByRole('button', { name: 'My drafts', exact: true }).press('Enter');
      await page.waitForURL(/posts\?status=draft&search=Lone&orderby=title&order=asc$/);
      expect(await page.getByRole('searchbox').inputValue()).toBe('Lone');
      await page.getByRole('button', { name: 'Delete the view “My drafts”' }).press('Enter');
      await page.getByRole('button', { name: 'My drafts', exact: true }).waitFor({ state: 'detached' });
    });

    test('comments are selected with the keyboard, moderated together and returned to what they were', async () => {
      const { id: post } = await site.api<Item>('POST', 'wp/v2/posts', { title: 'Reefs', status: 'publish' });
      const ids: number[] = [];
      for (const status of ['approve', 'hold', 'approve']) {
        const values = { post, status, content: `A ${status} one, ${ids.length}`, author_name: 'Ann' };
        ids.push((await site.api<Item>('POST', 'wp/v2/comments', { ...values, author_email: 'a@site.test' })).id);
      }
      const stored = () =>
        Promise.all(ids.map(async (id) => (await site.api<Item>('GET', `wp/v2/comments/${id}?context=edit`)).status));
      const { page } = await site.open(`comments?status=all&post=${post}`);
      const select = async () => {
        await page.locator(`[data-comment="${ids[2]}"]`).focus();
        await page.keyboard.press('x');
        await page.keyboard.press('j');
        await page.keyboard.press('x');
        await bar(page).getByText('2 selected').waitFor();
      };
      const actions: [name: string, message: string, after: string[]][] = [
        ['Spam', '2 items changed', ['approved', 'spam', 'spam']],
        ['Trash', '2 items moved to the trash', ['approved', 'trash', 'trash']],
        ['Approve', '2 items changed', ['approved', 'approved', 'approved']],
        ['Set to pending', '2 items changed', ['approved', 'hold', 'hold']],
      ];
      for (const [name, message, after] of actions) {
        await select();
        await isUndone(page, stored, message, async () => {
          await bar(page).getByRole('button', { name, exact: true }).press('Enter');
          await toastOf(page, message).waitFor();
          expect(await stored()).toEqual(after);
          await bar(page).waitFor({ state: 'detached' });
        });
        await page.locator(`[data-comment="${ids[2]}"]`).waitFor();
        await page.locator(`[data-comment="${ids[1]}"]`).waitFor();
      }
    });

    test('files and terms are deleted together once it cannot be undone any more', async () => {
      await site.upload('reef.png', await picture(16, 16));
      await site.upload('reef-two.png', await picture(16, 16));
      const files = () => site.api<Item[]>('GET', 'wp/v2/media?search=reef&_fields=id,source_url');
      expect(await files()).toHaveLength(2);
      const { page } = await site.open('media?search=reef');
      await page.getByRole('checkbox', { name: 'Select “reef-two”' }).press('Space');
      await selectPage(page).press('Space');
      await bar(page).getByText('2 selected').waitFor();
      await isUndone(page, files, '2 items deleted', async () => {
        await deleteSelected(page);
        await page.getByRole('button', { name: 'reef', exact: true }).waitFor({ state: 'detached' });
      });
      await page.getByRole('button', { name: 'reef', exact: true }).waitFor();
      await page.getByRole('button', { name: 'List', exact: true }).press('Enter');
      await page.getByRole('checkbox', { name: 'Select “reef-two”' }).press('Space');
      await deleteSelected(page);
      await toastOf(page, '1 item deleted').waitFor();
      // Whoever leaves the console can no longer undo it.
      await page.goto('about:blank');
      await until(async () => (await files()).length === 1, 'the file is deleted');
    });

    test('terms are moved below another one and deleted together, and nothing of it lasts when it is undone', async () => {
      const create = (name: string, parent = 0) => site.api<Item>('POST', 'wp/v2/categories', { name, parent });
      const [coast, north] = [await create('Coast'), await create('North')];
      const rocks = await create('Rocks', north.id);
      const sand = await create('Sand', north.id);
      const { id } = await site.api<Item>('POST', 'wp/v2/posts', {
        title: 'Where',
        status: 'publish',
        categories: [rocks.id, sand.id],
      });
      const stored = async () => [
        await site.api('GET', `wp/v2/categories?include=${rocks.id},${sand.id}&_fields=id,name,slug,parent,count`),
        await site.api('GET', `wp/v2/posts/${id}?_fields=categories`),
      ];
      const { page } = await site.open('terms/categories');
      const select = async () => {
        for (const name of ['Rocks', 'Sand'])
          await page.getByRole('checkbox', { name: `Select “${name}”` }).press('Space');
        await bar(page).getByText('2 selected').waitFor();
      };
      await select();
      await isUndone(page, stored, '2 items changed', async () => {
        const parents = bar(page).getByRole('combobox', { name: 'New parent' });
        expect(await parents.getByRole('option', { name: 'Sand' }).count()).toBe(0);
        await parents.selectOption({ label: 'Coast' });
        await toastOf(page, '2 items changed').waitFor();
        expect(await site.api('GET', `wp/v2/categories/${sand.id}`)).toMatchObject({ parent: coast.id });
      });
      await bar(page).waitFor({ state: 'detached' });
      await select();
      await isUndone(page, stored, '2 items deleted', () => deleteSelected(page));
      await select();
      await deleteSelected(page);
      await toastOf(page, '2 items deleted').getByRole('button', { name: 'Dismiss' }).press('Enter');
      await until(
        async () => (await site.api<Item[]>('GET', `wp/v2/categories?parent=${north.id}`)).length === 0,
        'both are deleted',
      );
    });
  });
});
