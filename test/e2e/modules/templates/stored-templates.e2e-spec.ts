import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { Database } from '../../../../src/database/database.js';
import { Term } from '../../../../src/database/entities/index.js';
import { clientOf, createUsers } from '../../../support/clients.js';

anyEngine((engine) => {
  let service: TestApp;
  let theme: string;
  const admin = clientOf(() => service, 'admin');
  const writer = clientOf(() => service, 'writer');

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
    await createUsers(admin);
    const { body } = await admin.post('/templates', { slug: 'landing', title: 'Landing', content: 'one' }).expect(201);
    theme = body.theme;
  });
  afterAll(() => service.close());

  test('a template is created, changed, listed and trashed by its theme and slug', async () => {
    expect((await admin.post('/templates', { slug: 'fresh', title: 'Fresh' }).expect(201)).body).toMatchObject({
      id: `${theme}//fresh`,
      source: 'custom',
      is_custom: true,
      status: 'publish',
    });
    const { body } = await admin.put(`/templates/${theme}//fresh`, { content: { raw: 'two' } }).expect(200);
    expect(body.content.raw).toBe('two');
    expect(body._links['version-history'][0].count).toBe(1);
    expect((await admin.get(`/templates/${theme}/fresh`).expect(200)).body.wp_id).toBe(body.wp_id);
    expect((await admin.delete(`/templates/${theme}//fresh`).expect(200)).body.status).toBe('trash');
    expect((await admin.get(`/templates/${theme}//fresh`).expect(404)).body.code).toBe('rest_template_not_found');
  });

  test('a part has an area; a template that is missing is looked up by the hierarchy', async () => {
    const { body } = await admin.post('/template-parts', { slug: 'strip', title: 'S', area: 'footer' }).expect(201);
    expect(body.area).toBe('footer');
    const other = await admin.post('/template-parts', { slug: 'attic', title: 'A', area: 'attic' }).expect(201);
    expect(other.body.area).toBe('uncategorized');
    expect((await admin.get('/template-parts?area=header').expect(200)).body).toEqual([]);
    await admin.post('/templates', { slug: 'single', title: 'Single', content: 'x' }).expect(201);
    const { body: found } = await admin.get('/templates/lookup?slug=single-post-hello').expect(200);
    expect(found).toMatchObject({ id: `${theme}//single`, is_custom: false });
    const { body: ofParts } = await admin.get('/template-parts/lookup?slug=single').expect(200);
    expect(ofParts).toMatchObject({ id: `${theme}//single`, type: 'wp_template' });
    expect(ofParts).not.toHaveProperty('area');
    expect((await admin.get('/templates/lookup?slug=category').expect(200)).body).toEqual({});
  });

  test('the address of a template encodes what is not ASCII in the name of its theme', async () => {
    const { headers, body } = await admin
      .post('/template-parts', { slug: 'strip', title: 'S', theme: 'grün\ufffd' })
      .expect(201);
    expect(body.id).toMatch(/^grün\ufffd\/\/strip/);
    expect(headers.location).toMatch(/\/template-parts\/gr%C3%BCn%EF%BF%BD\/\/strip(-2)?$/);
  });

  test('the term of a theme has its name, and a slug as WordPress makes it', async () => {
    const path = '/templates/My.Theme//quay';
    const values = { slug: 'quay', theme: 'My.Theme', title: 'Quay', content: 'x' };
    await admin.post('/templates', values).expect(201);
    const manager = service.app.get(Database).manager;
    expect(await manager.findBy(Term, { name: 'My.Theme' })).toMatchObject([{ slug: 'my-theme' }]);
    await admin.put(path, { content: 'y' }).expect(200);
    expect((await admin.get(path).expect(200)).body.content.raw).toBe('y');
    await admin.post('/templates', { ...values, slug: 'pier' }).expect(201);
    expect(await manager.countBy(Term, { slug: 'my-theme' })).toBe(1);
  });

  test('slugs of templates are unique in their theme', async () => {
    const part = async (of: string) =>
      (await admin.post('/template-parts', { slug: 'head', title: 'H', theme: of, content: of }).expect(201)).body.id;
    expect([await part('one'), await part('two'), await part('two')]).toEqual([
      'one//head',
      'two//head',
      'two//head-2',
    ]);
    const { body } = await admin.put('/template-parts/two//head', { content: 'changed' }).expect(200);
    expect(body).toMatchObject({ id: 'two//head', content: { raw: 'changed' } });
    expect((await admin.get('/template-parts/one//head').expect(200)).body.content.raw).toBe('one');
  });

  test('templates of other themes are stored, and not listed with those of the active one', async () => {
    const { body, headers } = await admin
      .post('/templates', { slug: 'shore', theme: 'other', title: 'Shore', content: 'x' })
      .expect(201);
    expect(body).toMatchObject({ id: 'other//shore', theme: 'other' });
    expect(headers.location).toMatch(/\/templates\/other\/\/shore$/);
    expect((await admin.put('/templates/other//shore', { content: 'y' }).expect(200)).body.content.raw).toBe('y');
    await admin.get(`/templates/${theme}//shore`).expect(404);
    await admin.get('/templates/other//landing').expect(404);
    const { body: listed } = await admin.get('/templates').expect(200);
    expect(listed.map(({ slug }: { slug: string }) => slug)).not.toContain('shore');
    await admin.delete('/templates/other//shore', { force: true }).expect(200);
  });

  test('a suggestion of the hierarchy is not a custom template', async () => {
    const suggested = { slug: 'tag-pier', title: 'Pier', is_wp_suggestion: true };
    expect((await admin.post('/templates', suggested).expect(201)).body.is_custom).toBe(false);
    const path = `/templates/${theme}//tag-pier`;
    expect((await admin.put(path, { is_wp_suggestion: false }).expect(200)).body.is_custom).toBe(true);
    await admin.delete(path, { force: true }).expect(200);
  });

  test('revisions and autosaves of a template require the capability to edit the theme', async () => {
    const path = `/templates/${theme}//landing`;
    const { wp_id: id } = (await admin.put(path, { content: 'two' }).expect(200)).body;
    const listed = await admin.get(`${path}/revisions`).expect(200);
    expect(listed.headers['x-wp-total']).toBe('1');
    const [revision] = listed.body;
    expect(revision).toMatchObject({ id: `${theme}//landing`, parent: id, status: 'inherit', content: { raw: 'two' } });
    expect((await admin.get(`${path}/revisions/${revision.wp_id}?context=embed`).expect(200)).body.content).toEqual([]);

    const { body: autosave } = await admin.post(`${path}/autosaves`, { content: 'three' }).expect(200);
    expect(autosave).toMatchObject({ parent: id, content: { raw: 'three', block_version: 0 } });
    expect((await admin.get(`${path}/autosaves`).expect(200)).body).toHaveLength(1);
    expect((await admin.get(`${path}/autosaves/${autosave.wp_id}`).expect(200)).body.wp_id).toBe(autosave.wp_id);
    expect((await admin.get(path).expect(200)).body.content.raw).toBe('two');

    expect((await writer.get(`${path}/revisions`).expect(403)).body.code).toBe('rest_cannot_read');
    expect((await writer.post(`${path}/autosaves`, {}).expect(403)).body.code).toBe('rest_cannot_manage_templates');
    expect((await writer.delete(`${path}/revisions/${revision.wp_id}?force=true`).expect(403)).body.code).toBe(
      'rest_cannot_delete',
    );
    expect((await admin.get(`/templates/${theme}//none/revisions`).expect(404)).body.code).toBe(
      'rest_post_invalid_parent',
    );
    await admin.delete(`${path}/revisions/${revision.wp_id}?force=true`).expect(200);
    await admin.get(`${path}/revisions/${revision.wp_id}`).expect(404);
  });

  test('without WordPress, files of the theme are not known', async () => {
    expect((await admin.get(`/templates/${theme}//landing?source=theme`).expect(404)).body.code).toBe(
      'rest_template_not_found',
    );
    for (const path of [theme, `${theme}/variations`, 'other'])
      expect((await admin.get(`/global-styles/themes/${path}`).expect(404)).body.code).toBe('rest_theme_not_found');
    expect(
      (
        await clientOf(() => service)
          .get(`/global-styles/themes/${theme}`)
          .expect(401)
      ).body.code,
    ).toBe('rest_cannot_read_global_styles');
  });

  test('templates for a post type are custom ones', async () => {
    const { body } = await admin.get('/templates?post_type=page').expect(200);
    expect(body.map(({ slug }: { slug: string }) => slug)).toEqual(['landing']);
  });

  test('writers read templates, and only those who edit the theme write them', async () => {
    await writer.get(`/templates/${theme}//landing`).expect(200);
    const { body } = await writer.put(`/templates/${theme}//landing`, { title: 'x' }).expect(403);
    expect(body.code).toBe('rest_cannot_manage_templates');
  });
});
