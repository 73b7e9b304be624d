import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { ContentModel } from '../../../../src/content-model/content-model.js';
import { defineContentType, defineMeta, defineScope, layouts, media, relation, rows } from '../../../../src/index.js';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';
import { picture } from '../../../support/files.js';

const venue = defineContentType({ name: 'venue', label: 'Venues', restBase: 'venues' });
const show = defineContentType({
  name: 'show',
  label: 'Shows',
  restBase: 'shows',
  supports: ['title', 'custom-fields'],
  meta: {
    venue: relation({ to: 'venue', label: 'Venue', help: 'Where it is.' }),
    halls: relation({ to: 'venue', many: true, maxItems: 3 }),
    topic: relation({ to: 'category' }),
    curator: relation({ to: 'user' }),
    poster: media({ images: true }),
    gallery: media({ many: true }),
    starts: { type: 'string', format: 'date', tab: 'Dates' },
    opens: { type: 'string', format: 'time', when: [{ field: 'starts', is: 'set' }] },
    colour: { type: 'string', format: 'hex-color' },
    program: rows({ title: { type: 'string', maxLength: 20 }, venue: relation({ to: 'venue' }) }, { maxItems: 9 }),
    parts: layouts({
      text: { label: 'Text', fields: { body: { type: 'string' } } },
      room: { label: 'Room', fields: { venue: relation({ to: 'venue' }), size: { type: 'integer', minimum: 1 } } },
    }),
  },
});

/** Editors do not see venues whose slug begins with "hidden". */
const open = defineScope({
  on: ['venue'],
  where: ({ id }, q) => (id === 1 ? undefined : q.sql((row) => `${row}.post_name NOT LIKE 'hidden%'`)),
});

