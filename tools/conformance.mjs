#!/usr/bin/env node
// npm run conformance: replays the recorded answers beside the project against the compiled service on MariaDB, both variants,
// and prints a table by area. Options after -- go to the runner, e.g. --only '^settings'.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import mysql from 'mysql2/promise';
import { startMariaDb } from './local-mariadb.mjs';

const ROOT = join(import.meta.dirname, '..');
const CORPUS = join(ROOT, '../shared/corpus');
const PORTS = { A: 8049, B: 8047 };

if (!existsSync(join(CORPUS, 'run.mjs'))) {
  console.log('The recorded answers are not beside the project; nothing was compared.');
  process.exit(0);
}
if (!existsSync(join(ROOT, 'dist/src/main.js'))) execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });

const options = process.argv.slice(2);
const database = await startMariaDb();
let failed = 0;
try {
  for (const variant of Object.keys(PORTS)) failed += await replay(variant);
} finally {
  await database.stop();
}
process.exit(failed === 0 ? 0 : 1);

async function replay(variant) {
  const name = variant.toLowerCase();
  const scratch = mkdtempSync(join(tmpdir(), 'nestpress-conformance-'));
  await database.exec(`CREATE DATABASE corpus_${name} CHARACTER SET utf8mb4`);
  await load(database.url(`corpus_${name}`), gunzipSync(readFileSync(join(CORPUS, `${name}.sql.gz`))).toString());
  execFileSync('tar', ['xzf', join(CORPUS, `${name}-uploads.tgz`), '-C', scratch]);
  const base = `http://127.0.0.1:${PORTS[variant]}`;
  const server = spawn(process.execPath, [join(ROOT, 'dist/src/main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'error', VARIANT: variant, HOST: '127.0.0.1', PORT: String(PORTS[variant]), SITE_URL: base,
      DATABASE_URL: database.url(`corpus_${name}`), UPLOADS_DIR: join(scratch, 'uploads'), AUTH_ACCOUNT_PASSWORDS: 'on', MEDIA_TRASH: 'off', RATE_LIMIT: 'off',
    },
  });
  try {
    await ready(`${base}/readyz`, server);
    console.log(`\nVariant ${variant}`);
    const run = spawnSync(
      process.execPath,
      [join(CORPUS, 'run.mjs'), '--dir', CORPUS, '--base', base, '--variant', variant, '--deviations', join(ROOT, 'test/contract/deviations.json'), ...options],
      { stdio: 'inherit' },
    );
    return run.status === 0 ? 0 : 1;
  } finally {
    server.kill();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function load(uri, dump) {
  const connection = await mysql.createConnection({ uri, multipleStatements: true });
  await connection.query(dump);
  await connection.end();
}

async function ready(url, server) {
  for (let tries = 0; tries < 200; tries++) {
    if (server.exitCode !== null) throw new Error('The service ended at once; is its port taken?');
    if (await fetch(url).then((answer) => answer.ok, () => false)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${url} does not answer`);
}
