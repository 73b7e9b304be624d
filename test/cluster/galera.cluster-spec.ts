import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { missing } from '../support/missing.js';
import { type Galera, galeraProvider, startGalera } from '../support/cluster/galera.js';
import { LOAD_MS, report, underLoad } from '../support/cluster/load.js';
import { type Site, startSite } from '../support/cluster/site.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

withProgram(['mariadbd'], () => {
  describe('galera', () => {
    if (galeraProvider) suite();
    else missing('galera-4 is not installed');
  });
});

function suite(): void {
  let cluster: Galera;
  /** Two processes of the service that prefer different nodes. */
  let one: Site;
  let two: Site;

  beforeAll(async () => {
    const began = performance.now();
    cluster = await startGalera();
    process.stdout.write(`three Galera nodes are up after ${Math.round(performance.now() - began)} ms\n`);
    await cluster.nodes[0]!.exec('CREATE DATABASE site CHARACTER SET utf8mb4');
    const address = (...order: number[]) => ({
      DATABASE_URL: `mysql://root@${order.map((index) => `127.0.0.1:${cluster.nodes[index]!.port}`).join()}/site`,
    });
    one = await startSite(address(0, 1, 2));
    two = await startSite(address(1, 0, 2));
  });

  afterAll(async () => {
    await Promise.all([one, two].map((site) => site?.close()));
    await cluster?.stop();
  });

  test('what was written through one node is read through another at once', async () => {
    const id = await one.create('first');
    for (let round = 0; round < 15; round++) {
      const [writer, other] = round % 2 === 0 ? [one, two] : [two, one];
      await writer.rename(id, `title ${round}`);
      expect(await other.publicTitle(id)).toBe(`title ${round}`);
    }
  });

  test('writers on different nodes that get in each other’s way both get done', async () => {
    const id = await one.create('shared');
    const load = await underLoad(
      6,
      (number) => (number % 2 === 0 ? one : two).rename(id, `title ${number}`),
      () => wait(LOAD_MS),
    );
    expect(load.requests).toBeGreaterThan(6);
    expect(load.problems).toEqual([]);
  });

  test('a node is killed under load: nothing acknowledged is lost, and it comes back with everything', async () => {
    const acknowledged: string[] = [];
    const request = async (number: number) => {
      const site = number % 2 === 0 ? one : two;
      if (number % 3 > 0) return site.list();
      await site.create(`written ${number}`);
      acknowledged.push(`written ${number}`);
    };
    let killedAt = 0;
    const load = await underLoad(6, request, async () => {
      await wait(LOAD_MS);
      killedAt = performance.now();
      await cluster.nodes[0]!.kill();
      // The other two need some seconds to agree that it is gone; until then no commit gets through.
      await until(
        () =>
          one.create('after the loss').then(
            () => true,
            () => false,
          ),
        'the other nodes take writes',
      );
      await wait(LOAD_MS);
    });
    report('Galera node in use', load, load.recoveredAfter(killedAt));
    // An interrupted commit may or may not have happened; only its own request reports an error.
    expect(load.errors).toBeLessThanOrEqual(6);
    expect(load.problems.filter((problem) => !problem.includes('503'))).toEqual([]);

    await cluster.rejoin(0);
    const titles = await Promise.all(
      cluster.nodes.map(async (node) => {
        const rows = (await node.exec(
          "SET SESSION wsrep_sync_wait=1; SELECT post_title AS title FROM site.wp_posts WHERE post_status = 'publish' ORDER BY ID",
        )) as [unknown, { title: string }[]];
        return rows[1].map(({ title }) => title);
      }),
    );
    expect(titles[1]).toEqual(titles[0]);
    expect(titles[2]).toEqual(titles[0]);
    const times = new Map<string, number>();
    for (const title of titles[0]!) times.set(title, (times.get(title) ?? 0) + 1);
    expect(acknowledged.filter((title) => times.get(title) !== 1)).toEqual([]);
    process.stdout.write(
      `${acknowledged.length} acknowledged writes, each found once on all three nodes of ${titles[0]!.length} entries\n`,
    );
  });
}
