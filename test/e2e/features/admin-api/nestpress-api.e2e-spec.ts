import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { User } from '../../../../src/database/entities/index.js';
import { AutoDraftsService } from '../../../../src/modules/entries/admin/auto-drafts.service.js';
import { JobsWorkerService } from '../../../../src/platform/jobs/jobs-worker.service.js';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { API, clientOf, createUsers } from '../../../support/clients.js';
import { picture } from '../../../support/files.js';
import { startMailServer, type TestMailServer } from '../../../support/smtp.js';
import { until } from '../../../support/until.js';

const numberOrNull = (text: string | undefined) => (text === undefined ? null : Number(text));
const idOf = ({ body }: { body: unknown }) => (body as { id: number }).id;

eachEngine((engine) => {
  let mail: TestMailServer;
  let service: TestApp;
  let users: Awaited<ReturnType<typeof createUsers>>;
  beforeAll(async () => {
    mail = await startMailServer();
    service = await startTestApp({ ...WEB, SMTP_URL: mail.url }, engine);
    // The crawler sends its requests to the server, which must not be closed after each request of a test.
    await service.app.listen(0, '127.0.0.1');
    users = await createUsers(clientOf(() => service, 'admin'));
  });
  afterAll(async () => {
    await service.close();
    await mail.close();
  });

  const send = (method: 'get' | 'post' | 'delete', path: string, login?: string) => {
    const sent = request(service.server)[method](`/wp-json/nestpress/v1${path}`);
    return login === undefined ? sent : sent.auth(login, login === 'admin' ? ADMIN.password : 'a password');
  };
  const admin = clientOf(() => service, 'admin');

  test('counts what the requester can list', async () => {
    await send('get', '/counts').expect(401);
    await send('get', '/counts', 'reader').expect(403);
    const before = (await send('get', '/counts', 'admin').expect(200)).body;
    await admin.post('/posts', { title: 'Draft', status: 'draft' }).expect(201);
    const { body } = await send('get', '/counts', 'admin').expect(200);
    expect(body.post).toEqual({
      ...before.post,
      draft: before.post.draft + 1,
      all: before.post.all + 1,
      mine: before.post.mine + 1,
    });
    const { body: writer } = await send('get', '/counts', 'writer').expect(200);
    expect(writer.post).toMatchObject({ publish: body.post.publish, draft: 0, mine: 0 });
    expect(writer.comment).toMatchObject({ hold: 0, spam: 0, trash: 0 });
  });

  test('says which first steps are done since the requester was registered', async () => {
    await send('get', '/first-steps', 'chief').expect(403);
    const database = service.app.get(Database);
    const register = (registered: string) =>
      database.transaction((tx) => tx.update(User, { login: 'admin' }, { registered }));
    const [{ registered }] = (await database.manager.findBy(User, { login: 'admin' })) as [User];
    const done = async () => (await send('get', '/first-steps', 'admin').expect(200)).body;
    const now = { describe: true, write: true, picture: false, page: true, invite: true, secure: false };
    await register('2001-01-01 00:00:00');
    await admin.post('/settings', { description: 'Described' }).expect(200);
    expect(await done()).toEqual(now);
    await register('2030-01-01 00:00:00');
    await admin.post('/settings', { description: '' }).expect(200);
    expect(await done()).toEqual({ ...now, describe: false, write: false, page: false });
    // A post that was dated back is one that was written.
    await register(new Date(Date.now() - 1000).toISOString().slice(0, 19).replace('T', ' '));
    const { id } = (await admin.post('/posts', { title: 'Of old' }).expect(201)).body as { id: number };
    await admin.post(`/posts/${id}`, { status: 'publish', date: '2001-02-03T04:05:06' }).expect(200);
    expect(await done()).toMatchObject({ write: true, page: false });
    await admin.delete(`/posts/${id}?force=true`).expect(200);
    await register(registered);
  });

  test('several reads in one request get the responses that they get alone', async () => {
    const paths = ['/wp/v2/types?context=edit', '/wp/v2/posts?per_page=1&_fields=id', '/wp/v2/settings', '/no/route'];
    const read = (login?: string) =>
      send('post', '/reads', login).send({
        requests: [...paths.map((path) => ({ path })), { method: 'OPTIONS', path: '/wp/v2/media', describe: false }],
      });
    await read().expect(401);
    await send('post', '/reads', 'admin')
      .send({ requests: [{ method: 'DELETE', path: '/wp/v2/posts/1' }] })
      .expect(400);
    const { body: other } = await send('post', '/reads', 'admin').send({
      requests: [{ path: '/nestpress/v1/export/post' }],
    });
    expect(other.responses).toEqual([expect.objectContaining({ status: 400 })]);
    for (const login of ['admin', 'reader']) {
      const { responses } = (await read(login).expect(200)).body as {
        responses: { status: number; headers: Record<string, unknown>; body: unknown }[];
      };
      const media = responses.pop()!;
      expect(media.headers).toMatchObject({ Allow: login === 'admin' ? 'GET, POST' : 'GET' });
      expect(media.body).toEqual({});
      for (const [index, { status, headers, body }] of responses.entries()) {
        const alone = await request(service.server)
          .get(`/wp-json${paths[index]}`)
          .auth(login, login === 'admin' ? ADMIN.password : 'a password');
        expect({ status, body }).toEqual({ status: alone.status, body: alone.body });
        expect(headers['X-WP-Total'] ?? null).toEqual(numberOrNull(alone.headers['x-wp-total']));
      }
    }
  });

  test('autosaves belong to a user and end with a save, and the first version becomes a revision', async () => {
    const id = idOf(await admin.post('/posts', { title: 'First', content: 'One', status: 'publish' }).expect(201));
    const path = `/entries/${id}/autosaves`;
    await send('get', path).expect(401);
    await send('post', path, 'writer').send({ content: 'x' }).expect(403);
    await send('post', '/entries/999999/autosaves', 'admin').send({ content: 'x' }).expect(404);
    await send('post', path, 'admin')
      .send({ content: ['x'] })
      .expect(400);
    expect((await send('get', path, 'admin').expect(200)).body).toEqual([]);
    await new Promise((passed) => setTimeout(passed, 1100));
    await send('post', path, 'admin').send({ title: 'First', content: 'Typed', excerpt: '' }).expect(200);
    const { body: found } = await send('get', path, 'admin').expect(200);
    expect(found).toMatchObject([{ title: 'First', content: 'Typed', date_gmt: expect.stringMatching(/T/) }]);
    const { body: unchanged } = await admin.get(`/posts/${id}?context=edit`).expect(200);
    expect(unchanged.content.raw).toBe('One');

    await send('post', `/entries/${id}/revisions`, 'writer').expect(403);
    await send('post', `/entries/${id}/revisions`, 'admin').expect(201);
    await send('post', `/entries/${id}/revisions`, 'admin').expect(201);
    await new Promise((passed) => setTimeout(passed, 1100));
    await admin.post(`/posts/${id}`, { content: 'Two' }).expect(200);
    expect((await send('get', path, 'admin').expect(200)).body).toEqual([]);
    const { body: revisions } = await admin.get(`/posts/${id}/revisions?context=edit`).expect(200);
    const texts = (revisions as { slug: string; content: { raw: string } }[])
      .filter(({ slug }) => !slug.includes('autosave'))
      .map(({ content }) => content.raw);
    expect(texts).toEqual(['Two', 'One']);
  });

  test('months of a type, newest first', async () => {
    await admin.post('/posts', { title: 'Old', status: 'publish', date: '2001-02-03T04:05:06' }).expect(201);
    const { body } = await send('get', '/months', 'admin').expect(200);
    expect(body.at(-1)).toEqual({ year: 2001, month: 2, count: 1 });
    const { body: error } = await send('get', '/months?type=revision', 'admin').expect(400);
    expect(error).toMatchObject({ code: 'rest_invalid_param', data: { params: { type: expect.any(String) } } });
  });

  test('preview links are created, listed without their address, and revoked', async () => {
    const post = idOf(await admin.post('/posts', { title: 'Secret draft' }).expect(201));
    await send('post', '/previews', 'writer').send({ post }).expect(403);
    const { body } = await send('post', '/previews', 'admin').send({ post, expires_in: 600 }).expect(201);
    expect(body.url).toMatch(new RegExp(`^http://site\\.test/\\?p=${post}&preview_token=[\\w-]{32}$`));
    const { body: listed } = await send('get', `/previews?post=${post}`, 'admin').expect(200);
    expect(listed).toEqual([expect.objectContaining({ id: body.id, post })]);
    expect(listed[0]).not.toHaveProperty('url');
    await send('delete', `/previews/${body.id}`, 'writer').expect(403);
    await send('delete', `/previews/${body.id}`, 'admin').expect(200);
    await send('delete', `/previews/${body.id}`, 'admin').expect(404);
  });

  test('opens entries for editing: new ones, by number, and by the number of a revision', async () => {
    await send('post', '/entries').expect(401);
    await send('post', '/entries', 'reader').expect(403);
    await send('post', '/entries', 'writer').send({ type: 'page' }).expect(403);
    const { body: unknown } = await send('post', '/entries', 'admin').send({ type: 'attachment' }).expect(400);
    expect(unknown).toMatchObject({ code: 'rest_invalid_param', data: { params: { type: expect.any(String) } } });
    const { body: created } = await send('post', '/entries', 'writer').expect(201);
    const route = `/wp/v2/posts/${created.id}`;
    expect(created).toMatchObject({ type: 'post', status: 'auto-draft', route, slug: '', date_gmt: '', sticky: false });
    const { body: drafts } = await admin.get('/posts?status=any&per_page=100').expect(200);
    expect((drafts as { id: number }[]).map(({ id }) => id)).not.toContain(created.id);
    await admin.post(`/posts/${created.id}`, { title: 'Saved', content: 'one', status: 'draft' }).expect(200);
    await admin.post(`/posts/${created.id}`, { content: 'two' }).expect(200);
    const [revision] = (await admin.get(`/posts/${created.id}/revisions`).expect(200)).body as { id: number }[];
    for (const id of [created.id, revision!.id]) {
      const { body } = await send('get', `/entries/${id}`, 'writer').expect(200);
      expect(body).toMatchObject({ id: created.id, type: 'post', status: 'draft', route, sticky: false });
    }
    await send('get', `/entries/${created.id}`).expect(401);
    await send('get', `/entries/${created.id}`, 'reader').expect(403);
    await send('get', '/entries/999999', 'writer').expect(404);
  });

  test('deletes entries that were never saved after a week', async () => {
    const drafts = service.app.get(AutoDraftsService);
    const open = async () => idOf(await send('post', '/entries', 'admin').expect(201));
    const [left, saved] = [await open(), await open()];
    await admin.post(`/posts/${saved}`, { title: 'Saved', status: 'draft' }).expect(200);
    const day = 24 * 3_600_000;
    expect(await drafts.purge(Date.now() + 5 * day)).toBe(0);
    expect(await drafts.purge(Date.now() + 9 * day)).toBe(1);
    await admin.get(`/posts/${left}`).expect(404);
    await admin.get(`/posts/${saved}`).expect(200);
  });

  test('shows where a file is used', async () => {
    const upload = request(service.server).post(`${API}/media`).auth(ADMIN.user, ADMIN.password);
    const media = idOf(
      await upload
        .set('content-type', 'image/png')
        .set('content-disposition', 'attachment; filename="used.png"')
        .send(await picture(40, 30))
        .expect(201),
    );
    const content = `<img class="wp-image-${media}" src="x.png">`;
    const post = idOf(
      await admin.post('/posts', { title: 'Shows it', content, status: 'publish', featured_media: media }),
    );
    const draft = idOf(await admin.post('/posts', { title: 'Draft', content }).expect(201));
    const { body } = await send('get', `/media/${media}/usage`, 'admin').expect(200);
    const places = (body as { id: number; as: string }[]).map(({ id, as }) => `${as} ${id}`);
    expect(places.sort()).toEqual([`content ${draft}`, `content ${post}`, `featured ${post}`].sort());
    const { body: seen } = await send('get', `/media/${media}/usage`, 'writer').expect(200);
    expect((seen as { id: number; edit: boolean }[]).every(({ id, edit }) => id === post && !edit)).toBe(true);
    await send('get', '/media/999999/usage', 'admin').expect(404);
  });

  test('application passwords of an account: its owner and administrators create and revoke them', async () => {
    const path = `/users/${users.writer}/application-passwords`;
    const { body } = await send('post', path, 'writer').send({ name: 'Phone' }).expect(201);
    await request(service.server).get(`${API}/users/me`).auth('writer', body.password).expect(200);
    const { body: listed } = await send('get', path, 'admin').expect(200);
    expect(listed).toEqual([expect.objectContaining({ uuid: body.uuid, name: 'Phone' })]);
    expect(listed[0]).not.toHaveProperty('password');
    await send('get', `/users/1/application-passwords`, 'writer').expect(403);
    await send('delete', `${path}/${body.uuid}`, 'writer').expect(200);
    await request(service.server).get(`${API}/users/me`).auth('writer', body.password).expect(401);
    await send('delete', `${path}/${body.uuid}`, 'writer').expect(404);
  });

  test('the inbox lists, searches, exports, resends and deletes submissions', async () => {
    const forms = '/wp-json/forms/v1/contact-forms';
    const { body: form } = await request(service.server)
      .post(forms)
      .auth(ADMIN.user, ADMIN.password)
      .send({
        title: 'Contact',
        form: '[text* your-name] [textarea your-message]',
        mail: { subject: 'S', sender: 'form@site.test', recipient: 'boss@site.test', body: '[your-message]' },
        context: 'save',
      })
      .expect(200);
    for (const [name, message] of [
      ['Ann', 'Größe "L"'],
      ['=1+1', 'Formula'],
    ])
      await request(service.server)
        .post(`${forms}/${form.id}/feedback`)
        .set('User-Agent', 'Browser/1')
        .type('form')
        .send({ 'your-name': name, 'your-message': message })
        .expect(200);
    await send('get', '/submissions', 'writer').expect(403);
    const listed = await send('get', '/submissions?per_page=1', 'admin').expect(200);
    expect(listed.headers['x-wp-total']).toBe('2');
    expect(listed.body[0]).toMatchObject({
      form: form.id,
      form_title: 'Contact',
      fields: [{ name: 'your-name', value: '=1+1' }, {}],
    });
    const { body: found } = await send('get', '/submissions', 'admin').query({ search: 'Größe "L"' }).expect(200);
    expect(found).toHaveLength(1);
    const exported = await send('get', `/submissions/export?form=${form.id}`, 'admin').expect(200);
    expect(exported.headers['content-type']).toContain('text/csv');
    expect(exported.text.split('\r\n')).toEqual([
      'id,form,status,date_gmt,ip,your-name,your-message',
      expect.stringContaining(',Ann,"Größe ""L"""'),
      expect.stringContaining(`,'=1+1,Formula`),
      '',
    ]);
    const before = mail.received.length;
    const { id } = found[0];
    await send('post', `/submissions/${id}/resend`, 'admin').expect(200);
    service.app.get(JobsWorkerService, { strict: false }).wakeIn(0);
    await until(() => mail.received.length > before, 'the mail is sent again');
    await send('delete', `/submissions/${id}`, 'admin').expect(200);
    await send('get', `/submissions/${id}`, 'admin').expect(404);
  });

  test('a form preview lists the configuration errors', async () => {
    const { body } = await send('post', '/form-preview', 'admin')
      .send({ form: '[text* your-name]', mail: { sender: 'nobody', recipient: '', subject: '', body: '' } })
      .expect(200);
    expect(body.html).toContain('name="your-name"');
    expect(body.errors).toContainEqual(expect.objectContaining({ where: 'mail.sender', code: expect.any(String) }));
  });

  test('popups are created, changed, counted by day and deleted', async () => {
    await send('get', '/popups', 'writer').expect(403);
    const { body } = await send('post', '/popups', 'admin')
      .send({ title: 'Hello', content: '<p>Hi</p>', status: 'publish' })
      .expect(201);
    const { body: changed } = await send('post', `/popups/${body.id}`, 'admin').send({ title: 'Changed' }).expect(200);
    expect(changed).toMatchObject({ title: 'Changed', content: '<p>Hi</p>', status: 'publish' });
    const beacon = (event: string) =>
      request(service.server).get('/wp-json/popups/v1/analytics').query({ event, pid: body.id }).expect(204);
    await beacon('open');
    await beacon('conversion');
    const today = async () =>
      (await send('get', `/popups/${body.id}/statistics?days=2`, 'admin').expect(200)).body.at(-1);
    expect(await today()).toMatchObject({ opened: 1, converted: 1 });
    const db = service.app.get(Database);
    await until(async () => {
      await db.transaction((tx) =>
        tx.execute(`UPDATE ${db.tables.own('jobs')} SET run_at = 0 WHERE kind = 'popups.fold'`),
      );
      service.app.get(JobsWorkerService, { strict: false }).wakeIn(0);
      return (await db.query(`SELECT popup_id FROM ${db.tables.own('popup_counts')}`)).length === 0;
    }, 'the counts are folded');
    expect(await today()).toMatchObject({ opened: 1, converted: 1 });
    await send('delete', `/popups/${body.id}`, 'admin').expect(200);
    await send('get', `/popups/${body.id}`, 'admin').expect(404);
  });

  test('cache and health require the capability to manage the site', async () => {
    for (const path of ['/cache', '/cache/crawler', '/health']) await send('get', path, 'chief').expect(403);
    const { body: cache } = await send('get', '/cache', 'admin').expect(200);
    expect(cache).toMatchObject({ enabled: true, limit_bytes: 64 * 1024 * 1024, history: [expect.any(Object)] });
    await send('delete', '/cache', 'admin').expect(200);
    const { body: health } = await send('get', '/health', 'admin').expect(200);
    expect(health).toMatchObject({
      database: { engine },
      checks: expect.arrayContaining([
        { name: 'jobs', state: 'ok', message: 'works', fixes: [] },
        { name: 'database', state: 'ok', message: 'The account may read and write.', fixes: [] },
      ]),
    });
    await send('post', '/health', 'chief').expect(403);
    const { body: checked } = await send('post', '/health', 'admin').expect(200);
    expect(checked.checks).toEqual(health.checks);
  });

  test('the crawler reports its last run and can be started', async () => {
    const { body: before } = await send('get', '/cache/crawler', 'admin').expect(200);
    expect(before).toMatchObject({ scheduled: false, running: false, last_run: null });
    expect(before.crawlers.map(({ enabled }: { enabled: boolean }) => enabled)).toEqual([true, true, true]);
    await send('post', '/cache/crawler', 'chief').expect(403);
    await send('post', '/cache/crawler', 'admin').expect(200);
  });

  describe('entity tags of items', () => {
    test('a write with If-Match fails when another user has changed the item', async () => {
      const post = idOf(await admin.post('/posts', { title: 'Shared', content: '[gallery]' }).expect(201));
      const read = () => admin.get(`/posts/${post}`, { context: 'edit' }).expect(200);
      const { etag } = (await read()).headers;
      expect(etag).toMatch(/^"[\w-]{27}"$/);
      expect((await read()).headers.etag).toBe(etag);
      const save = (title: string, tag: string) => admin.post(`/posts/${post}`, { title }).set('If-Match', tag);
      const saved = await save('Mine', etag!).expect(200);
      expect(saved.headers.etag).toBe((await read()).headers.etag);
      const { body, headers } = await save('Theirs', etag!).expect(412);
      expect(body.code).toBe('rest_precondition_failed');
      expect(headers.etag).toBe(saved.headers.etag);
      const both = await Promise.all(['A', 'B'].map((title) => save(title, saved.headers.etag!)));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
      await admin.post(`/posts/${post}`, { title: 'Unconditional' }).expect(200);
      await admin.delete(`/posts/${post}`).set('If-Match', etag!).expect(412);
      await admin.delete(`/posts/${post}`).set('If-Match', '*').expect(200);
    });

    test('anonymous responses have none of their own', async () => {
      const { headers } = await request(service.server).get(`${API}/posts/1`).set('Cookie', 'a=b');
      expect(headers.etag).toBeUndefined();
    });
  });
});

test('with CONSOLE=off the index, answers and headers are those of the interface alone', async () => {
  const service = await startTestApp({ ...WEB, CONSOLE: 'off' });
  try {
    const { body } = await request(service.server).get('/wp-json/').expect(200);
    expect(body.namespaces).not.toContain('nestpress/v1');
    expect(JSON.stringify(body.routes)).not.toContain('nestpress');
    const admin = clientOf(() => service, 'admin');
    const { headers } = await admin.get('/posts/1', { context: 'edit' });
    expect(headers.etag).toBeUndefined();
    await admin.post('/posts', { title: 'x' }).set('If-Match', '"other"').expect(201);
  } finally {
    await service.close();
  }
});
