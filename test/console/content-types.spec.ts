import { beforeAll, expect, test } from '@jest/globals';
import { defineContentType, defineMeta, defineTaxonomy } from '../../src/content-model/declarations.js';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite, navigate, publish, visualBody } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';

const CONTENT = [
  defineContentType({
    name: 'book',
    label: 'Books',
    labels: { singular_name: 'Book' },
    restBase: 'books',
    supports: ['title', 'editor', 'author', 'revisions', 'custom-fields'],
    meta: {
      isbn: { type: 'string', description: 'ISBN-13 without dashes.' },
      pages: { type: 'integer', minimum: 1 },
      keywords: { type: 'array', items: { type: 'string' } },
      in_print: { type: 'boolean' },
      binding: { type: 'string', enum: ['hardcover', 'paperback'] },
      chapters: {
        type: 'array',
        items: { type: 'object', properties: { heading: { type: 'string' }, pages: { type: 'integer' } } },
      },
      price: { type: 'number', read: 'edit_others_posts', write: 'edit_others_posts' },
    },
  }),
  // Editors only.
  defineContentType({
    name: 'notice',
    label: 'Notices',
    restBase: 'notices',
    capabilityType: 'page',
    supports: ['title'],
  }),
  defineTaxonomy({
    name: 'genre',
    label: 'Genres',
    labels: { singular_name: 'Genre' },
    restBase: 'genres',
    hierarchical: true,
    types: ['book'],
    meta: { colour: { type: 'string' } },
  }),
  defineMeta({ object: 'user', key: 'favourite_genre', type: 'integer' }),
  defineMeta({ object: 'comment', key: 'rating', type: 'integer' }),
];

