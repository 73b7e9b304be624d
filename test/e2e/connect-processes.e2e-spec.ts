import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as webhooks from '../../src/cli/commands/webhooks.command.js';
import { openDatabase } from '../../src/database/drivers/open.js';
import { type Database } from '../../src/database/database.js';
import { Post } from '../../src/database/entities/index.js';
import { ADMIN, ADMIN_AUTHORIZATION } from '../support/app.js';
import { callCli } from '../support/cli.js';
import { createMysqlDatabase, onMysql } from '../support/databases.js';
import { type ServiceProcess, startProcess } from '../support/process.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { until } from '../support/until.js';

/** Two processes of the service on one database. */
onMysql(() => {
  let folder: string;
  let place: Awaited<ReturnType<typeof createMysqlDatabase>>;
  let database: Database;
  let receiver: Receiver;
  let processes: ServiceProcess[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nestpress-connect-processes-'));
    place = await createMysqlDatabase();
    receiver = await startReceiver();
    const env = {
      DATA_DIR: folder,
      DATABASE_URL: place.url,
      ADMIN_PASSWORD: ADMIN.password,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
    };
    const first = await startProcess(env);
    processes = [first];
    const add = ['webhooks', 'add', receiver.url, '--private', '--event', 'entry.created'];
    expect(await callCli([webhooks], { ...env, LOG_LEVEL: 'silent' }, add)).toMatchObject({ code: 0 });
    processes.push(await startProcess(env));
    database = await openDatabase({ url: place.url, file: '', tablePrefix: 'wp_', poolSize: 2 });
  });
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()));
    await database?.close();
    await receiver?.close();
    await place?.drop();
    rmSync(folder, { recursive: true, force: true });
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
});
