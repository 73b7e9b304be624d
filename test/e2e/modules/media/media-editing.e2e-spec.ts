import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { type PhpArray, serialize, unserialize } from '../../../../src/text/php/index.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { API, clientOf, createUsers } from '../../../support/clients.js';

interface Media {
  id: number;
  author: number;
  title: { rendered: string };
  alt_text: string;
  post: number | null;
  source_url: string;
  media_details: {
    width: number;
    height: number;
    file: string;
    sizes: Record<string, { file: string; width: number; height: number }>;
    parent_image?: { attachment_id: string; file: string };
  };
}

const [WIDTH, HEIGHT] = [1600, 1000];
const QUARTERS = { red: [0, 0], lime: [WIDTH / 2, 0], blue: [0, HEIGHT / 2], white: [WIDTH / 2, HEIGHT / 2] } as const;

/** A picture whose quarters are red, lime, blue and white: it shows how it was turned. */
async function quarters(): Promise<Buffer> {
  const size = { width: WIDTH / 2, height: HEIGHT / 2, channels: 3 as const };
  const parts = Object.entries(QUARTERS).map(async ([background, [left, top]]) => ({
    input: await sharp({ create: { ...size, background } })
      .png()
      .toBuffer(),
    left,
    top,
  }));
  const canvas = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: 'black' } });
  return canvas
    .composite(await Promise.all(parts))
    .jpeg({ quality: 95 })
    .toBuffer();
}

