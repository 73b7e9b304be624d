import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Option } from '../../../src/database/entities/index.js';
import {
  ContentService,
  Database,
  defineContentType,
  defineFilter,
  defineMeta,
  defineOrder,
  defineScope,
  type RowCondition,
  type RowConditions,
} from '../../../src/index.js';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../support/app.js';
import { clientOf, createUsers, PASSWORD } from '../../support/clients.js';
import { picture } from '../../support/files.js';

const ROUNDS = 3;
const REGIONS = ['north', 'south', 'east'];

/** An entry as the filter of this test sees it. */
interface Known {
  id: number;
  title: string;
  link: string;
  author: number;
  region: string | undefined;
  terms: number[];
}

/** A random condition, as SQL and as a function. */
interface Rule {
  sql(q: RowConditions): RowCondition;
  holds(entry: Known): boolean;
}

/** Small and reproducible. */
function randomOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return state % below;
  };
}

const facts = { authors: [] as number[], terms: [] as number[] };

function randomRule(random: (below: number) => number, depth = 2): Rule {
  const some = <T>(all: readonly T[]) => all.filter(() => random(2) === 1);
  const kind = random(depth > 0 ? 6 : 3);
  if (kind === 0) {
    const regions = some(REGIONS);
    return {
      sql: (q) => q.meta('region').in(regions),
      holds: ({ region }) => region !== undefined && regions.includes(region),
    };
  }
  if (kind === 1) {
    const authors = some(facts.authors);
    return { sql: (q) => q.column('author').in(authors), holds: ({ author }) => authors.includes(author) };
  }
  if (kind === 2) {
    const terms = some(facts.terms);
    return {
      sql: (q) => q.term('category').in(terms),
      holds: (entry) => entry.terms.some((term) => terms.includes(term)),
    };
  }
  const [one, other] = [randomRule(random, depth - 1), randomRule(random, depth - 1)];
  if (kind === 3)
    return { sql: (q) => q.all(one.sql(q), other.sql(q)), holds: (entry) => one.holds(entry) && other.holds(entry) };
  if (kind === 4)
    return { sql: (q) => q.any(one.sql(q), other.sql(q)), holds: (entry) => one.holds(entry) || other.holds(entry) };
  return { sql: (q) => q.not(one.sql(q)), holds: (entry) => !one.holds(entry) };
}

/** The rule of a round; each login has another one, and administrators have none. */
const ruleOf = (seed: number, login: string) => randomRule(randomOf(seed * 31 + login.length + 1));

const regions = defineScope({
  on: ['post'],
  reads: ['options'],
  async where(principal, q, database) {
    if (principal.can('manage_options')) return undefined;
    const seed = await database.manager.findOneBy(Option, { name: 'scope_seed' });
    return seed ? ruleOf(Number(seed.value), principal.login).sql(q) : undefined;
  },
});

const inRegion = defineFilter({
  on: ['post'],
  name: 'region',
  schema: { type: 'array', items: { type: 'string', enum: REGIONS } },
  where: (names, q) => q.meta('region').in(names as string[]),
});

const byLength = defineOrder({
  on: ['post', 'page'],
  name: 'title_length',
  by: (row) => `LENGTH(${row}.post_title)`,
});

