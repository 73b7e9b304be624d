import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { Database } from '../../../../src/database/database.js';
import { Post } from '../../../../src/database/entities/index.js';
import {
  BeforeWrite,
  type ContentEvent,
  ContentService,
  defineContentType,
  defineTaxonomy,
  type BeforeEntryWrite,
  OnContent,
  PrincipalService,
  RestError,
} from '../../../../src/index.js';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';
import { picture } from '../../../support/files.js';
import { until } from '../../../support/until.js';

const book = defineContentType({
  name: 'book',
  label: 'Books',
  restBase: 'books',
  supports: ['title', 'editor', 'author', 'revisions', 'custom-fields'],
  meta: { pages: { type: 'integer' } },
});
const genre = defineTaxonomy({ name: 'genre', label: 'Genres', restBase: 'genres', types: ['book'] });

const events: ContentEvent[] = [];

@Injectable()
class Librarian {
  constructor(private readonly content: ContentService) {}

  @BeforeWrite('entry', { types: ['post'] })
  async mirror(change: BeforeEntryWrite<'post'>): Promise<void> {
    if (change.next.title.startsWith('refuse')) throw new RestError('refused', 'No.', 409);
    if (!change.next.title.startsWith('mirror')) return;
    await this.content
      .asSystem()
      .of(book)
      .create({ title: `of ${change.next.title}`, status: 'publish' });
    if (change.next.title.includes('then refuse')) throw new RestError('refused', 'No.', 409);
  }

  @OnContent(['entry.created', 'entry.published', 'term.created', 'comment.created', 'user.created', 'media.uploaded'])
  note(event: ContentEvent): void {
    events.push(event);
  }
}

@Module({ providers: [Librarian] })
class LibraryModule {}