interface Book {
  id: number;
  status: string;
  title: { raw: string };
  content: { raw: string };
  genres: number[];
  meta: Record<string, unknown>;
}

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine, {}, { content: CONTENT });

    beforeAll(async () => {
      await site.createUser('author', 'author');
    });

    test('a declared type has navigation, editor with its meta fields and terms, and list', async () => {
      const { page } = await site.open();
      const navigation = page.getByRole('navigation', { name: 'Main' });
      await navigation.getByRole('link', { name: 'Genres' }).click();
      await page.getByRole('button', { name: 'New genre' }).click();
      const dialog = page.getByRole('dialog', { name: 'New genre' });
      await dialog.getByLabel('Name').fill('Crime');
      await dialog.getByLabel('Colour').fill('black');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Crime' }).waitFor();
      const [genre] = await site.api<{ id: number; meta: object }[]>('GET', 'wp/v2/genres?slug=crime');
      expect(genre!.meta).toEqual({ colour: 'black' });

      await navigation.getByRole('link', { name: 'Books' }).click();
      await page.getByRole('heading', { name: 'No books yet' }).waitFor();
      await page.getByRole('link', { name: 'New book' }).first().click();
      await page.getByRole('textbox', { name: 'Title' }).fill('The Harbour Murders');
      await visualBody(page).click();
      await page.keyboard.type('A detective novel.');
      await page.getByLabel('Isbn').fill('9783161484100');
      await page.getByLabel('Pages', { exact: true }).fill('312');
      await page.getByLabel('Keywords').fill('sea\nfog');
      await page.getByRole('checkbox', { name: 'In print' }).check();
      await page.getByLabel('Binding').selectOption('paperback');
      await page.getByRole('checkbox', { name: 'Crime' }).check();
      expect(await page.getByLabel('Format', { exact: true }).count()).toBe(0);
      expect(await page.getByText('Allow comments').count()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await publish(page);
      await page.locator('.toast', { hasText: 'Published' }).waitFor();
      expect(page.url()).toMatch(/\/content\/books\/\d+$/);

      const [book] = await site.api<Book[]>('GET', 'wp/v2/books?context=edit');
      expect(book).toMatchObject({
        status: 'publish',
        content: { raw: 'A detective novel.' },
        genres: [genre!.id],
        meta: { isbn: '9783161484100', pages: 312, keywords: ['sea', 'fog'], in_print: true, binding: 'paperback' },
      });
      await page.getByRole('link', { name: 'Books', exact: true }).first().click();
      const row = page.getByRole('row', { name: /The Harbour Murders/ });
      await row.getByText('Crime').waitFor();
      await page.getByRole('button', { name: /^Published/ }).waitFor();
    });

    test('a save sends only the meta that changed, and an error of a field is shown', async () => {
      const { id } = await site.api<Book>('POST', 'wp/v2/books', { title: 'Old', meta: { pages: 7, price: 9.5 } });
      const { page } = await site.open(`content/books/${id}`, 'admin');
      await page.getByLabel('Pages', { exact: true }).fill('-1');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.locator('.toast', { hasText: 'Not saved' }).waitFor();
      await page.locator('.field', { hasText: 'Pages' }).locator('.field-error').waitFor();
      await page.getByLabel('Pages', { exact: true }).fill('8');
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await page.getByRole('button', { name: 'Save draft' }).click();
      expect((await sent).postDataJSON()).toEqual({ meta: { pages: 8 } });
      await page.locator('.toast', { hasText: /^Saved/ }).waitFor();
    });

    test('lists of objects are edited as rows, which are moved by keys', async () => {
      const { id } = await site.api<Book>('POST', 'wp/v2/books', { title: 'Rows' });
      const { page } = await site.open(`content/books/${id}`, 'admin');
      const rows = page.getByRole('group', { name: 'Chapters' });
      for (const heading of ['First', 'Second']) {
        await rows.getByRole('button', { name: 'Add a row' }).click();
        await rows.getByLabel('Heading').last().fill(heading);
      }
      await rows.getByLabel('Pages').last().fill('12');
      await rows.getByRole('button', { name: 'Move Second, position 2 of 2' }).press('ArrowUp');
      await rows.getByRole('button', { name: 'Move Second, position 1 of 2' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.locator('.toast', { hasText: /^Saved/ }).waitFor();
      const { meta } = await site.api<Book>('GET', `wp/v2/books/${id}?context=edit`);
      expect(meta.chapters).toEqual([{ heading: 'Second', pages: 12 }, { heading: 'First' }]);
      await rows.getByRole('button', { name: 'Remove Second' }).click();
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page
        .locator('.toast', { hasText: /^Saved/ })
        .last()
        .waitFor();
      await page.getByRole('button', { name: 'Save draft' }).and(page.locator(':disabled')).waitFor();
      const after = await site.api<Book>('GET', `wp/v2/books/${id}?context=edit`);
      expect(after.meta.chapters).toEqual([{ heading: 'First' }]);
    });

    test('an author sees neither the fields nor the types of editors', async () => {
      const { page } = await site.open('', 'author');
      const navigation = page.getByRole('navigation', { name: 'Main' });
      await navigation.getByRole('link', { name: 'Books' }).waitFor();
      expect(await navigation.getByRole('link', { name: 'Notices' }).count()).toBe(0);
      expect(await navigation.getByRole('link', { name: 'Genres' }).count()).toBe(0);
      await navigate(page, site.url('content/notices'));
      await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
      await navigate(page, site.url('content/books/new'));
      await page.getByRole('textbox', { name: 'Title' }).fill('By the author');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.waitForURL(/books\/\d+$/);
      await page.getByLabel('Isbn').waitFor();
      expect(await page.getByLabel('Price').count()).toBe(0);
    });

    test('meta of comments is edited with them', async () => {
      const { id: post } = await site.api<Book>('POST', 'wp/v2/posts', { title: 'Reviewed', status: 'publish' });
      const ann = { author_name: 'Ann', author_email: 'ann@site.test' };
      const { id } = await site.api<Book>('POST', 'wp/v2/comments', { post, content: 'Good', status: 'hold', ...ann });
      const { page } = await site.open('comments');
      await page.getByRole('listitem', { name: 'Comment by Ann' }).getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Rating').fill('5');
      await page.getByLabel('Website').fill('https://ann.example/');
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      expect((await sent).postDataJSON()).toEqual({ author_url: 'https://ann.example/', meta: { rating: 5 } });
      await page.locator('.toast', { hasText: 'Saved' }).waitFor();
      expect(await site.api('GET', `wp/v2/comments/${id}?context=edit`)).toMatchObject({
        author_url: 'https://ann.example/',
        content: { raw: 'Good' },
        meta: { rating: 5 },
      });
    });

    test('meta of users is part of the profile', async () => {
      const { page } = await site.open('profile');
      await page.getByLabel('Favourite genre').fill('4');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.locator('.toast', { hasText: 'Saved' }).waitFor();
      expect(await site.api('GET', 'wp/v2/users/me?context=edit')).toMatchObject({ meta: { favourite_genre: 4 } });
    });
  });
});
