// The sites of a comparison: the reference WordPress 7.1 with a plugin, this service on its database, and both on a copy of it.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { freePort } from '../free-port.mjs';

const ROOT = join(import.meta.dirname, '../..');
export const REFERENCE = join(ROOT, '../shared/reference/wordpress');
const STATE = process.env.REF_DIR ?? '/tmp/wp-reference-7.1';
const DATABASE_PORT = process.env.REF_DB_PORT ?? '13371';
const READY_WITHIN_MS = 120_000;
const KEYS = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'].flatMap((name) => [`${name}_KEY`, `${name}_SALT`]);
const PASSWORD_PREFIXES = { admin: 'admn', editor: 'edtr', author: 'auth', contributor: 'ctrb', subscriber: 'subs' };
/** What a block theme lacks: sidebars, menu locations, meta of types that WordPress itself has. */
const PLUGIN = `<?php
require __DIR__ . '/types/content-types.php';
add_action('widgets_init', function () {
	register_sidebar(array('id' => 'side', 'name' => 'Side', 'before_widget' => '<li id="%1$s" class="%2$s">', 'after_widget' => '</li>'));
	register_sidebar(array('id' => 'foot', 'name' => 'Foot'));
});
add_action('after_setup_theme', function () { register_nav_menus(array('main' => 'Main', 'footer' => 'Footer')); });
add_action('init', function () {
	register_post_meta('post', 'rating', array('type' => 'integer', 'single' => true, 'show_in_rest' => true, 'default' => 3));
	register_post_meta('page', 'hint', array('type' => 'string', 'single' => true, 'show_in_rest' => true, 'revisions_enabled' => true));
	register_term_meta('category', 'colour', array('type' => 'string', 'single' => true, 'show_in_rest' => true));
});
`;

export const addressOfWordPress = `http://127.0.0.1:${process.env.REF_PORT ?? '8071'}`;
export const databaseUrl = (name) => `mysql://wp:wp@127.0.0.1:${DATABASE_PORT}/${name}`;
export const authorization = (user) =>
  user === ''
    ? {}
    : {
        authorization: `Basic ${Buffer.from(`${user}:${PASSWORD_PREFIXES[user]}AAAA1111bbbb2222CCCC`).toString('base64')}`,
      };

/** Starts the reference WordPress as it was seeded, with the plugin. */
export function startReference() {
  const run = (command) =>
    execFileSync('bash', [REFERENCE, command], { stdio: 'ignore', env: { ...process.env, REF_RELEASE: '7.1' } });
  run('up');
  run('reset');
  // WordPress writes them again, with the types of the plugin.
  const socket = join(STATE, 'db/db.sock');
  const remove = "DELETE FROM wp_options WHERE option_name = 'rewrite_rules'";
  execFileSync('mariadb', ['--no-defaults', '-uroot', '-S', socket, 'wp', '-e', remove]);
  const plugins = join(STATE, 'site/wp-content/mu-plugins');
  mkdirSync(join(plugins, 'types'), { recursive: true });
  cpSync(join(ROOT, 'test/support/registered/content-types.php'), join(plugins, 'types/content-types.php'));
  writeFileSync(join(plugins, 'compared.php'), PLUGIN);
  return { uploads: join(STATE, 'site/wp-content/uploads'), stop: () => run('down') };
}

