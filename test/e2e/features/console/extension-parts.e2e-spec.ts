import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { defineConsoleExtension, defineContentType, defineRole } from '../../../../src/index.js';
import { anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers, PASSWORD } from '../../../support/clients.js';
import { signIn } from '../../../support/console.js';

const show = defineContentType({
  name: 'show',
  label: 'Shows',
  restBase: 'shows',
  supports: ['title', 'author', 'custom-fields'],
  meta: { is_free: { type: 'boolean' } },
});
const nothing = (): void => undefined;
const desk = defineConsoleExtension({
  name: 'desk',
  actions: [
    {
      name: 'make-free',
      on: ['show'],
      label: 'Make free',
      undo: 'charge',
      async run(ids, { entries }) {
        for (const id of ids) await entries('show').update(id, { meta: { is_free: true } });
      },
    },
    {
      name: 'charge',
      on: ['show'],
      label: 'Charge',
      capability: 'charge_shows',
      isHidden: true,
      async run(ids, { entries }) {
        for (const id of ids) await entries('show').update(id, { meta: { is_free: false } });
      },
    },
  ],
  panels: [
    {
      name: 'others',
      title: 'Others',
      on: ['show'],
      async rows(id, { entries, principal }) {
        const { items } = await entries('show').find({ exclude: [id], _fields: 'id,title' });
        return [
          { label: principal.login, value: items.length },
          ...items.map((item) => ({ label: 'Show', value: String(item.id), url: `content/shows/${String(item.id)}` })),
        ];
      },
    },
  ],
});
const CONTENT = [show, desk, defineRole({ name: 'administrator', capabilities: ['charge_shows'] })];

interface Show {
  id: number;
  meta: { is_free: boolean };
}

anyEngine((engine) => {
  let service: TestApp;
  let own: Show;
  let foreign: Show;
  const visitor = clientOf(() => service, undefined, '/wp-json');
  const admin = clientOf(() => service, 'admin', '/wp-json');
  const writer = clientOf(() => service, 'writer', '/wp-json');
  const run = (client: typeof admin, action: string, ids: unknown) =>
    client.post(`/nestpress/v1/extensions/desk/actions/${action}`, { ids });

  beforeAll(async () => {
    service = await startTestApp(WEB, engine, { content: CONTENT });
    await createUsers(clientOf(() => service, 'admin'));
    const create = async (client: typeof admin) =>
      (await client.post('/wp/v2/shows', { title: 'A show', status: 'publish' }).expect(201)).body as Show;
    own = await create(writer);
    foreign = await create(admin);
  });
  afterAll(() => service.close());

  test('an action is run for those who may edit all of the entries', async () => {
    await run(visitor, 'make-free', [own.id]).expect(401);
    await run(writer, 'make-free', [own.id, foreign.id]).expect(403);
    expect(((await writer.get(`/wp/v2/shows/${own.id}`)).body as Show).meta.is_free).toBe(false);
    expect((await run(writer, 'make-free', [own.id]).expect(200)).body).toEqual({ done: 1 });
    expect(((await writer.get(`/wp/v2/shows/${own.id}`)).body as Show).meta.is_free).toBe(true);
    // The capability of an action is needed in addition.
    await run(writer, 'charge', [own.id]).expect(403);
    await run(admin, 'charge', [own.id, foreign.id]).expect(200);
    expect(((await writer.get(`/wp/v2/shows/${own.id}`)).body as Show).meta.is_free).toBe(false);
  });

  test('what it cannot be run with is named', async () => {
    await run(admin, 'other', [own.id]).expect(404);
    for (const ids of [[], 'x', [0], [own.id, 999_999], [1], Array.from({ length: 101 }, (_, index) => index + 1)])
      expect(Object.keys(((await run(admin, 'make-free', ids).expect(400)).body as Refusal).data.params)).toEqual([
        'ids',
      ]);
  });

  test('a panel has rows for those who may edit the entry', async () => {
    const panel = (client: typeof admin, entry: number) =>
      client.get(`/nestpress/v1/extensions/desk/panels/others?entry=${entry}`);
    await panel(visitor, own.id).expect(401);
    await panel(writer, foreign.id).expect(403);
    expect((await panel(writer, own.id).expect(200)).body).toEqual({
      rows: [
        { label: 'writer', value: 1 },
        { label: 'Show', value: String(foreign.id), url: `content/shows/${foreign.id}` },
      ],
    });
  });

  test('the session has what its user may do', async () => {
    const actionsOf = async (login?: string) => {
      const { cookie } = await signIn(service, login === undefined ? undefined : { login, password: PASSWORD });
      const { body } = await request(service.server).get('/console/session').set('Cookie', cookie).expect(200);
      const [extension] = (body as { extensions: { actions: { name: string }[]; panels: object[] }[] }).extensions;
      return [extension!.actions.map(({ name }) => name), extension!.panels] as const;
    };
    expect((await actionsOf())[0]).toEqual(['make-free', 'charge']);
    expect(await actionsOf('writer')).toEqual([['make-free'], [{ name: 'others', title: 'Others', on: ['show'] }]]);
  });

  test.each([
    ['is on an unknown type', { name: 'a', on: ['concert'], label: 'A', run: nothing }, 'content type "concert"'],
    [
      'has a misspelt member',
      { name: 'a', on: ['show'], label: 'A', confrim: 'A', run: nothing },
      'actions[0].confrim is not known here',
    ],
    ['has no function', { name: 'a', on: ['show'], label: 'A' }, 'actions[0].run is missing'],
    ['is undone by nothing', { name: 'a', on: ['show'], label: 'A', undo: 'b', run: nothing }, 'no action "b"'],
  ])('the service does not start with an action that %s', async (_name, action, problem) => {
    const content = [show, defineConsoleExtension({ name: 'desk', actions: [action as never] })];
    await expect(startTestApp(WEB, engine, { content })).rejects.toThrow(problem);
  });
});

interface Refusal {
  data: { params: Record<string, string> };
}
