import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import request from 'supertest';
import { UserAccounts } from '../../../src/cli/user-accounts.js';
import { Database } from '../../../src/database/database.js';
import { Option, Post } from '../../../src/database/entities/index.js';
import {
  BeforeWrite,
  type Changes,
  type CommentChange,
  defineContentType,
  type BeforeEntryWrite,
  RestError,
  type SettingsChange,
  type SubmissionChange,
  type TermChange,
  type UserChange,
} from '../../../src/index.js';
import { TransferModule } from '../../../src/features/transfer/transfer.module.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../support/app.js';
import { API, clientOf } from '../../support/clients.js';
import { picture } from '../../support/files.js';
import { importInto, exportOf } from '../../support/transfer/transfer.js';
import { until } from '../../support/until.js';

const book = defineContentType({
  name: 'book',
  label: 'Books',
  supports: ['title', 'editor', 'custom-fields'],
  meta: { pages: { type: 'integer' }, tags: { type: 'string', single: false } },
});

const refusal = (what: string) => new RestError('refused', `The ${what} is refused.`, 409);

/** What the hooks of this file do; set by the tests. */
const behaviour: {
  entry?: (change: BeforeEntryWrite) => void | Promise<void>;
  user?: (change: UserChange) => Promise<void>;
} = {};
const seen: string[] = [];

@Injectable()
class HouseRules {
  constructor(private readonly database: Database) {}

  @BeforeWrite('entry', { order: 1 })
  second({ action, type }: BeforeEntryWrite): void {
    seen.push(`second ${action} ${type}`);
  }

  @BeforeWrite('entry')
  async first(change: BeforeEntryWrite): Promise<void> {
    seen.push(`first ${change.action} ${change.type} ${change.principal.isSystem ? 'system' : change.principal.login}`);
    if (change.next.title.includes('refuse')) {
      // A write of the hook, which is undone with the refusal.
      await this.database.transaction((tx) => tx.insert(Option, { name: 'left_behind', value: '1', autoload: 'no' }));
      throw refusal(change.type);
    }
    await behaviour.entry?.(change);
  }

  @BeforeWrite('entry', { types: ['book'] })
  countPages(change: BeforeEntryWrite<typeof book>): void {
    const pages: number | null | undefined = change.next.meta.pages;
    if (change.action === 'create') change.set({ meta: { pages: (pages ?? 0) + 1, tags: ['a', 'b'] } });
  }

  @BeforeWrite('term', { types: ['category'] })
  @BeforeWrite('comment')
  @BeforeWrite('user')
  @BeforeWrite('settings')
  @BeforeWrite('submission')
  others(change: Changes['term' | 'comment' | 'user' | 'settings' | 'submission']): void {
    seen.push(change.action);
    if (JSON.stringify(change.next).includes('refuse')) throw refusal('value');
  }

  @BeforeWrite('term')
  describe(change: TermChange): void {
    if (change.action !== 'delete' && change.next.name === 'plain')
      change.set({ description: 'By a hook', slug: 'hooked' });
  }

  @BeforeWrite('comment')
  greet(change: CommentChange): void {
    if (change.next.content === 'hello') change.set({ content: 'Hello!' });
  }

  @BeforeWrite('user')
  async name(change: UserChange): Promise<void> {
    if (change.next.displayName === 'nobody') change.set({ displayName: 'Somebody' });
    await behaviour.user?.(change);
  }

  @BeforeWrite('settings')
  title(change: SettingsChange): void {
    if (change.next.title === 'old') change.set({ title: 'new', description: 'set by a hook' });
  }

  @BeforeWrite('submission')
  mask(change: SubmissionChange): void {
    change.set({ 'your-name': 'masked' });
  }
}

@Module({ imports: [TransferModule], providers: [HouseRules] })
class HouseModule {}

