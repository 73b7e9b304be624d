import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ContentModel } from '../../../../src/content-model/content-model.js';
import { ContentService, defineContentType, defineRole } from '../../../../src/index.js';
import { anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

const show = {
  name: 'show',
  label: 'Shows',
  restBase: 'shows',
  supports: ['title', 'author'],
  capabilityType: 'show',
  statuses: { in_review: { label: 'In review', isQueue: true }, approved: { label: 'Approved' } },
  transitions: [
    { from: 'draft', to: 'in_review' },
    { from: 'in_review', to: 'draft' },
    { from: 'in_review', to: 'approved', capability: 'approve_shows' },
    { from: 'approved', to: 'publish' },
    { from: 'publish', to: 'draft' },
  ],
} as const;
const CONTENT = [
  defineContentType(show),
  defineRole({ name: 'administrator', manages: ['show'], capabilities: ['approve_shows'] }),
  defineRole({ name: 'author', manages: ['show'] }),
  defineRole({ name: 'curator', label: 'Curator', manages: ['show'], capabilities: ['read', 'approve_shows'] }),
];

anyEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const author = clientOf(() => service, 'writer');
  const visitor = clientOf(() => service);
  beforeAll(async () => {
    service = await startTestApp({ ...WEB, VARIANT: 'C' }, engine, { content: CONTENT });
    await createUsers(admin);
  });
  afterAll(() => service.close());

  const start = async () => ((await author.post('/shows', { title: 'Show' }).expect(201)).body as { id: number }).id;
  const move = (client: typeof admin, id: number, status: string) => client.post(`/shows/${id}`, { status });

  test('an entry goes the declared way, step by step, by those who may take the step', async () => {
    const id = await start();
    expect((await move(author, id, 'publish').expect(400)).body).toMatchObject({
      data: { params: { status: 'The status cannot change from "draft" to "publish". It can change to "in_review".' } },
    });
    expect((await move(author, id, 'in_review').expect(200)).body).toMatchObject({ status: 'in_review' });
    expect((await move(author, id, 'approved').expect(403)).body).toMatchObject({ code: 'rest_cannot_change_status' });
    await move(admin, id, 'approved').expect(200);
    await author.post(`/shows/${id}`, { title: 'Changed', status: 'approved' }).expect(200);
    await visitor.get(`/shows/${id}`).expect(401);
    await move(author, id, 'future').expect(200);
    expect((await visitor.get(`/shows/${id}`).expect(200)).body).toMatchObject({ title: { rendered: 'Changed' } });
    await move(author, id, 'nothing').expect(400);
    await author.delete(`/shows/${id}`).expect(200);
    await move(author, id, 'publish').expect(400);
    await move(author, id, 'draft').expect(200);
  });

  test('a new entry is a draft, or begins with a step', async () => {
    await author.post('/shows', { title: 'Show', status: 'publish' }).expect(400);
    await author.post('/shows', { title: 'Show', status: 'approved' }).expect(400);
    await author.post('/shows', { title: 'Show', status: 'in_review' }).expect(201);
  });

  test('statuses are listed, and lists are filtered by them', async () => {
    const id = await start();
    await move(author, id, 'in_review').expect(200);
    const { body } = await admin.get('/shows?status=in_review&context=edit').expect(200);
    expect((body as { id: number }[]).map((one) => one.id)).toContain(id);
    await visitor.get('/shows?status=in_review').expect(400);
    expect((await admin.get('/statuses?context=edit').expect(200)).body).toMatchObject({
      in_review: { name: 'In review', protected: true, public: false },
    });
    expect((await visitor.get('/statuses')).body).not.toHaveProperty('in_review');
    expect((await admin.get('/shows/' + String(id) + '?context=edit')).body).toMatchObject({ status: 'in_review' });
    await admin.get('/posts?status=in_review').expect(400);
  });

  test('the service itself is not bound to the steps', async () => {
    const shows = service.app.get(ContentService).asSystem().of('show');
    expect(await shows.create({ title: 'Imported', status: 'publish' })).toMatchObject({ status: 'publish' });
  });

  test('declared roles exist with their capabilities, and existing ones have more', async () => {
    const curator = (
      await admin.post('/users', {
        username: 'curie',
        email: 'curie@example.test',
        password: 'correct horse battery',
        roles: ['curator'],
      })
    ).body as { capabilities: Record<string, boolean> };
    expect(curator.capabilities).toMatchObject({ read: true, approve_shows: true, edit_others_shows: true });
    expect(curator.capabilities).not.toHaveProperty('edit_posts');
  });
});

test('declarations that cannot work stop the start', () => {
  const model = (more: object) => () => new ContentModel([defineContentType({ ...show, ...more })]);
  expect(model({ statuses: { publish: { label: 'P' } } })).toThrow('"publish" is not a name for a status');
  expect(model({ transitions: [{ from: 'draft', to: 'aproved' }] })).toThrow('names the status "aproved"');
  expect(model({ statuses: { a: { label: 'A', isQuue: true } } })).toThrow('isQuue is not known here');
});
