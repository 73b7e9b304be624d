import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser, type Page } from 'playwright-core';
import { ADMIN } from '../support/app.js';
import { CHROMIUM, launchBrowser } from '../support/browser.js';
import { type LiveSite, startLiveSite } from '../support/live-site.js';
import { KEYS, logIn } from '../support/logins.js';
import { withProgram } from '../support/programs.js';
import { withWordPress, FILES } from '../support/wordpress.js';

/** WordPress's own client for themes and plugins, which makes its models from our index, in the order WordPress loads it. */
const SCRIPTS = ['jquery/jquery.js', 'underscore.js', 'backbone.js', 'api-request.js', 'wp-api.js'];

/** What a page does with it; `done` turns its promises into those of the language, with the response's text as error. */
const HELPERS = `
const { models, collections } = wp.api;
const done = (request) => new Promise((resolve, reject) => request.done((body) => resolve(body)).fail((answer) => reject(new Error(answer.responseText))));
`;

withWordPress(() =>
  withProgram(CHROMIUM, (chromium) => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchBrowser(chromium);
    });
    afterAll(() => browser?.close());

    describe.each(['A', 'B'])('the Backbone client, VARIANT=%s', (variant) => {
      let site: LiveSite;
      let page: Page;

      beforeAll(async () => {
        site = await startLiveSite({ ...KEYS, VARIANT: variant });
        const { cookie, nonce } = await logIn(site);
        const context = await browser.newContext();
        await context.addCookies([{ ...cookie, url: `${site.url}/`, httpOnly: true }]);
        page = await context.newPage();
        // An empty page of the service's origin, as a theme would give it.
        await page.route(`${site.url}/theme`, (route) =>
          route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Theme</title>' }),
        );
        await page.goto(`${site.url}/theme`);
        await page.evaluate(
          `window.wpApiSettings = ${JSON.stringify({ root: site.root, nonce, versionString: 'wp/v2/' })}`,
        );
        for (const script of SCRIPTS) await page.addScriptTag({ path: join(FILES, 'wp-includes/js', script) });
        await page.evaluate('new Promise((loaded) => wp.api.loadPromise.done(() => loaded()))');
      });
      afterAll(async () => {
        await page?.context().close();
        await site?.close();
      });

      const run = (script: string) => page.evaluate(`(async () => { ${HELPERS} ${script} })()`);

      test('makes a model or a collection of every route', async () => {
        expect(await run('return [Object.keys(models), Object.keys(collections)]')).toEqual([
          expect.arrayContaining([
            'Post',
            'PostRevision',
            'Page',
            'PageRevision',
            'Media',
            'Type',
            'Status',
            'Taxonomy',
            'Category',
            'Tag',
            'User',
            'UsersMe',
            'Comment',
            'Settings',
          ]),
          expect.arrayContaining([
            'Posts',
            'PostRevisions',
            'Pages',
            'Media',
            'Types',
            'Statuses',
            'Taxonomies',
            'Categories',
            'Tags',
            'Users',
            'Comments',
          ]),
        ]);
      });

      test('walks through a list by what the headers say', async () => {
        expect(
          await run(`
        const posts = new collections.Posts();
        await done(posts.fetch({ data: { per_page: 2 } }));
        const first = [posts.length, posts.state.currentPage, posts.hasMore()];
        await done(posts.more());
        return [first, posts.state.currentPage, posts.state.totalPages > 1];
      `),
        ).toEqual([[2, 1, true], 2, true]);
      });

      test('creates an entry, and sends the whole of it back, read-only members and all', async () => {
        expect(
          await run(`
        const post = new models.Post({ title: 'Spine', content: 'Vertebrae', date: new Date('2020-02-03T04:05:06Z') });
        await done(post.save());
        await done(post.save({ status: 'publish' }));
        const again = new models.Post({ id: post.id });
        await done(again.fetch());
        const { title, content, status, date_gmt } = await done(again.save({ excerpt: 'In short' }));
        return { title: title.raw, content: content.raw, status, date_gmt, day: again.getDate().getFullYear() };
      `),
        ).toEqual({
          title: 'Spine',
          content: 'Vertebrae',
          status: 'publish',
          date_gmt: '2020-02-03T04:05:06',
          day: 2020,
        });
      });

      test('finds and sets what belongs to an entry', async () => {
        expect(
          await run(`
        const tag = new models.Tag({ name: 'vertebrate' });
        await done(tag.save());
        const post = new models.Post({ title: 'Ribs', content: 'Twelve', status: 'publish' });
        await done(post.save());
        const synced = new Promise((resolve) => post.once('sync', resolve));
        post.setTags(['vertebrate']);
        await synced;
        const comment = new models.Comment({ post: post.id, content: 'Count again.' });
        await done(comment.save());
        await done(comment.save({ content: 'Twelve pairs.' }));
        await done(post.save({ content: 'Twelve pairs' }));
        const [author, categories, revisions] = [await done(post.getAuthorUser()), await done(post.getCategories()), await done(post.getRevisions())];
        const [gone, trashed] = [await done(tag.destroy()), await done(post.destroy())];
        return { tags: post.get('tags').length, author: author.get('name'), categories: categories.length, revisions: revisions.length > 0, gone: gone.deleted, trashed: trashed.status };
      `),
        ).toEqual({ tags: 1, author: ADMIN.user, categories: 1, revisions: true, gone: true, trashed: 'trash' });
      });

      test('knows who is signed in, and keeps settings', async () => {
        expect(
          await run(`
        const [me, settings] = [new models.UsersMe(), new models.Settings()];
        const { name } = await done(me.fetch());
        await done(settings.fetch());
        const { title } = await done(settings.save({ title: 'Skeleton' }));
        return [name, title];
      `),
        ).toEqual([ADMIN.user, 'Skeleton']);
      });
    });
  }),
);
