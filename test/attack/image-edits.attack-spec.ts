import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, anyEngine, startTestApp, type TestApp, WEB } from '../support/app.js';
import { picture } from '../support/files.js';

/** Generous for two busy cores; a thousand passes over this image take minutes. */
const MAX_PROCESSOR_SECONDS = 20;

type Modifier = { type: string; args: object };

const turn = (angle: number): Modifier => ({ type: 'rotate', args: { angle } });
const crop = (left: number, top: number, width: number, height: number): Modifier => ({
  type: 'crop',
  args: { left, top, width, height },
});
const FLIP: Modifier = { type: 'flip', args: { flip: { horizontal: true, vertical: false } } };
const times = (modifiers: Modifier[]) => Array.from({ length: 1000 / modifiers.length }, () => modifiers).flat();

const MANY: Record<string, { modifiers: Modifier[]; status: number }> = {
  'right angles': { modifiers: times([turn(90)]), status: 201 },
  'flips and crops': { modifiers: times([FLIP, crop(0, 0, 100, 99.99)]), status: 201 },
  'small angles that are cropped again': { modifiers: times([turn(1), crop(2, 2, 96, 96)]), status: 400 },
  'other angles': { modifiers: times([turn(45)]), status: 400 },
};

const ABSURD: Record<string, Modifier> = {
  'an immense angle': turn(1e300),
  'an angle beyond a turn': turn(361),
  'no width': crop(0, 0, 0, 50),
  'no height': crop(0, 0, 50, 0),
  'a negative size': crop(50, 50, -10, 10),
  'the left of the image': crop(-50, 0, 50, 50),
  'below the image': crop(0, 100, 50, 50),
  'more than the image': crop(50, 50, 60, 10),
  'an immense size': crop(0, 0, 1e300, 1e300),
};

anyEngine((engine) => {
  let service: TestApp;
  let id: number;
  let src: string;

  beforeAll(async () => {
    service = await startTestApp({ ...WEB, VARIANT: 'C' }, engine);
    const { body } = await request(service.server)
      .post('/wp-json/wp/v2/media')
      .auth(ADMIN.user, ADMIN.password)
      .set('Content-Disposition', 'attachment; filename="large.png"')
      .type('image/png')
      .send(await picture(4000, 4000))
      .expect(201);
    ({ id, source_url: src } = body as { id: number; source_url: string });
  });
  afterAll(() => service.close());

  const ROUTES = {
    'wp/v2': (modifiers: unknown) => ({ path: `/wp-json/wp/v2/media/${id}/edit`, body: { src, modifiers } }),
    console: (modifiers: unknown) => ({
      path: `/wp-json/nestpress/v1/media/${id}/image`,
      body: { modifiers, copy: true },
    }),
  };
  const edit = (route: keyof typeof ROUTES, modifiers: unknown) => {
    const { path, body } = ROUTES[route](modifiers);
    return request(service.server).post(path).auth(ADMIN.user, ADMIN.password).send(body);
  };

  test.each(Object.entries(MANY))('a thousand steps cost as little as a few: %s', async (_, { modifiers, status }) => {
    const before = process.cpuUsage();
    const response = await edit('wp/v2', modifiers);
    const { user, system } = process.cpuUsage(before);
    expect([response.status, (response.body as { code?: string }).code]).toEqual([
      status,
      status === 400 ? 'rest_image_rotation_failed' : undefined,
    ]);
    expect((user + system) / 1e6).toBeLessThan(MAX_PROCESSOR_SECONDS);
  });

  test.each(Object.entries(ABSURD))('%s is refused', async (_, modifier) => {
    for (const route of ['wp/v2', 'console'] as const) {
      const { body } = await edit(route, [turn(90), modifier]).expect(400);
      expect(body).toMatchObject({ code: 'rest_invalid_param', data: { status: 400 } });
    }
  });

  test('numbers that JSON has and JavaScript has not are refused', async () => {
    const { path, body } = ROUTES['wp/v2']([turn(7)]);
    const sent = JSON.stringify(body).replace('"angle":7', '"angle":1e999');
    const refused = request(service.server).post(path).auth(ADMIN.user, ADMIN.password).type('application/json');
    await refused.send(sent).expect(400);
  });
});
