import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import mysql from 'mysql2/promise';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { NOTICED_WITHIN_MS } from '../../../../src/rest/cache/change-watch.service.js';
import { createAccount } from '../../../support/accounts.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { createMysqlDatabase, onMysql } from '../../../support/databases.js';
import { until } from '../../../support/until.js';

/** Longer than a table's update time counts as uncertain. */
const OPEN_MS = 4000;
const TITLE_PATH = '/wp-json/wp/v2/posts/1?_fields=title';
const NAME_PATH = '/wp-json/?_fields=description';

interface Site {
  service: TestApp;
  /** Address for programs that write to the same database. */
  url: string;
  stop(): Promise<void>;
}

async function startSite({
  hasProcessRight,
  hasIndex,
}: {
  hasProcessRight: boolean;
  hasIndex: boolean;
}): Promise<Site> {
  const { url, drop } = await createMysqlDatabase('site');
  const account = hasProcessRight ? undefined : await createAccount(url, 'ALL PRIVILEGES');
  const service = await startTestApp({ DATABASE_URL: account?.url ?? url });
  if (!hasIndex) await service.app.get(Database).listIndex.remove();
  const stop = async () => {
    await service.close();
    await account?.drop();
    await drop();
  };
  return { service, url, stop };
}

/** Everything that is served from memory: a complete response, an option, and a total that was counted. */
async function seen({ service }: Site): Promise<{ title: string; description: string; total: string; isHit: boolean }> {
  const get = (path: string) => request(service.server).get(path);
  const [post, site, list] = await Promise.all([
    get(TITLE_PATH),
    get(NAME_PATH),
    get(`/wp-json/wp/v2/posts?search=e&per_page=1&uncached=${Math.random()}`),
  ]);
  return {
    title: post.body.title.rendered,
    description: site.body.description,
    total: list.headers['x-wp-total']!,
    isHit: post.headers['x-nestpress-cache'] === 'hit' && site.headers['x-nestpress-cache'] === 'hit',
  };
}

/**
 * A transaction writes and stays open while another one that began in the same second commits, then commits too. Where the
 * server's update times show it all the same, nothing was tested, so the transaction is repeated.
 */
async function commitUnseen(site: Site, text: string): Promise<void> {
  const connections = [await mysql.createConnection(site.url), await mysql.createConnection(site.url)];
  const [long, short] = connections as [mysql.Connection, mysql.Connection];
  const times = async () =>
    JSON.stringify(
      await short
        .query(
          'SELECT TABLE_NAME, UPDATE_TIME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() ' +
            "AND TABLE_NAME IN ('wp_posts', 'wp_options') ORDER BY TABLE_NAME",
        )
        .then(([rows]) => rows),
    );
  try {
    await until(async () => {
      await wait(1000 - (Date.now() % 1000));
      await long.beginTransaction();
      await long.query('UPDATE wp_posts SET post_title = ? WHERE ID = 1', [text]);
      await long.query("UPDATE wp_options SET option_value = ? WHERE option_name = 'blogdescription'", [text]);
      await long.query(
        'INSERT INTO wp_posts (post_title, post_content, post_excerpt, to_ping, pinged, post_content_filtered, post_status, post_date, post_date_gmt, post_modified, post_modified_gmt) ' +
          "VALUES (?, 'text here', '', '', '', '', 'publish', '2020-01-01', '2020-01-01', '2020-01-01', '2020-01-01')",
        [text],
      );
      await short.beginTransaction();
      await short.query('UPDATE wp_posts SET menu_order = menu_order + 1 WHERE ID = 2');
      await short.query(
        "REPLACE INTO wp_options (option_name, option_value, autoload) VALUES ('_transient_x', ?, 'yes')",
        [text + Math.random()],
      );
      await short.commit();
      const before = await times();
      await wait(OPEN_MS);
      await until(async () => (await seen(site)).isHit, 'the old answers are in memory');
      await long.commit();
      return (await times()) === before;
    }, 'a commit that leaves the update times as they are');
  } finally {
    for (const connection of connections) await connection.end();
  }
}

async function noticedWithinBound(kind: { hasProcessRight: boolean; hasIndex: boolean }) {
  const site = await startSite(kind);
  try {
    const before = await seen(site);
    await commitUnseen(site, 'committed later');
    await wait(NOTICED_WITHIN_MS);
    const { title, description, total } = await seen(site);
    return { ...kind, title, description, isCounted: Number(total) > Number(before.total) };
  } finally {
    await site.stop();
  }
}

onMysql(() => {
  test('the commit of a long transaction of another program is noticed within the bound', async () => {
    const kinds = [true, false].flatMap((hasProcessRight) =>
      [true, false].map((hasIndex) => ({ hasProcessRight, hasIndex })),
    );
    const fresh = { title: 'committed later', description: 'committed later', isCounted: true };
    // At the same time, since most of it is waiting.
    expect(await Promise.all(kinds.map(noticedWithinBound))).toEqual(kinds.map((kind) => ({ ...kind, ...fresh })));
  });
});
