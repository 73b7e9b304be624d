import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { EntriesStore } from '../../../../src/modules/entries/index.js';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers, PASSWORD } from '../../../support/clients.js';

eachEngine((engine) => {
  let service: TestApp;
  let visitorComment: number;
  beforeAll(async () => {
    service = await startTestApp({ ...WEB, GRAPHQL: 'on', VARIANT: 'C' }, engine);
    await createUsers(clientOf(() => service, 'admin'));
    // Before other comments: visitors may not write two at once.
    await ask(
      'mutation { createComment(input: {commentOn: 1, content: "Held", author: "A", authorEmail: "a@x.test"}) { success } }',
    );
    const { body } = await admin.get('/wp/v2/comments', { status: 'all', author_email: 'a@x.test' }).expect(200);
    visitorComment = (body as { id: number }[])[0]!.id;
  });
  afterAll(() => service?.close());

  const admin = clientOf(() => service, 'admin', '/wp-json');
  const writer = clientOf(() => service, 'writer', '/wp-json');
  const ask = async (query: string, variables: object = {}, authorization?: string, parameters = '') => {
    const sent = request(service.server).post(`/graphql${parameters}`);
    if (authorization !== undefined) sent.set('Authorization', authorization);
    const { body } = await sent.send({ query, variables }).expect(200);
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the document asks.
    return body as { data?: any; errors?: { message: string; extensions?: { code?: string } }[] };
  };
  const LOGIN =
    'mutation M($name: String!, $password: String!) { login(input: {username: $name, password: $password, clientMutationId: "m"}) { clientMutationId authToken refreshToken user { username email } } }';
  const REFRESH = 'mutation M($token: String!) { refreshJwtAuthToken(input: {jwtRefreshToken: $token}) { authToken } }';
  const VIEWER = '{ viewer { username } }';

  test('login and refresh issue tokens of the REST API, until they are revoked', async () => {
    const { data, errors } = await ask(LOGIN, { name: 'reader', password: PASSWORD });
    expect(errors).toBeUndefined();
    const { authToken, refreshToken } = data.login as Record<string, string>;
    expect(data.login).toMatchObject({
      clientMutationId: 'm',
      user: { username: 'reader', email: 'reader@x.test' },
    });
    expect((await ask(VIEWER, {}, `Bearer ${authToken}`)).data.viewer.username).toBe('reader');
    const me = request(service.server).get('/wp-json/wp/v2/users/me');
    expect((await me.set('Authorization', `Bearer ${authToken}`).expect(200)).body.slug).toBe('reader');
    // Clients of the extension send the same refresh token each time.
    for (let time = 0; time < 3; time++) {
      const { data: next } = await ask(REFRESH, { token: refreshToken });
      const token = next.refreshJwtAuthToken.authToken as string;
      expect((await ask(VIEWER, {}, `Bearer ${token}`)).data.viewer.username).toBe('reader');
    }
    await request(service.server)
      .delete('/wp-json/nestpress/v1/token')
      .set('Authorization', `Bearer ${authToken}`)
      .expect(200);
    expect((await ask(VIEWER, {}, `Bearer ${authToken}`)).data.viewer).toBeNull();
    expect((await ask(REFRESH, { token: refreshToken })).errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });

  test('wrong passwords and the refresh tokens of apps are refused', async () => {
    const wrong = await ask(LOGIN, { name: 'reader', password: 'no' });
    const unknown = await ask(LOGIN, { name: 'nobody', password: 'no' });
    expect(wrong.data).toEqual({ login: null });
    expect(wrong.errors?.[0]?.extensions?.code).toBe('incorrect_password');
    expect(unknown.errors?.[0]?.message).toBe(wrong.errors?.[0]?.message);
    const { body } = await request(service.server)
      .post('/wp-json/nestpress/v1/token')
      .send({ username: 'reader', password: PASSWORD })
      .expect(200);
    for (const token of [body.refresh_token as string, 'x', ''])
      expect((await ask(REFRESH, { token })).errors).toHaveLength(1);
  });

  test('credentials are valid for what they are limited to', async () => {
    const create = async (values: object) =>
      (await admin.post('/nestpress/v1/users/1/application-passwords', { name: 'App', ...values }).expect(201)).body
        .password as string;
    const basic = (password: string) => `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
    const reading = basic(await create({ read_only: true }));
    expect((await ask(VIEWER, {}, reading)).data.viewer.username).toBe('admin');
    const write = await ask('mutation { createTag(input: {name: "No"}) { tag { name } } }', {}, reading);
    expect(write.errors?.[0]?.extensions?.code).toBe('rest_credentials_limited');
    const other = basic(await create({ namespaces: ['nestpress/v1'] }));
    await request(service.server).post('/graphql').set('Authorization', other).send({ query: VIEWER }).expect(403);
  });

  test('a preview token shows its entry with the newest changes, and nothing else', async () => {
    const create = async (values: object) => String((await writer.post('/wp/v2/posts', values).expect(201)).body.id);
    const id = await create({ title: 'Draft', content: 'Saved', status: 'draft' });
    const other = await create({ title: 'Other', status: 'draft' });
    const published = await create({ title: 'Public', content: 'First', status: 'publish' });
    await writer.post(`/wp/v2/posts/${published}/autosaves`, { content: 'Second' }).expect(200);
    await admin.post(`/wp/v2/posts/${published}/autosaves`, { content: 'Of somebody else' }).expect(200);
    await admin.post('/wp/v2/comments', { post: Number(published), content: 'Held', status: 'hold' }).expect(201);
    const tokenOf = async (post: string) =>
      (await writer.post('/nestpress/v1/preview-tokens', { post: Number(post) }).expect(201)).body.token as string;
    const document = `query Q($id: ID!, $other: ID!) {
      post(id: $id, idType: DATABASE_ID, asPreview: true) { databaseId title content isPreview status preview { node { content } } }
      other: post(id: $other, idType: DATABASE_ID) { title }
      contentNode(id: $id, idType: DATABASE_ID, asPreview: true) { __typename }
      comments { nodes { content status } }
      drafts: posts(where: {status: DRAFT}) { nodes { title } }
    }`;
    const token = await tokenOf(id);
    const visitor = await ask(document, { id, other });
    expect(visitor.data.post).toBeNull();
    for (const [authorization, parameters] of [
      [`Preview ${token}`, ''],
      [undefined, `?preview_token=${token}`],
    ] as const) {
      const { data } = await ask(document, { id, other }, authorization, parameters);
      expect(data).toMatchObject({
        post: { title: 'Draft', content: '<p>Saved</p>\n' },
        other: null,
        contentNode: { __typename: 'Post' },
        drafts: { nodes: [] },
      });
      expect(data.comments.nodes.filter(({ status }: { status: string }) => status !== 'APPROVE')).toEqual([]);
    }
    const changed = await ask(document, { id: published, other }, `Preview ${await tokenOf(published)}`);
    expect(changed.data.post).toMatchObject({ content: '<p>Second</p>\n', isPreview: true });
    const cached = await request(service.server)
      .get('/graphql')
      .query({ query: `{ post(id: ${id}, idType: DATABASE_ID) { title } }`, preview_token: token });
    expect(cached.body.data.post.title).toBe('Draft');
    expect(cached.headers['cache-control']).toContain('no-store');
  });

  test('entries and comments without an account belong to no visitor', async () => {
    const { body } = await admin.post('/wp/v2/posts', { title: 'Own', status: 'draft' }).expect(201);
    const token = (await admin.post('/nestpress/v1/preview-tokens', { post: body.id }).expect(201)).body
      .token as string;
    await admin.post(`/wp/v2/comments/${visitorComment}`, { status: 'hold' }).expect(200);
    const document = 'query Q($id: ID!) { comment(id: $id, idType: DATABASE_ID) { content } }';
    expect((await ask(document, { id: String(visitorComment) }, `Preview ${token}`)).data.comment).toBeNull();
  });

  test('who may not change an entry leaves nothing in it', async () => {
    const TRASH =
      'mutation M($id: ID!) { updatePost(input: {id: $id, status: TRASH, menuOrder: 7}) { clientMutationId } }';
    const { body } = await admin.post('/wp/v2/posts', { title: 'Kept', status: 'publish' }).expect(201);
    const edited = `{ post(id: "${body.id}", idType: DATABASE_ID) { status lastEditedBy { node { username } } } }`;
    const order = async () => (await service.app.get(EntriesStore, { strict: false }).byId(body.id))?.menuOrder;
    const asAdmin = `Basic ${Buffer.from(`admin:${ADMIN.password}`).toString('base64')}`;
    const asReader = `Basic ${Buffer.from(`reader:${PASSWORD}`).toString('base64')}`;
    const before = await ask(edited, {}, asAdmin);
    expect(before.data.post.status).toBe('publish');
    for (const requester of [undefined, asReader]) {
      expect((await ask(TRASH, { id: String(body.id) }, requester)).errors).toHaveLength(1);
      expect(await ask(edited, {}, asAdmin)).toEqual(before);
      expect(await order()).toBe(0);
    }
    const UPDATE = 'mutation M($id: ID!) { updatePost(input: {id: $id, menuOrder: 7}) { post { status } } }';
    expect((await ask(UPDATE, { id: String(body.id) }, asAdmin)).data.updatePost.post.status).toBe('publish');
    expect(await order()).toBe(7);
    expect((await ask(edited, {}, asAdmin)).data.post.lastEditedBy.node.username).toBe('admin');
  });

  test('terms are grouped by aliases', async () => {
    const CREATE =
      'mutation M($name: String!, $of: String) { createTag(input: {name: $name, aliasOf: $of}) { tag { slug termGroupId } } }';
    const asAdmin = `Basic ${Buffer.from(`admin:${ADMIN.password}`).toString('base64')}`;
    const create = async (name: string, of?: string) =>
      (await ask(CREATE, { name, of }, asAdmin)).data.createTag.tag as { slug: string; termGroupId: number | null };
    const first = await create('Colour');
    expect([first.termGroupId, (await create('Hue', 'none')).termGroupId]).toEqual([null, null]);
    const group = (await create('Color', first.slug)).termGroupId;
    expect(group).toBeGreaterThan(0);
    expect((await create('Farbe', 'color')).termGroupId).toBe(group);
    expect((await ask('{ tag(id: "colour", idType: SLUG) { termGroupId } }')).data.tag.termGroupId).toBe(group);
  });
});
