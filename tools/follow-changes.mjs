#!/usr/bin/env node
// Follows the change feed while two processes of the service and a program with SQL of its own, as WordPress would be, write to one
// database, then compares the follower's copy with the database: node tools/follow-changes.mjs [MINUTES]. Needs a build and MariaDB.
// With WORDPRESS=http://wordpress.example, DATABASE_URL of its database and CREDENTIALS=login:password, which both accept (an
// application password), that WordPress writes through its own REST API, too.
import './usage.mjs';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { freePort } from './free-port.mjs';
import { startMariaDb } from './local-mariadb.mjs';

const ROOT = process.env.FOLLOWED_BUILD ?? join(import.meta.dirname, '..');
const MINUTES = Number(process.argv[2] ?? 1);
const { WORDPRESS } = process.env;
const PASSWORD = 'correct horse battery';
const CREDENTIALS = process.env.CREDENTIALS ?? `admin:${PASSWORD}`;
const HEADERS = {
  authorization: `Basic ${Buffer.from(CREDENTIALS).toString('base64')}`,
  'content-type': 'application/json',
};

/** Comments that the API lists. */
const LISTED_COMMENTS = "FROM wp_comments WHERE comment_approved IN ('0', '1') AND comment_type IN ('', 'comment')";

const scratch = mkdtempSync(join(tmpdir(), 'nestpress-follow-'));
const server = WORDPRESS === undefined ? await startMariaDb() : undefined;
const databaseUrl = server?.url('followed') ?? process.env.DATABASE_URL;
const children = [];
const counts = { api: 0, wordpress: 0, refused: 0, sql: 0, changes: 0, pages: 0 };
let isWriting = true;

try {
  await server?.exec('CREATE DATABASE followed CHARACTER SET utf8mb4');
  const env = {
    ...process.env,
    DATA_DIR: scratch,
    DATABASE_URL: databaseUrl,
    ADMIN_PASSWORD: PASSWORD,
    CONSOLE: 'api',
    ...(WORDPRESS !== undefined && { VARIANT: 'C' }),
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
  };
  const first = await startService(env);
  await run([join(ROOT, 'bin/nestpress.mjs'), 'change-feed', 'build'], env);
  const second = await startService(env);
  const db = await mysql.createConnection(databaseUrl);

  const follower = new Follower(first);
  await follower.begin();
  const until = Date.now() + MINUTES * 60_000;
  const following = follower.follow();
  await Promise.all([
    writeByApi(first, until),
    writeByApi(second, until),
    WORDPRESS !== undefined && writeByApi(`${WORDPRESS}/wp-json`, until, 'wordpress'),
    writeBySql(db, until),
  ]);
  isWriting = false;
  await following;

  const differences = await compare(follower.copy, db);
  console.log(
    `${MINUTES} minutes: ${counts.api} writes by two processes (${counts.refused} refused because another one was faster), ` +
      `${counts.wordpress} writes by WordPress, ${counts.sql} SQL statements, ${counts.changes} changes in ${counts.pages} pages, ` +
      `${follower.copy.size} objects, ${differences.length} differences`,
  );
  for (const difference of differences.slice(0, 20)) console.log(difference);
  process.exitCode = differences.length === 0 ? 0 : 1;
  await db.end();
} finally {
  for (const child of children) child.kill('SIGKILL');
  await server?.stop();
  rmSync(scratch, { recursive: true, force: true });
}

