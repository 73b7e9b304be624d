import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Like } from 'typeorm';
import { type ChangesPage } from '../../../../src/features/change-feed/changes.service.js';
import * as changeFeed from '../../../../src/features/change-feed/change-feed.command.js';
import * as webhooks from '../../../../src/features/webhooks/webhooks.command.js';
import { type Database } from '../../../../src/database/database.js';
import { Post } from '../../../../src/database/entities/index.js';
import { Job } from '../../../../src/platform/jobs/job.entity.js';
import { ADMIN_AUTHORIZATION } from '../../../support/app.js';
import { callCli } from '../../../support/cli.js';
import { onMysql } from '../../../support/databases.js';
import { type ServiceProcess, startProcess } from '../../../support/process.js';
import { createProcessSite, type ProcessSite } from '../../../support/process-site.js';
import { type Receiver, startReceiver } from '../../../support/receiver.js';
import { until } from '../../../support/until.js';

const idOf = ({ id }: { id: number }) => id;

/** Two processes of the service on one database. */
onMysql(() => {
  let site: ProcessSite;
  let env: ProcessSite['env'];
  let database: Database;
  let receiver: Receiver;
  let processes: ServiceProcess[] = [];

  beforeAll(async () => {
    site = await createProcessSite('mysql');
    env = site.env;
    receiver = await startReceiver();
    const first = await startProcess(env);
    processes = [first];
    const add = ['webhooks', 'add', receiver.url, '--private', '--event', 'entry.created'];
    expect(await callCli([webhooks], { ...env, LOG_LEVEL: 'silent' }, add)).toMatchObject({ code: 0 });
    processes.push(await startProcess(env));
    database = await site.database();
  });
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()));
    await site?.close();
    await receiver?.close();
  });

  const post = (index: number, title: string, key?: string) =>
    fetch(`${processes[index % 2]!.url}/wp-json/wp/v2/posts`, {
      method: 'POST',
      headers: {
        authorization: ADMIN_AUTHORIZATION,
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: JSON.stringify({ title }),
    });

  test('the same Idempotency-Key at the same time in both: one write, then the same response from both', async () => {
    for (const key of ['one', 'two', 'three']) {
      const statuses = await Promise.all([0, 1, 2, 3, 4, 5].map(async (index) => (await post(index, key, key)).status));
      expect(statuses).toContain(201);
      expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
      expect(await database.manager.countBy(Post, { title: key, type: 'post' })).toBe(1);
      const replayed = await Promise.all([0, 1].map((index) => post(index, key, key)));
      expect(replayed.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(['true', 'true']);
      const ids = await Promise.all(replayed.map(async (response) => ((await response.json()) as { id: number }).id));
      expect(new Set(ids).size).toBe(1);
    }
  });

  test('each event of either process is delivered once', async () => {
    await until(() => receiver.received.length >= 3);
    receiver.received.length = 0;
    const writes = Array.from({ length: 20 }, (_, index) => post(index, `Event ${index}`));
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(Array(20).fill(201));
    await until(() => receiver.received.length >= 20);
    // A second worker that claims the same delivery would do so at once.
    await new Promise((done) => setTimeout(done, 500));
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
  });

  test('a message that fails does not hold up later ones, and arrives after them', async () => {
    receiver.received.length = 0;
    receiver.status = 503;
    await post(0, 'First');
    await until(() => receiver.received.length >= 1);
    receiver.status = 204;
    await post(1, 'Second');
    await until(() => receiver.received.length >= 2);
    await database.transaction((tx) => tx.update(Job, { state: 'waiting' }, { runAt: 0 }));
    await post(1, 'Third');
    await until(() => receiver.received.length >= 4);
    const titles = receiver.received.map(({ body }) => (JSON.parse(body) as { data: { title: string } }).data.title);
    expect(titles.slice(0, 2)).toEqual(['First', 'Second']);
    expect(titles.slice(2).sort()).toEqual(['First', 'Third']);
    const [first, , ...later] = receiver.received;
    const again = later.find(({ body }) => body === first!.body);
    expect(again?.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  });

  test('what a follower is told of by one process, it reads from the other one, whose cache has the former version', async () => {
    await callCli([changeFeed], { ...env, LOG_LEVEL: 'silent' }, ['change-feed', 'build']);
    const get = async (index: number, path: string) =>
      (await fetch(`${processes[index]!.url}/wp-json${path}`)).json() as Promise<unknown>;
    const feed = (query: string) => get(0, `/nestpress/v1/changes${query}`) as Promise<ChangesPage>;
    const titleOf = async (index: number, path: string) =>
      ((await get(index, path)) as { title: { rendered: string } }).title.rendered;
    const publish = async (title: string) => {
      const response = await fetch(`${processes[0]!.url}/wp-json/wp/v2/posts`, {
        method: 'POST',
        headers: { authorization: ADMIN_AUTHORIZATION, 'content-type': 'application/json' },
        body: JSON.stringify({ title, status: 'publish' }),
      });
      return ((await response.json()) as { id: number }).id;
    };
    const [id, own] = [await publish('Version 0'), await publish('Own 0')];
    let { cursor } = await feed('');
    const stale = { missed: 0, other: 0, own: 0 };
    const writes = Number(process.env.FOLLOWED_WRITES ?? 25);
    for (let number = 1; number <= writes; number++) {
      await Promise.all([titleOf(1, `/wp/v2/posts/${id}`), titleOf(0, `/wp/v2/posts/${own}`)]);
      const by = (index: number, entry: number) =>
        fetch(`${processes[index]!.url}/wp-json/wp/v2/posts/${entry}`, {
          method: 'POST',
          headers: { authorization: ADMIN_AUTHORIZATION, 'content-type': 'application/json' },
          body: JSON.stringify({ title: `Version ${number}` }),
        });
      await Promise.all([by(0, id), by(1, own)]);
      const page = await feed(`?since=${cursor}`);
      const change = page.changes.find((found) => found.id === id);
      if (!change || !page.changes.some((found) => found.id === own)) stale.missed++;
      if ((await titleOf(1, `/wp/v2/posts/${id}?_version=${change?.version}`)) !== `Version ${number}`) stale.other++;
      // The process that reports a change has dropped what it had cached.
      if ((await titleOf(0, `/wp/v2/posts/${own}`)) !== `Version ${number}`) stale.own++;
      cursor = page.cursor;
    }
    expect(stale).toEqual({ missed: 0, other: 0, own: 0 });
  });

  test('a follower of the change feed misses nothing when it changes processes and one is killed', async () => {
    expect(await callCli([changeFeed], { ...env, LOG_LEVEL: 'silent' }, ['change-feed', 'build'])).toMatchObject({
      code: 0,
    });
    const read = async (index: number, query: Record<string, string> = {}) => {
      const url = `${processes[index % 2]!.url}/wp-json/nestpress/v1/changes?${new URLSearchParams(query)}`;
      const response = await fetch(url, { headers: { authorization: ADMIN_AUTHORIZATION } });
      return (await response.json()) as { cursor: string; changes: { id: number; kind: string; action: string }[] };
    };
    let { cursor } = await read(0);
    const created: number[] = [];
    let isOver = false;
    const follow = async (index: number) => {
      const page = await read(index, { since: cursor, limit: '5' }).catch(() => undefined);
      if (!page) return true;
      created.push(...page.changes.filter(({ kind, action }) => kind === 'entry' && action === 'created').map(idOf));
      cursor = page.cursor;
      return page.changes.length > 0;
    };
    const follower = (async () => {
      for (let index = 0; !isOver; index++) await follow(index);
      while (await follow(1));
    })();
    const writers = [0, 1].map(async (index) => {
      for (let number = 0; number < 15; number++) await post(index, `Fed ${index}.${number}`);
    });
    await until(() => created.length >= 6, 'the follower has seen some posts');
    await processes[0]!.stop('SIGKILL');
    await Promise.allSettled(writers);
    isOver = true;
    await follower;
    const stored = await database.manager.findBy(Post, { title: Like('Fed %'), type: 'post' });
    expect(stored.length).toBeGreaterThanOrEqual(15);
    expect(created.sort((a, b) => a - b)).toEqual(stored.map(idOf).sort((a, b) => a - b));
  });
});
