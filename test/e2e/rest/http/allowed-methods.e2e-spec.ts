import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

anyEngine((engine) => {
  let service: TestApp;
  let users: Awaited<ReturnType<typeof createUsers>>;
  const guest = clientOf(() => service);
  const admin = clientOf(() => service, 'admin');
  const writer = clientOf(() => service, 'writer');
  const helper = clientOf(() => service, 'helper');

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
    users = await createUsers(admin);
  });
  afterAll(() => service.close());

  const publish = async (client: typeof admin, values: object = {}): Promise<number> =>
    (await client.post('/posts', { title: 'Post', content: 'Text', status: 'publish', ...values }).expect(201)).body.id;
  const comment = async (post: number, content: string): Promise<number> =>
    (await admin.post('/comments', { post, content }).expect(201)).body.id;
  const hintsOf = (item: { _links: { self: { targetHints?: object }[] } }) => item._links.self[0]!.targetHints;

  test('Allow of a list counts its filter by author as a foreign author', async () => {
    const { headers } = await writer.get('/posts', { author: users.writer }).expect(200);
    expect(headers.allow).toBe('GET');
    expect((await writer.get('/posts').expect(200)).headers.allow).toBe('GET, POST');
  });

  test('Allow of comments on a post has POST for moderators if comments are open on post 1', async () => {
    const allow = async (client: typeof admin) =>
      (await client.get('/comments', { post: 1 }).expect(200)).headers.allow;
    expect(await allow(admin)).toBe('GET, POST');
    expect(await allow(writer)).toBe('GET');
    expect((await admin.get('/comments').expect(200)).headers.allow).toBe('GET');
    await admin.post('/posts/1', { comment_status: 'closed' }).expect(200);
    expect(await allow(admin)).toBe('GET');
    await admin.post('/posts/1', { comment_status: 'open' }).expect(200);
  });

  test('Allow of a bad ID in the query is that of the number at its beginning', async () => {
    const id = await publish(writer);
    const allow = async (client: typeof admin, query: string) =>
      (await client.get('/posts/999999', { id: query }).expect(400)).headers.allow;
    expect(await allow(guest, `${id}x`)).toBe('GET');
    expect(await allow(writer, `${id}x`)).toBe('GET, POST, PUT, PATCH, DELETE');
    expect(await allow(writer, 'x')).toBeUndefined();
    await admin.post(`/posts/${id}`, { status: 'private' }).expect(200);
    expect(await allow(guest, `${id}x`)).toBeUndefined();
  });

  test('Allow after a write depends on who may read the item in the edit context', async () => {
    const id = await comment(await publish(writer), 'Edited by the author of the post');
    const { headers } = await writer.post(`/comments/${id}`, { content: 'Changed' }).expect(200);
    expect(headers.allow).toBe('POST, PUT, PATCH, DELETE');
    const post = await publish(writer);
    expect((await writer.post('/comments', { post, content: 'New' }).expect(201)).headers.allow).toBe('GET, POST');
  });

  test('Allow of a refused comment does not take its values for filters', async () => {
    const allow = async (values: object, status: number) =>
      (await writer.post('/comments', values).expect(status)).headers.allow;
    expect(await allow({}, 403)).toBe('GET');
    expect(await allow({ content: 'x', post: 0 }, 403)).toBe('GET');
    expect(await allow({ content: 'x', author_email: 'a@x.test' }, 403)).toBe('GET');
    expect(await allow({ post: await publish(writer), author_email: 'a@x.test' }, 400)).toBe('GET, POST');
    // In a list, both are filters.
    await writer.get('/comments', { post: 0 }).expect(403);
    await writer.get('/comments', { author_email: 'a@x.test' }).expect(403);
  });

  test('the password in a body is a new one and unlocks nothing', async () => {
    const id = await publish(admin);
    const { headers } = await admin.post(`/posts/${id}`, { status: 'draft', password: 'new' }).expect(200);
    expect(headers.allow).toBe('GET, POST, PUT, PATCH, DELETE');
  });

  test('moving a comment requires permission for the post that it moves to', async () => {
    const [own, other, foreign] = [await publish(writer), await publish(writer), await publish(admin)];
    const id = await comment(own, 'Moved');
    const { body } = await writer.post(`/comments/${id}`, { post: foreign }).expect(403);
    expect(body.code).toBe('rest_cannot_edit');
    const missing = await admin.post(`/comments/${id}`, { post: 999_999 }).expect(403);
    expect(missing.body.code).toBe('rest_comment_invalid_post_id');
    expect(missing.headers.allow).toBe('GET, DELETE');
    expect((await writer.post(`/comments/${id}`, { post: other }).expect(200)).body.post).toBe(other);
  });

  test('links hint at nothing that needs the password or the filter of this request', async () => {
    const post = await publish(admin, { password: 'secret' });
    const id = await comment(post, 'Behind a password');
    const { body } = await guest.get(`/comments/${id}`, { password: 'secret' }).expect(200);
    expect(hintsOf(body)).toBeUndefined();
    const { body: seen } = await admin.get(`/comments/${id}`).expect(200);
    expect(hintsOf(seen)).toEqual({ allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] });
    const { body: authors } = await helper.get('/users', { who: 'authors', include: [users.other, users.helper] });
    const hints = new Map(authors.map((one: { id: number }) => [one.id, hintsOf(one as never)]));
    expect(hints.get(users.other)).toBeUndefined();
    expect(hints.get(users.helper)).toEqual({ allow: ['GET', 'POST', 'PUT', 'PATCH'] });
  });
});