eachEngine((engine) => {
  let service: TestApp;
  let uploads: string;
  let original: Media;
  const admin = clientOf(() => service, 'admin');
  const writer = clientOf(() => service, 'writer');
  const helper = clientOf(() => service, 'helper');

  beforeAll(async () => {
    uploads = mkdtempSync(join(tmpdir(), 'nestpress-uploads-'));
    service = await startTestApp({ VARIANT: 'C', UPLOADS_DIR: uploads }, engine);
    await createUsers(admin);
    const { body } = await request(service.server)
      .post(`${API}/media`)
      .auth(ADMIN.user, ADMIN.password)
      .set('content-type', 'image/jpeg')
      .set('content-disposition', 'attachment; filename="quay.jpg"')
      .send(await quarters())
      .expect(201);
    original = (await admin.post(`/media/${body.id}`, { title: 'The quay', alt_text: 'Four quarters' })).body;
  });
  afterAll(async () => {
    await service?.close();
    rmSync(uploads, { recursive: true, force: true });
  });

  const edit = (body: object) => admin.post(`/media/${original.id}/edit`, { src: original.source_url, ...body });
  const edited = async (body: object): Promise<Media> => (await edit(body).expect(201)).body as Media;
  const sizeOf = ({ media_details: { width, height } }: Media) => [width, height];

  /** The colours in the middle of the quarters, row by row. */
  async function coloursOf({ media_details: { file } }: Media): Promise<string[]> {
    const image = sharp(readFileSync(join(uploads, file)));
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
    const colourAt = (x: number, y: number) => {
      const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels;
      const [red, green, blue] = [...data.subarray(at, at + 3)].map((value) => value > 127);
      return red && green && blue ? 'white' : red ? 'red' : green ? 'lime' : 'blue';
    };
    return [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x) => colourAt(x, y)));
  }

  test('an edited image is a new attachment with its own sizes; the original stays', async () => {
    const response = await edit({ modifiers: [{ type: 'rotate', args: { angle: 90 } }] }).expect(201);
    const made = response.body as Media;
    expect(response.headers.location).toMatch(new RegExp(`/wp/v2/media/${made.id}$`));
    expect(made).toMatchObject({ title: { rendered: 'The quay' }, alt_text: 'Four quarters', post: null });
    expect(basename(made.source_url)).toBe('quay-edited.jpg');
    expect(made.media_details.parent_image).toEqual({
      attachment_id: String(original.id),
      file: original.media_details.file,
    });
    expect(sizeOf(made)).toEqual([HEIGHT, WIDTH]);
    expect(Object.keys(made.media_details.sizes)).toEqual(expect.arrayContaining(['thumbnail', 'medium', 'full']));
    expect(await coloursOf(made)).toEqual(['blue', 'red', 'white', 'lime']);
    const { body: untouched } = await admin.get(`/media/${original.id}`).expect(200);
    expect([sizeOf(untouched), await coloursOf(untouched)]).toEqual([[WIDTH, HEIGHT], Object.keys(QUARTERS)]);
  });

  test('crops, flips and their order', async () => {
    const crop = { type: 'crop', args: { left: 0, top: 0, width: 50, height: 100 } };
    const flip = { type: 'flip', args: { flip: { horizontal: true, vertical: false } } };
    const mirror = { type: 'flip', args: { flip: { horizontal: false, vertical: true } } };
    const rotate = { type: 'rotate', args: { angle: 90 } };
    const left = await edited({ modifiers: [crop] });
    expect([sizeOf(left), await coloursOf(left)]).toEqual([
      [WIDTH / 2, HEIGHT],
      ['red', 'red', 'blue', 'blue'],
    ]);
    expect(await coloursOf(await edited({ modifiers: [flip] }))).toEqual(['blue', 'white', 'red', 'lime']);
    expect(await coloursOf(await edited({ modifiers: [mirror] }))).toEqual(['lime', 'red', 'white', 'blue']);
    const first = await edited({ modifiers: [rotate, crop] });
    expect([sizeOf(first), await coloursOf(first)]).toEqual([
      [HEIGHT / 2, WIDTH],
      ['blue', 'blue', 'white', 'white'],
    ]);
    const second = await edited({ modifiers: [crop, rotate] });
    expect([sizeOf(second), await coloursOf(second)]).toEqual([
      [HEIGHT, WIDTH / 2],
      ['blue', 'red', 'blue', 'red'],
    ]);
  });

  test('the arguments of older clients rotate and then crop', async () => {
    const made = await edited({ rotation: 180, x: 0, y: 0, width: 50, height: 50, title: 'A corner', alt_text: '' });
    expect(made).toMatchObject({ title: { rendered: 'A corner' }, alt_text: '' });
    expect([sizeOf(made), await coloursOf(made)]).toEqual([[WIDTH / 2, HEIGHT / 2], Array(4).fill('white')]);
  });

  test('an edit may name an image size and is rendered from the full image', async () => {
    const { file } = original.media_details.sizes.medium!;
    const src = original.source_url.replace(basename(original.source_url), file);
    expect(sizeOf(await edited({ src, modifiers: [{ type: 'rotate', args: { angle: 180 } }] }))).toEqual([
      WIDTH,
      HEIGHT,
    ]);
  });

  test('edits that change nothing, of other files or without permission are refused', async () => {
    const modifiers = [{ type: 'rotate', args: { angle: 90 } }];
    const path = `/media/${original.id}/edit`;
    const { source_url: src } = original;
    const refusals: Array<[ReturnType<typeof edit>, number, string]> = [
      [edit({}), 400, 'rest_image_not_edited'],
      [edit({ modifiers: [] }), 400, 'rest_invalid_param'],
      [edit({ modifiers: [{ type: 'melt', args: {} }] }), 400, 'rest_invalid_param'],
      [edit({ x: 100, y: 0, width: 10, height: 10 }), 400, 'rest_invalid_param'],
      [edit({ rotation: 360 }), 400, 'rest_invalid_param'],
      [edit({ src: 'https://elsewhere.test/x.jpg', modifiers }), 404, 'rest_unknown_attachment'],
      [admin.post(path, { modifiers }), 400, 'rest_missing_callback_param'],
      [admin.post('/media/999999/edit', { src, modifiers }), 404, 'rest_post_invalid_id'],
      [writer.post(path, { src, modifiers }), 403, 'rest_cannot_edit'],
      [helper.post(path, { src, modifiers }), 403, 'rest_cannot_edit_image'],
      [clientOf(() => service).post(path, { src, modifiers }), 401, 'rest_cannot_edit_image'],
    ];
    for (const [sent, status, code] of refusals) {
      const { body } = await sent.expect(status);
      expect(body.code).toBe(code);
    }
  });

  test('post-process makes the sizes that are missing, once', async () => {
    const made = await edited({ modifiers: [{ type: 'rotate', args: { angle: 270 } }] });
    const db = service.app.get(Database);
    const where = `post_id = ? AND meta_key = '_wp_attachment_metadata'`;
    const [row] = await db.query<{ value: string }>(
      `SELECT meta_value AS value FROM ${db.tables.postmeta} WHERE ${where}`,
      [made.id],
    );
    const details = unserialize(row!.value) as PhpArray;
    rmSync(join(uploads, made.media_details.file, '..', made.media_details.sizes.medium!.file));
    (details.get('sizes') as PhpArray).delete('medium');
    await db.transaction((tx) =>
      tx.execute(`UPDATE ${db.tables.postmeta} SET meta_value = ? WHERE ${where}`, [serialize(details), made.id]),
    );
    const { body: lacking } = await admin.get(`/media/${made.id}`, { context: 'edit' }).expect(200);
    expect(lacking.missing_image_sizes).toEqual(['medium']);
    for (let time = 0; time < 2; time++) {
      const { body } = await admin
        .post(`/media/${made.id}/post-process`, { action: 'create-image-subsizes' })
        .expect(200);
      expect(body.missing_image_sizes).toEqual([]);
      const { file, width, height } = made.media_details.sizes.medium!;
      expect(body.media_details.sizes.medium).toMatchObject({ file, width, height });
    }
    await admin.post(`/media/${made.id}/post-process`, { action: 'melt' }).expect(400);
    await admin.post(`/media/${made.id}/post-process`).expect(400);
    const body = { action: 'create-image-subsizes' };
    expect((await writer.post(`/media/${made.id}/post-process`, body).expect(403)).body.code).toBe('rest_cannot_edit');
    await admin.post('/media/999999/post-process', body).expect(404);
  });
});
