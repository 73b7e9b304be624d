import { beforeAll, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { Database } from '../../src/database/database.js';
import { PostMeta } from '../../src/database/entities/index.js';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite, navigate, publish, visualBody } from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

interface Saved {
  id: number;
  status: string;
  title: { raw: string };
  content: { raw: string };
  categories: number[];
  tags: number[];
  link: string;
  meta?: object;
}

const toastOf = (page: Page, text: string) => page.locator('.toast', { hasText: text });
const asHtml = (page: Page) => page.getByRole('button', { name: 'HTML', exact: true }).click();
const source = (page: Page) => page.getByLabel('Content as HTML');

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine, { SITE_PAGES: 'on' });
    const create = (values: object) => site.api<Saved>('POST', 'wp/v2/posts', values);
    const read = (id: number) => site.api<Saved>('GET', `wp/v2/posts/${id}?context=edit`);

    beforeAll(async () => {
      await site.createUser('author', 'author');
      await site.upload('pier.png', await picture(320, 200));
    });

    test('categories are a tree that grows in place, and tags are completed from those that exist', async () => {
      const parent = await site.api<Saved>('POST', 'wp/v2/categories', { name: 'Coast' });
      const child = await site.api<Saved>('POST', 'wp/v2/categories', { name: 'Beach', parent: parent.id });
      const names = ['Driftwood', 'Driftnet', 'Driftice'];
      const [wood, net, ice] = await Promise.all(names.map((name) => site.api<Saved>('POST', 'wp/v2/tags', { name })));
      const { id } = await create({ title: 'Finds', status: 'draft' });
      const { page } = await site.open(`posts/${id}`);
      const tree = page.locator('.term-tree');
      await tree.getByRole('checkbox', { name: 'Beach' }).check();
      expect((await tree.innerText()).split('\n').filter(Boolean).slice(0, 2)).toEqual(['Coast', 'Beach']);
      const left = async (name: string) => (await tree.getByRole('checkbox', { name }).boundingBox())!.x;
      expect(await left('Beach')).toBeGreaterThan(await left('Coast'));
      await page.getByRole('button', { name: 'Add a category' }).click();
      await page.getByLabel('Name of the category').fill('Dunes');
      await page.getByLabel('Parent').selectOption('Coast');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      expect(await tree.getByRole('checkbox', { name: 'Dunes' }).isChecked()).toBe(true);
      const tags = page.getByRole('combobox', { name: 'Tags' });
      const chip = (name: string) => page.locator('.chip', { hasText: name });
      const suggestions = page.getByRole('listbox', { name: 'Tags' }).getByRole('option');
      await tags.fill('drift');
      await suggestions.filter({ hasText: 'Driftwood' }).click();
      await chip('Driftwood').waitFor();
      expect(await tags.inputValue()).toBe('');
      await tags.fill('driftn');
      await until(async () => (await suggestions.allTextContents()).join() === 'Driftnet', 'one tag is suggested');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await chip('Driftnet').waitFor();
      await tags.fill('driftice');
      await page.keyboard.press('Enter');
      await chip('Driftice').waitFor();
      await page.keyboard.type('Shells');
      await page.keyboard.press('Enter');
      await chip('Shells').waitFor();
      // The field still has the focus.
      await page.keyboard.type('Net');
      expect(await tags.inputValue()).toBe('Net');
      await page.getByRole('button', { name: 'Remove “Shells”' }).click();
      await page.getByRole('button', { name: 'Save draft' }).click();
      await toastOf(page, 'Saved').waitFor();
      const [dunes] = await site.api<{ id: number; parent: number }[]>('GET', 'wp/v2/categories?slug=dunes');
      expect(dunes!.parent).toBe(parent.id);
      const saved = await read(id);
      expect(saved.categories).toEqual(expect.arrayContaining([child.id, dunes!.id]));
      expect([...saved.tags].sort()).toEqual([wood, net, ice].map((tag) => tag!.id).sort());
    });

    test('media of the library is inserted in visual and in HTML mode', async () => {
      const { id } = await create({ title: 'With media', content: 'Text', status: 'draft' });
      const { page } = await site.open(`posts/${id}`);
      const insert = async () => {
        await page.getByRole('button', { name: 'Add media' }).first().click();
        const dialog = page.getByRole('dialog', { name: 'Add media' });
        await dialog.getByRole('button', { name: 'pier' }).click();
        await dialog.getByRole('button', { name: 'Insert' }).click();
        await dialog.waitFor({ state: 'detached' });
      };
      await visualBody(page).getByText('Text').click();
      await insert();
      await visualBody(page).locator('img[class*="wp-image-"]').waitFor();
      await asHtml(page);
      await source(page).fill('Before');
      await insert();
      const [media] = await site.api<{ id: number }[]>('GET', 'wp/v2/media?search=pier');
      await until(async () => (await source(page).inputValue()).includes('<img '), 'the image is in the content');
      expect(await source(page).inputValue()).toContain(`wp-image-${media!.id}`);
      await page.getByRole('button', { name: 'Visual' }).click();
      await visualBody(page).locator('img').waitFor();
      await page.getByRole('button', { name: 'Set featured image' }).click();
      const dialog = page.getByRole('dialog', { name: 'Featured image' });
      await dialog.getByRole('button', { name: 'pier' }).press('Enter');
      await dialog.getByRole('button', { name: 'Set featured image', disabled: false }).waitFor();
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await page.locator('img.featured').waitFor();
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByRole('button', { name: 'Set featured image' }).waitFor();
    });

    test('status, private visibility, author, template and pingbacks are saved', async () => {
      const [author] = await site.api<{ id: number }[]>('GET', 'wp/v2/users?search=author&context=edit');
      const { id } = await site.api<Saved>('POST', 'wp/v2/pages', { title: 'Plan', template: 'wide.php' });
      await site.api('POST', 'wp/v2/pages', { title: 'Other', template: 'narrow.php' });
      const { page } = await site.open(`pages/${id}`);
      const saved = () => site.api('GET', `wp/v2/pages/${id}?context=edit`);
      await page.getByLabel('Status').selectOption('Pending review');
      await page.getByRole('combobox', { name: 'Author' }).selectOption('author');
      const template = page.getByLabel('Template');
      await template.getByRole('option', { name: 'narrow.php' }).waitFor({ state: 'attached' });
      expect(await template.getByRole('option').allTextContents()).toEqual([
        'Default template',
        'narrow.php',
        'wide.php',
      ]);
      await template.selectOption('narrow.php');
      await page.getByLabel('Allow pingbacks and trackbacks').click();
      const { ping_status: before } = (await saved()) as { ping_status: string };
      await page.getByRole('button', { name: 'Save draft' }).click();
      await toastOf(page, 'Saved').waitFor();
      const pings = before === 'open' ? 'closed' : 'open';
      expect(await saved()).toMatchObject({
        status: 'pending',
        author: author!.id,
        template: 'narrow.php',
        ping_status: pings,
      });
      await page.getByLabel('Visibility').selectOption('Private');
      await publish(page);
      await toastOf(page, 'Published').waitFor();
      expect(await saved()).toMatchObject({ status: 'private' });
    });

    test('before an entry is published, a check says who will see it and when, and what it lacks', async () => {
      const [media] = await site.api<{ id: number; source_url: string }[]>('GET', 'wp/v2/media?search=pier');
      const { source_url: src, id: mediaId } = media!;
      const content = `<img src="${src}" alt="" />\n\n<img src="${src}" alt="A pier" />\n\n[gallery ids="${mediaId}"]`;
      const { id } = await create({ content, status: 'draft' });
      const { page } = await site.open(`posts/${id}`);
      await page.locator('.visual[data-ready=true]').waitFor();
      const check = page.getByRole('dialog', { name: 'Ready to publish?' });
      const publishing = page.locator('.editor-bar').getByRole('button', { name: 'Publish', exact: true });
      await publishing.press('Enter');
      await check.getByText('2 images have no alternative text.').waitFor();
      expect((await check.locator('li').allInnerTexts()).map((text) => text.trim())).toEqual([
        'It has no title.',
        'No category is chosen.',
        '2 images have no alternative text.',
      ]);
      expect(await check.locator('dd').allInnerTexts()).toEqual(['Everybody', 'At once']);
      await page.keyboard.press('Escape');
      await check.waitFor({ state: 'detached' });
      expect((await read(id)).status).toBe('draft');

      const category = await site.api<Saved>('POST', 'wp/v2/categories', { name: 'Piers' });
      await site.api('POST', `wp/v2/media/${mediaId}`, { alt_text: 'A pier' });
      const text = `<img src="${src}" alt="A pier" />\n\n[gallery ids="${mediaId}"]`;
      await site.api('POST', `wp/v2/posts/${id}`, { title: 'Piers', content: text, categories: [category.id] });
      await site.open('posts');
      await site.open(`posts/${id}`);
      await page.locator('.visual[data-ready=true]').waitFor();
      await page.getByLabel('Visibility').selectOption('Password protected');
      await page.getByLabel('Password for visitors').fill('sesame');
      await page.getByLabel('Publication date').fill('2035-06-01T08:30');
      await page.locator('.editor-bar').getByRole('button', { name: 'Schedule', exact: true }).press('Enter');
      await check.getByText('Nothing is missing.').waitFor();
      expect(await check.locator('dd').allInnerTexts()).toEqual([
        'Everybody who knows the password',
        expect.stringMatching(/^Jun 1, 2035, 8:30.AM, UTC$/),
      ]);
      await page.keyboard.press('Enter');
      await toastOf(page, 'Scheduled').waitFor();
      expect((await read(id)).status).toBe('future');
    });

    test('an author is offered neither other authors nor stickiness', async () => {
      const { page } = await site.open('posts/new', 'author');
      await page.getByLabel('Visibility').waitFor();
      expect(await page.getByRole('combobox', { name: 'Author' }).count()).toBe(0);
      expect(await page.getByLabel('Keep at the top').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Add a category' }).count()).toBe(0);
      const { id } = await create({ title: 'Of the administrator', status: 'publish' });
      for (const path of [`posts/${id}`, `posts/${id}/revisions`]) {
        await navigate(page, site.url(path));
        await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
        expect(await page.getByRole('button', { name: /Update|Restore|Try again/ }).count()).toBe(0);
      }
    });

    test('after a conflict the saved version of the other editor can be used', async () => {
      const { id } = await create({ title: 'Shared', content: 'Mine', status: 'draft' });
      const { page } = await site.open(`posts/${id}`);
      await asHtml(page);
      await source(page).fill('Mine, changed');
      await site.api('POST', `wp/v2/posts/${id}`, { content: 'Theirs' });
      await page.getByRole('button', { name: 'Save draft' }).click();
      const dialog = page.getByRole('dialog', { name: 'This entry was changed in the meantime' });
      await dialog.getByRole('button', { name: 'Use the saved version' }).click();
      await until(async () => (await source(page).inputValue()) === 'Theirs', 'the saved version is shown');
      expect((await read(id)).content.raw).toBe('Theirs');
    });

    test('a revision is compared with the one before it', async () => {
      const { id } = await create({ title: 'Versions', content: 'first', status: 'publish' });
      for (const content of ['second', 'third']) await site.api('POST', `wp/v2/posts/${id}`, { content });
      const { page } = await site.open(`posts/${id}`);
      await page.getByRole('link', { name: /^\d revisions$/ }).click();
      await page.getByRole('list', { name: 'Revisions' }).getByRole('button').first().click();
      await page.getByRole('button', { name: 'With previous' }).click();
      await page.locator('.diff del').filter({ hasText: 'second' }).waitFor();
      await page.locator('.diff ins').filter({ hasText: 'third' }).waitFor();
    });

    test('a preview shows changes to a published post without publishing them, and follows further ones', async () => {
      const { id } = await create({ title: 'Public', content: 'Old words', status: 'publish' });
      const { page, context } = await site.open(`posts/${id}`);
      await asHtml(page);
      await source(page).fill('New words');
      const opened = context.waitForEvent('page');
      await page.getByRole('button', { name: 'Preview' }).click();
      const preview = await opened;
      const shown = preview.frameLocator('iframe');
      await shown.getByText('New words').waitFor();
      await shown.getByText('Unsaved changes are shown to you only.').waitFor();
      await source(page).fill('Newer words');
      await shown.getByText('Newer words').waitFor();
      await preview.getByRole('button', { name: 'Phone' }).click();
      expect((await preview.locator('iframe').boundingBox())!.width).toBeLessThan(400);
      expect(await accessibilityProblems(preview)).toEqual([]);
      await preview.close();
      const { content, link } = await read(id);
      expect(content.raw).toBe('Old words');
      expect(await (await fetch(link)).text()).toContain('Old words');
    });

    test('the editor shows the permalink, View wherever one scrolls, the number of words and the reading time', async () => {
      const content = Array.from({ length: 66 }, () => `<p>${'word '.repeat(10)}</p>`).join('\n\n');
      const { id, link: draftLink } = await create({ title: 'Long walk', content, status: 'draft' });
      const { page } = await site.open(`posts/${id}`);
      const permalink = page.locator('.permalink').getByRole('link');
      const view = page.locator('.editor-bar').getByRole('link', { name: 'View', exact: true });
      await page.getByText('660 words').waitFor();
      await page.getByText('3 min read').waitFor();
      expect(await permalink.textContent()).toBe(draftLink);
      await publish(page);
      await toastOf(page, 'Published').getByRole('button', { name: 'Dismiss' }).click();
      await page.getByLabel('Slug').fill('a-long-walk');
      await page.getByRole('button', { name: 'Update' }).click();
      await until(
        async () => (await permalink.textContent())!.endsWith('/a-long-walk/'),
        'the permalink is up to date',
      );
      const { link } = await read(id);
      expect([await permalink.textContent(), await permalink.getAttribute('href')]).toEqual([link, link]);
      await page.getByText('660 words').scrollIntoViewIfNeeded();
      expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(500);
      const { y } = (await view.boundingBox())!;
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThan(page.viewportSize()!.height);
      expect(await view.getAttribute('href')).toBe(link);
      expect(await (await fetch(link)).text()).toContain('Long walk');
    });

    test('title, description and image for search engines are stored as post meta and shown as a card', async () => {
      const { id } = await create({ title: 'Tides', content: 'About tides', status: 'publish' });
      const { page } = await site.open(`posts/${id}`);
      const panel = page.getByRole('region', { name: 'Search and social networks' });
      await panel.getByText('About tides').waitFor();
      await panel.getByRole('button', { name: 'Edit' }).click();
      const dialog = page.getByRole('dialog', { name: 'Search and social networks' });
      const description = 'When the water comes & goes.';
      await dialog.getByLabel('Description').fill(description);
      await dialog.getByRole('button', { name: 'Choose an image' }).click();
      const picker = page.getByRole('dialog', { name: 'Image' });
      await picker.getByRole('button', { name: 'pier' }).click();
      await picker.getByRole('button', { name: 'Choose' }).click();
      await dialog.getByLabel('Title').fill('Tide tables <explained>');
      await dialog.getByRole('figure').locator('img[src*="pier"]').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await dialog.getByLabel('Title').press('Enter');
      await dialog.waitFor({ state: 'detached' });
      const card = panel.getByRole('figure', { name: 'How a link to the entry looks' });
      for (const text of ['Tide tables', description]) await card.getByText(text).waitFor();
      await card.locator('img[src*="pier"]').waitFor();
      const { link, meta } = await read(id);
      expect(JSON.stringify(meta ?? {})).not.toContain('Tide tables');
      const [image] = await site.api<{ id: number; source_url: string }[]>('GET', 'wp/v2/media?search=pier');
      const rows = await site.site.app.get(Database).manager.findBy(PostMeta, { owner: id });
      expect(Object.fromEntries(rows.map(({ key, value }) => [key, value]))).toMatchObject({
        _nestpress_search_title: 'Tide tables',
        _nestpress_search_description: description,
        _nestpress_search_image: String(image!.id),
      });
      const html = await (await fetch(link)).text();
      expect(html).toContain('<meta name="description" content="When the water comes &amp; goes." />');
      expect(html).toContain('<meta property="og:title" content="Tide tables" />');
      expect(html).toContain(`<meta property="og:image" content="${image!.source_url}" />`);
    });
  });
});
