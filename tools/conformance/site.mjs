// The compiled service on a recorded site: database, uploads and address as they were.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import mysql from 'mysql2/promise';
import { copyToEmbedded } from './copy-to-embedded.mjs';

const READY_WITHIN_MS = 180_000;
/** Several sites start at once. */
const given = new Set();

export async function startSite({ recording, engine, database, root, main, folder, clock, observe }) {
  const { name, variant, address } = recording;
  const port = await freePort();
  const corpus = join(root, recording.folder);
  mkdirSync(folder);
  execFileSync('tar', ['xzf', join(corpus, recording.uploads), '-C', folder]);

  // Stored links carry the address. One of the same length does not upset serialised values.
  const dump = gunzipSync(readFileSync(join(corpus, `${recording.dump}.sql.gz`)))
    .toString()
    .replaceAll(address, `127.0.0.1:${port}`);
  const schema = `corpus_${name.toLowerCase()}_${engine}`;
  const url = database.url(schema);
  await database.exec(`CREATE DATABASE ${schema} CHARACTER SET utf8mb4`);
  await load(url, dump);
  if (recording.prepare) await load(url, recording.prepare);
  if (engine === 'sqlite') await copyToEmbedded(url, join(folder, 'nestpress.sqlite'));

  const base = `http://127.0.0.1:${port}`;
  const place = engine === 'mysql' ? { DATABASE_URL: url } : {};
  const listensOn = observe ? await freePort() : port;
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ...clock,
    LOG_LEVEL: 'error',
    VARIANT: variant,
    HOST: '127.0.0.1',
    PORT: String(listensOn),
    ...(recording.siteUrl && { SITE_URL: base }),
    ...place,
    DATA_DIR: folder,
    UPLOADS_DIR: join(folder, 'uploads'),
    AUTH_ACCOUNT_PASSWORDS: 'on',
    MEDIA_TRASH: 'off',
    RATE_LIMIT: 'off',
    // Not part of the recorded interface.
    CONSOLE: 'off',
    SITE_PAGES: 'off',
    // The recorded sites could not reach any provider.
    FETCH_EMBEDS: 'off',
    // The recorded site had a mail transport that accepted everything but addresses at fail.test.
    SMTP_URL: 'log:',
    ...recording.env,
  };
  // As each is in practice: an embedded database has the list index from the start, an existing one has not.
  if (engine === 'sqlite')
    execFileSync(process.execPath, [join(root, 'dist/src/cli/main.js'), 'list-index', 'build'], {
      env,
      stdio: 'ignore',
    });
  const server = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  const stop = async () => {
    if (server.exitCode === null && server.kill()) await once(server, 'exit');
  };
  await ready(`http://127.0.0.1:${listensOn}/readyz`, server).catch(async (error) => {
    await stop();
    throw error;
  });
  if (!observe) return { url: base, stop };
  const observed = await observe({ port, target: listensOn, address: `127.0.0.1:${port}`, databaseUrl: url });
  return {
    url: base,
    rows: observed.results,
    stop: async () => {
      await observed.stop();
      await stop();
    },
  };
}

/** A free port of four digits. */
async function freePort() {
  for (;;) {
    const port = 8100 + Math.floor(Math.random() * 1800);
    if (given.has(port)) continue;
    given.add(port);
    const probe = createServer();
    const free = await new Promise((resolve) =>
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
    );
    if (free) return new Promise((resolve) => probe.close(() => resolve(port)));
  }
}

/** Runs statements, or a function of the connection. */
async function load(uri, work) {
  const connection = await mysql.createConnection({ uri, multipleStatements: true });
  await (typeof work === 'function' ? work(connection) : connection.query(work));
  await connection.end();
}

async function ready(url, server) {
  for (const giveUpAt = Date.now() + READY_WITHIN_MS; Date.now() < giveUpAt; await wait(100)) {
    if (server.exitCode !== null) throw new Error('The service ended at once.');
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
  }
  throw new Error(`${url} does not answer`);
}
