import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createReader, imageAttributes, imageLoader } from '../../../packages/client/front-end.js';
import { Database } from '../../../src/database/database.js';
import { OptionsStore } from '../../../src/database/options.store.js';
import { startTestApp, type TestApp, WEB } from '../../support/app.js';
import { clientOf } from '../../support/clients.js';

interface Read {
  address: string;
  tags: readonly string[];
}

/** A front end that reaches the service at another address than the one in its links, as within a private network or behind a proxy. */
describe.each(['A', 'B', 'C'])('what pages of a front end read, variant %s', (VARIANT) => {
  let service: TestApp;
  let root: string;
  let reads: Read[] = [];
  let token: string | undefined;
  beforeAll(async () => {
    service = await startTestApp({
      ...WEB,
      VARIANT,
      SITE_URL: 'https://cms.test/blog',
      FRONT_END_URL: 'https://www.test',
    });
    await service.app.listen(0, '127.0.0.1');
    root = `http://127.0.0.1:${(service.server.address() as AddressInfo).port}/wp-json`;
  });
  afterAll(() => service.close());

  const admin = clientOf(() => service, 'admin', '/wp-json');
  const setOption = (name: string, value: string) =>
    service.app.get(Database).transaction((tx) => service.app.get(OptionsStore).set(tx, name, value));
  const reader = () =>
    createReader({
      url: root,
      previewToken: () => token,
      fetchPublic(address, tags, init) {
        reads.push({ address, tags });
        return fetch(address, init);
      },
    });

  test.each(['/%postname%/', ''])('items of an address, with permalinks "%s"', async (structure) => {
    await setOption('permalink_structure', structure);
    const { id, link } = (await admin.post('/wp/v2/posts', { title: 'News', status: 'publish' }).expect(201)).body as {
      id: number;
      link: string;
    };
    const found = await reader().resolve(link);
    expect(found).toMatchObject({ kind: 'entry', id, item: { id, title: { rendered: 'News' } } });
    const home = await reader().resolve('/');
    expect(await reader().read(home!.entries_url!)).toEqual(expect.arrayContaining([expect.objectContaining({ id })]));
    await expect(reader().read('https://elsewhere.example/wp/v2/posts')).rejects.toThrow(
      'is not an address of the API',
    );

    const draft = (await admin.post('/wp/v2/posts', { title: 'Draft' }).expect(201)).body as { id: number };
    const made = await admin.post('/nestpress/v1/preview-tokens', { post: draft.id }).expect(201);
    token = (made.body as { token: string }).token;
    expect(await reader().previewed()).toMatchObject({ id: draft.id, title: { rendered: 'Draft' } });
    expect(await reader().livePreview()).toContain('preview-tokens/current/changes');
    token = undefined;
    expect(await reader().previewed()).toBeUndefined();
  });

  test('what is embedded has its tags, too', async () => {
    reads = [];
    await reader().read('/wp/v2/posts?_embed');
    await reader().read('/wp/v2/posts');
    expect(reads.map(({ tags }) => tags)).toEqual([
      expect.arrayContaining(['/wp/v2/posts', '/wp/v2/users', '/wp/v2/media', '/wp/v2/categories']),
      ['/wp/v2/posts'],
    ]);
  });

  test('a file that the service redirects to the front end is not asked for again and again', async () => {
    const response = await reader().file('/sitemap.xml');
    expect(response.status).toBe(502);
    expect(await response.text()).toContain('FRONT_END_LINKS');
  });
});

test('sizes that show only a part of the picture do not stand for it', () => {
  const size = (width: number, height: number) => ({ width, height, source_url: `${width}x${height}.jpg` });
  const sizes = { thumbnail: size(150, 150), medium: size(300, 200), large: size(1024, 683) };
  const media = { source_url: 'full.jpg', alt_text: 'A', media_details: { width: 3000, height: 2000, sizes } };
  expect(imageAttributes(media)).toEqual({
    src: 'full.jpg',
    alt: 'A',
    width: 3000,
    height: 2000,
    srcset: '300x200.jpg 300w, 1024x683.jpg 1024w, full.jpg 3000w',
  });
  const load = imageLoader(media);
  expect([100, 300, 500, 2000].map((width) => load({ width }))).toEqual([
    '300x200.jpg',
    '300x200.jpg',
    '1024x683.jpg',
    'full.jpg',
  ]);
});
