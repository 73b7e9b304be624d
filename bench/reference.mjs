// A WordPress (../shared/reference) with a plugin, for benchmarks that measure both in one run.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { childrenOf } from './lib.mjs';

const SCRIPT = join(import.meta.dirname, '../../shared/reference/wordpress');

/**
 * Starts it on its own database, in its seeded state, with the plugin in `files`, whose main file is `main`, active. `state`, `port`,
 * `databasePort`: what the script uses for its release (REF_DIR, REF_PORT, REF_DB_PORT). `mustUse`: further PHP that it loads.
 */
export async function startReference({ files, main, state, port, databasePort, mustUse = '' }) {
  if (!existsSync(SCRIPT)) throw new Error('The reference WordPress (../shared/reference) is missing.');
  const run = (command) => execFileSync('bash', [SCRIPT, command], { stdio: 'ignore' });
  run('up');
  run('reset');
  const content = join(state, 'site/wp-content');
  cpSync(files, join(content, 'plugins', main.split('/')[0]), { recursive: true });
  const own = join(content, 'mu-plugins/benchmark.php');
  mkdirSync(join(content, 'mu-plugins'), { recursive: true });
  writeFileSync(own, `<?php add_filter( 'pre_http_request', fn() => new WP_Error( 'offline' ) );\n${mustUse}`);
  execFileSync('chmod', ['-R', 'a+rX', content]);
  const database = `mysql://wp:wp@127.0.0.1:${databasePort}/wp`;
  const connection = await mysql.createConnection(database);
  await connection.query("UPDATE wp_options SET option_value = ? WHERE option_name = 'active_plugins'", [
    `a:1:{i:0;s:${main.length}:"${main}";}`,
  ]);
  await connection.end();
  const pidIn = (file) => Number(readFileSync(join(state, file), 'utf8'));
  const databasePid = pidIn('db/db.pid');
  return {
    url: `http://127.0.0.1:${port}`,
    database,
    databasePid,
    pids: [...childrenOf(pidIn('run/fpm.pid')), databasePid],
    stop: () => {
      rmSync(own);
      run('reset');
    },
  };
}
