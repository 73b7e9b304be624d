import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import request from 'supertest';
import { ADMIN, anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

interface Media {
  id: number;
  source_url: string;
  mime_type: string;
  media_details: { sizes: Record<string, { file: string; width: number; mime_type: string; source_url: string }> };
}

/** Noise compresses like a photograph. */
const photo = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#446', noise: { type: 'gaussian', mean: 120, sigma: 25 } },
  })
    .blur(2)
    .jpeg({ quality: 90 })
    .toBuffer();

anyEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp(WEB, engine);
  });
  afterAll(() => service.close());
  const admin = clientOf(() => service, 'admin', '/wp-json');
  const get = (url: string) => request(service.server).get(new URL(url).pathname);
  const set = (options: object) => admin.post('/nestpress/v1/site-options', options).expect(200);
  const upload = async (name: string, file: Buffer): Promise<Media> =>
    (
      await request(service.server)
        .post('/wp-json/wp/v2/media')
        .auth(ADMIN.user, ADMIN.password)
        .set('Content-Type', name.endsWith('png') ? 'image/png' : 'image/jpeg')
        .set('Content-Disposition', `attachment; filename="${name}"`)
        .send(file)
        .expect(201)
    ).body as Media;

  test.each(['webp', 'avif'])(
    'sizes of JPEG images are in %s, smaller, also for wide screens, and deleted with it',
    async (format) => {
      const file = await photo(2200, 1400);
      const plain = await upload(`plain-${format}.jpg`, file);
      expect(Object.keys(plain.media_details.sizes)).not.toContain('1536x1536');
      await set({ image_format: format, wide_images: true });
      try {
        const media = await upload(`quay-${format}.jpg`, file);
        expect(media).toMatchObject({ mime_type: 'image/jpeg', source_url: expect.stringMatching(/\.jpg$/) });
        const { sizes } = media.media_details;
        expect(Object.keys(sizes)).toEqual(
          expect.arrayContaining(['thumbnail', 'medium', 'large', '1536x1536', '2048x2048']),
        );
        const { full: _main, ...made } = sizes;
        for (const size of Object.values(made)) {
          expect(size).toMatchObject({
            mime_type: `image/${format}`,
            file: expect.stringMatching(`\\.${format}$`),
          });
          const { body } = await get(size.source_url)
            .buffer(true)
            .expect(200)
            .expect('Content-Type', `image/${format}`);
          expect((await sharp(body as Buffer).metadata()).width).toBe(size.width);
        }
        const bytesOf = async ({ media_details: { sizes: all } }: Media) =>
          Number((await get(all.large!.source_url).expect(200)).headers['content-length']);
        expect(await bytesOf(media)).toBeLessThan(await bytesOf(plain));
        const post = { title: `In ${format}`, status: 'publish', featured_media: media.id };
        const { body } = await admin.post('/wp/v2/posts', post).expect(201);
        const page = (await get((body as { link: string }).link).expect(200)).text;
        for (const width of [1024, 1536, 2048]) expect(page).toMatch(new RegExp(`\\.${format} ${width}w`));
        await admin.delete(`/wp/v2/media/${media.id}`, { force: true }).expect(200);
        for (const { source_url: url } of Object.values(sizes)) await get(url).expect(404);
      } finally {
        await set({ image_format: 'original', wide_images: false });
      }
    },
  );

  test('transparency stays', async () => {
    await set({ image_format: 'webp' });
    try {
      const clear = {
        create: { width: 800, height: 600, channels: 4 as const, background: { r: 0, g: 90, b: 0, alpha: 0.5 } },
      };
      const { media_details: details } = await upload('pane.png', await sharp(clear).png().toBuffer());
      const { medium } = details.sizes;
      expect(medium!.mime_type).toBe('image/webp');
      const { body } = await get(medium!.source_url).buffer(true).expect(200);
      expect((await sharp(body as Buffer).metadata()).hasAlpha).toBe(true);
    } finally {
      await set({ image_format: 'original' });
    }
  });
});