const secret = defineContentType({ name: 'secret', label: 'Secrets', restBase: 'secrets', supports: ['title'] });
const nobody = defineScope({ on: ['secret'], where: ({ id }, q) => (id === 1 ? undefined : q.none()) });

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const guest = clientOf(() => service);
  const writer = clientOf(() => service, 'writer');
  const all: Known[] = [];
  const comments = new Map<number, number>();
  let image = 0;

  beforeAll(async () => {
    service = await startTestApp({ ...WEB, VARIANT: 'A', CACHE_MB: '8' }, engine, {
      content: [
        secret,
        nobody,
        regions,
        inRegion,
        byLength,
        defineMeta({ object: 'post', subtype: 'post', key: 'region', type: 'string' }),
      ],
    });
    const users = await createUsers(admin);
    const terms = await Promise.all(
      ['Sea', 'Land'].map(async (name) => (await admin.post('/categories', { name })).body.id as number),
    );
    facts.authors = [1, users.writer, users.other];
    facts.terms = terms;
    const { body: first } = await admin.get('/posts', { status: 'any', per_page: 100 });
    for (const { id } of first) await admin.delete(`/posts/${id}`, { force: true }).expect(200);
    for (let index = 0; index < 12; index++) {
      const region = REGIONS[index % 4];
      const categories = terms.filter((_, term) => (index >> term) % 2 === 1);
      const author = facts.authors[index % 3]!;
      const values = { title: `Report ${'x'.repeat(index)} ${index}.`, status: 'publish', author, categories };
      const { body } = await admin.post('/posts', { ...values, ...(region && { meta: { region } }) }).expect(201);
      const assigned = body.categories as number[];
      all.push({ id: body.id, title: values.title, link: body.link, author, region, terms: assigned });
      const comment = { post: body.id, content: `On ${body.id}`, author_name: 'A', author_email: 'a@x.test' };
      comments.set(body.id, (await admin.post('/comments', { ...comment, status: 'approved' })).body.id);
    }
    const upload = await content().media.create({
      file: { name: 'a.png', data: await picture(4, 4) },
      post: all[0]!.id,
    });
    image = upload.id;
  });
  afterAll(() => service.close());

  const content = () => service.app.get(ContentService).asSystem();
  const idsOf = (body: unknown) => (body as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b);
  const page = async (path: string) => (await request(service.server).get(path)).text;

  test('lists, totals, searches, embeds, comments, feeds, sitemap, pages and single reads are those of a filter', async () => {
    const db = service.app.get(Database);
    for (let seed = 1; seed <= ROUNDS; seed++) {
      await db.transaction(async (tx) => {
        await tx.delete(Option, { name: 'scope_seed' });
        await tx.insert(Option, { name: 'scope_seed', value: String(seed), autoload: 'no' });
      });
      for (const [client, login] of [
        [guest, ''],
        [writer, 'writer'],
      ] as const) {
        const rule = ruleOf(seed, login);
        const visible = all.filter((entry) => rule.holds(entry));
        const ids = visible.map(({ id }) => id);
        // The second time from the caches.
        for (let time = 0; time < 2; time++) {
          const list = await client.get('/posts', { per_page: 100 });
          expect([idsOf(list.body), Number(list.headers['x-wp-total'])]).toEqual([ids, ids.length]);
          const few = await client.get('/posts', { per_page: 3, orderby: 'title', order: 'asc', search: 'Report' });
          expect([few.body.length, Number(few.headers['x-wp-total'])]).toEqual([Math.min(3, ids.length), ids.length]);
          const term = await client.get('/posts', { categories: facts.terms[0], per_page: 100, _embed: 1 });
          const ofTerm = visible.filter(({ terms }) => terms.includes(facts.terms[0]!)).map(({ id }) => id);
          expect(idsOf(term.body)).toEqual(ofTerm);
          const discussion = await client.get('/comments', { per_page: 100, _embed: 1 });
          const discussed = (discussion.body as { post: number }[]).map(({ post }) => post).sort((a, b) => a - b);
          expect([discussed, Number(discussion.headers['x-wp-total'])]).toEqual([ids, ids.length]);
          for (const comment of discussion.body) expect(comment._embedded.up[0].id).toBe(comment.post);
          const media = await client.get('/media');
          expect(media.body.length).toBe(ids.includes(all[0]!.id) ? 1 : 0);
        }
        expect((await client.get(`/media/${image}`)).status).toBe(ids.includes(all[0]!.id) ? 200 : 404);
        for (const { id } of all) {
          const isVisible = ids.includes(id);
          expect([id, (await client.get(`/posts/${id}`)).status]).toEqual([id, isVisible ? 200 : 404]);
          const comment = await client.get(`/comments/${comments.get(id)}`);
          expect([id, comment.status === 200]).toEqual([id, isVisible]);
        }
        const inside = await client.get('/posts', {
          region: 'north,east',
          per_page: 100,
          orderby: 'title_length',
        });
        const found = visible.filter(({ region }) => region === 'north' || region === 'east').map(({ id }) => id);
        expect([idsOf(inside.body), Number(inside.headers['x-wp-total'])]).toEqual([found, found.length]);
        const lengths = (inside.body as { title: { rendered: string } }[]).map(({ title }) => title.rendered.length);
        expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
      }
      const visible = all.filter((entry) => ruleOf(seed, '').holds(entry));
      const addresses = (text: string) =>
        all.filter(({ link }) => text.includes(`${link}<`) || text.includes(`${link}"`));
      for (const path of ['/?s=Report', '/feed/', '/sitemap-post-1.xml', '/comments/feed/', '/'])
        for (let time = 0; time < 2; time++) {
          const shown = addresses((await page(path)).replaceAll('#comment-', '"#'));
          const expected =
            path === '/' || path.startsWith('/?') || path.includes('feed') ? visible.slice(-10) : visible;
          expect([path, shown.map(({ id }) => id)]).toEqual([path, expected.map(({ id }) => id)]);
        }
      for (const { link, id } of all) {
        const { status } = await request(service.server).get(link.replace('http://site.test', ''));
        expect([id, status]).toEqual([id, visible.some((entry) => entry.id === id) ? 200 : 404]);
      }
    }
  });

  test('an administrator without a restriction, and the system, see everything', async () => {
    expect((await admin.get('/posts', { per_page: 100 })).body).toHaveLength(all.length);
    expect((await content().of('post').find()).total).toBe(all.length);
  });

  test('what is hidden cannot be written either, and nothing can be written into what is hidden', async () => {
    const editor = clientOf(() => service, 'chief');
    const { body } = await admin.post('/secrets', { title: 'Plan', status: 'publish' }).expect(201);
    for (const client of [guest, editor]) {
      expect((await client.get('/secrets')).body).toEqual([]);
      await client.get(`/secrets/${body.id}`).expect(404);
    }
    await editor.post(`/secrets/${body.id}`, { title: 'Mine' }).expect(404);
    await editor.delete(`/secrets/${body.id}`).expect(404);
    const refused = await editor.post('/secrets', { title: 'Other', status: 'publish' });
    expect([refused.status, refused.body.code]).toEqual([403, 'rest_outside_scope']);
    expect((await admin.get('/secrets')).body).toHaveLength(1);
  });

  test('filters and orders are described and validated', async () => {
    const { body } = await guest.options('/posts');
    expect(body.endpoints[0].args.region).toMatchObject({ type: 'array', required: false });
    expect(body.endpoints[0].args.orderby.enum).toContain('title_length');
    expect((await guest.options('/pages')).body.endpoints[0].args.orderby.enum).toContain('title_length');
    expect((await guest.get('/posts', { region: 'west' })).status).toBe(400);
    expect((await guest.get('/media', { orderby: 'title_length' })).status).toBe(400);
  });
});

