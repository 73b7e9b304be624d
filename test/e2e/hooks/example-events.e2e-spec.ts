import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import request from 'supertest';
import { EventsModule } from '../../../examples/events/events.module.js';
import { Database } from '../../../src/database/database.js';
import { ChangeLog } from '../../../src/database/drivers/change-log.js';
import { planTables } from '../../../src/features/transfer/copy/copied-tables.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../support/app.js';
import { untilSettledInCache } from '../../support/settled-cache.js';

const EVENTS = '/wp-json/events/v1/events';
const CONCERT = {
  title: 'Concert <b>at</b> dusk',
  place: 'Old mill',
  starts_at: '2030-05-01T21:00:00+02:00',
  seats: 80,
};

eachEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => void (service = await startTestApp({}, engine, { modules: [EventsModule] })));
  afterAll(() => service.close());

  const get = (path: string) => request(service.server).get(path);
  const create = (event: object) => request(service.server).post(EVENTS).auth(ADMIN.user, ADMIN.password).send(event);

  test('an event is created, read and listed', async () => {
    const made = await create(CONCERT).expect(201);
    expect(made.body).toMatchObject({
      id: 1,
      title: 'Concert at dusk',
      starts_at: '2030-05-01T19:00:00',
      seats: 80,
      author: 1,
    });
    expect(made.get('Location')).toBe('http://site.test/wp-json/events/v1/events/1');
    await create({ title: 'Éclair tasting', starts_at: '2030-04-01T10:00:00Z' }).expect(201);
    const { body, headers } = await get(`${EVENTS}?per_page=1`).expect(200);
    expect(body).toEqual([
      {
        id: 2,
        title: 'Éclair tasting',
        place: '',
        starts_at: '2030-04-01T10:00:00',
        seats: 0,
        _links: expect.any(Object),
      },
    ]);
    expect(headers).toMatchObject({
      'x-wp-total': '2',
      'x-wp-totalpages': '2',
      link: `<http://site.test${EVENTS}?per_page=1&page=2>; rel="next"`,
    });
    const titles = async (query: string) =>
      ((await get(`${EVENTS}?${query}`)).body as { title: string }[]).map(({ title }) => title);
    expect(await titles('search=eclair')).toEqual(['Éclair tasting']);
    expect(await titles('after=2030-04-02T00:00:00')).toEqual(['Concert at dusk']);
    const { body: reduced } = await get(`${EVENTS}/1?_fields=place`);
    expect([reduced.place, reduced.title]).toEqual(['Old mill', undefined]);
    expect((await get(`${EVENTS}/1?_embed`)).body._embedded.author).toEqual([
      expect.objectContaining({ id: 1, name: 'admin' }),
    ]);
    expect((await get(`${EVENTS}/99`).expect(404)).body).toMatchObject({ code: 'event_invalid_id' });
  });

  test('an event is changed and deleted by its author and by editors', async () => {
    const { body: event } = await create({ title: 'Draft', starts_at: '2031-01-01T10:00:00Z' }).expect(201);
    const path = `${EVENTS}/${event.id}`;
    const change = (body: object) => request(service.server).put(path).auth(ADMIN.user, ADMIN.password).send(body);
    expect((await change({ seats: 5 }).expect(200)).body).toMatchObject({ title: 'Draft', seats: 5 });
    expect((await get(path)).body).toMatchObject({ seats: 5, starts_at: '2031-01-01T10:00:00' });
    await change({ seats: -1 }).expect(400);
    await request(service.server).put(path).send({ seats: 1 }).expect(401);
    await request(service.server).delete(path).expect(401);
    const { body: deleted } = await request(service.server).delete(path).auth(ADMIN.user, ADMIN.password).expect(200);
    expect(deleted).toMatchObject({ deleted: true, previous: { id: event.id, title: 'Draft' } });
    await get(path).expect(404);
    await change({ seats: 1 }).expect(404);
  });

  test('invalid arguments are named before permissions are checked', async () => {
    const refused = await create({ starts_at: 'soon', seats: -1 }).expect(400);
    expect(refused.body).toMatchObject({ code: 'rest_missing_callback_param', data: { params: ['title'] } });
    const wrong = await create({ title: 'x', starts_at: 'soon', seats: -1 }).expect(400);
    expect(wrong.body).toMatchObject({ code: 'rest_invalid_param' });
    expect(Object.keys(wrong.body.data.params)).toEqual(['starts_at', 'seats']);
    expect((await request(service.server).post(EVENTS).send(CONCERT).expect(401)).body).toMatchObject({
      code: 'rest_cannot_create',
    });
    expect((await get(`${EVENTS}?context=edit`).expect(401)).body).toMatchObject({ code: 'rest_forbidden_context' });
    await get(`${EVENTS}?after=never`).expect(400);
  });

  test('index, OPTIONS and OpenAPI know it from its declaration', async () => {
    const index = (await get('/wp-json/')).body as {
      namespaces: string[];
      routes: Record<string, { methods: string[] }>;
    };
    expect(index.namespaces).toContain('events/v1');
    expect(index.routes['/events/v1/events']!.methods).toEqual(['GET', 'POST']);
    expect(Object.keys((await get('/wp-json/events/v1')).body.routes)).toEqual([
      '/events/v1',
      '/events/v1/events',
      '/events/v1/events/(?P<id>[\\d]+)',
    ]);
    const { body: options } = await request(service.server).options(EVENTS);
    expect(options.schema).toMatchObject({
      title: 'event',
      properties: { starts_at: { type: 'string', format: 'date-time' } },
    });
    expect(options.endpoints[1].args).toMatchObject({
      title: { required: true },
      seats: { type: 'integer', default: 0 },
    });
    const { body: document } = await get('/openapi.json');
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/events/v1/events', '/events/v1/events/{id}']),
    );
    expect(await new Validator().validate(document)).toMatchObject({ valid: true });
  });

  test('responses are cached until the table is written, and other processes are notified', async () => {
    const state = async () => (await get(EVENTS)).get('X-Nestpress-Cache');
    const db = service.app.get(Database);
    const others = engine === 'mysql' ? new ChangeLog(db) : undefined;
    await others?.news();
    await untilSettledInCache(state);
    await create({ title: 'Dawn walk', starts_at: '2030-06-01T04:00:00Z' }).expect(201);
    expect(await state()).toBe('miss');
    expect((await get(`${EVENTS}?search=dawn`)).body).toHaveLength(1);
    if (others) expect(await others.news()).toContain('wp_nestpress_events');
  });

  test('its table is copied with the site', async () => {
    const { tables, unknown } = planTables(await service.app.get(Database).existingTables(), 'wp_');
    expect(tables.map(({ name }) => name)).toContain('nestpress_events');
    expect(unknown).toEqual([]);
  });

  test('its shortcode is rendered in texts', async () => {
    const post = await request(service.server)
      .post('/wp-json/wp/v2/posts')
      .auth(ADMIN.user, ADMIN.password)
      .send({ title: 'x', content: 'Come [when at="2030-05-01T19:00"]on Wednesday[/when]!', status: 'publish' });
    expect(post.body.content.rendered).toBe('<p>Come <time datetime="2030-05-01T19:00">on Wednesday</time>!</p>\n');
  });
});
