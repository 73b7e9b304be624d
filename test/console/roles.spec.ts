import { beforeAll, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite, navigate, PASSWORD, signIn } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine);

    beforeAll(async () => {
      const ids = new Map<string, number>();
      for (const role of ['editor', 'author', 'contributor', 'subscriber']) {
        ids.set(role, (await site.createUser(role, role)).id);
      }
      const post = { content: 'x', status: 'publish' };
      await site.api('POST', 'wp/v2/posts', { ...post, title: 'Of the administrator' });
      await site.api('POST', 'wp/v2/posts', { ...post, title: 'Of the author', author: ids.get('author') });
    });

    const SECTIONS: [string, string[]][] = [
      [
        'admin',
        [
          'Posts',
          'Pages',
          'Categories',
          'Tags',
          'Media',
          'Comments',
          'Form inbox',
          'Forms',
          'Popups',
          'Users',
          'Settings',
          'Cache',
          'Health',
        ],
      ],
      ['editor', ['Posts', 'Pages', 'Categories', 'Tags', 'Media', 'Comments', 'Form inbox', 'Forms', 'Popups']],
      ['author', ['Posts', 'Media']],
      ['contributor', ['Posts']],
      ['subscriber', []],
    ];
    const ALL = SECTIONS[0]![1];

    test.each(SECTIONS)('%s sees the sections that the API allows', async (login, expected) => {
      const { page } = await site.open('', login);
      await navigation(page).getByRole('link', { name: 'Overview' }).waitFor();
      const names = (await navigation(page).getByRole('link').allTextContents()).map((name) =>
        name.replace(/\d+$/, ''),
      );
      expect(ALL.filter((name) => names.includes(name))).toEqual(expected);
    });

    test('an author is offered own posts and not those of others', async () => {
      const { page } = await site.open('posts', 'author');
      const own = page.getByRole('row', { name: /Of the author/ });
      await own.getByRole('link', { name: 'Edit' }).waitFor({ state: 'attached' });
      expect(await own.getByRole('button', { name: 'Move to trash' }).count()).toBe(1);
      expect(await page.getByRole('row', { name: /Of the administrator/ }).count()).toBe(0);
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByRole('link', { name: 'Of the author' }).waitFor();
      expect(await page.getByRole('link', { name: 'Of the administrator' }).count()).toBe(0);
    });

    test('a contributor submits for review and cannot publish', async () => {
      const { page } = await site.open('posts/new', 'contributor');
      await page.getByRole('textbox', { name: 'Title' }).fill('To be reviewed');
      await page.getByRole('button', { name: 'Submit for review' }).click();
      await page.locator('.badge', { hasText: 'Pending review' }).waitFor();
      expect(await page.getByRole('button', { name: 'Publish', exact: true }).count()).toBe(0);
      expect(await page.getByLabel('Visibility').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Add media' }).count()).toBe(0);
    });

    test.each([
      [
        'author',
        [
          'forms',
          'forms/new',
          'inbox',
          'popups',
          'comments',
          'cache',
          'redirects',
          'transfer',
          'webhooks',
          'agents',
          'audit-log',
          'health',
          'users',
          'terms/categories',
        ],
      ],
      ['contributor', ['pages', 'pages/new', 'media', 'inbox', 'comments']],
      ['subscriber', ['posts', 'posts/new', 'pages', 'media', 'settings', 'terms/tags']],
    ])('pages of other roles say to the %s that this account may not open them', async (login, paths) => {
      const { page } = await site.open('', login);
      for (const path of paths) {
        await navigate(page, site.url('profile'));
        await page.getByRole('heading', { name: 'Profile' }).first().waitFor();
        await navigate(page, site.url(path));
        await page.getByRole('heading', { name: 'Your account may not open this page' }).waitFor();
        expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      }
    });

    test('a page that is not allowed says so, and an unknown address that there is no such page', async () => {
      const { page } = await site.open('settings', 'author');
      await page.getByRole('heading', { name: 'Your account may not open this page' }).waitFor();
      await navigate(page, site.url('no/such/page'));
      await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    });

    test('a wrong password is explained, and signing out shows the sign-in page', async () => {
      const { page } = await site.visit();
      await page.goto(site.url('posts'));
      await signIn(page, 'author', 'wrong');
      await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
      await signIn(page, 'author', PASSWORD);
      await page.getByRole('heading', { name: 'Posts', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    });
  });
});