/** A second WordPress on a copy of the database and the files, on PHP's own server. */
export async function copyWordPress(name) {
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-copy-'));
  execFileSync('cp', ['-rL', `${join(STATE, 'site')}/.`, folder]);
  const configuration = join(folder, 'wp-config.php');
  writeFileSync(configuration, readFileSync(configuration, 'utf8').replace("'DB_NAME','wp'", `'DB_NAME','${name}'`));
  const socket = join(STATE, 'db/db.sock');
  execFileSync('bash', [
    '-c',
    `mariadb --no-defaults -uroot -S ${socket} -e 'DROP DATABASE IF EXISTS ${name}; CREATE DATABASE ${name}' && mariadb-dump --no-defaults -uroot -S ${socket} --single-transaction --triggers --hex-blob wp | mariadb --no-defaults -uroot -S ${socket} ${name}`,
  ]);
  const port = await freePort();
  const child = spawn('php', ['-d', 'opcache.enable_cli=1', '-S', `127.0.0.1:${port}`, '-t', folder], {
    stdio: 'ignore',
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '3' },
    detached: true,
  });
  await untilReady(`http://127.0.0.1:${port}/readme.html`, child);
  return {
    address: `http://127.0.0.1:${port}`,
    uploads: join(folder, 'wp-content/uploads'),
    async stop() {
      // Its workers are processes of their own.
      process.kill(-child.pid, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** This service on one of the databases, with the address of the reference as the site's. */
export async function startService({ database, uploads, wordpress }) {
  const data = mkdtempSync(join(tmpdir(), 'nestpress-compared-'));
  const port = await freePort();
  const output = [];
  const child = spawn(process.execPath, [join(ROOT, 'dist/src/main.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: data },
      ...{ VARIANT: 'C', LOG_LEVEL: 'error', RATE_LIMIT: 'off', CONSOLE: 'off', SITE_PAGES: 'off', MEDIA_TRASH: 'off' },
      ...{
        DATABASE_URL: databaseUrl(database),
        UPLOADS_DIR: uploads,
        SITE_URL: addressOfWordPress,
        FETCH_EMBEDS: 'off',
        SMTP_URL: 'log:',
        MENU_LOCATIONS: 'main=Main,footer=Footer',
      },
      WORDPRESS_URL: wordpress.replace('://', `://admin:${PASSWORD_PREFIXES.admin}AAAA1111bbbb2222CCCC@`),
      ...Object.fromEntries(KEYS.map((key) => [key, `reference-${key}-0123456789abcdef0123456789abcdef`])),
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  await untilReady(`http://127.0.0.1:${port}/readyz`, child).catch((error) => {
    throw new Error(`${error.message} ${output.join('')}`);
  });
  return {
    address: `http://127.0.0.1:${port}`,
    output,
    async stop() {
      if (child.exitCode === null && child.kill()) await once(child, 'exit');
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function untilReady(url, child) {
  for (const giveUpAt = Date.now() + READY_WITHIN_MS; Date.now() < giveUpAt && child.exitCode === null; await wait(200))
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
  throw new Error(`${url} did not start.`);
}

const TABLES = {
  posts: ['ID'],
  postmeta: ['meta_id'],
  terms: ['term_id'],
  term_taxonomy: ['term_taxonomy_id'],
  term_relationships: ['object_id', 'term_taxonomy_id'],
  termmeta: ['meta_id'],
  users: ['ID'],
  usermeta: ['umeta_id'],
  comments: ['comment_ID'],
  commentmeta: ['meta_id'],
  options: ['option_id'],
};
/** Rows whose key has no meaning. */
const ANONYMOUS = new Set(['postmeta', 'termmeta', 'usermeta', 'commentmeta', 'options']);
const IGNORED_OPTIONS = /^_(?:site_)?transient_|^cron$|^rewrite_rules$|^nestpress_|_children$|^auto_updater|^recovery_/;
const IGNORED_META = /^(?:session_tokens|_application_passwords|_edit_lock)$/;
/** Columns of such rows that are no part of their name. */
const VALUES = new Set(['meta_value', 'option_value', 'autoload']);
const NEAR_MS = 2 * 86_400_000;

/** The rows in which two databases on one server differ. Afterwards the second one is like the first. */
export class ComparedRows {
  static async open(one, other) {
    const rows = new ComparedRows();
    rows.names = [one, other];
    rows.connection = await mysql.createConnection({ uri: databaseUrl(one), dateStrings: true });
    rows.columns = {};
    for (const table of Object.keys(TABLES)) {
      const [columns] = await rows.connection.query(`SHOW COLUMNS FROM wp_${table}`);
      rows.columns[table] = columns.map(({ Field }) => Field);
    }
    return rows;
  }

  close() {
    return this.connection.end();
  }

  async differences() {
    const found = [];
    for (const table of Object.keys(TABLES)) found.push(...(await this.#ofTable(table)));
    return found;
  }

  async #ofTable(table) {
    const [one, other] = this.names;
    const key = TABLES[table];
    const on = key.map((name) => `a.${name} = b.${name}`).join(' AND ');
    const same = this.columns[table].map((name) => `BINARY a.${name} <=> BINARY b.${name}`).join(' AND ');
    const keys = key.map((name) => `a.${name}`).join(', ');
    const [changed] = await this.connection.query(
      `SELECT ${keys} FROM ${one}.wp_${table} a LEFT JOIN ${other}.wp_${table} b ON ${on} WHERE b.${key[0]} IS NULL OR NOT (${same})`,
    );
    const [added] = await this.connection.query(
      `SELECT ${keys} FROM ${other}.wp_${table} a LEFT JOIN ${one}.wp_${table} b ON ${on} WHERE b.${key[0]} IS NULL`,
    );
    const rows = [...changed, ...added];
    await this.#sameNextId(table);
    if (rows.length === 0) return [];
    const where = rows
      .map((row) => `(${key.map((name) => `${name} = ${Number(row[name])}`).join(' AND ')})`)
      .join(' OR ');
    const [theirs] = await this.connection.query(`SELECT * FROM ${one}.wp_${table} WHERE ${where}`);
    const [ours] = await this.connection.query(`SELECT * FROM ${other}.wp_${table} WHERE ${where}`);
    await this.connection.query(`DELETE FROM ${other}.wp_${table} WHERE ${where}`);
    await this.connection.query(`INSERT INTO ${other}.wp_${table} SELECT * FROM ${one}.wp_${table} WHERE ${where}`);
    return differing(table, theirs, ours);
  }

  async #sameNextId(table) {
    if (table === 'term_relationships') return;
    const [rows] = await this.connection.query(
      `SELECT TABLE_SCHEMA AS name, AUTO_INCREMENT AS next FROM information_schema.TABLES WHERE TABLE_NAME = 'wp_${table}' AND TABLE_SCHEMA IN (?, ?)`,
      this.names,
    );
    const next = Math.max(...rows.map((row) => Number(row.next)));
    for (const row of rows)
      if (Number(row.next) !== next)
        await this.connection.query(`ALTER TABLE ${row.name}.wp_${table} AUTO_INCREMENT = ${next}`);
  }
}

function differing(table, theirs, ours) {
  const line = (row) => {
    const values = Object.entries(row).filter(([name]) => !(ANONYMOUS.has(table) && name === TABLES[table][0]));
    return JSON.stringify(Object.fromEntries(values.map(([name, value]) => [name, settled(name, value)])));
  };
  const counts = (row) => !IGNORED_OPTIONS.test(row.option_name ?? '') && !IGNORED_META.test(row.meta_key ?? '');
  const [left, right] = [theirs, ours].map((rows) => rows.filter(counts).map(line));
  const rows = new Map();
  const rowOf = (text) => {
    const identity = identityOf(table, JSON.parse(text));
    if (!rows.has(identity)) rows.set(identity, { table, theirs: [], ours: [] });
    return rows.get(identity);
  };
  for (const text of subtract(left, right)) rowOf(text).theirs.push(text);
  for (const text of subtract(right, left)) rowOf(text).ours.push(text);
  return [...rows.values()];
}

/** What a row is about: one difference each. */
function identityOf(table, row) {
  const names = ANONYMOUS.has(table) ? Object.keys(row).filter((name) => !VALUES.has(name)) : TABLES[table];
  return names.map((name) => row[name]).join();
}

function subtract(lines, others) {
  const rest = [...others];
  return lines.filter((line) => {
    const at = rest.indexOf(line);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

export function settled(name, value) {
  if (name === 'user_pass') return '(hash)';
  if (typeof value !== 'string') return value;
  return value
    .replace(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/g, (time) =>
      Math.abs(Date.parse(`${time.replace(' ', 'T')}Z`) - Date.now()) < NEAR_MS ? '<now>' : time,
    )
    .replace(/\b1\d{9}\b/g, (seconds) => (Math.abs(Number(seconds) * 1000 - Date.now()) < NEAR_MS ? '<now>' : seconds));
}

export const isInstalled = () => existsSync(REFERENCE);
