import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Post } from '../../../../src/database/entities/index.js';
import { Database } from '../../../../src/index.js';
import { ADMIN, anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { API, clientOf, createUsers } from '../../../support/clients.js';

anyEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const chief = clientOf(() => service, 'chief');

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
    await createUsers(admin);
  });
  afterAll(() => service.close());

  const createFamily = (slug: string, more: object = {}) =>
    admin.post('/font-families', {
      font_family_settings: JSON.stringify({ name: 'Quay', slug, fontFamily: 'Quay One, serif', ...more }),
    });

  test('families are created, changed and listed with their faces', async () => {
    const { body: family } = await createFamily('quay').expect(201);
    expect(family).toMatchObject({
      theme_json_version: 3,
      font_faces: [],
      font_family_settings: { name: 'Quay', slug: 'quay', fontFamily: '"Quay One", serif', preview: '' },
    });
    expect((await createFamily('quay').expect(400)).body.code).toBe('rest_duplicate_font_family');
    expect((await createFamily('more', { bogus: 1 }).expect(400)).body.data.params).toEqual({
      font_family_settings: 'bogus is not a valid property of Object.',
    });
    const path = `/font-families/${family.id}`;
    const { body: changed } = await admin.put(path, { font_family_settings: { name: 'Pier' } }).expect(200);
    expect(changed.font_family_settings).toMatchObject({ name: 'Pier', slug: 'quay', fontFamily: '"Quay One", serif' });
    await admin.put(path, { font_family_settings: { slug: 'other' } }).expect(400);
    const post = (settings: unknown) => admin.post(path, { font_family_settings: settings });
    expect((await post('{"name":"Mole"}').expect(200)).body.font_family_settings).toMatchObject({ name: 'Mole' });
    expect((await post('{}').expect(200)).body.font_family_settings).toMatchObject({ name: 'Mole' });
    for (const refused of [{ name: 'Mole' }, '{"slug":"other"}', '{"name":""}', '{"bogus":1}', 'no JSON', 5])
      expect((await post(refused).expect(400)).body.code).toBe('rest_invalid_param');
    const settings = JSON.stringify({ fontFamily: 'Quay', src: 'https://example.org/f.woff2' });
    const { body: face } = await admin.post(`${path}/font-faces`, { font_face_settings: settings }).expect(201);
    const { body: same } = await admin.post(`${path}/font-faces`, { font_face_settings: settings }).expect(400);
    expect(same.code).toBe('rest_duplicate_font_face');
    const { body: listed } = await admin.get('/font-families', { slug: 'quay', _embed: true }).expect(200);
    expect(listed).toMatchObject([{ font_faces: [face.id], _embedded: { font_faces: [{ id: face.id }] } }]);
    expect((await admin.get(`${path}/font-faces`).expect(200)).body).toHaveLength(1);
    const { body: other } = await createFamily('other').expect(201);
    const { body: mismatch } = await admin.get(`/font-families/${other.id}/font-faces/${face.id}`).expect(404);
    expect(mismatch.code).toBe('rest_font_face_parent_id_mismatch');
    await chief.get('/font-families').expect(403);
    await chief.delete(path, { force: true }).expect(403);
    await admin.delete(path).expect(501);
    await admin.delete(path, { force: true }).expect(200);
    await admin.get(`${path}/font-faces/${face.id}`).expect(404);
  });

  test('families list all their faces, refuse each a second time, and take them along when they are deleted', async () => {
    const families = [(await createFamily('many').expect(201)).body, (await createFamily('few').expect(201)).body];
    const faces: number[][] = [[], []];
    for (const fontWeight of ['100', '400', '900'])
      for (const [index, { id }] of families.entries()) {
        const settings = JSON.stringify({ fontFamily: 'Quay', fontWeight, src: 'https://example.org/f.woff2' });
        const path = `/font-families/${id}/font-faces`;
        faces[index]!.push((await admin.post(path, { font_face_settings: settings }).expect(201)).body.id);
        const { body } = await admin.post(path, { font_face_settings: settings }).expect(400);
        expect(body.code).toBe('rest_duplicate_font_face');
      }
    const { body: listed } = await admin.get('/font-families', { slug: 'many,few', order: 'asc', _embed: true });
    expect(listed.map((family: { font_faces: number[] }) => family.font_faces)).toEqual(faces);
    expect(listed[0]._links.font_faces).toHaveLength(3);
    expect(listed[0]._embedded.font_faces.map(({ id }: { id: number }) => id)).toEqual(faces[0]);
    const path = `/font-families/${families[0].id}`;
    for (const query of [{ offset: 3 }, { page: 2 }]) {
      const beyond = await admin.get(`${path}/font-faces`, query).expect(200);
      expect([beyond.body, beyond.headers['x-wp-total']]).toEqual([[], '0']);
    }
    expect((await admin.get('/font-families', { offset: 99 }).expect(200)).headers['x-wp-total']).toBe('0');
    await admin.get('/font-families', { page: 99 }).expect(400);
    await admin.delete(path, { force: true }).expect(200);
    const left = await service.app.get(Database).manager.findBy(Post, { parent: families[0].id });
    expect(left).toEqual([]);
    await admin.get(`/font-families/${families[1].id}/font-faces/${faces[1]![0]}`).expect(200);
  });

  test('settings are stored as PHP writes JSON, and read through their schema', async () => {
    const { body: family } = await createFamily(' Quai </style><script>x(1);</script>é').expect(201);
    expect(family.font_family_settings.slug).toBe('quai-x1e');
    const path = `/font-families/${family.id}/font-faces`;
    const settings = JSON.stringify({ fontFamily: 'Quay', src: 'https://example.org/é.woff2' });
    const { body: face } = await admin.post(path, { font_face_settings: settings }).expect(201);
    const database = service.app.get(Database);
    const { content } = (await database.manager.findOneBy(Post, { id: face.id }))!;
    expect(content).toBe('{"fontFamily":"Quay","src":"https:\\/\\/example.org\\/\\u00e9.woff2"}');
    for (const [stored, settings] of [
      ['{"fontFamily":"Quay","src":"a","bogus":1}', { fontFamily: 'Quay', src: 'a' }],
      ['not JSON', { fontFamily: '', src: [] }],
    ] as const) {
      await database.transaction((tx) => tx.update(Post, { id: face.id }, { content: stored }));
      expect((await admin.get(`${path}/${face.id}`).expect(200)).body.font_face_settings).toEqual(settings);
    }
    await database.transaction((tx) => tx.update(Post, { id: family.id }, { content: 'not JSON' }));
    const changed = await admin.put(`/font-families/${family.id}`, { font_family_settings: { name: 'Pier' } });
    expect(changed.body.font_family_settings).toMatchObject({ name: 'Pier', fontFamily: '' });
  });

  test('whether a family exists is said to those who may use its faces', async () => {
    const { body: family } = await createFamily('hidden').expect(201);
    const settings = JSON.stringify({ fontFamily: 'Quay', src: 'https://example.org/f.woff2' });
    const path = `/font-families/${family.id}/font-faces`;
    const { body: face } = await admin.post(path, { font_face_settings: settings }).expect(201);
    await chief.get(`/font-families/999999/font-faces/${face.id}`).expect(403);
    await chief.delete(`/font-families/999999/font-faces/${face.id}`, { force: true }).expect(403);
    await admin.get(`/font-families/999999/font-faces/${face.id}`).expect(404);
  });

  test('the files of a face are stored with it and deleted with its family', async () => {
    const { body: family } = await createFamily('files').expect(201);
    const upload = (bytes: string, filename: string) =>
      request(service.server)
        .post(`${API}/font-families/${family.id}/font-faces`)
        .auth('admin', ADMIN.password)
        .field('font_face_settings', JSON.stringify({ fontFamily: 'Quay', src: 'file-0' }))
        .attach('file-0', Buffer.from(bytes), filename);
    expect((await upload('<?php', 'a.woff2').expect(400)).body.code).toBe('rest_font_upload_invalid_file_type');
    await upload('wOF2 data', 'a.php').expect(400);
    const { body: face } = await upload('wOF2 data', '../Quay & co.woff2').expect(201);
    const { pathname } = new URL(face.font_face_settings.src);
    expect(pathname).toBe('/wp-content/uploads/fonts/Quay-co.woff2');
    await request(service.server).get(pathname).expect(200);
    await admin.delete(`/font-families/${family.id}`, { force: true }).expect(200);
    await request(service.server).get(pathname).expect(404);
  });

  test('faces of an unknown family are not found, which says nothing about the methods', async () => {
    const { body, headers } = await admin.get('/font-families/999999/font-faces').expect(404);
    expect(body.code).toBe('rest_post_invalid_parent');
    expect(headers.allow).toBe('GET, POST');
    const settings = JSON.stringify({ fontFamily: 'Quay', src: 'https://example.org/f.woff2' });
    await admin.post('/font-families/999999/font-faces', { font_face_settings: settings }).expect(404);
    const { body: unsorted } = await admin.get('/font-families', { orderby: 'include' }).expect(400);
    expect(unsorted.code).toBe('rest_orderby_include_missing_include');
  });

  test('there are no collections of fonts', async () => {
    expect((await admin.get('/font-collections').expect(200)).body).toEqual([]);
    const { body } = await admin.get('/font-collections/google-fonts').expect(404);
    expect(body.code).toBe('rest_font_collection_not_found');
    await chief.get('/font-collections').expect(403);
  });
});
