import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eachEngine, startTestApp, type TestApp } from '../support/app.js';
import { clientOf, createUsers } from '../support/clients.js';
import { EXPANDING_CONTENTS } from '../support/expanding-contents.js';

const MB = 1024 * 1024;
const POSTS = 100;
/** Generous for two busy cores; without limits none of these requests ends. */
const MAX_SECONDS = 20;
const MAX_MEMORY = 700 * MB;

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const helper = clientOf(() => service, 'helper');
  const visitor = clientOf(() => service);

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C', CACHE_MB: '0' }, engine);
    await createUsers(admin);
    for (let index = 0; index < POSTS; index++)
      await admin
        .post('/posts', { title: `Post ${index}`, content: 'Ferries leave at noon. '.repeat(400), status: 'publish' })
        .expect(201);
  });
  afterAll(() => service.close());

  async function measured(work: () => Promise<{ text: string }>): Promise<string> {
    const before = process.cpuUsage();
    const memory = process.memoryUsage().rss;
    const { text } = await work();
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000_000).toBeLessThan(MAX_SECONDS);
    expect(process.memoryUsage().rss - memory).toBeLessThan(MAX_MEMORY);
    return text;
  }

  describe('over a hundred posts', () => {
    test.each(Object.keys(EXPANDING_CONTENTS))('%s, in the draft of a contributor', async (name) => {
      const values = { title: name, content: EXPANDING_CONTENTS[name] };
      const text = await measured(() => helper.post('/posts', values).expect(201));
      expect(text.length).toBeLessThan(8 * MB);
    });

    test('all of them, ten times, in one list', async () => {
      for (let index = 0; index < 10; index++)
        for (const [title, content] of Object.entries(EXPANDING_CONTENTS))
          await admin.post('/posts', { title, content, status: 'publish' }).expect(201);
      for (let attempt = 0; attempt < 3; attempt++)
        expect((await measured(() => visitor.get('/posts?per_page=100').expect(200))).length).toBeLessThan(14 * MB);
    });
  });
});
