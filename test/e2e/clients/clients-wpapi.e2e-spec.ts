import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import WPAPI, { type Item, type Items } from 'wpapi';
import { ADMIN, eachEngine } from '../../support/app.js';
import { picture } from '../../support/files.js';
import { type LiveSite, startLiveSite } from '../../support/live-site.js';
import { giveApplicationPassword } from '../../support/logins.js';

const PER_PAGE = 4;
const titles = (items: Items) => items.map(({ title }) => (title as { rendered: string }).rendered);
/** What the client throws: the error's JSON. */
const refused = (request: Promise<unknown>) =>
  request.then(
    () => Promise.reject(new Error('it was allowed')),
    (error: unknown) => error,
  );

eachEngine((engine) => {
  describe.each(engine === 'sqlite' ? ['A', 'B'] : ['A'])('node-wpapi, VARIANT=%s', (variant) => {
    /** The older release does not tell strangers that signing in might help. */
    const forbidden = variant === 'A' ? 401 : 403;
    let site: LiveSite;
    let guest: WPAPI;
    let admin: WPAPI;
    let folder: string;

    beforeAll(async () => {
      site = await startLiveSite({ VARIANT: variant }, engine);
      folder = mkdtempSync(join(tmpdir(), 'nestpress-client-'));
      guest = await WPAPI.discover(site.url);
      const credentials = { username: ADMIN.user, password: await giveApplicationPassword(site) };
      admin = (await WPAPI.discover(`${site.url}/`)).auth(credentials);
    });
    afterAll(async () => {
      rmSync(folder, { recursive: true, force: true });
      await site.close();
    });

    test('finds the interface from the home page and builds its methods from our index', async () => {
      expect(guest.posts().id(7).revisions().toString()).toBe(`${site.root}wp/v2/posts/7/revisions`);
      const index = await guest.root().get<{ routes: Record<string, unknown>; namespaces: string[] }>();
      expect(() => index.namespaces.map((name) => guest.namespace(name))).not.toThrow();
      const bootstrapped = new WPAPI({ endpoint: site.root, routes: index.routes });
      expect(await bootstrapped.types().get()).toHaveProperty('post.slug', 'post');
    });

    test('walks through all pages by the links it is given, keeping the other parameters', async () => {
      const first = await guest
        .posts()
        .perPage(PER_PAGE)
        .order('asc')
        .orderby('title')
        .param('_fields', 'id,title')
        .get();
      const { total, totalPages } = first._paging!;
      expect(first).toHaveLength(PER_PAGE);
      expect(totalPages).toBe(Math.ceil(total / PER_PAGE));
      expect(first._paging!.prev).toBeUndefined();

      const all: Item[] = [];
      let last: Items = first;
      for (let page: Items | undefined = first; page; page = await page._paging!.next?.get())
        all.push(...(last = page));
      expect(all).toHaveLength(total);
      expect(new Set(all.map(({ id }) => id)).size).toBe(total);
      expect(last._paging!.links.prev).toContain(`page=${totalPages - 1}`);
      expect(last._paging!.links.prev).toContain('orderby=title');
      const before = await last._paging!.prev!.get();
      expect(before).toHaveLength(PER_PAGE);

      const headers = await guest.posts().perPage(PER_PAGE).headers();
      expect(headers).toMatchObject({ 'x-wp-total': String(total), 'x-wp-totalpages': String(totalPages) });
    });

    test('filters by lists, search, slug and own parameters, and embeds', async () => {
      const [category] = await guest.categories().slug('uncategorized').get();
      const [welcome] = await guest.posts().slug('welcome-to-nestpress').embed().get();
      expect(welcome!._embedded!.author).toEqual([expect.objectContaining({ name: 'admin' })]);
      expect(welcome!._embedded!['wp:term']).toHaveLength(2);
      const inCategory = await guest.posts().categories([category!.id]).param({ per_page: 100 }).get();
      expect(inCategory.map(({ id }) => id)).toContain(welcome!.id);
      expect(titles(await guest.posts().search('Welcome Nestpress').get())).toContain('Welcome to Nestpress');
      const others = await guest.posts().param('exclude', [welcome!.id, 999999]).perPage(100).get();
      expect(others.map(({ id }) => id)).not.toContain(welcome!.id);
    });

    test('requests dates and, with credentials, statuses page by page', async () => {
      const dates = { early: '2013-01-07T10:00:00', middle: '2013-01-08T10:00:00', late: '2013-01-09T10:00:00' };
      for (const [title, date] of Object.entries(dates)) await admin.posts().create({ title, date, status: 'publish' });
      expect(titles(await guest.posts().before('2013-01-08').get())).toEqual(['early']);
      expect(titles(await guest.posts().after('2013-01-08').before('2013-01-09').get())).toEqual(['middle']);

      await admin.posts().create({ title: 'Someday', status: 'future', date_gmt: '2090-01-01T00:00:00' });
      await admin.posts().create({ title: 'Unfinished', status: 'draft' });
      const first = await admin.posts().status(['future', 'draft']).context('edit').perPage(1).get();
      expect(titles(first)).toEqual(['Someday']);
      expect(titles(await first._paging!.next!.get())).toEqual(['Unfinished']);
      expect(await refused(guest.posts().status(['future', 'draft']).get())).toMatchObject({
        code: 'rest_invalid_param',
        data: { status: 400 },
      });
    });

    test('shows a featured picture, the terms and the replies of a post in one answer', async () => {
      const tags = await Promise.all(['north', 'south'].map((name) => admin.tags().create({ name })));
      const post = await admin.posts().create({ title: 'Compass', status: 'publish', tags: tags.map(({ id }) => id) });
      const media = await admin
        .media()
        .file(await picture(40, 40), 'compass.png')
        .create({ post: post.id });
      await admin.posts().id(post.id).update({ featured_media: media.id });
      await admin.comments().create({ post: post.id, content: 'Nice.' });
      const { _embedded: embedded } = await guest.posts().id(post.id).embed().get<Item>();
      expect(embedded!['wp:featuredmedia']).toEqual([
        expect.objectContaining({ id: media.id, source_url: media.source_url }),
      ]);
      expect(embedded!['wp:term']![1]).toEqual(tags.map(({ id, name }) => expect.objectContaining({ id, name })));
      const replies = (await guest.comments().forPost(post.id).get()).map(({ id }) => expect.objectContaining({ id }));
      expect(embedded!.replies).toEqual([replies]);
    });

    test('opens a locked post with its password', async () => {
      const { id } = await admin
        .posts()
        .create({ title: 'Locked', content: 'Inside', status: 'publish', password: 'open sesame' });
      expect(await guest.posts().id(id).get()).toMatchObject({ content: { rendered: '', protected: true } });
      expect(await guest.posts().id(id).password('open sesame').get()).toMatchObject({
        content: { rendered: '<p>Inside</p>\n' },
      });
      expect(await refused(guest.posts().id(id).password('wrong').get())).toMatchObject({
        code: 'rest_post_incorrect_password',
        data: { status: 403 },
      });
    });

    test('creates, reads, updates, trashes and deletes a post with an application password', async () => {
      const made = await admin.posts().create({ title: 'From a client', content: 'First words' });
      expect(made).toMatchObject({ status: 'draft', title: { raw: 'From a client' }, content: { raw: 'First words' } });
      const one = () => admin.posts().id(made.id);
      expect(await refused(guest.posts().id(made.id).get())).toEqual({
        code: 'rest_forbidden',
        message: expect.any(String),
        data: { status: forbidden },
      });

      const published = await one().update({ ...made, title: 'From "a client"', status: 'publish' });
      expect(published).toMatchObject({ id: made.id, status: 'publish', content: { raw: 'First words' } });
      expect(await guest.posts().id(made.id).get()).toMatchObject({
        title: { rendered: 'From &#8220;a client&#8221;' },
      });
      expect(await one().context('edit').get()).toMatchObject({ title: { raw: 'From "a client"' } });
      expect((await one().revisions().get()).length).toBeGreaterThan(0);

      expect(await one().delete()).toMatchObject({ id: made.id, status: 'trash' });
      expect(await one().delete({ force: true })).toMatchObject({ deleted: true, previous: { id: made.id } });
      expect(await refused(one().get())).toMatchObject({ code: 'rest_post_invalid_id', data: { status: 404 } });
    });

    test('keeps categories and tags', async () => {
      const parent = await admin.categories().create({ name: 'Journeys' });
      const child = await admin.categories().create({ name: 'By rail', parent: parent.id });
      const tag = await admin.tags().create({ name: 'slow' });
      const post = await admin
        .posts()
        .create({ title: 'Night train', status: 'publish', categories: [child.id], tags: [tag.id] });
      expect(await guest.categories().id(child.id).get()).toMatchObject({
        count: 1,
        parent: parent.id,
        slug: 'by-rail',
      });
      expect((await guest.categories().param('post', post.id).get()).map(({ id }) => id)).toEqual([child.id]);
      expect(await admin.tags().id(tag.id).update({ description: 'Unhurried' })).toMatchObject({
        description: 'Unhurried',
        count: 1,
      });
      expect(await refused(admin.tags().id(tag.id).delete())).toMatchObject({
        code: 'rest_trash_not_supported',
        data: { status: 501 },
      });
      expect(await admin.tags().id(tag.id).delete({ force: true })).toMatchObject({ deleted: true });
      expect(await guest.posts().id(post.id).get()).toMatchObject({ tags: [] });
    });

    test('uploads media from a file and from a buffer', async () => {
      const bytes = await picture(640, 480);
      const path = join(folder, 'from disk.png');
      writeFileSync(path, bytes);
      const fromFile = await admin
        .media()
        .file(path)
        .create({ title: 'Sea', alt_text: 'The sea', caption: 'A "calm" sea' });
      expect(fromFile).toMatchObject({
        title: { rendered: 'Sea' },
        alt_text: 'The sea',
        caption: { raw: 'A "calm" sea' },
        mime_type: 'image/png',
      });
      const fromBuffer = await admin.media().file(bytes, 'named.png').create({ description: 'Second' });
      expect(fromBuffer.source_url).toMatch(/\/named\.png$/);

      const source = await fetch(fromFile.source_url as string);
      expect(Buffer.from(await source.arrayBuffer()).equals(bytes)).toBe(true);
      const { sizes } = fromFile.media_details as { sizes: Record<string, { source_url: string }> };
      expect(Object.keys(sizes)).toEqual(expect.arrayContaining(['thumbnail', 'medium', 'full']));
      for (const size of Object.values(sizes)) expect((await fetch(size.source_url)).status).toBe(200);

      expect(await admin.media().id(fromFile.id).update({ title: 'Calm sea' })).toMatchObject({
        title: { rendered: 'Calm sea' },
      });
      expect(await admin.media().id(fromFile.id).delete({ force: true })).toMatchObject({
        deleted: true,
        previous: { id: fromFile.id },
      });
      expect((await fetch(fromFile.source_url as string)).status).toBe(404);
      expect(await refused(guest.media().id(fromFile.id).get())).toMatchObject({
        code: 'rest_post_invalid_id',
        data: { status: 404 },
      });
    });

    test('reads and writes comments', async () => {
      const [post] = await guest.posts().perPage(1).get();
      const made = await admin.comments().create({ post: post!.id, content: 'Well said.' });
      const listed = await guest.comments().forPost(post!.id).perPage(100).embed().get();
      expect(listed.find(({ id }) => id === made.id)).toMatchObject({
        content: { rendered: '<p>Well said.</p>\n' },
        _embedded: { up: [{ id: post!.id }] },
      });
      expect(await admin.comments().id(made.id).update({ content: 'Very well said.' })).toMatchObject({
        content: { raw: 'Very well said.' },
      });
      expect(await admin.comments().id(made.id).delete({ force: true })).toMatchObject({ deleted: true });
    });

    test('knows who it is, and sends settings', async () => {
      expect(await admin.users().me().get()).toMatchObject({ id: 1, name: 'admin' });
      expect(await admin.settings().get()).toHaveProperty('title');
      expect(await refused(guest.users().me().get())).toEqual({
        code: 'rest_not_logged_in',
        message: expect.any(String),
        data: { status: 401 },
      });
    });

    test('errors are exactly code, message and status', async () => {
      const [post] = await guest.posts().perPage(1).get();
      const [term] = await guest.categories().perPage(1).get();
      const image = await picture(5, 5);
      const responses: Array<[string, () => Promise<unknown>]> = [
        ['rest_forbidden_context', () => guest.posts().edit().get()],
        ['rest_cannot_create', () => guest.posts().create({ title: 'No' })],
        ['rest_cannot_edit', () => guest.posts().id(post!.id).update({ title: 'No' })],
        ['rest_cannot_delete', () => guest.posts().id(post!.id).delete()],
        ['rest_forbidden_context', () => guest.categories().edit().get()],
        ['rest_cannot_create', () => guest.categories().create({ name: 'No' })],
        ['rest_cannot_update', () => guest.categories().id(term!.id).update({ name: 'No' })],
        ['rest_cannot_delete', () => guest.categories().id(term!.id).delete({ force: true })],
        ['rest_cannot_create', () => guest.media().file(image, 'no.png').create({ title: 'No' })],
        ['rest_forbidden_context', () => guest.users().edit().get()],
        ['rest_cannot_view', () => guest.types().edit().get()],
      ];
      for (const [code, request] of responses) {
        expect(await refused(request())).toEqual({ code, message: expect.any(String), data: { status: 401 } });
      }
    });

    test('a wrong root is an error of the transport, not of the interface', async () => {
      const error = await refused(WPAPI.site(`${site.url}/wrong-root`).posts().get());
      expect(error).toBeInstanceOf(Error);
      expect(error).toMatchObject({ status: 404 });
    });

    test('wrong credentials are named', async () => {
      const stranger = await WPAPI.discover(site.url);
      const asked = (username: string, password: string) =>
        refused(stranger.posts().auth({ username, password }).get());
      expect(await asked('admin', 'wrong')).toEqual({
        code: 'incorrect_password',
        message: expect.any(String),
        data: { status: 401 },
      });
      expect(await asked('nobody', 'wrong')).toEqual({
        code: 'incorrect_password',
        message: expect.any(String),
        data: { status: 401 },
      });
    });
  });
});
