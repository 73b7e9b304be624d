import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readContentTypes } from '../../../../src/content-model/content-types-file.js';
import { ContentService } from '../../../../src/modules/content/index.js';
import { defineContentType, defineMeta } from '../../../../src/index.js';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

const META = { rating: { type: 'integer' }, colour: { type: 'string' } } as const;
const SUPPORTS = ['title', 'custom-fields'] as const;
const declared = defineContentType({
  name: 'play',
  label: 'Plays',
  restBase: 'plays',
  supports: SUPPORTS,
  meta: META,
});
const keysOf = (of: { object: 'post' | 'term'; subtype: string } | { object: 'user' | 'comment' }) =>
  Object.entries(META).map(([key, { type }]) => defineMeta({ ...of, key, type }));
const FROM_FILE = { types: [{ name: 'tome', label: 'Tomes', restBase: 'tomes', supports: SUPPORTS, meta: META }] };

anyEngine((engine) => {
  // What extending.md and adding-a-content-type.md say about requests with an invalid value.
  describe.each(['A', 'B', 'C'])('variant %s, with an invalid meta value', (variant) => {
    let service: TestApp;
    const folder = mkdtempSync(join(tmpdir(), 'nestpress-types-'));
    const admin = clientOf(() => service, 'admin');
    const savesValid = variant === 'C';

    beforeAll(async () => {
      const file = join(folder, 'types.json');
      writeFileSync(file, JSON.stringify(FROM_FILE));
      const content = [
        declared,
        ...readContentTypes(file),
        ...keysOf({ object: 'post', subtype: 'post' }),
        ...keysOf({ object: 'term', subtype: 'post_tag' }),
        ...keysOf({ object: 'user' }),
        ...keysOf({ object: 'comment' }),
      ];
      service = await startTestApp({ VARIANT: variant }, engine, { content });
    });
    afterAll(async () => {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const invalid = { meta: { rating: 'high', colour: 'red' } };
    const read = async (path: string) => (await admin.get(path, { context: 'edit' }).expect(200)).body;

    test.each(['posts', 'tomes'])(
      `an entry of ${savesValid ? '%s is saved with its valid keys' : '%s is not saved'}`,
      async (base) => {
        const { id } = (await admin.post(`/${base}`, { title: 'Before', meta: { colour: 'blue' } }).expect(201)).body;
        await admin.post(`/${base}/${id}`, { title: 'After', ...invalid }).expect(400);
        expect(await read(`/${base}/${id}`)).toMatchObject({
          title: { raw: savesValid ? 'After' : 'Before' },
          meta: { rating: 0, colour: savesValid ? 'red' : 'blue' },
        });
        await admin.post(`/${base}`, { title: 'Created', ...invalid }).expect(400);
        expect(await read(`/${base}?status=draft&search=Created`)).toHaveLength(savesValid ? 1 : 0);
      },
    );

    test('an entry of a type that is declared in code is not saved', async () => {
      const { id } = (await admin.post('/plays', { title: 'Before', meta: { colour: 'blue' } }).expect(201)).body;
      await admin.post(`/plays/${id}`, { title: 'After', ...invalid }).expect(400);
      expect(await read(`/plays/${id}`)).toMatchObject({ title: { raw: 'Before' }, meta: { colour: 'blue' } });
    });

    test('what a module writes is not saved', async () => {
      const posts = service.app.get(ContentService).asSystem().of('post');
      const { id } = (await admin.post('/posts', { title: 'Before', meta: { colour: 'blue' } }).expect(201)).body;
      await expect(posts.update(id, { title: 'After', ...invalid })).rejects.toThrow('rating');
      expect(await read(`/posts/${id}`)).toMatchObject({ title: { raw: 'Before' }, meta: { colour: 'blue' } });
    });

    test.each([
      ['term', '/tags', { name: 'Before' }, { name: 'After' }, { name: 'Before' }],
      [
        'user',
        '/users',
        { username: 'u', email: 'u@site.test', password: 'a long password' },
        { name: 'After' },
        { name: 'u' },
      ],
      ['comment', '/comments', { post: 1, content: 'Before' }, { content: 'After' }, { content: { raw: 'Before' } }],
    ])('a %s is not saved', async (_what, path, created, changed, before) => {
      const { id } = (await admin.post(path, { ...created, meta: { colour: 'blue' } }).expect(201)).body;
      await admin.post(`${path}/${id}`, { ...changed, ...invalid }).expect(400);
      expect(await read(`${path}/${id}`)).toMatchObject({ ...before, meta: { colour: 'blue' } });
    });
  });
});
