import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import request from 'supertest';
import { type DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { ResumableUpload } from '../../../../src/modules/media/resumable-uploads/resumable-upload.entity.js';
import { Database } from '../../../../src/database/database.js';
import { Post } from '../../../../src/database/entities/index.js';
import { CONFIG, type Config } from '../../../../src/platform/config/config.js';
import { Job } from '../../../../src/platform/jobs/job.entity.js';
import { JobsService } from '../../../../src/platform/jobs/jobs.service.js';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers, type Login, PASSWORD } from '../../../support/clients.js';
import { createMysqlDatabase } from '../../../support/databases.js';
import { S3_CREDENTIALS, type S3Server, startS3Server } from '../../../support/s3-server.js';
import { until } from '../../../support/until.js';

const PATH = '/nestpress/v1/uploads';
const CHUNK = 64 * 1024;

type Agent = ReturnType<typeof request>;

eachEngine((engine) => {
  describe('resumable uploads', () => {
    let service: TestApp;
    let database: Database;
    let folder: string;
    let picture: Buffer;
    const admin = clientOf(() => service, 'admin');
    const uploads = (login: Login) => clientOf(() => service, login, '/wp-json');

    beforeAll(async () => {
      service = await startTestApp({ ...WEB }, engine);
      // tus-js-client speaks HTTP itself.
      await service.app.listen(0, '127.0.0.1');
      database = service.app.get(Database);
      folder = join(service.app.get<Config>(CONFIG).uploadsDir, '.nestpress-uploads');
      await createUsers(admin);
      const noise = { create: { width: 400, height: 300, channels: 3 as const, background: '#777' } };
      picture = await sharp({ ...noise, create: { ...noise.create, noise: { type: 'gaussian', mean: 99, sigma: 60 } } })
        .png({ compressionLevel: 0 })
        .toBuffer();
    });
    afterAll(() => service?.close());

    const address = async () => `${(await service.app.getUrl()).replace('[::1]', '127.0.0.1')}/wp-json${PATH}`;
    const headersOf = (login: Login) => {
      const password = login === 'admin' ? ADMIN.password : PASSWORD;
      return { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` };
    };

    /** Sends a file with tus-js-client; resolves with the address of the media item. */
    const send = async (file: Buffer, metadata: Record<string, string>, options: Partial<UploadOptions> = {}) => {
      const endpoint = await address();
      return new Promise<{ url: string; media: string }>((done, fail) => {
        const upload: Upload = new Upload(file as never, {
          endpoint,
          headers: headersOf('writer'),
          metadata,
          chunkSize: CHUNK,
          retryDelays: null,
          ...options,
          onError: fail,
          onSuccess: ({ lastResponse }) =>
            done({ url: upload.url!, media: lastResponse.getHeader('location') ?? 'none' }),
        });
        upload.start();
      });
    };

    /** Sends the first parts only. */
    const begin = async (file: Buffer, filename: string, login: Login = 'writer') => {
      const endpoint = await address();
      return new Promise<string>((done, fail) => {
        const upload: Upload = new Upload(file as never, {
          endpoint,
          headers: headersOf(login),
          metadata: { filename },
          chunkSize: CHUNK,
          retryDelays: null,
          onError: fail,
          onChunkComplete: () => void upload.abort().then(() => done(upload.url!), fail),
        });
        upload.start();
      });
    };
    const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
    const refusal = (sent: Promise<unknown>) =>
      sent.then(
        () => 'accepted',
        (error: DetailedError) => {
          const { code } = JSON.parse(error.originalResponse!.getBody()) as { code: string };
          return [error.originalResponse!.getStatus(), code];
        },
      );

    test('a file that arrives in parts is the same media item as one that was posted', async () => {
      const { url, media } = await send(picture, { filename: 'parts.png', title: 'In parts', alt_text: 'Noise' });
      expect(media).toMatch(/\/wp-json\/wp\/v2\/media\/\d+$/);
      const { body } = await admin.get(`/media/${media.split('/').at(-1)}`).expect(200);
      expect(body).toMatchObject({ title: { rendered: 'In parts' }, alt_text: 'Noise', mime_type: 'image/png' });
      expect(body.source_url).toMatch(/\/parts\.png$/);
      const posted = await fetch((await address()).replace(PATH, '/wp/v2/media'), {
        method: 'POST',
        headers: { ...headersOf('writer'), 'content-disposition': 'attachment; filename=posted.png' },
        body: new Uint8Array(picture),
      });
      const sizesOf = (item: typeof body) => Object.keys(item.media_details.sizes).sort();
      expect(sizesOf(body)).toEqual(sizesOf((await posted.json()) as typeof body));
      expect(body.media_details.width).toBe(400);
      expect(existsSync(join(folder, idOf(url)))).toBe(false);
      // Continuing a finished upload only reports its result.
      expect((await send(picture, { filename: 'parts.png' }, { uploadUrl: url })).media).toBe(media);
      const state = (
        await uploads('writer')
          .get(`${PATH}/${idOf(url)}`)
          .expect(200)
      ).body;
      expect(state).toMatchObject({ size: picture.length, offset: picture.length, media: body.id });
    });

    test('an interrupted upload is continued where it ended', async () => {
      const url = await begin(picture, 'interrupted.png');
      const { body } = await uploads('writer')
        .get(`${PATH}/${idOf(url)}`)
        .expect(200);
      expect(body).toMatchObject({ offset: CHUNK, media: 0 });
      let sent = 0;
      const options = { uploadUrl: url, onProgress: (bytes: number) => void (sent ||= bytes) };
      const { media } = await send(picture, { filename: 'interrupted.png' }, options);
      expect(sent).toBeGreaterThanOrEqual(CHUNK);
      expect(media).toMatch(/media\/\d+$/);
    });

    test('finishing twice creates one item', async () => {
      const url = await begin(picture, 'twice.png');
      // All bytes have arrived, and the process ended before it created the item.
      writeFileSync(join(folder, idOf(url)), picture);
      const read = () =>
        uploads('writer')
          .get(`${PATH}/${idOf(url)}`)
          .expect(200);
      const states = await Promise.all([read(), read(), read()]);
      const media = new Set(states.map(({ body }) => body.media as number));
      expect(media.size).toBe(1);
      expect(await database.manager.countBy(Post, { type: 'attachment', title: 'twice' })).toBe(1);
      expect([...media][0]).toBeGreaterThan(0);
    });

    test('an upload belongs to its user', async () => {
      const url = await begin(picture, 'mine.png');
      for (const login of ['other', 'admin'] as const) {
        await uploads(login)
          .get(`${PATH}/${idOf(url)}`)
          .expect(404);
        await uploads(login)
          .delete(`${PATH}/${idOf(url)}`)
          .set('tus-resumable', '1.0.0')
          .expect(404);
        const part = { method: 'PATCH', body: new Uint8Array(picture.subarray(CHUNK, CHUNK + 10)) };
        const headers = { 'tus-resumable': '1.0.0', 'upload-offset': String(CHUNK) };
        const type = { 'content-type': 'application/offset+octet-stream' };
        const { status } = await fetch(url, { ...part, headers: { ...headers, ...type, ...headersOf(login) } });
        expect(status).toBe(404);
      }
      await uploads('reader')
        .get(`${PATH}/${idOf(url)}`)
        .expect(403);
      await uploads('writer')
        .delete(`${PATH}/${idOf(url)}`)
        .set('tus-resumable', '1.0.0')
        .expect(204);
      await uploads('writer')
        .get(`${PATH}/${idOf(url)}`)
        .expect(404);
      expect(existsSync(join(folder, idOf(url)))).toBe(false);
    });

    test('what a post of the file would refuse is refused', async () => {
      const refused = (metadata: Record<string, string>, login: Login = 'writer', file = picture) =>
        refusal(send(file, metadata, { headers: headersOf(login) }));
      expect(await refused({ filename: 'a.png' }, 'reader')).toEqual([403, 'rest_cannot_create']);
      expect(await refused({ filename: 'a.exe' })).toEqual([415, 'rest_upload_sideload_error']);
      expect(await refused({})).toEqual([400, 'rest_upload_invalid_metadata']);
      expect(await refused({ filename: 'a.png', post: 'x' })).toEqual([400, 'rest_invalid_param']);
      expect(await refused({ filename: 'a.png', post: '1' })).toEqual([403, 'rest_cannot_edit']);
      const before = await database.manager.countBy(ResumableUpload, {});
      expect(await refused({ filename: 'a.png' }, 'writer', randomBytes(5000))).toEqual([
        415,
        'rest_upload_sideload_error',
      ]);
      expect(await database.manager.countBy(ResumableUpload, {})).toBe(before);
      const huge = await fetch(await address(), {
        method: 'POST',
        headers: {
          ...headersOf('writer'),
          'tus-resumable': '1.0.0',
          'upload-length': '99999999999',
          'upload-metadata': 'filename YS5wbmc=',
        },
      });
      expect(huge.status).toBe(413);
      const options = await uploads('writer').options(PATH).set('origin', 'https://other.example').expect(200);
      expect(options.headers).toMatchObject({ 'tus-version': '1.0.0', 'tus-extension': expect.any(String) });
      expect(options.headers['access-control-allow-headers']).toContain('Upload-Offset');
    });

    test('unfinished uploads of a user are limited, and expire', async () => {
      const create = async () =>
        fetch(await address(), {
          method: 'POST',
          headers: {
            ...headersOf('chief'),
            'tus-resumable': '1.0.0',
            'upload-length': '100',
            'upload-metadata': `filename ${Buffer.from('a.txt').toString('base64')}`,
          },
        });
      const created = [];
      for (let number = 0; number < 20; number++) created.push(await create());
      expect(created.map(({ status }) => status)).toEqual(created.map(() => 201));
      expect(created[0]!.headers.get('upload-expires')).toMatch(/GMT$/);
      expect(await (await create()).json()).toMatchObject({ code: 'rest_upload_quota' });
      const id = idOf(created[0]!.headers.get('location')!);
      await database.transaction((tx) => tx.update(ResumableUpload, { id }, { createdAt: 1 }));
      await uploads('chief').get(`${PATH}/${id}`).expect(404);
    });

    test('the daily job deletes the bytes and rows of expired uploads', async () => {
      const url = await begin(picture, 'forgotten.png');
      const id = idOf(url);
      await database.transaction(async (tx) => {
        await tx.update(ResumableUpload, { id }, { createdAt: 1 });
        await tx.update(Job, { kind: 'uploads.clean-up' }, { runAt: 0 });
      });
      await service.app.get(JobsService, { strict: false }).runDue();
      await until(async () => !(await database.manager.existsBy(ResumableUpload, { id })));
      expect(readdirSync(folder)).not.toContain(id);
    });

    test('bytes that are not on disk are sent again', async () => {
      const url = await begin(picture, 'lost.png');
      truncateSync(join(folder, idOf(url)), 1000);
      expect((await uploads('writer').get(`${PATH}/${idOf(url)}`)).body.offset).toBe(1000);
      expect((await send(picture, {}, { uploadUrl: url })).media).toMatch(/media\/\d+$/);
      expect(readdirSync(folder)).not.toContain(idOf(url));
    });
  });

  describe('resumable uploads with a bucket', () => {
    let s3: S3Server;
    let place: Awaited<ReturnType<typeof createMysqlDatabase>> | undefined;
    const folder = mkdtempSync(join(tmpdir(), 'nestpress-bucket-'));
    const machines: TestApp[] = [];

    beforeAll(async () => {
      s3 = await startS3Server();
      place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
      const { accessKey, secretKey, region } = S3_CREDENTIALS;
      const bucket = s3.endpoint.replace('//', `//${accessKey}:${secretKey}@`);
      for (const name of ['one', 'two']) {
        const machine = await startTestApp({
          ...WEB,
          DATA_DIR: folder,
          UPLOADS_DIR: join(folder, name),
          S3_URL: `${bucket}/media?region=${region}`,
          ...(place && { DATABASE_URL: place.url }),
        });
        machines.push(machine);
      }
    });
    afterAll(async () => {
      for (const machine of machines) await machine.close();
      await place?.drop();
      await s3.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test('another machine continues the upload, and nothing is left of its parts', async () => {
      const [one, two] = machines.map((machine) => request(machine.server)) as [Agent, Agent];
      const file = Buffer.alloc(300_000, 'a');
      const tus = { 'tus-resumable': '1.0.0' };
      const part = { ...tus, 'content-type': 'application/offset+octet-stream' };
      const created = await one
        .post(`/wp-json${PATH}`)
        .auth(ADMIN.user, ADMIN.password)
        .set({ ...tus, 'upload-length': String(file.length), 'upload-metadata': `filename ${btoa('far.txt')}` })
        .expect(201);
      const path = created.headers.location!;
      const patch = (agent: Agent, from: number, to: number) =>
        agent
          .patch(path)
          .auth(ADMIN.user, ADMIN.password)
          .set({ ...part, 'upload-offset': String(from) })
          .send(file.subarray(from, to));
      await patch(one, 0, 100_000).expect(204);
      expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^\/media\/\.nestpress-uploads\/\w{32}\/0$/)]);
      const { headers } = await two.head(path).auth(ADMIN.user, ADMIN.password).set(tus).expect(200);
      expect(headers['upload-offset']).toBe('100000');
      await patch(two, 100_000, 200_000).expect(204);
      await patch(one, 100_000, 200_000).expect(409);
      const done = await patch(one, 200_000, 300_000).expect(204);
      const { body } = await two.get(new URL(done.headers.location!).pathname).expect(200);
      expect(body).toMatchObject({ mime_type: 'text/plain' });
      expect([...s3.objects]).toEqual([[expect.stringMatching(/\/far\.txt$/), file]]);
    });
  });
});
