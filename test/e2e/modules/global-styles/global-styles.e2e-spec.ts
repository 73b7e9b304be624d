import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EntriesWriter } from '../../../../src/modules/entries/write/entries.writer.js';
import { ANONYMOUS } from '../../../../src/access/principal.js';
import { Database } from '../../../../src/database/database.js';
import { Post } from '../../../../src/database/entities/index.js';
import { SiteService } from '../../../../src/site/site.service.js';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

const STORED = { styles: { color: { text: '#123' } }, settings: {}, isGlobalStylesUserThemeJSON: true, version: 3 };

anyEngine((engine) => {
  let service: TestApp;
  let path: string;
  const admin = clientOf(() => service, 'admin');
  const writer = clientOf(() => service, 'writer');

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
    await createUsers(admin);
    path = `/global-styles/${await insertStyles()}`;
  });
  afterAll(() => service.close());

  async function insertStyles(stored: object = STORED): Promise<number> {
    const site = await service.app.get(SiteService).current();
    const changes = { title: 'Custom Styles', content: JSON.stringify(stored), status: 'publish' };
    return service.app
      .get(Database)
      .transaction((tx) =>
        service.app
          .get(EntriesWriter, { strict: false })
          .create(tx, site.model.types.get('wp_global_styles')!, changes, { principal: ANONYMOUS, site }),
      );
  }

  test('styles and settings are replaced one by one, and unknown settings are not shown', async () => {
    expect((await writer.get(path).expect(200)).body).toMatchObject({ title: { raw: 'Custom Styles' }, settings: {} });
    const settings = { layout: { contentSize: '600px' }, other: { a: 1 } };
    const { body } = await admin.put(path, { settings }).expect(200);
    expect(body).toMatchObject({ styles: STORED.styles, settings: { layout: { contentSize: '600px' } } });
    expect(body.settings).not.toHaveProperty('other');
    expect(body._links['version-history'][0].count).toBe(1);
  });

  test('a part that was never stored is not added', async () => {
    const id = await insertStyles({ isGlobalStylesUserThemeJSON: true, version: 3 });
    await admin.put(`/global-styles/${id}`, { styles: {} }).expect(200);
    const stored = await service.app.get(Database).manager.findOneBy(Post, { id });
    expect(stored!.content).toBe('{"styles":[],"isGlobalStylesUserThemeJSON":true,"version":3}');
  });

  test('markup in texts is stored escaped', async () => {
    const palette = [{ slug: 'a', name: 'A <b> & "c"', color: '#123' }];
    const { body } = await admin.put(path, { settings: { color: { palette: { custom: palette } } } }).expect(200);
    expect(body.settings.color.palette.custom).toEqual(palette);
    const stored = await service.app.get(Database).manager.findOneBy(Post, { id: body.id });
    expect(stored!.content).toContain('"name":"A \\u003Cb\\u003E \\u0026 \\"c\\""');
  });

  test('parts that the theme cannot have are stored, but not shown', async () => {
    const text = { color: { text: '#123' } };
    const styles = {
      color: { text: '#123', depth: 1 },
      elements: { link: { ...text, ':hover': text }, nav: text },
      blocks: { 'core/button': { ...text, other: 1 }, 'core/nothing': text, 'shop/price': text },
      variations: { night: text },
    };
    const settings = { lightbox: { enabled: 'yes' }, blocks: { 'core/nothing': { color: { custom: true } } } };
    const { body } = await admin.put(path, { styles, settings }).expect(200);
    expect(body.settings).toEqual({});
    expect(body.styles).toEqual({
      ...text,
      elements: { link: { ...text, ':hover': text } },
      // Blocks of plugins are known from WordPress only.
      blocks: { 'core/button': text, 'shop/price': text },
    });
    await admin.put(path, { styles: STORED.styles, settings: { layout: { contentSize: '600px' } } }).expect(200);
  });

  test('reading styles to edit them requires the capability to edit the theme', async () => {
    await admin.get(path, { context: 'edit' }).expect(200);
    const { body } = await writer.get(path, { context: 'edit' }).expect(403);
    expect(body.code).toBe('rest_forbidden_context');
    expect((await admin.put(path, { title: 5 }).expect(400)).body.code).toBe('rest_invalid_param');
  });

  test('revisions require the capability to edit the theme', async () => {
    const listed = await admin.get(`${path}/revisions?per_page=1`).expect(200);
    expect(listed.body).toHaveLength(1);
    const [revision] = listed.body;
    expect(revision).toMatchObject({ parent: Number(path.split('/').at(-1)), styles: STORED.styles });
    expect(revision).not.toHaveProperty('_links');
    expect((await admin.get(`${path}/revisions/${revision.id}`).expect(200)).body).toEqual(revision);
    expect((await writer.get(`${path}/revisions`).expect(403)).body.code).toBe('rest_cannot_read');
    expect((await admin.get('/global-styles/999999/revisions').expect(404)).body.code).toBe('rest_post_invalid_parent');
  });

  test('CSS cannot close its style element, and only users who edit the theme can write it', async () => {
    const { body } = await admin.put(path, { styles: { css: 'a{}</style><script>' } }).expect(400);
    expect(body.code).toBe('rest_custom_css_illegal_markup');
    expect((await admin.put(path, { styles: { css: 5 } }).expect(400)).body.code).toBe('rest_custom_css_invalid_type');
    expect((await writer.put(path, { title: 'x' }).expect(403)).body.code).toBe('rest_cannot_edit');
    expect((await admin.get('/global-styles/999999').expect(404)).body.code).toBe('rest_global_styles_not_found');
  });
});
