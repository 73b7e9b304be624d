import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { PostMeta } from '../../../../src/database/entities/index.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { API, clientOf, createUsers, type Login } from '../../../support/clients.js';
import { picture, silence } from '../../../support/files.js';
import { coverFrame, song } from '../../../support/media-samples.js';
import { fewestStatements } from '../../../support/query-counts.js';
import { until } from '../../../support/until.js';

interface Media {
  id: number;
  slug: string;
  status: string;
  title: { raw: string; rendered: string };
  caption: { raw: string };
  alt_text: string;
  mime_type: string;
  source_url: string;
  post: number | null;
  media_details: {
    width?: number;
    file?: string;
    length?: number;
    dataformat?: string;
    sizes: Record<string, { file: string; width: number; height: number }>;
  };
}

const PATH = /uploads\/(\d{4}\/\d{2}\/.+)$/;

eachEngine((engine) => {
  let service: TestApp;
  let uploads: string;
  const client = (login?: Login) => clientOf(() => service, login);
  const admin = client('admin');

  beforeAll(async () => {
    uploads = mkdtempSync(join(tmpdir(), 'nestpress-uploads-'));
    service = await startTestApp({ UPLOADS_DIR: uploads }, engine);
    await createUsers(admin);
  });

  afterAll(async () => {
    await service.close();
    rmSync(uploads, { recursive: true, force: true });
  });

  const passwordOf = (login: Login) => (login === 'admin' ? ADMIN.password : 'a password');
  /** A bare upload; undefined headers are left out. */
  const upload = (
    file: Buffer,
    name: string | undefined,
    login?: Login,
    query: object = {},
    headers: Record<string, string> = {},
  ) => {
    const sent = request(service.server)
      .post(`${API}/media`)
      .query(query)
      .set('content-type', 'application/octet-stream')
      .set(headers);
    if (name !== undefined)
      sent.set('content-disposition', Buffer.from(`attachment; filename="${name}"`).toString('latin1'));
    return (login ? sent.auth(login, passwordOf(login)) : sent).send(file);
  };
  const created = async (...args: Parameters<typeof upload>) => (await upload(...args).expect(201)).body as Media;
  const localPath = (media: Media) => join(uploads, PATH.exec(media.source_url)![1]!);
  /** Nothing is left of uploads; the last of it goes when the response is out. */
  const emptied = async () => {
    const folder = join(uploads, '.nestpress-incoming');
    await until(() => readdirSync(folder).length === 0, 'the inbox is empty');
  };
  const code = (response: { status: number; body: unknown }) => [
    response.status,
    (response.body as { code?: string }).code,
  ];

  describe('uploading', () => {
    test('an image is stored with its sizes and can be fetched', async () => {
      const file = await picture(1200, 800, 'jpeg');
      const media = await created(file, 'Bridge at Night.JPG', 'writer', { alt_text: 'A <b>bridge</b>' });
      expect(media).toMatchObject({
        status: 'inherit',
        slug: 'bridge-at-night',
        title: { raw: 'Bridge-at-Night' },
        alt_text: 'A bridge',
        mime_type: 'image/jpeg',
        post: null,
      });
      expect(media.source_url).toMatch(
        /^http:\/\/site\.test\/wp-content\/uploads\/\d{4}\/\d{2}\/Bridge-at-Night\.jpg$/,
      );
      const sizes = Object.values(media.media_details.sizes).map(({ width, height }) => `${width}x${height}`);
      expect(sizes).toEqual(['150x150', '300x200', '768x512', '1024x683', '100x100', '1200x800']);
      expect(readFileSync(localPath(media)).equals(file)).toBe(true);
      const folder = new URL(media.source_url).pathname.replace(/[^/]+$/, '');
      for (const size of Object.values(media.media_details.sizes)) {
        const { headers } = await request(service.server)
          .get(folder + size.file)
          .expect(200);
        expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' });
      }
      await emptied();
    });

    test('a multipart form uploads a file with its fields', async () => {
      const sent = request(service.server).post(`${API}/media`).auth('writer', 'a password');
      const response = await sent
        .field('title', 'From a form')
        .field('caption', 'Below')
        .attach('file', await picture(20, 20), 'form.png')
        .expect(201);
      expect(response.body).toMatchObject({ title: { raw: 'From a form' }, caption: { raw: 'Below' } });
      expect(response.headers.location).toBe(`http://site.test/wp-json/wp/v2/media/${(response.body as Media).id}`);
      const wrong = await request(service.server)
        .post(`${API}/media`)
        .auth('writer', 'a password')
        .attach('picture', await picture(20, 20), 'form.png');
      expect(code(wrong)).toEqual([500, 'rest_upload_unknown_error']);
    });

    test('the same name again gets a number, and no size overwrites another upload', async () => {
      const names = [];
      for (const name of ['twin.png', 'twin.png', 'lone-150x150.png'])
        names.push((await created(await picture(20, 20), name, 'writer')).source_url.replace(/.*\//, ''));
      expect(names).toEqual(['twin.png', 'twin-1.png', 'lone-150x150.png']);
      expect((await created(await picture(400, 400), 'lone.png', 'writer')).source_url).toMatch(/\/lone-1\.png$/);
    });

    test('parallel uploads of one name all get their own', async () => {
      const file = await picture(200, 200);
      const all = await Promise.all(Array.from({ length: 8 }, () => created(file, 'race.png', 'writer')));
      expect(new Set(all.map((media) => media.source_url)).size).toBe(8);
      expect(new Set(all.map((media) => media.slug)).size).toBe(8);
      for (const media of all) expect(readFileSync(localPath(media)).equals(file)).toBe(true);
    });

    test('sound is described', async () => {
      const { mime_type, media_details } = await created(silence(), 'tone.wav', 'writer');
      expect(mime_type).toBe('audio/wav');
      expect(media_details).toMatchObject({
        dataformat: 'wav',
        channels: 1,
        sample_rate: 8000,
        length: 1,
        length_formatted: '0:01',
        filesize: 8044,
        sizes: {},
      });
    });

    test('the checks come in the order of the interface', async () => {
      const file = await picture(10, 10);
      const md5 = createHash('md5').update(file).digest('hex');
      expect(code(await upload(file, 'a.png'))).toEqual([401, 'rest_cannot_create']);
      expect(code(await upload(file, 'a.png', 'helper'))).toEqual([403, 'rest_cannot_create']);
      expect(code(await upload(file, 'a.png', 'writer', { post: 999_999 }))).toEqual([403, 'rest_cannot_edit']);
      expect(code(await upload(file, 'a.png', 'writer', { status: 'nope' }))).toEqual([400, 'rest_invalid_param']);
      expect(code(await upload(Buffer.alloc(0), undefined, 'writer'))).toEqual([400, 'rest_upload_no_data']);
      expect(code(await upload(file, undefined, 'writer'))).toEqual([400, 'rest_upload_no_content_disposition']);
      const untyped = await upload(file, undefined, 'writer', {}, { 'content-type': '' });
      expect(code(untyped)).toEqual([400, 'rest_upload_no_content_type']);
      expect(code(await upload(file, '', 'writer'))).toEqual([400, 'rest_upload_invalid_disposition']);
      expect(code(await upload(file, 'a.png', 'writer', {}, { 'content-md5': 'abc' }))).toEqual([
        412,
        'rest_upload_hash_mismatch',
      ]);
      expect(code(await upload(file, 'a.php', 'writer'))).toEqual([500, 'rest_upload_sideload_error']);
      expect(code(await upload(Buffer.from('<?php'), 'a.png', 'writer'))).toEqual([500, 'rest_upload_sideload_error']);
      expect(code(await upload(Buffer.from('<!DOCTYPE html><html></html>'), 'a.html', 'writer'))).toEqual([
        500,
        'rest_upload_sideload_error',
      ]);
      await upload(file, 'a.png', 'writer', {}, { 'content-md5': md5 }).expect(201);
      await emptied();
    });

    test('a name in another script stays, one with a path does not', async () => {
      const file = await picture(10, 10);
      expect(decodeURIComponent((await created(file, '港の夜.png', 'writer')).source_url)).toMatch(/\/港の夜\.png$/);
      expect((await created(file, '../../../etc/x\u202egnp.png', 'writer')).source_url).toMatch(
        /\/\d{4}\/\d{2}\/etcxgnp\.png$|\/xgnp\.png$/,
      );
    });
  });

  describe('changing', () => {
    test('texts, parent and state', async () => {
      const { id } = await created(await picture(10, 10), 'change.png', 'writer');
      const post = (await admin.post('/posts', { title: 'Parent', status: 'publish' }).expect(201)).body as {
        id: number;
      };
      const { body } = await client('writer').post(`/media/${id}`, {
        title: 'New',
        caption: { raw: 'Cap' },
        description: 'Text',
        alt_text: 'Alt',
        post: post.id,
      });
      expect(body).toMatchObject({
        title: { raw: 'New' },
        caption: { raw: 'Cap' },
        description: { raw: 'Text' },
        alt_text: 'Alt',
        post: post.id,
      });
      expect((await client('writer').post(`/media/${id}`, { status: 'private' })).body).toMatchObject({
        status: 'private',
      });
      expect((await client('writer').post(`/media/${id}`, { status: 'draft' })).body).toMatchObject({
        status: 'inherit',
      });
      expect(code(await client('writer').post(`/media/${id}`, { post: id }))).toEqual([400, 'rest_invalid_param']);
      expect(code(await client('other').post(`/media/${id}`, { title: 'x' }))).toEqual([403, 'rest_cannot_edit']);
    });

    test('what hangs on a draft is hidden with it', async () => {
      const { id } = await created(await picture(10, 10), 'hidden.png', 'writer');
      const draft = (await client('writer').post('/posts', { title: 'Draft' }).expect(201)).body as { id: number };
      await client('writer').post(`/media/${id}`, { post: draft.id }).expect(200);
      await client().get(`/media/${id}`).expect(401);
      await client('writer').get(`/media/${id}`).expect(200);
      expect(((await client().get('/media', { include: id })).body as Media[]).length).toBe(0);
    });
  });

  describe('deleting', () => {
    test('into the trash and back', async () => {
      const { id, slug } = await created(await picture(10, 10), 'bin.png', 'writer');
      expect((await client('writer').delete(`/media/${id}`).expect(200)).body).toMatchObject({
        id,
        status: 'trash',
        slug: `${slug}__trashed`,
      });
      expect(code(await client('writer').delete(`/media/${id}`))).toEqual([410, 'rest_already_trashed']);
      expect(((await admin.get('/media', { status: 'trash' })).body as Media[]).map((media) => media.id)).toContain(id);
      expect(((await admin.get('/media')).body as Media[]).map((media) => media.id)).not.toContain(id);
      expect((await client('writer').post(`/media/${id}`, { status: 'publish' }).expect(200)).body).toMatchObject({
        status: 'inherit',
        slug,
      });
    });

    test('for good: row, meta, files and every mention as featured image', async () => {
      const media = await created(await picture(400, 300), 'gone.png', 'writer');
      const post = (await admin.post('/posts', { title: 'With image', featured_media: media.id }).expect(201)).body as {
        id: number;
        featured_media: number;
      };
      expect(post.featured_media).toBe(media.id);
      const files = Object.values(media.media_details.sizes).map(({ file }) => join(localPath(media), '..', file));
      expect(files.every((file) => existsSync(file))).toBe(true);
      expect((await client('writer').delete(`/media/${media.id}`, { force: true }).expect(200)).body).toMatchObject({
        deleted: true,
        previous: { id: media.id },
      });
      expect(files.filter((file) => existsSync(file))).toEqual([]);
      expect((await admin.get(`/posts/${post.id}`)).body).toMatchObject({ featured_media: 0 });
      const database = service.app.get(Database);
      expect(
        await database.query(
          `SELECT meta_id FROM ${database.tables.postmeta} WHERE post_id = ? OR (meta_key = '_thumbnail_id' AND meta_value = ?)`,
          [media.id, String(media.id)],
        ),
      ).toEqual([]);
      await emptied();
    });

    test('a file that another attachment shows stays', async () => {
      const media = await created(await picture(10, 10), 'shared.png', 'writer');
      const twin = await created(await picture(10, 10), 'shared-too.png', 'writer');
      const database = service.app.get(Database);
      const [, file] = PATH.exec(media.source_url)!;
      await database.transaction((tx) =>
        tx.execute(
          `UPDATE ${database.tables.postmeta} SET meta_value = ? WHERE post_id = ? AND meta_key = '_wp_attached_file'`,
          [file!, twin.id],
        ),
      );
      await admin.delete(`/media/${media.id}`, { force: true }).expect(200);
      expect(existsSync(localPath(media))).toBe(true);
    });

    test('a size that is another attachment’s original stays', async () => {
      const size = await created(await picture(10, 10), 'odd-150x150.png', 'writer');
      const media = await created(await picture(400, 300), 'even.png', 'writer');
      const database = service.app.get(Database);
      const meta = database.tables.postmeta;
      await database.transaction((tx) =>
        tx.execute(
          `UPDATE ${meta} SET meta_value = REPLACE(meta_value, 'even-150x150.png', 'odd-150x150.png') WHERE post_id = ? AND meta_key = '_wp_attachment_metadata'`,
          [media.id],
        ),
      );
      // The texts have different lengths; the stored form names them.
      await database.transaction((tx) =>
        tx.execute(
          `UPDATE ${meta} SET meta_value = REPLACE(meta_value, 's:16:"odd-', 's:15:"odd-') WHERE post_id = ?`,
          [media.id],
        ),
      );
      await admin.delete(`/media/${media.id}`, { force: true }).expect(200);
      expect([existsSync(localPath(media)), existsSync(localPath(size))]).toEqual([false, true]);
    });
  });

  test('a list costs the same whatever its length, with and without embedding', async () => {
    const file = await picture(10, 10);
    for (let number = 0; number < 25; number++) await created(file, `many-${number}.png`, 'writer');
    for (const query of [{}, { _embed: 1 }, { context: 'edit' }]) {
      const cost = (size: number) =>
        fewestStatements(() => admin.get('/media', { ...query, per_page: size }).expect(200));
      expect(await cost(25)).toBe(await cost(5));
    }
  });

  test('filters by kind and type', async () => {
    const types = async (query: object) =>
      new Set(
        ((await admin.get('/media', { per_page: 100, ...query }).expect(200)).body as Media[]).map(
          (media) => media.mime_type,
        ),
      );
    expect(await types({ media_type: 'audio' })).toEqual(new Set(['audio/wav']));
    expect(await types({ mime_type: 'image/jpeg', media_type: 'audio' })).toEqual(new Set(['image/jpeg']));
    expect((await types({ mime_type: 'no/such' })).size).toBeGreaterThan(1);
    expect(((await admin.get('/media', { search: 'tone.wav' })).body as Media[]).length).toBe(1);
  });

  test('a song has the texts of its ID3 tag, and its cover is an attachment that other songs share', async () => {
    const texts = { TIT2: 'A <b>song</b>', TPE1: 'Ann', TPE2: 'Band', TYER: '1999', TRCK: '3/9', COMM: 'eng\0Nice' };
    const file = song({ ...texts, TLEN: '1000', APIC: coverFrame('image/png', await picture(60, 40)) });
    const made = await created(file, 'one.mp3', 'admin');
    expect(made.media_details).toMatchObject({
      dataformat: 'mp3',
      bitrate: 128_000,
      bitrate_mode: 'cbr',
      encoder_options: 'CBR128',
      title: 'A <b>song</b>',
      artist: 'Ann',
      band: 'Band',
      year: '1999',
      track_number: '3',
      totaltracks: '9',
      comment: 'Nice',
      image: { mime: 'image/png', width: 60, height: 40 },
    });
    for (const name of ['codec', 'encoder']) expect(made.media_details).not.toHaveProperty(name);
    const coverOf = async ({ id }: Media) => {
      const { manager } = service.app.get(Database);
      return (await manager.findOneBy(PostMeta, { owner: id, key: '_thumbnail_id' }))?.value;
    };
    const { body: cover } = await admin.get(`/media/${await coverOf(made)}`, { context: 'edit' }).expect(200);
    expect(cover).toMatchObject({ mime_type: 'image/png', title: { raw: '' }, slug: String(cover.id) });
    expect(cover.source_url).toMatch(/\/one-mp3-image\.png$/);
    const other = await created(
      song({ APIC: file.subarray(file.indexOf('\0image/png'), -40 * 417) }),
      'b.mp3',
      'admin',
    );
    expect(await coverOf(other)).toBe(String(cover.id));
    const noPicture = await created(song({ APIC: coverFrame('image/png', Buffer.from('none')) }), 'c.mp3', 'admin');
    expect(await coverOf(noPicture)).toBeUndefined();
    await emptied();
  });
});

test('with the trash switched off only deleting for good is possible', async () => {
  const service = await startTestApp({ MEDIA_TRASH: 'off' });
  try {
    const client = clientOf(() => service, 'admin');
    const sent = await request(service.server)
      .post(`${API}/media`)
      .auth(ADMIN.user, ADMIN.password)
      .attach('file', Buffer.from('hello\n'), 'a.txt')
      .expect(201);
    const { id } = sent.body as Media;
    expect((await client.delete(`/media/${id}`).expect(501)).body).toMatchObject({ code: 'rest_trash_not_supported' });
    await client.delete(`/media/${id}`, { force: true }).expect(200);
  } finally {
    await service.close();
  }
});
