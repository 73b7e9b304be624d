import { expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { eachEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite, publish, visualBody } from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

interface SavedPost {
  id: number;
  status: string;
  title: { raw: string };
  content: { raw: string };
  categories: number[];
  tags: number[];
  featured_media: number;
}

const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const toastOf = (page: Page, text: string) => page.locator('.toast', { hasText: text });
const idOf = (page: Page) => Number(/\/posts\/(\d+)/.exec(page.url())?.[1]);

interface SentFile {
  type: string;
  name: string;
  bytes: number[];
}

/** In the page: pastes or drops a picture on the element. */
function sendFile(element: unknown, { type, name, bytes }: SentFile): void {
  const { DataTransfer, File, ClipboardEvent, DragEvent } = globalThis as unknown as Record<
    string,
    new (...args: unknown[]) => Event
  >;
  const data = new DataTransfer!() as unknown as { items: { add(file: unknown): void } };
  data.items.add(new File!([new Uint8Array(bytes)], name, { type: 'image/png' }));
  const options = { bubbles: true, cancelable: true };
  const event =
    type === 'paste'
      ? new ClipboardEvent!(type, { ...options, clipboardData: data })
      : new DragEvent!(type, { ...options, dataTransfer: data });
  (element as EventTarget).dispatchEvent(event);
}

withProgram(CHROMIUM, (chromium) => {
  eachEngine((engine) => {
    const site = consoleSite(chromium, engine, { SITE_PAGES: 'on' });
    const create = (values: object) => site.api<SavedPost>('POST', 'wp/v2/posts', values);

    test('writes and publishes a post with an image, a new category and a tag', async () => {
      const { page } = await site.open('posts');
      await page.getByRole('link', { name: 'New post' }).click();
      await title(page).fill('Written in the console');
      await visualBody(page).click();
      await page.keyboard.type('First paragraph.');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Second paragraph.');
      await page.getByText('4 words').waitFor();
      await page.getByRole('button', { name: 'Add a category' }).click();
      await page.getByLabel('Name of the category').fill('Harbour');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('checkbox', { name: 'Harbour' }).waitFor();
      await page.getByRole('combobox', { name: 'Tags' }).fill('spring');
      await page.keyboard.press('Enter');
      await page.locator('.chip', { hasText: 'spring' }).waitFor();
      await page.getByRole('button', { name: 'Set featured image' }).click();
      const dialog = page.getByRole('dialog', { name: 'Featured image' });
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'quay.png', mimeType: 'image/png', buffer: await picture(320, 200) });
      await dialog.getByRole('button', { name: 'quay' }).waitFor();
      await dialog.getByRole('button', { name: 'Set featured image' }).click();
      await page.locator('img.featured').waitFor();
      await publish(page);
      await toastOf(page, 'Published').waitFor();
      const post = await site.api<SavedPost>('GET', `wp/v2/posts/${idOf(page)}?context=edit`);
      expect(post).toMatchObject({
        status: 'publish',
        title: { raw: 'Written in the console' },
        content: { raw: 'First paragraph.\n\nSecond paragraph.' },
        featured_media: expect.any(Number),
      });
      expect(post.featured_media).toBeGreaterThan(0);
      expect(post.tags).toHaveLength(1);
      const [category] = await site.api<{ id: number }[]>('GET', 'wp/v2/categories?slug=harbour');
      expect(post.categories).toContain(category!.id);
      await page.getByRole('link', { name: 'Posts', exact: true }).first().click();
      await page.getByRole('link', { name: 'Written in the console' }).waitFor();
    });

    test('shows both versions when another editor saved meanwhile', async () => {
      const { id } = await create({ title: 'Shared', content: 'The quick fox', status: 'draft' });
      const { page } = await site.open(`posts/${id}`);
      await page.getByRole('button', { name: 'HTML', exact: true }).click();
      await page.getByLabel('Content as HTML').fill('The quick brown fox');
      await site.api('POST', `wp/v2/posts/${id}`, { content: 'The slow fox' });
      await page.getByRole('button', { name: 'Save draft' }).click();
      const dialog = page.getByRole('dialog', { name: 'This entry was changed in the meantime' });
      await dialog.waitFor();
      expect(await dialog.locator('del').allTextContents()).toContain('slow');
      expect((await dialog.locator('ins').allTextContents()).join('')).toContain('brown');
      await dialog.getByRole('button', { name: 'Save my version' }).click();
      await dialog.waitFor({ state: 'detached' });
      const read = () => site.api<SavedPost>('GET', `wp/v2/posts/${id}?context=edit`);
      await until(async () => (await read()).content.raw === 'The quick brown fox', 'my version is saved');
    });

    test('versions are joined part by part, and two people notice that they edit the same post', async () => {
      const { id: editorId } = await site.createUser('colleague', 'editor');
      const { id } = await create({ title: 'Joint', content: 'One\n\nTwo\n\nThree', status: 'draft' });
      const { page } = await site.open(`posts/${id}`);
      await page.getByRole('button', { name: 'HTML', exact: true }).click();
      await page.getByLabel('Content as HTML').fill('One\n\nTwo\n\nThree, by me');
      const { page: other } = await site.open(`posts/${id}`, 'colleague');
      const notice = other.getByRole('dialog', { name: 'admin is editing this' });
      await notice.getByRole('button', { name: 'Take over' }).click();
      await notice.waitFor({ state: 'detached' });
      await other.getByRole('button', { name: 'HTML', exact: true }).click();
      await other.getByLabel('Content as HTML').fill('One, by a colleague\n\nTwo\n\nThree, too');
      await other.getByRole('button', { name: 'Save draft' }).click();
      await toastOf(other, 'Saved').waitFor();
      // What the first one typed is stored after a pause, too, and is no version.
      await site.api('POST', `nestpress/v1/entries/${id}/autosaves`, { content: 'One\n\nTwo\n\nThree, by me' });
      await page.getByRole('button', { name: 'Save draft' }).click();
      const dialog = page.getByRole('dialog', { name: 'This entry was changed in the meantime' });
      await dialog.getByText('colleague saved another version').waitFor();
      const chosen = () => dialog.locator('.merge-side[data-chosen=true]').allInnerTexts();
      expect((await chosen()).map((text) => text.split('\n').at(-1))).toEqual(['One, by a colleague', 'Three, by me']);
      await dialog.getByRole('radiogroup').nth(1).getByRole('radio').first().check();
      await dialog.getByRole('button', { name: 'Save the selection' }).click();
      await dialog.waitFor({ state: 'detached' });
      await toastOf(page, 'Saved').waitFor();
      const read = () => site.api<SavedPost>('GET', `wp/v2/posts/${id}?context=edit`);
      await until(
        async () => (await read()).content.raw === 'One, by a colleague\n\nTwo\n\nThree, too',
        'the selection is saved',
      );
      expect(editorId).toBeGreaterThan(0);
    });

    test('without a connection the page says where the changes are, and saves them when it is back', async () => {
      const { id } = await create({ title: 'Far away', content: 'Text', status: 'draft' });
      const { page, context } = await site.load(`posts/${id}`);
      await title(page).fill('Far away, still');
      await context.setOffline(true);
      await page.getByText('No connection to the server').waitFor();
      await page.getByRole('button', { name: 'Save draft' }).click();
      await toastOf(page, 'There is no connection').waitFor();
      await page.getByText('Offline – stored in this browser').waitFor();
      await context.setOffline(false);
      await toastOf(page, 'your changes are saved').waitFor();
      const saved = await site.api<SavedPost>('GET', `wp/v2/posts/${id}?context=edit`);
      expect(saved.title.raw).toBe('Far away, still');
      await page.getByText('No connection to the server').waitFor({ state: 'detached' });
    });

    test('opens content of a block editor as HTML and leaves it unchanged', async () => {
      const content =
        '<!-- wp:paragraph {"align":"center"} -->\n<p class="has-text-align-center">Hello</p>\n<!-- /wp:paragraph -->';
      const { id } = await create({ title: 'Blocks', content, status: 'draft' });
      const { page } = await site.open(`posts/${id}`);
      await page.getByText('written with a block editor').waitFor();
      expect(await page.getByLabel('Content as HTML').inputValue()).toBe(content);
      expect(await page.getByRole('button', { name: 'Visual' }).isDisabled()).toBe(true);
      await title(page).fill('Blocks, renamed');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await toastOf(page, 'Saved').waitFor();
      const saved = await site.api<SavedPost>('GET', `wp/v2/posts/${id}?context=edit`);
      expect(saved.content.raw).toBe(content);
    });

    test('keeps shortcodes, the more mark and inline markup through visual mode', async () => {
      const content =
        'One [gallery ids="1,2"] <em>two</em>\n\n<!--more-->\n\n<h2 id="a" class="b">Three</h2>\n\n<div style="color: red;">four</div>';
      const { id } = await create({ title: 'Markup', content, status: 'draft' });
      const { page } = await site.open(`posts/${id}`);
      await visualBody(page).getByText('four').click();
      await page.keyboard.press('End');
      await page.keyboard.type('!');
      await page.getByText('Unsaved changes').waitFor();
      await page.getByRole('button', { name: 'Save draft' }).click();
      await toastOf(page, 'Saved').waitFor();
      const saved = await site.api<SavedPost>('GET', `wp/v2/posts/${id}?context=edit`);
      expect(saved.content.raw).toBe(content.replace('four', 'four!'));
    });

    test('uploads images that are pasted or dropped and inserts them', async () => {
      const { id } = await create({ title: 'Pictures', content: 'Text', status: 'draft' });
      const { page } = await site.open(`posts/${id}`);
      await visualBody(page).click();
      const bytes = [...(await picture(48, 32))];
      await visualBody(page).evaluate(sendFile, { type: 'paste', name: 'pasted.png', bytes });
      await visualBody(page).locator('img[src*="/wp-content/uploads/"]').waitFor();
      await page.getByRole('button', { name: 'HTML', exact: true }).click();
      const source = page.getByLabel('Content as HTML');
      await source.evaluate(sendFile, { type: 'drop', name: 'dropped.png', bytes });
      await until(async () => (await source.inputValue()).includes('dropped'), 'the dropped image is in the content');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await toastOf(page, 'Saved').waitFor();
      const { content } = await site.api<SavedPost>('GET', `wp/v2/posts/${id}?context=edit`);
      expect(content.raw.match(/<img /g)).toHaveLength(2);
      expect(content.raw).not.toContain('data:');
    });

    test('images have a dialog, several become a gallery, and links find entries of the site', async () => {
      await create({ title: 'Lighthouse keepers', content: 'x', status: 'publish' });
      await site.upload('boat.png', await picture(64, 40));
      const { id } = await create({ title: 'Pictures', content: 'Look at the tower\n\nEnd', status: 'draft' });
      const { page } = await site.open(`posts/${id}`);
      const body = visualBody(page);
      await body.getByText('End').click();
      const bytes = [...(await picture(48, 32))];
      await body.evaluate(sendFile, { type: 'paste', name: 'the-tower.png', bytes });
      await body.locator('img[src*="the-tower"]').click();
      await page.getByRole('button', { name: 'Edit image' }).click();
      const dialog = page.getByRole('dialog', { name: 'Image' });
      await dialog.getByLabel('Caption').fill('The old tower');
      await dialog.getByLabel('Alignment').selectOption('Right');
      await dialog.getByLabel('Alternative text').fill('A white tower');
      await page.keyboard.press('Enter');
      await body.locator('figure', { hasText: 'The old tower' }).waitFor();

      await body.getByText('Look at the tower').click();
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+End');
      await page.keyboard.press('Control+k');
      const link = page.getByRole('dialog', { name: 'Link' });
      await page.keyboard.type('no such words');
      await page.keyboard.press('Enter');
      await link.getByText('Nothing was found.').waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('Lighthouse');
      await link.getByRole('option', { name: /Lighthouse keepers/ }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await link.waitFor({ state: 'detached' });

      await body.getByText('End').click();
      await page.locator('.content-bar').getByRole('button', { name: 'Add media' }).click();
      const picker = page.getByRole('dialog', { name: 'Add media' });
      await picker.locator('.media-tile').nth(0).click();
      await picker.locator('.media-tile').nth(1).click();
      await picker.getByRole('button', { name: 'Insert' }).click();
      await body.locator('.np-gallery img').nth(1).waitFor();
      await page.getByRole('button', { name: 'Save draft' }).click();
      await toastOf(page, 'Saved').waitFor();
      const { content } = await site.api<SavedPost>('GET', `wp/v2/posts/${id}?context=edit`);
      expect(content.raw).toMatch(
        /\[caption id="attachment_\d+" align="alignright" width="48"\]<img class="size-full wp-image-\d+" src="[^"]*the-tower\.png" alt="A white tower" width="48" height="32"> The old tower\[\/caption\]/,
      );
      expect(content.raw).toMatch(/<a href="[^"]*lighthouse-keepers[^"]*">/);
      expect(content.raw).toMatch(/^\[gallery ids="\d+,\d+"\]$/m);
    });

    test('a preview opens the draft as a page, without an account', async () => {
      const { page, context } = await site.open('posts/new');
      await title(page).fill('Not yet published');
      await visualBody(page).click();
      await page.keyboard.type('Only for those who have the link.');
      await page.getByText('7 words').waitFor();
      const opened = context.waitForEvent('page');
      await page.getByRole('button', { name: 'Preview' }).click();
      const preview = await opened;
      await preview.frameLocator('iframe').getByText('Only for those who have the link.').waitFor();
      await preview.getByRole('button', { name: 'Link for others' }).click();
      const url = await preview.getByRole('textbox', { name: 'Link for others' }).inputValue();
      await preview.close();
      expect(url).toMatch(/\?p=\d+&preview_token=/);
      const { page: stranger } = await site.visit();
      await stranger.goto(url);
      await stranger.getByRole('heading', { name: 'Not yet published' }).waitFor();
      await stranger.getByText('Only for those who have the link.').waitFor();
    });

    test('schedules in the site’s time zone, which is shown', async () => {
      await site.api('POST', 'wp/v2/settings', { timezone: 'Europe/Berlin' });
      const { page } = await site.load('posts/new');
      await page.getByText('Time zone: Europe/Berlin').waitFor();
      await title(page).fill('Later');
      await page.getByLabel('Publication date').fill('2035-06-01T08:30');
      await publish(page, 'Schedule');
      await toastOf(page, 'Scheduled').waitFor();
      const post = await site.api<{ status: string; date: string; date_gmt: string }>(
        'GET',
        `wp/v2/posts/${idOf(page)}?context=edit`,
      );
      expect(post).toMatchObject({ status: 'future', date: '2035-06-01T08:30:00', date_gmt: '2035-06-01T06:30:00' });
    });

    test('saves every panel of the sidebar, for posts and for pages', async () => {
      const { page } = await site.open('posts/new');
      await title(page).fill('With everything');
      await page.getByLabel('Excerpt').fill('In short');
      await page.getByLabel('Slug').fill('everything');
      await page.getByLabel('Format', { exact: true }).selectOption('Aside');
      await page.getByLabel('Keep at the top').check();
      await page.getByLabel('Allow comments').uncheck();
      await publish(page);
      await toastOf(page, 'Published').waitFor();
      expect(await site.api('GET', `wp/v2/posts/${idOf(page)}?context=edit`)).toMatchObject({
        excerpt: { raw: 'In short' },
        slug: 'everything',
        format: 'aside',
        sticky: true,
        comment_status: 'closed',
      });

      const parent = await site.api<SavedPost>('POST', 'wp/v2/pages', { title: 'Above', status: 'publish' });
      await site.open('pages/new');
      await title(page).fill('Below');
      await page.getByLabel('Parent').selectOption('Above');
      await page.getByLabel('Order').fill('3');
      await page.getByLabel('Visibility').selectOption('Password protected');
      await page.getByLabel('Password for visitors').fill('sesame');
      await publish(page);
      await toastOf(page, 'Published').waitFor();
      const [below] = await site.api<object[]>('GET', 'wp/v2/pages?slug=below&context=edit');
      expect(below).toMatchObject({ parent: parent.id, menu_order: 3, password: 'sesame' });
    });

    test('filters, edits quickly, trashes and restores from the list', async () => {
      const { id } = await create({ title: 'In the list', content: 'x', status: 'draft' });
      const { page } = await site.open('posts?status=draft');
      const row = page.getByRole('row', { name: /In the list/ });
      await row.hover();
      await row.getByRole('button', { name: 'Quick edit' }).click();
      const form = page.getByRole('form', { name: 'Quick edit' });
      await form.getByLabel('Title').fill('Renamed in the list');
      await form.getByRole('button', { name: 'Save' }).click();
      const renamed = page.getByRole('row', { name: /Renamed in the list/ });
      await renamed.getByRole('checkbox').check();
      await page.getByRole('group', { name: 'Bulk action' }).getByRole('button', { name: 'Move to trash' }).click();
      await toastOf(page, 'moved to the trash').getByRole('button', { name: 'Undo' }).click();
      const read = () => site.api<SavedPost & { status: string }>('GET', `wp/v2/posts/${id}?context=edit`);
      await until(async () => (await read()).status === 'draft', 'the post is restored');
      await renamed.waitFor();
      expect(await read()).toMatchObject({ title: { raw: 'Renamed in the list' } });
      await page.getByRole('searchbox').fill('no such words');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    });
  });
});