anyEngine((engine) => {
  let service: TestApp;
  let content: ContentService;
  let db: Database;
  let uploads: string;
  const admin = clientOf(() => service, 'admin');
  const guest = clientOf(() => service);

  beforeAll(async () => {
    uploads = mkdtempSync(join(tmpdir(), 'nestpress-content-'));
    service = await startTestApp({ VARIANT: 'A', UPLOADS_DIR: uploads }, engine, {
      modules: [LibraryModule],
      content: [book, genre],
    });
    content = service.app.get(ContentService);
    db = service.app.get(Database);
    await createUsers(admin);
  });
  afterAll(async () => {
    await service.close();
    rmSync(uploads, { recursive: true, force: true });
  });
  beforeEach(() => void (events.length = 0));

  const principal = async (login: string) => (await service.app.get(PrincipalService).findByLogin(login))!;
  const status = (work: Promise<unknown>) =>
    work.then(
      () => 200,
      (error: unknown) => (error instanceof RestError ? error.status : error),
    );

  test('entries of a declared type are created, found, changed and deleted with their types', async () => {
    const books = content.asSystem().of(book);
    const { id: sea } = await content.asSystem().terms(genre).create({ name: 'Sea' });
    const created = await books.create({ title: 'Moby-Dick', status: 'publish', genres: [sea], meta: { pages: 720 } });
    const pages: number | undefined = created.meta?.pages;
    const type: 'book' = created.type;
    expect([pages, type, created.title?.raw, created.genres]).toEqual([720, 'book', 'Moby-Dick', [sea]]);
    // What a client sees is what the code wrote, at once.
    expect((await guest.get('/books')).body).toMatchObject([{ id: created.id, meta: { pages: 720 } }]);
    await books.update(created.id, { title: 'The Whale', meta: { pages: null } });
    expect((await guest.get('/books')).body).toMatchObject([{ title: { rendered: 'The Whale' }, meta: { pages: 0 } }]);
    expect(await db.manager.countBy(Post, { parent: created.id, type: 'revision' })).toBeGreaterThan(0);
    const { items, total, totalPages } = await books.find({ genres: [sea], context: 'edit', _fields: ['id', 'title'] });
    expect([items, total, totalPages]).toEqual([
      [{ id: created.id, title: { raw: 'The Whale', rendered: 'The Whale' } }],
      1,
      1,
    ]);
    expect((await books.delete(created.id)).status).toBe('trash');
    expect((await books.delete(created.id, { force: true })).id).toBe(created.id);
    expect(await books.get(created.id)).toBeUndefined();
    expect(events.map(({ event }) => event)).toEqual(['term.created', 'entry.created', 'entry.published']);
    expect(events.every(({ actor }) => actor === 0)).toBe(true);
  });

  test('a principal may do what its requests may do', async () => {
    const writer = content.as(await principal('writer'));
    const reader = content.as(await principal('reader'));
    const { id } = await writer.of('post').create({ title: 'Mine', status: 'draft' });
    expect(await status(reader.of('post').get(id))).toBe(403);
    expect(await status(content.asAnonymous().of('post').get(id))).toBe(401);
    expect(await status(reader.of('post').create({ title: 'Not mine' }))).toBe(403);
    expect(await status(writer.of('page').create({ title: 'A page' }))).toBe(403);
    expect((await reader.of('post').find({ search: 'Mine' })).total).toBe(0);
    expect((await writer.of('post').get(id, { context: 'edit' }))?.author).toBe((await principal('writer')).id);
  });

  test('invalid values are refused as those of clients, and unknown names are mistakes', async () => {
    const posts = content.asSystem().of('post');
    await expect(posts.create({ status: 'nonsense' })).rejects.toMatchObject({
      code: 'rest_invalid_param',
      status: 400,
    });
    await expect(posts.create({ titel: 'x' })).rejects.toThrow('has no parameter "titel"');
    await expect(posts.get(Number.NaN)).rejects.toThrow('is not an ID');
    expect(() => content.asSystem().of('nothing')).toThrow('There is no content type "nothing"');
    await expect(posts.create({ title: 'refuse this' })).rejects.toMatchObject({ code: 'refused', status: 409 });
  });

  test('a write inside a hook joins its transaction', async () => {
    const books = content.asAnonymous().of(book);
    await expect(content.asSystem().of('post').create({ title: 'mirror, then refuse' })).rejects.toThrow('No.');
    expect((await books.find()).total).toBe(0);
    await admin.post('/posts', { title: 'mirror' }).expect(201);
    expect((await books.find()).items.map(({ title }) => title?.rendered)).toEqual(['of mirror']);
    await until(() => Promise.resolve(events.length === 3));
    expect(events.find((event) => 'type' in event && event.type === 'book')?.cause).toEqual(['Librarian.mirror']);
  });

  test('comments, users and media', async () => {
    const system = content.asSystem();
    const { id: post } = await system.of('post').create({ title: 'Discussed', status: 'publish' });
    const by = { author_name: 'Ann', author_email: 'ann@site.test' };
    const comment = await system.comments.create({ post, content: 'Indeed.', status: 'approved', ...by });
    expect((await guest.get('/comments', { post })).body).toMatchObject([{ id: comment.id, author_name: 'Ann' }]);
    expect((await system.comments.delete(comment.id)).status).toBe('trash');

    const input = { username: 'dora', email: 'dora@site.test', password: 'a password', roles: ['author'] };
    const user = await system.users.create(input);
    expect((await system.users.update(user.id, { name: 'Dora' })).roles).toEqual(['author']);
    expect(
      (
        await content
          .as(await principal('dora'))
          .of('post')
          .create({ title: 'By Dora' })
      ).author,
    ).toBe(user.id);
    expect((await system.users.delete(user.id, { reassign: 1 })).name).toBe('Dora');
    expect(await status(system.users.get(user.id))).toBe(200);

    const data = await picture(60, 40);
    const image = await system.media.create({ file: { name: 'Dünen;1.png', data }, title: 'Dunes', post });
    expect(image).toMatchObject({ title: { raw: 'Dunes' }, media_type: 'image', mime_type: 'image/png', post });
    expect(image.source_url).toMatch(/nen_1\.png$/);
    expect((await system.media.update(image.id, { alt_text: 'Sand' })).alt_text).toBe('Sand');
    await system.media.delete(image.id);
    expect((await system.media.find()).total).toBe(0);
    await expect(system.media.create({ file: { name: 'run.exe', data } })).rejects.toMatchObject({ status: 500 });
    expect(readdirSync(join(uploads, '.nestpress-incoming'))).toEqual([]);
  });

  test('iterates over all pages', async () => {
    const books = content.asSystem().of(book);
    for (let index = 0; index < 5; index++) await books.create({ title: `Part ${index}`, status: 'publish' });
    const titles: unknown[] = [];
    for await (const { title } of books.iterate({ per_page: 2, search: 'Part' })) titles.push(title?.rendered);
    expect(titles).toEqual(['Part 0', 'Part 1', 'Part 2', 'Part 3', 'Part 4']);
  });
});
