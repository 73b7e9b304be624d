import { expect, test } from '@jest/globals';
import request from 'supertest';
import { eachEngine } from '../../../support/app.js';
import { signIn } from '../../../support/console.js';
import { withPagesSite } from '../../../support/pages-site.js';

eachEngine((engine) => {
  const { service, admin, own, get, create } = withPagesSite(engine);

  test('a preview link ends with the rights of its creator, and when the post is hidden', async () => {
    const writer = { username: 'guest-writer', email: 'guest-writer@people.test', password: 'a long password' };
    const { body: user } = await admin.post('/users', { ...writer, roles: ['editor'] }).expect(201);
    const { id } = await create('posts', { title: 'Unfinished', content: 'Draft text' });
    const link = async () => {
      const sent = request(service.server).post('/wp-json/nestpress/v1/previews').send({ post: id });
      const { body } = await sent.auth(writer.username, writer.password).expect(201);
      await get(body.url).expect(200);
      return body.url as string;
    };
    const changes: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [
        () => admin.post(`/posts/${id}`, { status: 'private' }).expect(200),
        () => admin.post(`/posts/${id}`, { status: 'draft' }).expect(200),
      ],
      [
        () => admin.delete(`/posts/${id}`).expect(200),
        () => admin.post(`/posts/${id}`, { status: 'draft' }).expect(200),
      ],
      [
        () => admin.post(`/users/${user.id}`, { roles: ['subscriber'] }).expect(200),
        () => admin.post(`/users/${user.id}`, { roles: ['editor'] }).expect(200),
      ],
      [() => admin.delete(`/users/${user.id}?force=true&reassign=1`).expect(200), () => Promise.resolve()],
    ];
    for (const [end, restore] of changes) {
      const url = await link();
      await end();
      await get(url).expect(404);
      await restore();
      // The link was deleted, not only refused.
      await get(url).expect(404);
      expect((await own.get(`/previews?post=${id}`).expect(200)).body).toEqual([]);
    }
    await admin.post(`/posts/${id}`, { status: 'private' }).expect(200);
    const { body } = await own.post('/previews', { post: id }).expect(400);
    expect(body.code).toBe('rest_cannot_preview');
  });

  test('a preview link does not open the password of a published post', async () => {
    const { id } = await create('posts', { title: 'Unfinished', content: 'Draft text' });
    const { body } = await own.post('/previews', { post: id }).expect(201);
    const { body: published } = await admin.post(`/posts/${id}`, { status: 'publish', password: 'x' }).expect(200);
    await get(body.url).expect(301).expect('Location', published.link);
    expect((await get(published.link).expect(200)).text).not.toContain('Draft text');
  });

  test('drafts open by a preview link until it is revoked, and to their editors', async () => {
    const { id } = await create('posts', { title: 'Unfinished', content: 'Draft text' });
    await get(`/?p=${id}`).expect(404);
    const { body } = await own.post('/previews', { post: id }).expect(201);
    const shown = await get(body.url).expect(200);
    expect(shown.text).toContain('Draft text');
    expect(shown.text).toContain('<meta name="robots" content="noindex" />');
    expect(shown.headers['cache-control']).toBe('private, no-cache');
    await get(`${body.url}x`).expect(404);
    await get(body.url.replace(`p=${id}`, `p=${id - 1}`)).expect((response) =>
      expect(response.text).not.toContain('Draft text'),
    );
    await own.delete(`/previews/${body.id}`).expect(200);
    await get(body.url).expect(404);
    const { cookie } = await signIn(service);
    expect((await get(`/?p=${id}`).set('Cookie', cookie).expect(200)).text).toContain('Draft text');
  });
});
