import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe } from '@jest/globals';
import { freePort } from '../../tools/free-port.mjs';
import { missingOptional } from './missing.js';
import { testMysqlUrl } from './databases.js';
import { findProgram } from './programs.js';
import { TIMEOUT_MS } from './until.js';

/** Where WordPress is: where Debian's package puts it, or the files of another release. */
export const FILES = process.env.WORDPRESS_FILES ?? '/usr/share/wordpress';
const NAMES = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'].flatMap((name) => [`${name}_KEY`, `${name}_SALT`]);
/** The keys of its wp-config.php, as the service wants them in the environment. */
export const WORDPRESS_KEYS = Object.fromEntries(NAMES.map((name) => [name, `test ${name}`]));

export interface WordPress {
  url: string;
  /** Its wp-content/uploads. */
  uploads: string;
  stop(): Promise<void>;
}

/** A suite that needs a real WordPress and a MySQL server; skipped with the reason where one is missing. */
export function withWordPress(suite: () => void): void {
  describe('alongside WordPress', () => {
    const reason = !existsSync(join(FILES, 'wp-load.php'))
      ? `WordPress is not installed in ${FILES}`
      : !php()
        ? 'PHP with mysqli is not installed'
        : !testMysqlUrl
          ? 'TEST_MYSQL_URL is not set'
          : undefined;
    if (reason === undefined) suite();
    else missingOptional(reason);
  });
}

function php(): string | undefined {
  const path = findProgram(['php']);
  return path !== undefined && execFileSync(path, ['-m']).toString().includes('mysqli') ? path : undefined;
}

/** The release, such as `6.1`. */
export function wordpressRelease(): string {
  const text = readFileSync(join(FILES, 'wp-includes/version.php'), 'utf8');
  return /\$wp_version = '(\d+\.\d+)/.exec(text)![1]!;
}

/**
 * Its own copy of the files on PHP's own server, on the given database. The address is the one it is to have; the plugin
 * is a PHP file that it always loads.
 */
export async function startWordPress(databaseUrl: string, url: string, plugin?: string): Promise<WordPress> {
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-wordpress-'));
  execFileSync('cp', ['-rL', `${FILES}/.`, folder]);
  writeFileSync(join(folder, 'wp-config.php'), configuration(new URL(databaseUrl)));
  writeTheme(join(folder, 'wp-content/themes/twentytwentythree'));
  const uploads = join(folder, 'wp-content/uploads');
  mkdirSync(uploads, { recursive: true });
  if (plugin !== undefined) {
    mkdirSync(join(folder, 'wp-content/mu-plugins'));
    copyFileSync(plugin, join(folder, 'wp-content/mu-plugins/plugin.php'));
  }
  const { host } = new URL(url);
  const options = ['-d', 'opcache.enable_cli=1', '-d', 'display_errors=stderr', '-d', 'sendmail_path=/bin/true'];
  const child = spawn(php()!, [...options, '-S', host, '-t', folder], { stdio: 'ignore' });
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  for (const giveUpAt = Date.now() + TIMEOUT_MS; Date.now() < giveUpAt; await wait(100)) {
    if (child.exitCode !== null) break;
    if (
      await fetch(`${url}/readme.html`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return { url, uploads, stop };
  }
  await stop();
  throw new Error('PHP did not start.');
}

/** The address that WordPress and the service share as the site's. */
export async function freeAddress(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

/** Runs WordPress's own installation. */
export async function installWordPress({ url }: WordPress, login: string, password: string): Promise<void> {
  const form = {
    weblog_title: 'Alongside',
    user_name: login,
    admin_password: password,
    admin_password2: password,
    pw_weak: 'on',
    admin_email: 'admin@site.test',
    blog_public: '0',
  };
  const response = await fetch(`${url}/wp-admin/install.php?step=2`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const page = await response.text();
  if (!response.ok || !page.includes('wp-login.php'))
    throw new Error(`WordPress was not installed: ${page.slice(-2000)}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill();
  await ended;
}

function configuration({ hostname, port, username, password, pathname }: URL): string {
  const constants = {
    DB_NAME: pathname.slice(1),
    DB_USER: decodeURIComponent(username),
    DB_PASSWORD: decodeURIComponent(password),
    DB_HOST: `${hostname}:${port}`,
    DB_CHARSET: 'utf8mb4',
    DB_COLLATE: '',
    // Application passwords without TLS are allowed on a local site.
    WP_ENVIRONMENT_TYPE: 'local',
    ...WORDPRESS_KEYS,
  };
  const switches = ['WP_HTTP_BLOCK_EXTERNAL', 'DISABLE_WP_CRON', 'AUTOMATIC_UPDATER_DISABLED'];
  return [
    '<?php',
    ...Object.entries(constants).map(([name, value]) => `define('${name}', '${value}');`),
    ...switches.map((name) => `define('${name}', true);`),
    'function wp_mail() { return true; }',
    `$table_prefix = 'wp_';`,
    `require_once ABSPATH . 'wp-settings.php';`,
    '',
  ].join('\n');
}

/** Debian ships themes apart; this one shows titles and texts. */
function writeTheme(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'style.css'), '/* Theme Name: Plain */');
  writeFileSync(
    join(folder, 'index.php'),
    '<?php while (have_posts()) { the_post(); echo "<h2>"; the_title(); echo "</h2>"; the_content(); }\n',
  );
}
