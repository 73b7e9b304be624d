import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { Database } from '../../src/database/database.js';
import { AWAITS_SIGN_IN } from '../../src/database/installer/default-options.js';
import { createSetupToken } from '../../src/database/installer/setup-token.js';
import { OptionsStore } from '../../src/database/options.store.js';
import { ADMIN, anyEngine } from '../support/app.js';
import { eachBrowser } from '../support/browser.js';
import { consoleSite, copyToClipboard, PASSWORD, visualBody } from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { fillEntries } from '../support/many-entries.js';
import { until } from '../support/until.js';

interface Item {
  id: number;
  status: string;
  slug: string;
  title: { raw: string };
  content: { raw: string };
  categories: number[];
  alt_text: string;
}

const toastOf = (page: Page, text: string) => page.locator('.toast', { hasText: text });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const check = (page: Page) => page.getByRole('dialog', { name: 'Ready to publish?' });

/** Types into one field after another, as people do who fill in a form. */
async function fillIn(page: Page, texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
}

eachBrowser((browser) => {
  anyEngine((engine) => {
    describe('the newcomer', () => {
      const site = consoleSite(browser, engine, { SITE_PAGES: 'on' });
      test('from the set-up link to the first post that a stranger reads', async () => {
        const database = site.site.app.get(Database);
        await database.transaction((tx) => site.site.app.get(OptionsStore).set(tx, AWAITS_SIGN_IN, ADMIN.user));
        const { page } = await site.visit();
        const { keyboard } = page;
        await page.goto(site.url(`setup?token=${await createSetupToken(database)}`));
        await page.getByLabel('Site title').focus();
        await fillIn(page, ['Tom & Ann’s boats', 'ann', 'ann@site.test', PASSWORD]);
        await keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Welcome, ann' }).waitFor();
        await page.locator('.brand', { hasText: 'Tom & Ann’s boats' }).waitFor();

        const steps = page.getByRole('region', { name: 'First steps' });
        await steps.getByRole('link', { name: 'Publish your first post' }).press('Enter');
        await page.getByRole('textbox', { name: 'Title' }).waitFor();
        await page.locator('.visual[data-ready=true]').waitFor();
        await keyboard.type('Launching the “Heron”');
        await keyboard.press('Enter');
        await keyboard.type('She floats. ');
        await copyToClipboard(page, {
          'text/html': '<p>Her <b>keel</b> is of oak.</p>',
          'text/plain': 'Her keel is of oak.',
        });
        await visualBody(page).focus();
        await keyboard.press('Control+End');
        await keyboard.press('Control+v');
        await visualBody(page).locator('strong', { hasText: 'keel' }).waitFor();
        await page.locator('.editor-bar').getByRole('button', { name: 'Publish', exact: true }).press('Enter');
        await check(page).getByText('Everybody', { exact: true }).waitFor();
        await keyboard.press('Enter');
        await toastOf(page, 'Published').waitFor();
        await page.getByText('Saved', { exact: true }).first().waitFor();
        const link = await page.locator('.permalink a').getAttribute('href');

        await navigation(page).getByRole('link', { name: 'Settings' }).press('Enter');
        await page.getByLabel('Tagline').focus();
        await keyboard.press('Control+a');
        await keyboard.type('Wood & water');
        await keyboard.press('Enter');
        await toastOf(page, 'Saved').waitFor();
        await navigation(page).getByRole('link', { name: 'Overview' }).press('Enter');
        for (const step of ['Publish your first post', 'Say in a few words what the site is about'])
          await steps.getByText(`${step} (done)`).waitFor();

        const { page: stranger } = await site.visit();
        await stranger.goto(link!);
        await stranger.getByRole('heading', { name: 'Launching the “Heron”' }).waitFor();
        await stranger.locator('strong', { hasText: 'keel' }).waitFor();
        expect(await stranger.title()).toContain('Tom & Ann’s boats');
      });
    });

    describe('the editor', () => {
      const site = consoleSite(browser, engine, { SITE_PAGES: 'on' });
      const read = (id: number) => site.api<Item>('GET', `wp/v2/posts/${id}?context=edit`);

      test('a day: 300 posts, reviews, corrections, comments and pictures', async () => {
        await fillEntries(site.site.app.get(Database), 300);
        await site.createUser('editor', 'editor');
        const category = await site.api<Item>('POST', 'wp/v2/categories', { name: 'Archive' });
        const draft = { title: 'A visit to the yard', content: 'They biuld boats.', status: 'pending' };
        const pending = await site.api<Item>('POST', 'wp/v2/posts', draft);
        const comments: number[] = [];
        for (const content of ['Where is it?', 'Buy pills']) {
          const values = { post: 10_000, content, status: 'hold', author_name: 'Bo', author_email: 'bo@site.test' };
          comments.push((await site.api<Item>('POST', 'wp/v2/comments', values)).id);
        }
        await site.upload('slipway.png', await picture(120, 80));

        const { page } = await site.visit();
        const { keyboard } = page;
        await page.goto(site.url());
        await page.getByLabel('Username or email address').focus();
        await fillIn(page, ['editor', PASSWORD]);
        await keyboard.press('Enter');
        const attention = page.getByRole('list', { name: 'Needs attention' });
        await attention.getByRole('link', { name: '1 post waits for review' }).press('Enter');

        // The review: a mistake is corrected, a category chosen, and the post published.
        await page.getByRole('link', { name: draft.title }).press('Enter');
        await page.locator('.visual[data-ready=true]').waitFor();
        await visualBody(page).getByText('biuld').dblclick();
        await keyboard.press('Control+a');
        await keyboard.type('They build boats.');
        await page.locator('.editor-bar').getByRole('button', { name: 'Publish', exact: true }).press('Enter');
        await check(page).getByText('No category is chosen.').waitFor();
        await keyboard.press('Escape');
        await page.getByRole('checkbox', { name: 'Archive' }).press('Space');
        await page.locator('.editor-bar').getByRole('button', { name: 'Publish', exact: true }).press('Enter');
        await check(page).getByText('Nothing is missing.').waitFor();
        await keyboard.press('Enter');
        await toastOf(page, 'Published').waitFor();
        expect(await read(pending.id)).toMatchObject({
          status: 'publish',
          content: { raw: 'They build boats.' },
          categories: expect.arrayContaining([category.id]),
        });

        // The list: found while typing, edited in its row, all pages at once, and undone.
        await navigation(page).getByRole('link', { name: 'Posts', exact: true }).press('Enter');
        await page.getByRole('searchbox').focus();
        await keyboard.type('Post 1029');
        await page.getByRole('row', { name: /Post 10298/ }).waitFor();
        await page.getByRole('row', { name: /Post 10300/ }).waitFor({ state: 'detached' });
        const row = page.getByRole('row', { name: /Post 10298/ });
        await row.getByRole('button', { name: 'Quick edit' }).press('Enter');
        await page.locator('form.quick-edit').getByLabel('Slug').focus();
        await keyboard.press('Control+a');
        await keyboard.type('the-last-boat');
        await keyboard.press('Enter');
        await until(async () => (await read(10_298)).slug === 'the-last-boat', 'the slug is stored');
        await page.locator('form.quick-edit').waitFor({ state: 'detached' });
        const published = async () =>
          (await site.api<Item[]>('GET', 'wp/v2/posts?search=Post 1029&per_page=100&_fields=id')).length;
        const before = await published();
        await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
        const bar = page.getByRole('group', { name: 'Bulk action' });
        await bar.getByRole('button', { name: 'Switch to draft' }).press('Enter');
        await until(async () => (await published()) === 0, 'the posts are drafts');
        await toastOf(page, 'changed').getByRole('button', { name: 'Undo' }).press('Enter');
        await until(async () => (await published()) === before, 'the posts are published again');

        // Comments, by the keyboard alone.
        await navigation(page)
          .getByRole('link', { name: /^Comments/ })
          .press('Enter');
        await page.getByText('Buy pills').waitFor();
        await keyboard.press('j');
        await page.locator(`[data-comment="${comments[1]}"]:focus`).waitFor();
        await keyboard.press('s');
        await page.locator(`[data-comment="${comments[0]}"]:focus`).waitFor();
        await keyboard.press('r');
        await keyboard.type('At the old quay, ask for Ada.');
        await keyboard.press('Control+Enter');
        await toastOf(page, 'Reply published').waitFor();
        const statuses = comments.map((id) => site.api<Item>('GET', `wp/v2/comments/${id}?context=edit`));
        expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual(['approved', 'spam']);

        // Pictures without alternative text.
        await navigation(page).getByRole('link', { name: 'Media' }).press('Enter');
        await page.getByRole('button', { name: 'Missing alternative text' }).press('Enter');
        await page.getByRole('searchbox').focus();
        await keyboard.type('slipway');
        const alt = page.getByLabel('Alternative text of “slipway”');
        await alt.focus();
        await keyboard.type('A boat on a slipway');
        await page.getByRole('button', { name: 'Save 1 text' }).press('Enter');
        const slipway = async () => (await site.api<Item[]>('GET', 'wp/v2/media?search=slipway'))[0]!.alt_text;
        await until(async () => (await slipway()) === 'A boat on a slipway', 'the text is stored');

        // A post goes to the trash by mistake.
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Search or go to' }).waitFor();
        await keyboard.type('A visit to the yard');
        await page.getByRole('option', { name: 'A visit to the yard' }).waitFor();
        await keyboard.press('Enter');
        await page.getByRole('button', { name: 'Move to trash' }).press('Enter');
        await toastOf(page, 'trash').getByRole('button', { name: 'Undo' }).press('Enter');
        await until(async () => (await read(pending.id)).status === 'publish', 'the post is back');
      });
    });
  });
});
