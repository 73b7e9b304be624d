import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import request from 'supertest';
import { MediaFilesService } from '../../../../src/modules/media/media-files.service.js';
import { OutboundModule } from '../../../../src/platform/outbound/outbound.module.js';
import { OUTBOUND_OPTIONS, type OutboundOptions } from '../../../../src/platform/outbound/outbound-options.js';
import { UploadStorage } from '../../../../src/platform/uploads/upload-storage.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

interface Size {
  file: string;
  width: number;
  height: number;
  source_url: string;
}

interface Media {
  id: number;
  source_url: string;
  media_details: { width: number; height: number; file: string; sizes: Record<string, Size> };
}

const ROOT = '/wp-json';

const solid = (background: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background } });
const jpeg = (background: string, width = 1200, height = 800) => solid(background, width, height).jpeg().toBuffer();

/** The name of the strongest channel of a pixel. */
async function colourAt(file: string, x = 0.5, y = 0.5): Promise<string> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * info.channels;
  const pixel = [...data.subarray(at, at + 3)];
  return ['red', 'lime', 'blue'][pixel.indexOf(Math.max(...pixel))]!;
}

eachEngine((engine) => {
  let service: TestApp;
  let uploads: string;
  let media: Media;
  const admin = clientOf(() => service, 'admin', ROOT);
  const helper = clientOf(() => service, 'helper', ROOT);
  const fileOf = (url: string) => join(uploads, new URL(url).pathname.split('/uploads/')[1]!);
  const inbox = () => readdirSync(join(uploads, '.nestpress-incoming'));

  async function upload(name: string, bytes: Buffer): Promise<Media> {
    const response = await request(service.server)
      .post(`${ROOT}/wp/v2/media`)
      .auth(ADMIN.user, ADMIN.password)
      .attach('file', bytes, name);
    expect(response.status).toBe(201);
    return response.body as Media;
  }
  const replace = (id: number, name: string, bytes: Buffer) =>
    request(service.server)
      .post(`${ROOT}/nestpress/v1/media/${id}/file`)
      .auth(ADMIN.user, ADMIN.password)
      .attach('file', bytes, name);

  beforeAll(async () => {
    uploads = mkdtempSync(join(tmpdir(), 'nestpress-uploads-'));
    service = await startTestApp({ UPLOADS_DIR: uploads, CONSOLE: 'on' }, engine);
    await createUsers(clientOf(() => service, 'admin'));
  });
  beforeEach(async () => {
    media = await upload('boat.jpg', await jpeg('red'));
  });
  afterAll(async () => {
    await service.close();
    rmSync(uploads, { recursive: true, force: true });
  });

  test('another file replaces that of an attachment under the same addresses, with new sizes', async () => {
    const { status, body } = await replace(media.id, 'other-name.jpg', await jpeg('blue', 900, 900));
    expect(status).toBe(200);
    const replaced = body as Media;
    expect(replaced).toMatchObject({ id: media.id, source_url: media.source_url });
    expect(replaced.media_details).toMatchObject({
      width: 900,
      height: 900,
      sizes: { medium: { width: 300, height: 300 } },
    });
    expect(await colourAt(fileOf(media.source_url))).toBe('blue');
    // Entries may show sizes that the attachment has no longer.
    const former = media.media_details.sizes.medium!;
    expect(former).toMatchObject({ width: 300, height: 200 });
    const shown = await sharp(fileOf(former.source_url)).metadata();
    expect([shown.width, shown.height, await colourAt(fileOf(former.source_url))]).toEqual([300, 200, 'blue']);
    expect(inbox()).toEqual([]);
    await admin.delete(`/wp/v2/media/${media.id}?force=true`);
    expect(readdirSync(join(fileOf(media.source_url), '..')).filter((name) => name.startsWith('boat'))).toEqual([]);
  });

  test('a file of another type, a missing file and a user who may not edit it change nothing', async () => {
    const png = await solid('blue', 900, 900).png().toBuffer();
    const refused = await replace(media.id, 'boat.png', png);
    expect([refused.status, refused.body.code]).toEqual([400, 'rest_upload_other_type']);
    expect((await replace(media.id, 'boat.jpg', png)).body.code).toBe('rest_upload_other_type');
    expect((await replace(999_999, 'boat.jpg', await jpeg('blue'))).status).toBe(404);
    expect((await helper.get(`/nestpress/v1/media/${media.id}/image`)).status).toBe(403);
    expect((await admin.post(`/nestpress/v1/media/${media.id}/image`, {})).status).toBe(400);
    expect(await colourAt(fileOf(media.source_url))).toBe('red');
    expect(inbox()).toEqual([]);
  });

  test('when a file cannot be stored, all files stay as they were, after a crash too', async () => {
    const storage = service.app.get(UploadStorage, { strict: false });
    const before = readFileSync(fileOf(media.source_url));
    const sizes = Object.values(media.media_details.sizes).map(({ source_url: url }) => fileOf(url));
    const isUnchanged = async () => {
      expect(readFileSync(fileOf(media.source_url)).equals(before)).toBe(true);
      for (const size of sizes) expect(await colourAt(size)).toBe('red');
    };
    let calls = 0;
    const original = storage.replace.bind(storage);
    const spy = jest.spyOn(storage, 'replace');
    spy.mockImplementation((...args) => (++calls === 2 ? Promise.reject(new Error('full')) : original(...args)));
    expect((await replace(media.id, 'b.jpg', await jpeg('blue'))).status).toBe(500);
    await isUnchanged();
    expect(inbox()).toEqual([]);
    // The restoring fails too, as if the process had been killed.
    calls = 0;
    spy.mockImplementation((...args) => (++calls >= 2 ? Promise.reject(new Error('full')) : original(...args)));
    expect((await replace(media.id, 'b.jpg', await jpeg('blue'))).status).toBe(500);
    spy.mockRestore();
    expect(await colourAt(fileOf(media.source_url))).toBe('blue');
    const record = inbox().find((name) => name.endsWith('.replacement'))!;
    const folder = join(uploads, '.nestpress-incoming');
    renameSync(join(folder, record), join(folder, `${hostname().replace(/[^\w-]/g, '')}.999999999.x.y.replacement`));
    await service.app.get(MediaFilesService, { strict: false }).clearLeftovers();
    await isUnchanged();
    expect(inbox()).toEqual([]);
  });

  test('an image is rotated and cropped in place or as a copy', async () => {
    const edit = (body: object) => admin.post(`/nestpress/v1/media/${media.id}/image`, body);
    const modifiers = [
      { type: 'rotate', args: { angle: 90 } },
      { type: 'crop', args: { left: 0, top: 0, width: 50, height: 25 } },
    ];
    const copy = await edit({ modifiers, copy: true });
    expect(copy.status).toBe(201);
    expect(copy.body).toMatchObject({ media_details: { width: 400, height: 300 } });
    expect((copy.body as Media).id).not.toBe(media.id);
    const { status, body } = await edit({ modifiers });
    expect([status, (body as Media).source_url]).toEqual([200, media.source_url]);
    expect((body as Media).media_details).toMatchObject({ width: 400, height: 300 });
    expect((await sharp(fileOf(media.source_url)).metadata()).width).toBe(400);
  });

  test('cropped sizes show the focal point', async () => {
    const right = await solid('lime', 150, 800).png().toBuffer();
    const wide = await solid('red', 1200, 800)
      .composite([{ input: right, left: 1050, top: 0 }])
      .jpeg()
      .toBuffer();
    const { id, media_details: details } = await upload('wide.jpg', wide);
    const thumbnail = fileOf(details.sizes.thumbnail!.source_url);
    expect(await colourAt(thumbnail, 0.95)).toBe('red');
    expect((await admin.get(`/nestpress/v1/media/${id}/image`)).body).toMatchObject({
      focal_point: { x: 0.5, y: 0.5 },
    });
    const { status, body } = await admin.post(`/nestpress/v1/media/${id}/image`, { focal_point: { x: 1, y: 0.5 } });
    expect(status).toBe(200);
    expect((body as Media).media_details.sizes).toMatchObject({ thumbnail: { file: details.sizes.thumbnail!.file } });
    expect(await colourAt(thumbnail, 0.95)).toBe('lime');
    expect((await admin.get(`/nestpress/v1/media/${id}/image`)).body).toMatchObject({ focal_point: { x: 1, y: 0.5 } });
    expect((await admin.post(`/nestpress/v1/media/${id}/image`, { focal_point: { x: 2 } })).status).toBe(400);
  });

  test('an image of another site is copied, whatever its address is called; nothing else is', async () => {
    const answers: Record<string, [type: string, body: Buffer]> = {
      '/docsz/AD_4nX': ['image/jpeg', await jpeg('lime', 60, 40)],
      '/page': ['text/html', Buffer.from('<!doctype html>')],
      '/false': ['image/png', Buffer.from('<script>')],
    };
    const other = createServer((asked, response) => {
      const [type, body] = answers[new URL(asked.url!, 'http://x').pathname] ?? [];
      response.writeHead(body ? 200 : 404, { 'Content-Type': type ?? 'text/plain' }).end(body);
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const options = service.app.select(OutboundModule).get<OutboundOptions>(OUTBOUND_OPTIONS, { strict: true });
    const before = { ...options };
    const copy = (path: string) => admin.post('/nestpress/v1/media/copies', { url: `http://docs.test:${port}${path}` });
    try {
      const resolver = { addresses: () => Promise.resolve(['127.0.0.1']) };
      Object.assign(options, { resolver, ports: new Set([port]) });
      expect((await copy('/docsz/AD_4nX?key=1')).status).toBe(400);
      Object.assign(options, { mayConnect: () => true });
      const { status, body } = await copy('/docsz/AD_4nX?key=1');
      expect(status).toBe(201);
      expect(body).toMatchObject({ mime_type: 'image/jpeg', media_details: { width: 60, height: 40 } });
      expect(await colourAt(fileOf((body as Media).source_url))).toBe('lime');
      const statuses = await Promise.all(['/page', '/none', '/false'].map(async (path) => (await copy(path)).status));
      expect(statuses).toEqual([400, 400, 415]);
      expect(inbox()).toEqual([]);
    } finally {
      Object.assign(options, before);
      other.close();
    }
    expect((await admin.post('/nestpress/v1/media/copies', { url: 'file:///etc/passwd' })).status).toBe(400);
    expect((await admin.post('/nestpress/v1/media/copies', { url: 'http://127.0.0.1/x' })).status).toBe(400);
    expect((await helper.post('/nestpress/v1/media/copies', { url: 'http://docs.test/x' })).status).toBe(403);
  });

  test('images without alternative text are listed until they have one', async () => {
    const ids = async () => {
      const { body, headers } = await admin.get('/nestpress/v1/media/without-alt?per_page=100');
      expect(Number(headers['x-wp-total'])).toBe((body as Media[]).length);
      return (body as Media[]).map(({ id }) => id);
    };
    expect(await ids()).toContain(media.id);
    await admin.post(`/wp/v2/media/${media.id}`, { alt_text: 'A boat' });
    expect(await ids()).not.toContain(media.id);
    expect((await helper.get('/nestpress/v1/media/without-alt')).status).toBe(403);
  });
});
