import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { defineContentType, defineField } from '../../../../src/index.js';
import { anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

const calls: number[] = [];
const CONTENT = [
  defineContentType({ name: 'show', label: 'Shows', restBase: 'shows', supports: ['title', 'custom-fields'] }),
  defineField({
    on: ['show'],
    replaces: 'title',
    reads: ['options'],
    async load(shows, database) {
      calls.push(shows.length);
      const [row] = await database.query<{ value: string }>(
        `SELECT option_value AS value FROM ${database.tables.options} WHERE option_name = 'blogname'`,
      );
      return shows.map(({ title }) => (title === 'Plain' ? null : { rendered: `${row!.value}: ${title}` }));
    },
  }),
  defineField({ on: 'users', replaces: 'description', load: (users) => users.map(({ login }) => `About ${login}`) }),
];

interface Show {
  title: { raw?: string; rendered: string };
}

anyEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const visitor = clientOf(() => service);
  beforeAll(async () => {
    service = await startTestApp({ ...WEB, VARIANT: 'C' }, engine, { content: CONTENT });
    for (const title of ['Plain', 'Gold', 'Maps']) await admin.post('/shows', { title, status: 'publish' }).expect(201);
  });
  afterAll(() => service.close());

  test('values of a member are changed for a page at once, and follow the tables that they are read from', async () => {
    const titles = async () =>
      ((await visitor.get('/shows?order=asc').expect(200)).body as Show[]).map(({ title }) => title.rendered);
    await admin.post('/settings', { title: 'Museum' }).expect(200);
    calls.length = 0;
    expect(await titles()).toEqual(['Plain', 'Museum: Gold', 'Museum: Maps']);
    expect(calls).toEqual([3]);
    await admin.post('/settings', { title: 'Gallery' }).expect(200);
    expect(await titles()).toEqual(['Plain', 'Gallery: Gold', 'Gallery: Maps']);
    calls.length = 0;
    expect((await visitor.get('/shows?_fields=id')).body).toHaveLength(3);
    expect(calls).toEqual([]);
  });

  test('what is not named stays as it is, also the schema', async () => {
    const { body } = await admin.get('/shows?order=asc&context=edit').expect(200);
    expect((body as Show[])[1]!.title).toEqual({ raw: 'Gold', rendered: 'Gallery: Gold' });
    const { body: described } = await admin.options('/shows').expect(200);
    expect((described as { schema: { properties: object } }).schema.properties).toMatchObject({
      title: { type: 'object', properties: { rendered: { readonly: true } } },
    });
    expect((await visitor.get('/users/1').expect(200)).body).toMatchObject({ description: 'About admin' });
  });

  test('a member that items lack stops the start', async () => {
    const content = [defineField({ on: ['post'], replaces: 'titel', load: (posts) => posts.map(() => null) })];
    await expect(startTestApp({ ...WEB, VARIANT: 'C' }, engine, { content })).rejects.toThrow('no member of this name');
  });
});