/** Hides posts by their titles from everybody but administrators. */
const byTitle = defineScope({
  on: ['post'],
  where: (principal, q) =>
    principal.can('manage_options') ? undefined : q.not(q.sql((row) => `${row}.post_title LIKE ?`, 'Hidden%')),
});

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const guest = clientOf(() => service);
  beforeAll(async () => {
    service = await startTestApp({ ...WEB, VARIANT: 'C', CACHE_MB: '8' }, engine, { content: [byTitle] });
  });
  afterAll(() => service.close());

  test('search, blocks, oEmbed, the export and lists of the console do not show what is hidden', async () => {
    const create = async (title: string, content = '') => {
      const { body } = await admin.post('/posts', { title, content, status: 'publish' }).expect(201);
      await admin.post('/comments', { post: body.id, content: `A remark on ${title}` }).expect(201);
      return body as { id: number; link: string };
    };
    const shown = await create('Shown news');
    const hidden = await create('Hidden news');
    const file = { name: 'hidden.png', data: await picture(4, 4) };
    await service.app.get(ContentService).asSystem().media.create({ file, title: 'Hidden image', post: hidden.id });
    const blocks =
      '<!-- wp:latest-posts /--><!-- wp:latest-comments /--><!-- wp:query --><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --><!-- /wp:query -->';
    const { body: page } = await admin.post('/pages', { title: 'Overview', content: blocks, status: 'publish' });
    await createUsers(admin);
    const author = clientOf(() => service, 'chief');

    // An administrator's reading must not fill a cache for others.
    const overview = async (client: typeof guest) =>
      (await client.get(`/pages/${page.id}`)).body.content.rendered as string;
    expect(await overview(admin)).toContain('Hidden news');
    for (const client of [guest, author])
      for (let time = 0; time < 2; time++) {
        const html = await overview(client);
        expect(html).toContain('Shown news');
        expect(html).not.toContain('idden news');
        const found = await client.get('/search', { search: 'news' });
        expect(idsIn(found.body)).toEqual([shown.id]);
        expect(found.headers['x-wp-total']).toBe('1');
      }
    expect(idsIn((await admin.get('/search', { search: 'news' })).body)).toEqual([hidden.id, shown.id]);

    const embedded = (link: string) => request(service.server).get('/wp-json/oembed/1.0/embed').query({ url: link });
    expect([(await embedded(shown.link)).status, (await embedded(hidden.link)).status]).toEqual([200, 404]);
    const own = (path: string) => request(service.server).get(`/wp-json/nestpress/v1${path}`);
    const lines = (await own('/export/post')).text;
    expect([lines.includes('Shown news'), lines.includes('Hidden news')]).toEqual([true, false]);
    const images = await own('/media/without-alt').auth('chief', PASSWORD);
    expect([images.body, images.headers['x-wp-total']]).toEqual([[], '0']);
    expect((await own('/media/without-alt').auth(ADMIN.user, ADMIN.password)).body).toHaveLength(1);
  });
});

const idsIn = (body: unknown) => (body as { id: number }[]).map(({ id }) => id).sort((a, b) => b - a);

const none = () => undefined;
test.each([
  [defineScope({ on: ['nothing'], where: none }), 'names the content type "nothing", which has no routes'],
  [
    defineFilter({ on: ['post'], name: 'search', schema: { type: 'string' }, where: none }),
    'already have this parameter',
  ],
  [defineOrder({ on: ['attachment'], name: 'x', by: (row) => `${row}.ID` }), 'for attachments'],
  [defineScope({ on: ['post'], where: none, reads: ['nestpress_none'] }), 'which does not exist'],
])('a wrong declaration stops the start: %#', async (declaration, message) => {
  await expect(startTestApp({ VARIANT: 'A' }, 'sqlite', { content: [declaration] })).rejects.toThrow(message);
});