eachEngine((engine) => {
  let service: TestApp;
  let db: Database;
  let uploads: string;
  const admin = clientOf(() => service, 'admin');
  const guest = clientOf(() => service);

  beforeAll(async () => {
    uploads = mkdtempSync(join(tmpdir(), 'nestpress-hooks-'));
    service = await startTestApp({ VARIANT: 'A', UPLOADS_DIR: uploads }, engine, {
      modules: [HouseModule],
      content: [book],
    });
    db = service.app.get(Database);
  });
  afterAll(async () => {
    await service.close();
    rmSync(uploads, { recursive: true, force: true });
  });
  beforeEach(() => {
    behaviour.entry = undefined;
    behaviour.user = undefined;
    seen.length = 0;
  });

  const leftBehind = () => db.manager.existsBy(Option, { name: 'left_behind' });
  const refused = { code: 'refused', data: { status: 409 } };

  test('hooks of entries run in their order, see the values and may change them', async () => {
    behaviour.entry = (change) => {
      expect([change.becomesPublished, change.before, change.next.author]).toEqual([true, undefined, 1]);
      change.set({ title: `${change.next.title}!`, status: 'private', content: '<p>new</p>' });
    };
    const { body } = await admin.post('/posts', { title: 'Hi', status: 'publish' }).expect(201);
    expect(body).toMatchObject({ title: { raw: 'Hi!' }, status: 'private', content: { raw: '<p>new</p>' } });
    expect(seen).toEqual(['first create post admin', 'second create post']);
    behaviour.entry = ({ before, next, becomesPublished }) => {
      expect([before?.title, next.title, next.excerpt, becomesPublished]).toEqual(['Hi!', 'Hi!', 'Short', true]);
    };
    await admin.post(`/posts/${body.id}`, { excerpt: 'Short', status: 'publish' }).expect(200);
    behaviour.entry = undefined;
    await admin.delete(`/posts/${body.id}`).expect(200);
    await admin.delete(`/posts/${body.id}`, { force: true }).expect(200);
    expect(seen.filter((line) => line.startsWith('first'))).toEqual(
      ['create', 'update', 'trash', 'delete'].map((action) => `first ${action} post admin`),
    );
  });

  test('declared meta is typed, and changed by its schema', async () => {
    const { body } = await admin.post('/book', { title: 'B', meta: { pages: 41 } }).expect(201);
    expect(body.meta).toEqual({ pages: 42, tags: ['a', 'b'] });
  });

  test('a refusal of a write or an upload leaves nothing behind', async () => {
    const before = await db.manager.count(Post);
    for (const route of ['/posts', '/pages', '/book'])
      expect((await admin.post(route, { title: 'refuse' }).expect(409)).body).toMatchObject(refused);
    const files = () =>
      readdirSync(uploads, { recursive: true }).filter((f) => statSync(join(uploads, String(f))).isFile());
    await request(service.server)
      .post(`${API}/media?title=refuse`)
      .auth(ADMIN.user, ADMIN.password)
      .set('Content-Disposition', 'attachment; filename="a.png"')
      .set('Content-Type', 'image/png')
      .send(await picture(8, 8))
      .expect(409);
    expect(files()).toEqual([]);
    expect([await db.manager.count(Post), await leftBehind()]).toEqual([before, false]);
  });

  test('terms, comments, users, settings and submissions have hooks', async () => {
    expect((await admin.post('/categories', { name: 'plain' }).expect(201)).body).toMatchObject({
      description: 'By a hook',
      slug: 'hooked',
    });
    await admin.post('/categories', { name: 'refuse' }).expect(409);
    await admin.post('/tags', { name: 'refuse' }).expect(201);
    const comment = { post: 1, author_name: 'A', author_email: 'a@x.test' };
    const { body } = await admin.post('/comments', { ...comment, content: 'hello' }).expect(201);
    expect(body.content.raw).toBe('Hello!');
    await admin.post('/comments', { ...comment, content: 'refuse' }).expect(409);
    await admin.post(`/comments/${body.id}`, { content: 'refuse' }).expect(409);
    await admin.delete(`/comments/${body.id}`, { force: true }).expect(200);
    const user = { username: 'u1', email: 'u1@x.test', password: 'pw pw pw pw' };
    expect((await admin.post('/users', { ...user, name: 'nobody' }).expect(201)).body.name).toBe('Somebody');
    await admin.post('/users', { ...user, username: 'u2', email: 'u2@x.test', last_name: 'refuse' }).expect(409);
    expect((await admin.post('/settings', { title: 'old' }).expect(200)).body).toMatchObject({
      title: 'new',
      description: 'set by a hook',
    });
    expect((await admin.post('/settings', { title: 'refuse' }).expect(409)).body).toMatchObject(refused);
    expect((await admin.get('/settings')).body.title).toBe('new');
  });

  test('a form submission may be changed or refused', async () => {
    const FORMS = '/wp-json/forms/v1/contact-forms';
    const form = '[text your-name]';
    const { body } = await request(service.server)
      .post(FORMS)
      .auth(ADMIN.user, ADMIN.password)
      .send({ title: 'F', form, additional_settings: 'skip_mail: on', context: 'save' })
      .expect(200);
    const submit = (name: string) =>
      request(service.server)
        .post(`${FORMS}/${body.id}/feedback`)
        .set('User-Agent', 'Browser/1')
        .type('form')
        .send({ 'your-name': name });
    const rows = () => db.query<{ fields: string }>(`SELECT fields FROM ${db.tables.own('form_submissions')}`);
    await submit('Ann').expect(200);
    expect((await rows()).map(({ fields }) => JSON.parse(fields))).toEqual([{ 'your-name': 'masked' }]);
    await submit('refuse').expect(409);
    expect(await rows()).toHaveLength(1);
  });

  test('the command line and imports have the same hooks, as the system', async () => {
    const accounts = new UserAccounts(service.app);
    const account = { username: 'cli', email: 'cli@x.test', password: 'pw pw pw pw', first_name: 'refuse' };
    await expect(accounts.create(account)).rejects.toThrow('refused');
    const made = await Promise.all(
      ['Fine', 'Stopped'].map((title) => admin.post('/posts', { title, status: 'publish' }).expect(201)),
    );
    const xml = (await exportOf(service)).replaceAll('Stopped', 'refuse it').replaceAll('Fine', 'Finer');
    for (const { body } of made) await admin.delete(`/posts/${body.id}`, { force: true }).expect(200);
    behaviour.entry = (change) => {
      if (change.next.title === 'Finer') change.set({ title: 'Finest', excerpt: 'By a hook' });
    };
    seen.length = 0;
    const notes: string[] = [];
    const report = await importInto(service, xml, {}, notes);
    expect(seen).toContain('first create post system');
    expect(report.refused).toBe(1);
    expect(notes.join('\n')).toContain('because a hook refused it: The post is refused.');
    const titles = (await db.manager.findBy(Post, { type: 'post' })).map(({ title }) => title);
    expect(titles).toContain('Finest');
    expect(titles.some((title) => title.includes('refuse'))).toBe(false);
    expect(await leftBehind()).toBe(false);
  });

  test('a scheduled entry is published through its hooks; a refused one becomes a draft', async () => {
    const create = async (title: string) => {
      const date_gmt = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
      return (await admin.post('/posts', { title, status: 'future', date_gmt }).expect(201)).body.id as number;
    };
    const [good, bad] = [await create('good'), await create('bad')];
    behaviour.entry = (change) => {
      if (!change.becomesPublished) return;
      if (change.id === bad) throw refusal('post');
      change.set({ title: 'at last' });
    };
    const past = '2020-01-01 00:00:00';
    await db.transaction((tx) => tx.update(Post, { id: [good, bad] }, { date: past, dateGmt: past }));
    const row = (id: number) => db.manager.findOneByOrFail(Post, { id });
    await until(async () => (await row(good)).status === 'publish' && (await row(bad)).status === 'draft');
    expect((await row(good)).title).toBe('at last');
    await guest.get(`/posts/${bad}`).expect(401);
  });

  test('a write in a hook joins the transaction and sees its rows', async () => {
    behaviour.entry = async (change) => {
      if (change.next.title !== 'outer') return;
      expect(change.cause).toEqual([]);
      await db.transaction((tx) => tx.insert(Option, { name: 'joined', value: '1', autoload: 'no' }));
      expect(await db.manager.existsBy(Option, { name: 'joined' })).toBe(true);
      // A failure that the hook catches undoes its own writes only.
      await db
        .transaction(async (tx) => {
          await tx.insert(Option, { name: 'caught', value: '1', autoload: 'no' });
          throw new Error('caught');
        })
        .catch(() => undefined);
    };
    await admin.post('/posts', { title: 'outer' }).expect(201);
    const stored = (name: string) => db.manager.existsBy(Option, { name });
    expect([await stored('joined'), await stored('caught')]).toEqual([true, false]);
    behaviour.entry = () => {
      throw new Error('a defect');
    };
    expect((await admin.post('/posts', { title: 'defect' }).expect(500)).text).not.toContain('a defect');
  });

  test('hooks whose writes call them again end with an error that names them, and leave nothing behind', async () => {
    const accounts = new UserAccounts(service.app);
    const account = (number: number) => {
      const username = `loop${number}`;
      return { username, email: `${username}@x.test`, password: 'pw pw pw pw' };
    };
    let made = 0;
    behaviour.user = async () => {
      await accounts.create(account(++made));
    };
    await expect(accounts.create(account(0))).rejects.toThrow(
      /more than 5 times: (?:HouseRules\.name → ){5}HouseRules\.others/,
    );
    const { body } = await admin.get('/users?search=loop').expect(200);
    expect(body).toEqual([]);
  });

  test('a refusal in a batch concerns its own request only', async () => {
    const current = await startTestApp({ VARIANT: 'C' }, engine, { modules: [HouseModule], content: [book] });
    try {
      const requests = ['one', 'refuse', 'two'].map((title) => ({ path: '/wp/v2/posts', body: { title } }));
      const { body } = await request(current.server)
        .post('/wp-json/batch/v1')
        .auth(ADMIN.user, ADMIN.password)
        .send({ requests })
        .expect(207);
      expect(body.responses.map(({ status }: { status: number }) => status)).toEqual([201, 409, 201]);
      const database = current.app.get(Database);
      expect(await database.manager.existsBy(Post, { title: 'refuse' })).toBe(false);
      expect(await database.manager.existsBy(Option, { name: 'left_behind' })).toBe(false);
    } finally {
      await current.close();
    }
  });
});

test('a declaration that cannot work stops the start with a sentence', async () => {
  @Injectable()
  class Wrong {
    @BeforeWrite('entry', { types: ['pots'] })
    check(): void {}
  }
  @Module({ providers: [Wrong] })
  class WrongModule {}
  await expect(startTestApp({}, 'sqlite', { modules: [WrongModule] })).rejects.toThrow(
    'Wrong.check: @BeforeWrite names the content type "pots", which does not exist. It may name post, page',
  );
  Reflect.defineMetadata(Symbol.for('nestpress.before-write'), [{ kind: 'entries' }], Wrong.prototype.check);
  await expect(startTestApp({}, 'sqlite', { modules: [WrongModule] })).rejects.toThrow('has no kind "entries"');
});
