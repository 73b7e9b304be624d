import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { type Database } from '../../../src/database/database.js';
import { ADMIN_AUTHORIZATION, eachEngine } from '../../support/app.js';
import { type ServiceProcess, startProcess } from '../../support/process.js';
import { createProcessSite } from '../../support/process-site.js';
import { until } from '../../support/until.js';

const ROUNDS = 4;
const WRITERS = 6;
const headers = {
  authorization: ADMIN_AUTHORIZATION,
  'content-type': 'application/json',
};

eachEngine((engine) => {
  test('a process killed in a burst of writes leaves no half-written entry and no wrong count', async () => {
    const site = await createProcessSite(engine);
    try {
      let answered = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const service = await startProcess(site.env);
        answered += await burst(service, round);
        const found = await flaws(await site.database());
        expect(Object.fromEntries(Object.entries(found).filter(([, rows]) => rows.length > 0))).toEqual({});
      }
      console.log(`${engine}: ${answered} writes answered before ${ROUNDS} kills`);
    } finally {
      await site.close();
    }
  });
});

/** Several writers create a post, change it, and so on, until the service is killed under them. Returns how many got answers. */
async function burst(service: ServiceProcess, round: number): Promise<number> {
  let answered = 0;
  let stopped = false;
  const send = async (path: string, body: object) => {
    const response = await fetch(`${service.url}/wp-json/wp/v2${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (response.status >= 400) throw new Error(`${response.status} ${await response.text()}`);
    answered++;
    return (await response.json()) as { id: number };
  };
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!stopped) {
      const { id } = await send('/posts', {
        title: 'Burst',
        content: 'first',
        status: 'publish',
        format: 'aside',
        sticky: round % 2 === 0,
      });
      await send(`/posts/${id}`, { content: `second of ${id}` });
      await send(`/posts/${id}`, { status: 'draft' });
    }
  });
  await until(() => answered >= WRITERS, 'every writer could have been answered');
  await wait(200 + round * 150);
  stopped = true;
  await service.stop('SIGKILL');
  await Promise.allSettled(writers);
  return answered;
}

/** Everything a write that was not all or nothing would leave. */
async function flaws(database: Database): Promise<Record<string, unknown[]>> {
  const { posts, term_relationships: relations, term_taxonomy: taxonomy } = database.tables;
  const query = (sql: string) => database.query(sql);
  return {
    withoutCategory: await query(
      `SELECT ID FROM ${posts} p WHERE post_title = 'Burst' AND post_type = 'post' AND NOT EXISTS ` +
        `(SELECT 1 FROM ${relations} r JOIN ${taxonomy} t ON t.term_taxonomy_id = r.term_taxonomy_id WHERE r.object_id = p.ID AND t.taxonomy = 'category')`,
    ),
    withoutRevision: await query(
      `SELECT ID FROM ${posts} p WHERE post_type = 'post' AND post_content LIKE 'second of %' AND NOT EXISTS ` +
        `(SELECT 1 FROM ${posts} r WHERE r.post_parent = p.ID AND r.post_type = 'revision' AND r.post_content = p.post_content)`,
    ),
    withoutGuid: await query(`SELECT ID FROM ${posts} WHERE guid = '' OR (post_name = '' AND post_status = 'publish')`),
    strayRevisions: await query(
      `SELECT ID FROM ${posts} r WHERE post_type = 'revision' AND NOT EXISTS (SELECT 1 FROM ${posts} p WHERE p.ID = r.post_parent)`,
    ),
    strayRelations: await query(
      `SELECT object_id FROM ${relations} r WHERE NOT EXISTS (SELECT 1 FROM ${posts} p WHERE p.ID = r.object_id)`,
    ),
    wrongCounts: await query(
      `SELECT t.term_taxonomy_id, t.count FROM ${taxonomy} t WHERE t.taxonomy IN ('category', 'post_tag', 'post_format') AND t.count <> ` +
        `(SELECT COUNT(*) FROM ${relations} r JOIN ${posts} p ON p.ID = r.object_id ` +
        "WHERE r.term_taxonomy_id = t.term_taxonomy_id AND p.post_status = 'publish' AND p.post_type = 'post')",
    ),
    sameSlugs: await query(
      `SELECT post_name FROM ${posts} WHERE post_type = 'post' AND post_status = 'publish' GROUP BY post_name HAVING COUNT(*) > 1`,
    ),
  };
}
