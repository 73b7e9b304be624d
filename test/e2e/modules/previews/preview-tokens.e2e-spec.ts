import { type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { defineContentType } from '../../../../src/content-model/declarations.js';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { Database } from '../../../../src/database/database.js';
import { Post } from '../../../../src/database/entities/index.js';
import { PublishingScheduleService } from '../../../../src/modules/entries/write/publishing-schedule.service.js';
import { utcText } from '../../../../src/text/dates.js';
import { clientOf, createUsers, PASSWORD } from '../../../support/clients.js';
import { until } from '../../../support/until.js';

interface Token {
  token: string;
  url: string | null;
  item_url: string;
}

interface Entry {
  id: number;
  title: { rendered: string };
  content: { rendered: string };
}

const BOOK = defineContentType({
  name: 'book',
  label: 'Books',
  restBase: 'books',
  supports: ['title', 'editor', 'revisions'],
});
const SITE = 'http://site.test';

eachEngine((engine) => {
  let service: TestApp;
  let ids: Awaited<ReturnType<typeof createUsers>>;
  beforeAll(async () => {
    service = await startTestApp(
      {
        ...WEB,
        VARIANT: 'C',
        FRONT_END_URL: 'https://www.front.test',
        GRAPHQL: 'on',
        FRONT_END_PREVIEW: '/draft?t={token}&p={path}&s={slug}',
      },
      engine,
      { content: [BOOK] },
    );
    ids = await createUsers(clientOf(() => service, 'admin'));
  });
  afterAll(() => service.close());

  const writer = clientOf(() => service, 'writer', '/wp-json');
  const admin = clientOf(() => service, 'admin', '/wp-json');
  const visitor = clientOf(() => service, undefined, '/wp-json');
  const create = async (values: object, base = 'posts') =>
    ((await writer.post(`/wp/v2/${base}`, values).expect(201)).body as { id: number; link: string }).id;
  const tokenOf = async (post: number, client = writer) =>
    (await client.post('/nestpress/v1/preview-tokens', { post }).expect(201)).body as Token;
  const read = (token: string, path: string, query: object = {}) =>
    request(service.server).get(`/wp-json${path}`).query(query).set('Authorization', `Preview ${token}`);

  test('a token shows the draft with its unsaved changes, by header and by parameter, and is never cached', async () => {
    const id = await create({ title: 'Draft', content: 'Saved', status: 'draft' });
    const made = await tokenOf(id);
    expect(made.url).toBe(`https://www.front.test/draft?t=${made.token}&p=${encodeURIComponent(`/?p=${id}`)}&s=`);
    await visitor.get(`/wp/v2/posts/${id}`).expect(401);
    const first = await read(made.token, `/wp/v2/posts/${id}`).expect(200);
    expect((first.body as Entry).title.rendered).toBe('Draft');
    await writer.post(`/wp/v2/posts/${id}/autosaves`, { title: 'Typed', content: 'Not saved' }).expect(200);
    for (const sent of [
      read(made.token, `/wp/v2/posts/${id}`),
      visitor.get(`/wp/v2/posts/${id}`, { preview_token: made.token }),
      request(service.server).get(made.item_url.replace(SITE, '')).query({ preview_token: made.token }),
    ]) {
      const { body, headers } = await sent.expect(200);
      expect((body as Entry).title.rendered).toBe('Typed');
      expect((body as Entry).content.rendered).toContain('Not saved');
      expect(headers['cache-control']).toContain('no-store');
      expect(headers['x-nestpress-cache']).not.toBe('hit');
    }
    await visitor.get(`/wp/v2/posts/${id}`).expect(401);
    const resolved = await read(made.token, '/nestpress/v1/resolve', { url: `/?p=${id}`, _embed: 'item' }).expect(200);
    expect(resolved.body).toMatchObject({ kind: 'entry', id });
    expect((await read(made.token, '/nestpress/v1/preview-tokens/current').expect(200)).body).toMatchObject({
      post: id,
      type: 'post',
      status: 'draft',
    });
  });

  test('its changes are server-sent events, until it ends', async () => {
    const id = await create({ title: 'Followed', content: 'One', status: 'publish' });
    const { token } = await tokenOf(id);
    await visitor.get('/nestpress/v1/preview-tokens/current/changes').expect(401);
    const { changes_url: address, version } = (await read(token, '/nestpress/v1/preview-tokens/current').expect(200))
      .body as { changes_url: string; version: string };
    if (!service.server.listening) await service.app.listen(0, '127.0.0.1');
    const { port } = service.server.address() as AddressInfo;
    const url = `${address.replace(SITE, `http://127.0.0.1:${port}`)}?preview_token=${token}`;
    /** The next event, as `EventSource` asks for it again. */
    const next = async (since: string) => {
      const response = await fetch(url, { headers: { 'Last-Event-ID': since, Origin: 'https://www.front.test' } });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      expect(response.headers.get('access-control-allow-origin')).toBe('https://www.front.test');
      const text = await response.text();
      expect(text).toContain('event: changed');
      return text.split('id: ').at(-1)!.split('\n')[0]!;
    };
    const waiting = next(version);
    await writer.post(`/wp/v2/posts/${id}/autosaves`, { content: 'Two' }).expect(200);
    const typed = await waiting;
    expect(typed).not.toBe(version);
    // What happened before the request is not missed.
    expect(await next(version)).toBe(typed);
    const again = next(typed);
    await create({ title: 'Something else', status: 'draft' });
    await writer.post(`/wp/v2/posts/${id}/autosaves`, { content: 'Two' }).expect(200);
    await writer.post(`/wp/v2/posts/${id}/autosaves`, { content: 'Three' }).expect(200);
    expect(await again).not.toBe(typed);
    const last = next(await again);
    // Times are stored in seconds: within one, the autosave would still be the newer text.
    await wait(1000);
    await writer.post(`/wp/v2/posts/${id}`, { content: 'Four' }).expect(200);
    await last;
    expect((await fetch(url)).status).toBe(401);
  });

  test('it covers revisions, media and terms of the entry, and nothing else', async () => {
    const id = await create({ title: 'One', status: 'draft' });
    await writer.post(`/wp/v2/posts/${id}`, { title: 'Two' }).expect(200);
    const other = await create({ title: 'Other', status: 'draft' });
    const image = (
      await request(service.server)
        .post('/wp-json/wp/v2/media')
        .auth('writer', PASSWORD)
        .set({ 'Content-Disposition': 'attachment; filename=a.txt', 'Content-Type': 'text/plain' })
        .send('text')
        .expect(201)
    ).body as { id: number };
    await writer.post(`/wp/v2/media/${image.id}`, { post: id }).expect(200);
    const { token } = await tokenOf(id);
    await visitor.get(`/wp/v2/media/${image.id}`).expect(401);
    await read(token, `/wp/v2/media/${image.id}`).expect(200);
    const media = (await read(token, '/wp/v2/media', { parent: id }).expect(200)).body as unknown[];
    expect(media).toHaveLength(1);
    expect(((await read(token, `/wp/v2/posts/${id}/revisions`).expect(200)).body as unknown[]).length).toBeGreaterThan(
      0,
    );
    await read(token, '/wp/v2/categories', { post: id }).expect(200);
    for (const path of [
      `/wp/v2/posts/${other}`,
      `/wp/v2/posts/${other}/revisions`,
      '/wp/v2/posts?status=draft',
      `/wp/v2/posts/${id}?context=edit`,
      '/wp/v2/users/me',
      '/wp/v2/settings',
      `/nestpress/v1/entries/${id}`,
      `/wp/v2/users/${ids.writer}?context=edit`,
    ])
      expect([path, (await read(token, path)).status >= 400]).toEqual([path, true]);
    for (const [method, path] of [
      ['post', `/wp/v2/posts/${id}`],
      ['delete', `/wp/v2/posts/${id}`],
      ['post', '/wp/v2/comments'],
      ['post', '/nestpress/v1/preview-tokens'],
    ] as const) {
      const agent = request(service.server);
      const sent = agent[method](`/wp-json${path}`).set('Authorization', `Preview ${token}`);
      const { status } = await sent.send({ title: 'x', post: id, content: 'x' });
      expect([path, status]).toEqual([path, 403]);
    }
  });

  test('a draft that was published meanwhile does not bring its token back, nor does a published entry', async () => {
    const id = await create({ title: 'Twice', status: 'draft' });
    const { token } = await tokenOf(id);
    const dated = await create({ title: 'Planned', status: 'draft' });
    const planned = await tokenOf(dated);
    await writer.post(`/wp/v2/posts/${dated}`, { date_gmt: '2099-01-01T00:00:00' }).expect(200);
    await read(planned.token, `/wp/v2/posts/${dated}`).expect(200);
    await writer.post(`/wp/v2/posts/${id}`, { status: 'publish' }).expect(200);
    await read(token, `/wp/v2/posts/${id}`).expect(401);
    const published = await tokenOf(id);
    await writer.post(`/wp/v2/posts/${id}`, { status: 'draft' }).expect(200);
    for (const ended of [token, published.token]) await read(ended, `/wp/v2/posts/${id}`).expect(401);
    await read((await tokenOf(id)).token, `/wp/v2/posts/${id}`).expect(200);
  });

  test('a token of a draft with a date ends when it is published, by whichever way', async () => {
    const now = () => utcText(new Date());
    const dated = async (values: object = {}) => {
      const id = await create({ title: 'Dated', status: 'draft', date_gmt: '2020-01-01T00:00:00', ...values });
      const { token } = await tokenOf(id);
      // Saving the draft does not end it.
      await writer.post(`/wp/v2/posts/${id}`, { title: `Dated ${id}` }).expect(200);
      await read(token, `/wp/v2/posts/${id}`).expect(200);
      return { id, token };
    };
    const graphql = (query: string) =>
      request(service.server).post('/graphql').auth('admin', ADMIN.password).send({ query }).expect(200);
    const database = service.app.get(Database);
    const update = (id: number, values: Partial<Post>) => database.transaction((tx) => tx.update(Post, { id }, values));
    const draftAgain = (id: number) => writer.post(`/wp/v2/posts/${id}`, { status: 'draft' }).expect(200);
    const ways: Record<string, (id: number) => Promise<unknown>> = {
      rest: async (id) => {
        await writer.post(`/wp/v2/posts/${id}`, { status: 'publish' }).expect(200);
        await draftAgain(id);
      },
      'without a date afterwards': async (id) => {
        await writer.post(`/wp/v2/posts/${id}`, { status: 'publish' }).expect(200);
        await writer.post(`/wp/v2/posts/${id}`, { status: 'draft', date: null }).expect(200);
      },
      batch: async (id) => {
        const requests = [{ method: 'POST', path: `/wp/v2/posts/${id}`, body: { status: 'publish' } }];
        await writer.post('/batch/v1', { requests }).expect(207);
        await draftAgain(id);
      },
      graphql: async (id) => {
        const change = (status: string) =>
          graphql(`mutation { updatePost(input: {id: "${id}", status: ${status}}) { post { status } } }`);
        await change('PUBLISH');
        await change('DRAFT');
      },
      'a schedule that is due': async (id) => {
        await update(id, { status: 'future', dateGmt: '2021-01-01 00:00:00' });
        service.app.get(PublishingScheduleService).wakeAt('2021-01-01 00:00:00');
        await until(async () => (await database.manager.findOneByOrFail(Post, { id })).status === 'publish');
        await draftAgain(id);
      },
      'a schedule that is due, but has not run': async (id) => {
        await update(id, { status: 'future', dateGmt: '2021-01-01 00:00:00' });
        await draftAgain(id);
      },
      'WordPress, by its cron': async (id) => {
        await update(id, { status: 'publish' });
        await update(id, { status: 'draft', modifiedGmt: '2031-01-01 00:00:00' });
      },
      'WordPress, and changes of ours afterwards': async (id) => {
        await update(id, { status: 'publish', modifiedGmt: '2031-01-01 00:00:00' });
        await update(id, { status: 'draft', modifiedGmt: '2031-01-01 00:00:02' });
        await writer.post(`/wp/v2/posts/${id}`, { title: 'Ours' }).expect(200);
      },
      'WordPress, which leaves the date of now': async (id) => {
        await writer.post(`/wp/v2/posts/${id}`, { date: null }).expect(200);
        await update(id, { status: 'publish', dateGmt: now(), modifiedGmt: '2031-01-01 00:00:00' });
        await update(id, { status: 'draft', modifiedGmt: '2031-01-01 00:00:02' });
      },
      'trash and back': async (id) => {
        await writer.post(`/wp/v2/posts/${id}`, { status: 'publish' }).expect(200);
        await writer.delete(`/wp/v2/posts/${id}`).expect(200);
        await admin.post(`/nestpress/v1/entries/${id}/restore`, { status: 'publish' }).expect(200);
        await draftAgain(id);
      },
    };
    for (const [way, publish] of Object.entries(ways)) {
      const { id, token } = await dated();
      await publish(id);
      expect([way, (await writer.get(`/wp/v2/posts/${id}`, { context: 'edit' })).body.status]).toEqual([way, 'draft']);
      expect([way, (await read(token, `/wp/v2/posts/${id}`)).status]).toEqual([way, 401]);
      await read((await tokenOf(id)).token, `/wp/v2/posts/${id}`).expect(200);
    }
  });

  test('a change of another program leaves the token of a draft without a date, or with one to come', async () => {
    for (const date of [undefined, '2099-01-01T00:00:00']) {
      const id = await create({ title: 'Elsewhere', status: 'draft', ...(date !== undefined && { date_gmt: date }) });
      const { token } = await tokenOf(id);
      await service.app
        .get(Database)
        .transaction((tx) => tx.update(Post, { id }, { title: 'There', modifiedGmt: '2031-01-01 00:00:00' }));
      await read(token, `/wp/v2/posts/${id}`).expect(200);
    }
  });

  test('a declared type is previewed alike, with its password', async () => {
    const book = (
      (await admin.post('/wp/v2/books', { title: 'Ode', status: 'draft', content: 'Text' }).expect(201)).body as Entry
    ).id;
    const { token } = await tokenOf(book, admin);
    expect(((await read(token, `/wp/v2/books/${book}`).expect(200)).body as Entry).content.rendered).toContain('Text');
    const post = await create({ title: 'Locked', content: 'Inside', status: 'publish', password: 'x' });
    const locked = await tokenOf(post);
    expect(((await visitor.get(`/wp/v2/posts/${post}`).expect(200)).body as Entry).content.rendered).toBe('');
    expect(((await read(locked.token, `/wp/v2/posts/${post}`).expect(200)).body as Entry).content.rendered).toContain(
      'Inside',
    );
  });

  test('publishing, a new password, revocation, lost rights and time end a token', async () => {
    const refused = async (token: string, id: number) =>
      expect((await read(token, `/wp/v2/posts/${id}`)).body).toMatchObject({ code: 'rest_invalid_token' });
    const draft = await create({ title: 'Soon', status: 'draft' });
    const published = await tokenOf(draft);
    await writer.post(`/wp/v2/posts/${draft}`, { title: 'Sooner' }).expect(200);
    await read(published.token, `/wp/v2/posts/${draft}`).expect(200);
    await writer.post(`/wp/v2/posts/${draft}`, { status: 'publish' }).expect(200);
    await refused(published.token, draft);
    const again = await tokenOf(draft);
    await writer.post(`/wp/v2/posts/${draft}/autosaves`, { title: 'Typed' }).expect(200);
    expect(((await read(again.token, `/wp/v2/posts/${draft}`).expect(200)).body as Entry).title.rendered).toBe('Typed');
    expect(((await visitor.get(`/wp/v2/posts/${draft}`).expect(200)).body as Entry).title.rendered).toBe('Sooner');

    const other = await create({ title: 'Other', status: 'draft' });
    const made = await tokenOf(other);
    await writer.delete('/nestpress/v1/preview-tokens').expect(200);
    await refused(made.token, other);
    const next = await tokenOf(other);
    await admin.post(`/wp/v2/users/${ids.writer}`, { roles: ['subscriber'] }).expect(200);
    await refused(next.token, other);
    await admin.post(`/wp/v2/users/${ids.writer}`, { roles: ['author'] }).expect(200);
    await read(next.token, `/wp/v2/posts/${other}`).expect(200);
    const [entry, user, expiry, version, signature] = next.token.split('.');
    for (const forged of [
      `${entry}.${user}.${Number(expiry) + 1}.${version}.${signature}`,
      `${draft}.${user}.${expiry}.${version}.${signature}`,
      `${entry}.1.${expiry}.${version}.${signature}`,
      'x',
      '',
    ])
      expect([forged, (await visitor.get(`/wp/v2/posts/${other}`, { preview_token: forged })).status]).toEqual([
        forged,
        401,
      ]);
    await admin.post(`/wp/v2/users/${ids.writer}`, { password: 'another password' }).expect(200);
    await refused(next.token, other);
    await visitor.post('/nestpress/v1/preview-tokens', { post: other }).expect(401);
    await visitor.get('/nestpress/v1/preview-tokens/current').expect(401);
  });
});