eachEngine((engine) => {
  let service: TestApp;
  let ids: number[];
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    service = await startTestApp({ ...WEB, VARIANT: 'C' }, engine, { content: [venue, show, open] });
    ids = [];
    for (const title of ['One', 'Two', 'Three'])
      ids.push(((await admin.post('/venues', { title, status: 'publish' }).expect(201)).body as { id: number }).id);
  });
  afterAll(() => service.close());

  const create = (meta: object) => admin.post('/shows', { title: 'Show', status: 'publish', meta });
  const metaOf = async (id: number) =>
    ((await admin.get(`/shows/${id}`).expect(200)).body as { meta: Record<string, unknown> }).meta;

  test('values of every kind are stored and sent as they were given, lists in their order', async () => {
    const meta = {
      venue: ids[0],
      halls: [ids[2], ids[0], ids[1]],
      topic: 1,
      curator: 1,
      starts: '2026-03-31',
      opens: '18:30',
      colour: '#ff0000',
      program: [{ title: 'Opening', venue: ids[1] }, { title: 'Tour' }],
      parts: [
        { layout: 'text', body: 'Welcome' },
        { layout: 'room', venue: ids[0], size: 3 },
      ],
    };
    const { id } = (await create(meta).expect(201)).body as { id: number };
    expect(await metaOf(id)).toMatchObject(meta);
    const halls = [ids[1], ids[2], ids[0]];
    await admin.post(`/shows/${id}`, { meta: { halls } }).expect(200);
    expect((await metaOf(id)).halls).toEqual(halls);
    await admin.post(`/shows/${id}`, { meta: { halls: null, venue: 0, opens: '' } }).expect(200);
    expect(await metaOf(id)).toMatchObject({ halls: [], venue: 0, opens: '' });
  });

  test('everything that is wrong is named at once, by the path of its value, and nothing is written', async () => {
    const before = ((await admin.get('/shows?status=any').expect(200)).body as unknown[]).length;
    const none = 999_999;
    const { body } = await create({
      venue: none,
      halls: [ids[0], none, 1],
      topic: none,
      curator: none,
      poster: ids[0],
      gallery: [none],
      starts: '2026-02-31',
      opens: '25:00',
      program: [{ title: 'Fine', venue: none }, { title: 'Far too long for a title of the program' }],
      parts: [{ layout: 'room', size: 0, venue: none }],
    }).expect(400);
    const { status, params } = (body as { data: { status: number; params: Record<string, string> } }).data;
    expect(status).toBe(400);
    expect(Object.keys(params).sort()).toEqual([
      'meta.curator',
      'meta.gallery[0]',
      'meta.halls[1]',
      'meta.halls[2]',
      'meta.opens',
      'meta.parts[0][size]',
      'meta.parts[0][venue]',
      'meta.poster',
      'meta.program[0][venue]',
      'meta.program[1][title]',
      'meta.starts',
      'meta.topic',
      'meta.venue',
    ]);
    expect(params['meta.venue']).toBe('meta.venue is 999999, which is not the ID of a "venue".');
    const inside = await create({ program: [{ venue: none }], parts: [{ layout: 'room', venue: none }] }).expect(400);
    expect(Object.keys((inside.body as { data: { params: object } }).data.params)).toEqual([
      'meta.program[0][venue]',
      'meta.parts[0][venue]',
    ]);
    // As WordPress converts values before it stores them.
    await create({ halls: `${ids[0]},${none}` }).expect(400);
    await create({ halls: `${ids[0]},${ids[1]}` }).expect(201);
    await create({ gallery: Array.from({ length: 70_000 }, (_, index) => none + index), venue: none }).expect(400);
    await create({ parts: [{ layout: 'none' }] }).expect(400);
    await create({ parts: [{ layout: 'text', size: 3 }] }).expect(400);
    await create({ halls: [ids[0], ids[1], ids[2], ids[0]] }).expect(400);
    expect((await admin.get('/shows?status=any').expect(200)).body).toHaveLength(before + 1);
  });

  test('what is in the trash is no target', async () => {
    const { id } = (await admin.post('/venues', { title: 'Old', status: 'publish' })).body as { id: number };
    await create({ venue: id }).expect(201);
    await admin.delete(`/venues/${id}`).expect(200);
    await create({ venue: id }).expect(400);
  });

  test('what a scope hides from a user does not exist for them, but remains where it is', async () => {
    await createUsers(admin);
    const editor = clientOf(() => service, 'chief');
    const { id } = (await admin.post('/venues', { title: 'Hidden', status: 'publish' })).body as { id: number };
    await editor.get(`/venues/${id}`).expect(404);
    const uploaded = await request(service.server)
      .post('/wp-json/wp/v2/media')
      .auth(ADMIN.user, ADMIN.password)
      .attach('file', await picture(4, 4), 'image.png')
      .expect(201);
    const { id: file } = uploaded.body as { id: number };
    await admin.post(`/media/${file}`, { post: id }).expect(200);
    const paramsOf = ({ body }: { body: unknown }) =>
      (body as { data: { params: Record<string, string> } }).data.params;
    const both = (target: number, picture: number) => ({
      title: 'Show',
      meta: { venue: target, halls: [ids[0], target], program: [{ venue: target }], poster: picture },
    });
    const absent = paramsOf(await editor.post('/shows', both(999_999, 999_998)).expect(400));
    const hidden = paramsOf(await editor.post('/shows', both(id, file)).expect(400));
    const text = JSON.stringify(hidden).replaceAll(String(id), '999999');
    expect(JSON.parse(text.replace(`is ${file},`, 'is 999998,'))).toEqual(absent);
    expect(Object.keys(hidden)).toHaveLength(4);
    const { id: entry } = (await admin.post('/shows', both(id, file)).expect(201)).body as { id: number };
    await editor.post(`/shows/${entry}`, { meta: { halls: [id, ids[0], ids[1]] } }).expect(200);
    expect((await metaOf(entry)).halls).toEqual([id, ids[0], ids[1]]);
    await editor.post(`/shows/${entry}`, { meta: { parts: [{ layout: 'room', venue: id }] } }).expect(400);
  });

  test('the schema says how the fields are edited', async () => {
    const { schema } = (await admin.options('/shows').expect(200)).body as {
      schema: { properties: { meta: { properties: Record<string, unknown> } } };
    };
    const { properties } = schema.properties.meta;
    const target = { to: 'venue', kind: 'entry', label: 'Venues', route: 'wp/v2/venues' };
    expect(properties).toMatchObject({
      venue: { type: 'integer', title: 'Venue', help: 'Where it is.', relation: target },
      halls: { type: 'array', items: { type: 'integer' }, maxItems: 3, default: [], relation: target },
      topic: { relation: { kind: 'term', route: 'wp/v2/categories' } },
      curator: { relation: { kind: 'user', route: 'wp/v2/users' } },
      poster: { type: 'integer', media: 'image' },
      gallery: { type: 'array', media: 'file' },
      starts: { format: 'date', tab: 'Dates' },
      opens: { when: [{ field: 'starts', is: 'set' }] },
      program: { items: { properties: { venue: { relation: target } } }, maxItems: 9 },
      parts: { layouts: { room: { label: 'Room', fields: { venue: { relation: target } } } } },
    });
  });
});

test('declarations that cannot work stop the start', () => {
  const model = (key: string, field: object) => () =>
    new ContentModel([venue, show, defineMeta({ object: 'post', subtype: 'show', key, ...field } as never)]);
  expect(model('a', relation({ to: 'nothing' }))).toThrow('relates to "nothing", which is no content type or taxonomy');
  expect(model('a', rows({ b: relation({ to: 'nothing' }) }))).toThrow('relates to "nothing"');
  expect(model('a', { type: 'object', indexed: true })).toThrow('cannot be indexed');
  expect(model('a', relation({ to: 'user', reverse: 'shows' }))).toThrow('has `reverse`');
  expect(model('a', { type: 'string', lable: 'A' })).toThrow('lable is not known here');
  expect(model('a', rows({ b: { type: 'string', hepl: 'A' } as never }))).toThrow('hepl is not known here');
});
