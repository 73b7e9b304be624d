import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Pair, startPair } from '../support/wordpress-pair.js';
import { picture } from '../support/files.js';
import { withWordPress } from '../support/wordpress.js';
import { type RestClient } from '../support/wordpress-client.js';

interface Entry extends Record<string, unknown> {
  id: number;
  categories: number[];
  content: { raw: string; rendered: string };
}

/** Within which the response cache sees what WordPress wrote. */
const BOUND_MS = 2000;

/** For how long the service remembers options, such as the list of sticky posts. */
const OPTIONS_MS = 1000;

/** What both releases say about an entry: the older one lacks the rest. */
const MEMBERS = [
  'id',
  'date',
  'date_gmt',
  'guid',
  'modified',
  'modified_gmt',
  'slug',
  'status',
  'type',
  'link',
  'title',
  'excerpt',
  'author',
  'featured_media',
  'comment_status',
  'ping_status',
  'sticky',
  'template',
  'format',
  'categories',
  'tags',
  'password',
  'meta',
];

withWordPress(() => {
  let pair: Pair;
  /** Both directions: who writes, who reads. */
  let ways: Array<[writer: RestClient, reader: RestClient]>;
  beforeAll(async () => {
    pair = await startPair();
    ways = [
      [pair.theirs, pair.ours],
      [pair.ours, pair.theirs],
    ];
  });
  afterAll(() => pair?.close());

  const item = async (client: RestClient, path: string) => (await client<Entry>('GET', `${path}?context=edit`)).body;
  const same = (entry: Entry) => Object.fromEntries(MEMBERS.map((name) => [name, entry[name]]));

  test('a post written by one is the same to the other: texts, terms, format, sticky, dates', async () => {
    for (const [writer, reader] of ways) {
      const category = await writer<Entry>('POST', '/wp/v2/categories', {
        name: `Séance ${writer === pair.ours}`,
        description: 'A “quoted” text',
      });
      const tag = await writer<Entry>('POST', '/wp/v2/tags', { name: `tag ${writer === pair.ours}` });
      const made = await writer<Entry>('POST', '/wp/v2/posts', {
        title: 'Ünïcode & <em>marks</em> 😀',
        content: 'One -- "two"\n\nThree\\four',
        excerpt: 'Short',
        status: 'publish',
        categories: [category.body.id],
        tags: [tag.body.id],
        format: 'aside',
        sticky: true,
        date_gmt: '2020-02-29T12:00:00',
      });
      expect(made.status).toBe(201);
      await wait(OPTIONS_MS);
      const [written, read] = [
        await item(writer, `/wp/v2/posts/${made.body.id}`),
        await item(reader, `/wp/v2/posts/${made.body.id}`),
      ];
      expect(same(read)).toEqual(same(written));
      expect(read.content).toMatchObject({ raw: written.content.raw, rendered: written.content.rendered });
      for (const path of [`/wp/v2/categories/${category.body.id}`, `/wp/v2/tags/${tag.body.id}`])
        expect(await item(reader, path)).toMatchObject({ count: 1, name: (await item(writer, path)).name });
    }
  });

  test('edits by turns leave revisions, and the trash gives back what it took', async () => {
    for (const [writer, reader] of ways) {
      const { body } = await writer<Entry>('POST', '/wp/v2/posts', {
        title: 'First',
        content: 'First text',
        status: 'publish',
      });
      const path = `/wp/v2/posts/${body.id}`;
      const [category] = body.categories;
      const before = (await item(reader, `/wp/v2/categories/${category}`)).count as number;
      await reader('POST', path, { content: 'Second text' });
      await writer('POST', path, { content: 'Third text' });
      const revisions = await reader<Entry[]>('GET', `${path}/revisions?context=edit`);
      expect(revisions.body.map(({ content }) => content.raw)).toEqual(
        (await writer<Entry[]>('GET', `${path}/revisions?context=edit`)).body.map(({ content }) => content.raw),
      );
      expect(revisions.body.map(({ content }) => content.raw)).toEqual(
        expect.arrayContaining(['Second text', 'Third text']),
      );

      expect(await writer('DELETE', path)).toMatchObject({ status: 200, body: { status: 'trash' } });
      expect(await item(reader, `/wp/v2/categories/${category}`)).toMatchObject({ count: before - 1 });
      expect(await reader('POST', path, { status: 'publish' })).toMatchObject({
        status: 200,
        body: { status: 'publish', slug: expect.stringMatching(/^first/) },
      });
      expect(await item(writer, `/wp/v2/categories/${category}`)).toMatchObject({ count: before });
      expect(await reader('DELETE', `${path}?force=true`)).toMatchObject({ status: 200, body: { deleted: true } });
      expect(await writer('GET', path)).toMatchObject({ status: 404 });
    }
  });

  test('comments count and are read on both sides', async () => {
    const { body: post } = await pair.theirs<Entry>('POST', '/wp/v2/posts', { title: 'Discussed', status: 'publish' });
    for (const [index, [writer, reader]] of ways.entries()) {
      const comment = { post: post.id, content: `It is "so" ${index}.` };
      const made = await writer<Entry>('POST', '/wp/v2/comments', comment);
      expect(made.status).toBe(201);
      expect(await reader('POST', '/wp/v2/comments', comment)).toMatchObject({
        status: 409,
        body: { code: 'comment_duplicate' },
      });
      const read = await item(reader, `/wp/v2/comments/${made.body.id}`);
      expect(read).toMatchObject({
        content: (await item(writer, `/wp/v2/comments/${made.body.id}`)).content,
        status: 'approved',
        author: 1,
      });
      expect(await reader('POST', `/wp/v2/comments/${made.body.id}`, { status: 'hold' })).toMatchObject({
        status: 200,
      });
      expect(await item(writer, `/wp/v2/comments/${made.body.id}`)).toMatchObject({ status: 'hold' });
    }
    const total = async (client: RestClient) =>
      (await client('GET', `/wp/v2/comments?post=${post.id}&status=hold`)).headers.get('x-wp-total');
    expect([await total(pair.theirs), await total(pair.ours)]).toEqual(['2', '2']);
  });

  test('users and their roles', async () => {
    for (const [index, [writer, reader]] of ways.entries()) {
      const made = await writer<Entry>('POST', '/wp/v2/users', {
        username: `writer${index}`,
        email: `w${index}@site.test`,
        password: 'a password',
        roles: ['author'],
        first_name: 'Ann',
        description: 'Tall',
      });
      expect(made.status).toBe(201);
      const read = await item(reader, `/wp/v2/users/${made.body.id}`);
      const written = await item(writer, `/wp/v2/users/${made.body.id}`);
      for (const name of [
        'username',
        'name',
        'first_name',
        'email',
        'description',
        'nickname',
        'slug',
        'roles',
        'registered_date',
        'locale',
        'link',
      ])
        expect([name, read[name]]).toEqual([name, written[name]]);
      expect(await reader('POST', `/wp/v2/users/${made.body.id}`, { roles: ['editor'] })).toMatchObject({
        status: 200,
        body: { roles: ['editor'] },
      });
      expect(await item(writer, `/wp/v2/users/${made.body.id}`)).toMatchObject({ roles: ['editor'] });
    }
  });

  test('settings', async () => {
    for (const [writer, reader] of ways) {
      const values = {
        title: `Site & "more" ${writer === pair.ours}`,
        posts_per_page: writer === pair.ours ? 7 : 8,
        timezone: 'Europe/Paris',
      };
      const written = await writer('POST', '/wp/v2/settings', values);
      expect(written).toMatchObject({
        status: 200,
        body: { posts_per_page: values.posts_per_page, timezone: values.timezone },
      });
      const read = (await reader('GET', '/wp/v2/settings')).body;
      for (const name of Object.keys(values)) expect([name, read[name]]).toEqual([name, written.body[name]]);
    }
  });

  test('uploads: the file, its sizes and its end', async () => {
    for (const [index, [writer, reader]] of ways.entries()) {
      const form = new FormData();
      form.set(
        'file',
        new Blob([new Uint8Array(await picture(640, 480))], { type: 'image/png' }),
        `harbour-${index}.png`,
      );
      form.set('alt_text', 'A harbour');
      const made = await writer<Entry>('POST', '/wp/v2/media', form);
      expect(made.status).toBe(201);
      const path = `/wp/v2/media/${made.body.id}`;
      const [written, read] = [await item(writer, path), await item(reader, path)];
      for (const name of ['source_url', 'alt_text', 'mime_type', 'media_type', 'slug', 'title', 'guid'])
        expect([name, read[name]]).toEqual([name, written[name]]);
      type Details = { file: string; sizes: Record<string, { width: number; height: number; source_url: string }> };
      const [details, theirs] = [read.media_details as Details, written.media_details as Details];
      expect(details.file).toBe(theirs.file);
      expect(details.sizes.thumbnail).toMatchObject({
        width: 150,
        height: 150,
        source_url: theirs.sizes.thumbnail!.source_url,
      });
      const files = Object.values(details.sizes).map(({ source_url: url }) =>
        join(pair.wordpress.uploads, url.split('/uploads/')[1]!),
      );
      expect(files.every((file) => existsSync(file))).toBe(true);
      expect(await reader('DELETE', `${path}?force=true`)).toMatchObject({ status: 200 });
      expect(files.filter((file) => existsSync(file))).toEqual([]);
    }
  });

  test('what WordPress writes reaches guests here within the bound of the response cache', async () => {
    const { body: post } = await pair.theirs<Entry>('POST', '/wp/v2/posts', { title: 'Before', status: 'publish' });
    const path = `/wp/v2/posts/${post.id}`;
    const title = async () => ((await pair.guest<Entry>('GET', path)).body.title as { rendered: string }).rendered;
    for (
      const giveUpAt = Date.now() + 20_000;
      (await pair.guest('GET', path)).headers.get('x-nestpress-cache') !== 'hit';
      await wait(50)
    )
      expect(Date.now()).toBeLessThan(giveUpAt);
    await pair.theirs('POST', path, { title: 'After' });
    await wait(BOUND_MS);
    expect(await title()).toBe('After');
    // What we write, we see at once.
    await pair.ours('POST', path, { title: 'At once' });
    expect(await title()).toBe('At once');
  });
});
