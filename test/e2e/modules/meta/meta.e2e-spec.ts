import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PostMeta } from '../../../../src/database/entities/index.js';
import { Database, defineMeta } from '../../../../src/index.js';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

const CONTENT = [
  defineMeta({ object: 'post', subtype: 'post', key: 'rating', type: 'integer' }),
  defineMeta({ object: 'post', subtype: 'post', key: 'marks', type: 'integer', single: false }),
  defineMeta({ object: 'post', subtype: 'post', key: 'approval', type: 'integer', write: 'manage_options' }),
  defineMeta({ object: 'post', subtype: 'post', key: 'old_isbn', type: 'string', name: 'isbn', label: 'ISBN' }),
  defineMeta({ object: 'comment', key: 'stars', type: 'integer' }),
  defineMeta({ object: 'term', subtype: 'post_tag', key: 'color', type: 'string' }),
];

anyEngine((engine) => {
  describe.each(['A', 'B', 'C'])('variant %s', (variant) => {
    let service: TestApp;
    const admin = clientOf(() => service, 'admin');
    const chief = clientOf(() => service, 'chief');
    const writer = clientOf(() => service, 'writer');
    const reader = clientOf(() => service, 'reader');
    const current = variant === 'C';
    let post = 0;
    let ofWriter = 0;

    beforeAll(async () => {
      service = await startTestApp({ VARIANT: variant }, engine, { content: CONTENT });
      const users = await createUsers(admin);
      post = (await admin.post('/posts', { title: 'One', status: 'publish' }).expect(201)).body.id;
      const own = { title: 'Two', status: 'publish', author: users.writer };
      ofWriter = (await admin.post('/posts', own).expect(201)).body.id;
    });
    afterAll(() => service.close());

    const store = (key: string, value: string) =>
      service.app.get(Database).transaction((tx) => tx.insert(PostMeta, { owner: post, key, value }));
    const stored = async (key: string) => {
      const rows = await service.app.get(Database).manager.findBy(PostMeta, { owner: post, key });
      return rows.map(({ value }) => value);
    };
    const metaOf = async () => (await admin.get(`/posts/${post}`)).body.meta;

    test('whoever may comment, but not edit comments, cannot set their meta', async () => {
      const comment = { post, content: 'Five stars', meta: { stars: 5 } };
      const refused = await reader.post('/comments', comment).expect(403);
      expect(refused.body).toMatchObject({ code: 'rest_cannot_update', data: { key: 'stars', status: 403 } });
      expect((await admin.get('/comments', { post })).body).toEqual([]);
      await reader.post('/comments', { ...comment, meta: {} }).expect(201);
      const own = await writer.post('/comments', { ...comment, post: ofWriter }).expect(201);
      expect(own.body.meta.stars).toBe(5);
      const { body } = await admin.post('/comments', { ...comment, content: 'Four', meta: { stars: 4 } }).expect(201);
      expect(body.meta.stars).toBe(4);
    });

    test('whoever may create tags, but not edit them, cannot set their meta', async () => {
      const tag = { name: 'red', meta: { color: 'ff0000' } };
      const refused = await writer.post('/tags', tag).expect(403);
      expect(refused.body.code).toBe(variant === 'B' ? 'rest_cannot_create' : 'rest_cannot_update');
      expect((await admin.get('/tags', { search: 'red' })).body).toEqual([]);
      expect((await chief.post('/tags', tag).expect(201)).body.meta.color).toBe('ff0000');
    });

    test('a key has its own name in the REST API', async () => {
      await admin.put(`/posts/${post}`, { meta: { isbn: '1-23', old_isbn: 'ignored' } }).expect(200);
      expect(await stored('old_isbn')).toEqual(['1-23']);
      expect(await metaOf()).toMatchObject({ isbn: '1-23' });
      expect(await metaOf()).not.toHaveProperty('old_isbn');
      const { body } = await admin.options('/posts');
      expect(body.schema.properties.meta.properties.isbn).toMatchObject({
        type: 'string',
        ...(current && { title: 'ISBN' }),
      });
    });

    test('null deletes a value that matches its schema', async () => {
      await admin.put(`/posts/${post}`, { meta: { rating: 5, marks: [1, 2] } }).expect(200);
      await admin.put(`/posts/${post}`, { meta: { rating: null, marks: null } }).expect(200);
      expect([await stored('rating'), await stored('marks')]).toEqual([[], []]);
      await admin.put(`/posts/${post}`, { meta: { rating: null, marks: null } }).expect(200);
    });

    test('writing back the null of a value that does not match keeps it (C)', async () => {
      await store('rating', 'five');
      const { rating } = await metaOf();
      expect(rating).toBeNull();
      const answer = await admin.put(`/posts/${post}`, { meta: { rating } }).expect(current ? 500 : 200);
      if (current) expect(answer.body.code).toBe('rest_invalid_stored_value');
      expect(await stored('rating')).toEqual(current ? ['five'] : []);
      await admin.put(`/posts/${post}`, { meta: { rating: 3 } }).expect(200);
      expect(await stored('rating')).toEqual(['3']);
    });

    test('null in a list of values is refused and keeps them (C)', async () => {
      await admin.put(`/posts/${post}`, { meta: { marks: [7] } }).expect(200);
      const answer = await admin.put(`/posts/${post}`, { meta: { marks: [7, null] } }).expect(current ? 500 : 400);
      if (current) expect(answer.body.code).toBe('rest_invalid_stored_value');
      expect(await stored('marks')).toEqual(['7']);
    });

    test('an unchanged value needs no permission (C)', async () => {
      await admin.put(`/posts/${post}`, { meta: { approval: 1 } }).expect(200);
      await chief.put(`/posts/${post}`, { meta: { approval: 1 } }).expect(current ? 200 : 403);
      await chief.put(`/posts/${post}`, { meta: { approval: 2 } }).expect(403);
      await chief.put(`/posts/${post}`, { meta: { approval: null } }).expect(403);
      expect(await stored('approval')).toEqual(['1']);
      await store('approval', '1');
      await chief.put(`/posts/${post}`, { meta: { approval: 1 } }).expect(403);
    });
  });
});
