import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

anyEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const chief = clientOf(() => service, 'chief');

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C', AUTH_KEY: 'a key', AUTH_SALT: 'a salt' }, engine);
    await createUsers(admin);
  });
  afterAll(() => service.close());

  const content = (text: string) => ({
    raw: { content: `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->` },
  });

  test('widgets are created, changed, moved between sidebars and deleted', async () => {
    const { body: widget } = await admin
      .post('/widgets', { id_base: 'block', sidebar: 'footer', instance: content('One') })
      .expect(201);
    expect(widget).toMatchObject({ id_base: 'block', sidebar: 'footer', instance: content('One') });
    expect(widget.rendered).toBe('<p class="wp-block-paragraph">One</p>');
    const { body: next } = await admin.post('/widgets', { id_base: 'block', sidebar: 'footer' }).expect(201);
    expect(next.id).not.toBe(widget.id);
    expect((await admin.get('/sidebars/footer').expect(200)).body.widgets).toEqual([widget.id, next.id]);
    await admin.put(`/widgets/${widget.id}`, { instance: content('Two') }).expect(200);
    const { body: listed } = await admin.get('/widgets', { sidebar: 'footer', context: 'edit' }).expect(200);
    expect(listed).toMatchObject([{ id: widget.id, instance: content('Two') }, { id: next.id }]);
    const { body: embedding } = await admin.get('/sidebars/footer', { _embed: 'wp:widget' }).expect(200);
    expect(embedding._links['wp:widget']).toMatchObject([{ embeddable: true }]);
    expect(embedding._embedded['wp:widget']).toMatchObject([[{ id: widget.id }, { id: next.id }]]);
    const { body: arranged } = await admin.put('/sidebars/footer', { widgets: [next.id] }).expect(200);
    expect(arranged.widgets).toEqual([next.id]);
    const { body: inactive } = await admin.get(`/widgets/${widget.id}`).expect(200);
    expect(inactive).toMatchObject({ sidebar: 'wp_inactive_widgets', rendered: '' });
    expect((await admin.delete(`/widgets/${next.id}`).expect(200)).body.sidebar).toBe('wp_inactive_widgets');
    // Unknown widgets are left out, and those that no sidebar has are inactive.
    const { body: others } = await admin
      .put('/sidebars/wp_inactive_widgets', { widgets: ['block-999', 'x'] })
      .expect(200);
    expect(others.widgets).toEqual([]);
    const { body: stored } = await admin.get('/sidebars/wp_inactive_widgets').expect(200);
    expect([...stored.widgets].sort()).toEqual([widget.id, next.id].sort());
    const { body: deleted } = await admin.delete(`/widgets/${next.id}`, { force: true }).expect(200);
    expect(deleted).toMatchObject({ deleted: true, previous: { id: next.id }, _links: { self: [{}] } });
    await admin.get(`/widgets/${next.id}`).expect(404);
  });

  test('names of commenters are typeset in contents, not in widgets', async () => {
    const { body: posts } = await admin.get('/posts', { per_page: 1 }).expect(200);
    const values = {
      post: posts[0].id,
      content: 'A comment',
      author_name: "Pat O'Brien",
      author_email: 'p@site.test',
      status: 'approved',
    };
    await admin.post('/comments', values).expect(201);
    const block = { raw: { content: '<!-- wp:latest-comments /-->' } };
    const { body } = await admin.post('/widgets', { id_base: 'block', sidebar: 'footer', instance: block }).expect(201);
    expect(body.rendered).toContain(">Pat O'Brien</");
    await admin.delete(`/widgets/${body.id}`, { force: true }).expect(200);
  });

  test('the HTML of a widget has no white space around it', async () => {
    const instance = { raw: { text: 'Words' } };
    const { body } = await admin.post('/widgets', { id_base: 'text', sidebar: 'footer', instance }).expect(201);
    expect(body.rendered).toBe('<div class="textwidget">Words</div>');
    await admin.delete(`/widgets/${body.id}`, { force: true }).expect(200);
  });

  test('the parts of the settings of a widget are described', async () => {
    const { endpoints } = (await admin.options('/widgets').expect(200)).body;
    expect(Object.keys(endpoints[1].args.instance.properties)).toEqual(['encoded', 'hash', 'raw']);
  });

  test('settings are encoded with a proof, which makes them a widget or a preview again', async () => {
    const { body: made } = await admin
      .post('/widgets', { id_base: 'block', sidebar: 'footer', instance: content('Encoded') })
      .expect(201);
    const { encoded, hash } = made.instance;
    const { body: copy } = await admin
      .post('/widgets', { id_base: 'block', sidebar: 'footer', instance: { encoded, hash } })
      .expect(201);
    expect(copy.instance).toEqual(made.instance);
    const { body } = await admin.post('/widget-types/block/encode', { instance: { encoded, hash } }).expect(200);
    expect(body).toEqual({
      form: '',
      preview: '<div class="widget widget_block widget_text"><p class="wp-block-paragraph">Encoded</p></div>',
      instance: made.instance,
    });
    const { body: empty } = await admin.post('/widget-types/text/encode').expect(200);
    expect(empty.instance).toEqual({ encoded: 'YTowOnt9', hash: expect.stringMatching(/^[0-9a-f]{32}$/), raw: {} });
    const { body: shown } = await admin.post('/widget-types/block/render', { instance: { encoded, hash } }).expect(200);
    expect(shown.preview).toMatch(/^<!DOCTYPE html>.*<p class="wp-block-paragraph">Encoded<\/p>/);
    for (const action of ['encode', 'render']) {
      const wrong = { instance: { encoded, hash: `${hash}0` } };
      expect((await admin.post(`/widget-types/block/${action}`, wrong).expect(400)).body.code).toBe(
        'rest_invalid_widget',
      );
      expect((await admin.post(`/widget-types/nope/${action}`).expect(404)).body.code).toBe('rest_widget_type_invalid');
      await chief.post(`/widget-types/block/${action}`).expect(403);
    }
    await admin.post('/widget-types/text/encode', { form_data: 'widget-text[1][title]=A' }).expect(400);
  });

  test('settings are stored as their type has them, also those of a form', async () => {
    const create = (values: object) => admin.post('/widgets', { sidebar: 'footer', ...values }).expect(201);
    const raw = { title: '<b>Titles</b> ', count: 'yes', other: 1 };
    expect((await create({ id_base: 'archives', instance: { raw } })).body.instance.raw).toEqual({
      title: 'Titles',
      count: 1,
      dropdown: 0,
    });
    const { body: text } = await create({
      id: 'text-9',
      form_data: 'widget-text[9][title]=A+b&widget-text[9][text]=C',
    });
    expect(text).toMatchObject({ id: 'text-9', instance: { raw: { title: 'A b', text: 'C', filter: false } } });
    const update = (form: string) => admin.post('/widgets/text-9', { form_data: form }).expect(200);
    expect((await update('widget-text[9][text]=D&widget-text[9][visual]=1')).body.instance.raw).toEqual({
      title: '',
      text: 'D',
      filter: true,
      visual: true,
    });
    // The form of another widget changes nothing.
    expect((await update('widget-text[8][text]=E')).body.instance.raw.text).toBe('D');
    const { body: image } = await create({ id_base: 'media_image', instance: { raw: { width: 5 } } });
    expect(image.instance.raw).toEqual({ width: 5 });
  });

  test('only settings that can be checked are taken, of known types, by those who manage the appearance', async () => {
    expect((await admin.post('/widgets', { sidebar: 'footer' }).expect(400)).body.code).toBe('rest_invalid_widget');
    const widget = { id_base: 'text', sidebar: 'footer' };
    for (const instance of [{ encoded: 'YTowOnt9', hash: 'x' }, {}, { encoded: 'YTowOnt9' }])
      expect((await admin.post('/widgets', { ...widget, instance }).expect(400)).body.code).toBe('rest_invalid_widget');
    for (const instance of ['x', { raw: 'x' }, { encoded: 5 }, { encoded: 'YTowOnt9', hash: 5 }])
      expect((await admin.post('/widgets', { ...widget, instance }).expect(400)).body.code).toBe('rest_invalid_param');
    await admin.get('/sidebars/nowhere').expect(404);
    await admin.get('/widget-types/nope').expect(404);
    expect((await admin.get('/widget-types/text').expect(200)).body).toMatchObject({ name: 'Text', is_multi: true });
    for (const path of ['/widgets', '/widget-types', '/sidebars'])
      expect((await chief.get(path).expect(403)).body.code).toBe('rest_cannot_manage_widgets');
  });
});
