import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type LocalMariaDb } from '../../../tools/local-mariadb.mjs';
import { LOAD_MS, report, underLoad } from '../../support/cluster/load.js';
import { type Replicated, startReplicated } from '../../support/cluster/replicated.js';
import { type Site, startSite } from '../../support/cluster/site.js';
import { withProgram } from '../../support/programs.js';
import { until } from '../../support/until.js';

/** Statements that a server has answered since its start. */
async function selects(server: LocalMariaDb): Promise<number> {
  const [row] = (await server.exec("SHOW GLOBAL STATUS LIKE 'Com_select'")) as [{ Value: string }];
  return Number(row.Value);
}

withProgram(['mariadbd'], () => {
  let servers: Replicated;
  /** Two processes of the service. */
  let one: Site;
  let two: Site;

  beforeAll(async () => {
    servers = await startReplicated();
    await servers.primary.exec('CREATE DATABASE site CHARACTER SET utf8mb4');
    const env = {
      DATABASE_URL: servers.primary.url('site'),
      DATABASE_REPLICAS: servers.replicas.map((replica) => replica.url('site')).join(),
    };
    one = await startSite(env);
    two = await startSite(env);
  });

  afterAll(async () => {
    await Promise.all([one, two].map((site) => site?.close()));
    await servers?.stop();
  });

  /** Reads go there, more than the looks at its health account for. */
  async function untilUsed(replica: LocalMariaDb): Promise<void> {
    await until(async () => {
      const before = await selects(replica);
      for (let reads = 0; reads < 10; reads++) await one.list();
      return (await selects(replica)) - before > 10;
    });
  }

  test('who wrote reads what was written, through whichever process, from replicas', async () => {
    for (const replica of servers.replicas) await untilUsed(replica);
    const id = await one.create('first');
    const before = await Promise.all(servers.replicas.map(selects));
    const answered = async () =>
      (await Promise.all(servers.replicas.map(selects))).map((count, index) => count - before[index]!);
    const end = Date.now() + LOAD_MS;
    let rounds = 0;
    // A replica that is behind is left alone, and on a busy machine it often is.
    const areUsed = async () => (await answered()).every((count) => count > 50);
    for (; rounds < 20 || Date.now() < end || !(await areUsed()); rounds++) {
      const [writer, other] = rounds % 2 === 0 ? [one, two] : [two, one];
      await writer.rename(id, `title ${rounds}`);
      const seen = await Promise.all([
        writer.title(id),
        other.title(id),
        writer.publicTitle(id),
        other.publicTitle(id),
      ]);
      expect(seen).toEqual(Array.from({ length: 4 }, () => `title ${rounds}`));
    }
    process.stdout.write(
      `${rounds} writes, each read at once through two processes: statements of the replicas ${(await answered()).join(', ')}\n`,
    );
  });

  test('a lagging replica is not used until it has caught up', async () => {
    const id = await one.create('old');
    for (const replica of servers.replicas) await replica.exec('STOP SLAVE SQL_THREAD');
    await two.rename(id, 'new');
    for (let reads = 0; reads < 10; reads++) expect(await one.publicTitle(id)).toBe('new');
    for (const replica of servers.replicas) await replica.exec('START SLAVE SQL_THREAD');
    for (const replica of servers.replicas) await untilUsed(replica);
    expect(await one.publicTitle(id)).toBe('new');
  });

  test('a replica is killed under load and comes back', async () => {
    const [replica] = servers.replicas as [LocalMariaDb];
    const id = await one.create('x');
    const request = (number: number) =>
      number % 10 === 0 ? one.rename(id, `title ${number}`) : number % 2 === 0 ? one.list() : two.title(id);
    let killedAt = 0;
    let usedAfter = 0;
    const load = await underLoad(4, request, async () => {
      await wait(LOAD_MS);
      killedAt = performance.now();
      await replica.kill();
      await wait(LOAD_MS);
      const restartedAt = performance.now();
      await replica.restart();
      await untilUsed(replica);
      usedAfter = Math.round(performance.now() - restartedAt);
    });
    report('replica', load, load.recoveredAfter(killedAt));
    process.stdout.write(`the replica is used again ${usedAfter} ms after it was started\n`);
    expect(load.errors).toBe(0);
  });

  test('a replica that stops responding delays requests only briefly', async () => {
    const [replica] = servers.replicas as [LocalMariaDb];
    await untilUsed(replica);
    let frozenAt = 0;
    let asked = 0;
    const list = async () => {
      asked++;
      await one.list();
    };
    const load = await underLoad(4, list, async () => {
      frozenAt = performance.now();
      process.kill(replica.pid, 'SIGSTOP');
      try {
        // Without the cut everybody would wait until it goes on.
        await until(() => asked > 20, 'requests are answered while it is silent');
        await wait(LOAD_MS);
      } finally {
        process.kill(replica.pid, 'SIGCONT');
      }
    });
    report('replica (silent)', load, load.recoveredAfter(frozenAt));
    expect(load.errors).toBe(0);
  });

  test('while the primary is away reads succeed and writes report it', async () => {
    const id = await one.create('kept');
    let killedAt = 0;
    const load = await underLoad(
      4,
      (number) => (number % 2 === 0 ? one.list() : two.publicTitle(id)),
      async () => {
        killedAt = performance.now();
        await servers.primary.kill();
        await wait(LOAD_MS);
        await expect(one.rename(id, 'lost')).rejects.toThrow('503');
        await servers.primary.restart();
        await until(() =>
          one.rename(id, 'changed').then(
            () => true,
            () => false,
          ),
        );
        expect(await two.publicTitle(id)).toBe('changed');
      },
    );
    report('primary (reads)', load, load.recoveredAfter(killedAt));
    expect(load.errors).toBe(0);
  });
});
