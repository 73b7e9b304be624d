import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import request from 'supertest';
import { anyEngine, startTestApp, type TestApp } from '../../support/app.js';
import { clientOf, createUsers } from '../../support/clients.js';
import { EXPANDING_CONTENTS } from '../../support/expanding-contents.js';

const MB = 1024 * 1024;
/** What an entry may expand to, with what a last block adds. */
const MAX_BYTES = 3 * MB;
const LOOP =
  '<!-- wp:query {"query":{"perPage":3,"order":"asc"}} --><!-- wp:post-template --><!-- wp:post-title /-->' +
  '<!-- /wp:post-template --><!-- /wp:query -->';

interface Shown {
  id: number;
  content: { rendered: string };
}

anyEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const helper = clientOf(() => service, 'helper');
  const visitor = clientOf(() => service);
  let warn: jest.SpiedFunction<Logger['warn']>;
  const warnings = () => warn.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('left out'));

  beforeAll(async () => {
    warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    service = await startTestApp({ VARIANT: 'C', CACHE_MB: '0', SITE_PAGES: 'on' }, engine);
    await createUsers(admin);
    for (let index = 0; index < 15; index++)
      await admin
        .post('/posts', { title: `Post ${index}`, content: 'Text. '.repeat(50), status: 'publish' })
        .expect(201);
  });
  afterAll(async () => {
    warn.mockRestore();
    await service.close();
  });

  test('loops in loops of a contributor are cut, in every response that shows them', async () => {
    const values = { title: 'Draft', content: EXPANDING_CONTENTS.titles, status: 'draft' };
    const { body: draft } = await helper.post('/posts', values).expect(201);
    expect(JSON.stringify(draft).length).toBeLessThan(MAX_BYTES);
    await helper.post(`/posts/${draft.id}/autosaves`, { content: EXPANDING_CONTENTS.excerpts }).expect(200);
    await helper.post(`/posts/${draft.id}`, { title: 'Again' }).expect(200);
    for (const path of ['', '/autosaves', '/revisions'])
      for (const context of ['view', 'edit']) {
        const { text } = await helper.get(`/posts/${draft.id}${path}`, { context }).expect(200);
        expect(text.length).toBeLessThan(2 * MAX_BYTES);
      }
    const lines = warnings();
    expect(lines[0]).toMatch(/^Blocks of entry \d+ were left out: more than 1000 rendered entries for one entry\./);
    // An entry is named once a minute.
    expect(new Set(lines).size).toBe(lines.length);
    await helper.delete(`/posts/${draft.id}`).expect(200);
  });

  test('published ones neither inflate lists and pages nor cut other entries of other responses', async () => {
    const ids: number[] = [];
    for (const title of ['titles', 'contents', 'pages']) {
      const content = EXPANDING_CONTENTS[title];
      const { body } = await admin.post('/posts', { title, content, status: 'publish' }).expect(201);
      ids.push(body.id as number);
    }
    const { body: innocent } = await admin
      .post('/posts', { title: 'Innocent', content: LOOP, status: 'publish', date: '2001-01-01T00:00:00' })
      .expect(201);
    const { pathname } = new URL(innocent.link as string);
    const before = process.cpuUsage();
    for (const path of [
      '/wp-json/wp/v2/posts?per_page=100',
      '/wp-json/wp/v2/search?search=titles',
      '/',
      '/feed/',
      pathname,
    ]) {
      const { text } = await request(service.server).get(path).expect(200);
      expect(text.length).toBeLessThan(10 * MB);
    }
    for (const id of ids) expect((await visitor.get(`/posts/${id}`)).text.length).toBeLessThan(MAX_BYTES);
    const { user } = process.cpuUsage(before);
    expect(user / 1_000_000).toBeLessThan(30);
    // The response has nothing left for the entry that comes last, which is complete on its own.
    const { body: list } = await visitor.get('/posts', {
      include: [...ids, ...ids, innocent.id].join(),
      orderby: 'include',
    });
    const { body: alone } = await visitor.get(`/posts/${innocent.id}`).expect(200);
    expect((alone as Shown).content.rendered.match(/wp-block-post-title/g)).toHaveLength(3);
    expect((list as Shown[]).at(-1)!.id).toBe(innocent.id);
    const { body: again } = await visitor.get('/posts', { include: innocent.id });
    expect((again as Shown[])[0]!.content).toEqual((alone as Shown).content);
  });
});