/** The address of a process of the service that is ready. */
async function startService(env) {
  const port = await freePort();
  const child = spawn('node', [join(ROOT, 'dist/src/main.js')], {
    env: { ...env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error('The service ended at once.');
    if (
      await fetch(`${url}/readyz`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return `${url}/wp-json`;
    await wait(200);
  }
}

async function run(args, env) {
  const child = spawn('node', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`);
}

async function call(method, url, body) {
  const response = await fetch(url, { method, headers: HEADERS, body: body && JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

/** Creates, updates, trashes and deletes posts, comments and categories. */
async function writeByApi(api, until, writer = 'api') {
  const posts = [];
  const write = async (method, path, body) => {
    const reply = await call(method, `${api}/wp/v2/${path}`, body);
    counts[writer]++;
    if (reply.status >= 500) throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`);
    if (reply.status >= 400) counts.refused++;
    return reply.body;
  };
  for (let number = 0; Date.now() < until; number++) {
    const { id } = await write('POST', 'posts', { title: `Post ${number}`, status: 'publish', content: `${number}` });
    posts.push(id);
    const any = posts[Math.floor(Math.random() * posts.length)];
    await write('POST', `posts/${any}`, { title: `Changed ${number}`, status: number % 3 === 0 ? 'draft' : 'publish' });
    if (number % 4 === 0) await write('POST', 'comments', { post: id, content: `A comment ${number}` });
    if (number % 5 === 0) await write('DELETE', `posts/${posts.shift()}?force=${number % 2 === 0}`);
    if (number % 7 === 0) await write('POST', 'categories', { name: `Category ${number} ${Math.random()}` });
  }
}

/** The statements of another program on the same database, in transactions and without, some of which are rolled back. */
async function writeBySql(db, until) {
  const posts = [];
  const execute = async (sql, values) => {
    counts.sql++;
    return (await db.execute(sql, values))[0];
  };
  for (let number = 0; Date.now() < until; number++) {
    const isRolledBack = number % 9 === 0;
    if (number % 3 === 0) await db.query('START TRANSACTION');
    const { insertId } = await execute(
      "INSERT INTO wp_posts (post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_name, post_type) VALUES (1, NOW(), UTC_TIMESTAMP(), ?, ?, '', 'publish', '', '', NOW(), UTC_TIMESTAMP(), '', ?, 'post')",
      [`By SQL ${number}`, `SQL ${number}`, `sql-${number}`],
    );
    await execute("INSERT INTO wp_postmeta (post_id, meta_key, meta_value) VALUES (?, '_edit_last', '1')", [insertId]);
    if (!isRolledBack) posts.push(insertId);
    const any = posts[Math.floor(Math.random() * posts.length)] ?? insertId;
    await execute('UPDATE wp_posts SET post_title = ?, post_modified_gmt = UTC_TIMESTAMP() WHERE ID = ?', [
      `SQL changed ${number}`,
      any,
    ]);
    if (number % 3 === 0) await db.query(isRolledBack ? 'ROLLBACK' : 'COMMIT');
    if (number % 5 === 0) await execute("UPDATE wp_posts SET post_status = 'draft' WHERE ID = ?", [any]);
    if (number % 6 === 0 && posts.length > 0) await execute('DELETE FROM wp_posts WHERE ID = ?', [posts.shift()]);
    if (number % 8 === 0)
      await execute(
        'UPDATE wp_comments SET comment_content = ? WHERE comment_ID = (SELECT * FROM (SELECT MAX(comment_ID) FROM wp_comments) latest)',
        [`Edited ${number}`],
      );
    if (number % 10 === 0)
      await execute(
        'UPDATE wp_terms SET name = ? WHERE term_id = (SELECT * FROM (SELECT MAX(term_id) FROM wp_terms) latest)',
        [`Renamed ${number}`],
      );
    await wait(20);
  }
}

/** Copies what the change feed names: one key for each object, with the values that are compared. */
function Follower(api) {
  const lists = {
    entry: (ids) => `posts?include=${ids}&status=publish,draft,trash,future,pending,private`,
    comment: (ids) => `comments?include=${ids}&status=all`,
    term: (ids) => `categories?include=${ids}&hide_empty=false`,
  };
  this.copy = new Map();

  this.begin = async () => {
    // The cursor first: what changes while the lists are read is read again.
    this.cursor = (await call('GET', `${api}/nestpress/v1/changes`)).body.cursor;
    for (const kind of Object.keys(lists)) {
      const path = lists[kind]('').replace('include=&', '');
      for (let page = 1, isLast = false; !isLast; page++) {
        const { body } = await call('GET', `${api}/wp/v2/${path}&context=edit&per_page=100&orderby=id&page=${page}`);
        for (const item of body) this.copy.set(`${kind} ${item.id}`, valueOf(kind, item));
        isLast = body.length < 100;
      }
    }
  };

  this.follow = async () => {
    for (;;) {
      const wasWriting = isWriting;
      const { status, body } = await call('GET', `${api}/nestpress/v1/changes?since=${this.cursor}&limit=100&wait=2`);
      if (status !== 200) throw new Error(`The change feed responded with ${status}: ${JSON.stringify(body)}`);
      counts.pages++;
      counts.changes += body.changes.length;
      for (const kind of Object.keys(lists)) {
        const isFollowed = (change) =>
          change.kind === kind &&
          (kind !== 'entry' || change.type === 'post') &&
          (kind !== 'term' || change.type === 'category');
        const ids = body.changes.filter(isFollowed).map(({ id }) => id);
        if (ids.length === 0) continue;
        const { body: items } = await call(
          'GET',
          `${api}/wp/v2/${lists[kind](ids.join())}&context=edit&per_page=100&_version=${body.cursor}`,
        );
        for (const id of ids) this.copy.delete(`${kind} ${id}`);
        for (const item of items) this.copy.set(`${kind} ${item.id}`, valueOf(kind, item));
      }
      this.cursor = body.cursor;
      if (!wasWriting && body.changes.length === 0 && !body.more) return;
    }
  };
}

function valueOf(kind, item) {
  if (kind === 'entry') return `${item.status} ${item.title.raw} ${item.content.raw}`;
  return kind === 'comment' ? item.content.raw : item.name;
}

async function compare(copy, db) {
  const stored = new Map();
  const read = async (kind, sql) => {
    for (const { id, value } of (await db.query(sql))[0]) stored.set(`${kind} ${id}`, value);
  };
  await read(
    'entry',
    "SELECT ID AS id, CONCAT(post_status, ' ', post_title, ' ', post_content) AS value FROM wp_posts WHERE post_type = 'post' AND post_status <> 'auto-draft'",
  );
  await read('comment', `SELECT comment_ID AS id, comment_content AS value ${LISTED_COMMENTS}`);
  await read(
    'term',
    "SELECT t.term_id AS id, t.name AS value FROM wp_terms t JOIN wp_term_taxonomy x USING (term_id) WHERE x.taxonomy = 'category'",
  );
  const [hidden] = await db.query(
    `SELECT comment_ID AS id FROM wp_comments WHERE comment_ID NOT IN (SELECT comment_ID ${LISTED_COMMENTS})`,
  );
  const isHidden = new Set(hidden.map(({ id }) => `comment ${id}`));
  const keys = new Set([...copy.keys(), ...stored.keys()]);
  return [...keys]
    .filter((key) => !isHidden.has(key))
    .filter((key) => copy.get(key) !== stored.get(key))
    .map((key) => `${key}: copy ${JSON.stringify(copy.get(key))}, database ${JSON.stringify(stored.get(key))}`);
}
