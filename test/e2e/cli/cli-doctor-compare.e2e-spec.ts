import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import * as doctor from '../../../src/cli/commands/doctor.command.js';
import { type ComparisonReport } from '../../../src/cli/compare/report.js';
import { ENTRY_VERSION_RULES } from '../../../src/modules/entries/model/entry-sources.js';
import { prepareDatabase } from '../../../src/platform/start/prepare-database.js';
import { loadConfig } from '../../../src/platform/config/load-config.js';
import { ADMIN } from '../../support/app.js';
import { defineField, defineFilter, defineMeta } from '../../../src/index.js';
import { BINARY, callCli } from '../../support/cli.js';
import { type LiveSite, startLiveSite } from '../../support/live-site.js';

const folder = mkdtempSync(join(tmpdir(), 'nestpress-compare-'));
const [oneDir, otherDir] = [join(folder, 'one'), join(folder, 'other')];
let one: LiveSite;
let other: LiveSite;
beforeAll(async () => {
  await prepareDatabase(
    loadConfig({ DATA_DIR: oneDir, SITE_URL: 'http://site.test', ADMIN_PASSWORD: ADMIN.password }),
    { versionRules: ENTRY_VERSION_RULES },
  );
  cpSync(oneDir, otherDir, { recursive: true });
  one = await startLiveSite({ DATA_DIR: oneDir });
  other = await startLiveSite({ DATA_DIR: otherDir });
});
afterAll(async () => {
  await one.close();
  await other.close();
  rmSync(folder, { recursive: true, force: true });
});

async function compare(...args: string[]) {
  const env = { DATA_DIR: oneDir, SITE_URL: one.url, LOG_LEVEL: 'fatal', ADMIN_PASSWORD: ADMIN.password };
  const { code, out, err } = await callCli(
    [doctor],
    env,
    ['doctor', '--compare-with', other.url, '--sample', '3', '--json', ...args],
    `${ADMIN.password}\n`.repeat(2),
  );
  expect(err.replace(/^\d+ of \d+ requests\n/gm, '')).toBe('');
  return { code, ...(JSON.parse(out) as ComparisonReport) };
}

const placesOf = ({ routes }: ComparisonReport) =>
  Object.fromEntries(
    routes
      .filter(({ different }) => different > 0)
      .map(({ route, differences }) => [route, differences.map(({ path }) => path).sort()]),
  );

test('two services on the same data have no differences, whatever their addresses', async () => {
  const report = await compare('--self', one.url);
  expect(placesOf(report)).toEqual({});
  expect(report.code).toBe(0);
  expect(report.summary.requests).toBeGreaterThan(100);
  expect(report.summary.same).toBe(report.summary.requests);
});

test('deliberate differences are reported and nothing else, with a started service and an authenticated account', async () => {
  const change = (path: string, body: object) =>
    request(one.server).post(`/wp-json/wp/v2/${path}`).auth(ADMIN.user, ADMIN.password).send(body).expect(200);
  const [post] = (await request(other.server).get('/wp-json/wp/v2/posts?per_page=1')).body as { id: number }[];
  await change(`posts/${post!.id}`, { excerpt: 'Something else', date_gmt: '2010-01-01T00:00:00' });
  await change('users/1', { description: 'Known only here' });
  const report = await compare('--as', 'admin');
  expect(report.code).toBe(1);
  const places = placesOf(report);
  expect(places['/wp/v2/posts/{id}']).toEqual(
    expect.arrayContaining(['body.date', 'body.date_gmt', 'body.excerpt.rendered', 'body.modified_gmt']),
  );
  expect(places['/wp/v2/users/{id}']).toEqual(['body.description']);
  // The list has another order now.
  expect(places['/wp/v2/posts']).toContain('body[].id');
  expect(Object.keys(places)).not.toContain('/wp/v2/tags/{id}');
  expect(Object.keys(places)).not.toContain('/wp/v2/types');
});

test('totals are compared as visitors and as each account, by status and role', async () => {
  const admin = (site: LiveSite, path: string) =>
    request(site.server).post(`/wp-json/wp/v2/${path}`).auth(ADMIN.user, ADMIN.password);
  const reader = { username: 'reader', email: 'reader@x.test', password: ADMIN.password };
  for (const site of [one, other]) await admin(site, 'users').send(reader).expect(201);
  await admin(one, 'pages').send({ title: 'Private', status: 'private' }).expect(201);
  await admin(other, 'pages').send({ title: 'One' }).expect(201);
  await admin(other, 'pages').send({ title: 'Two' }).expect(201);
  await admin(one, 'users')
    .send({ username: 'more', email: 'more@x.test', password: 'correct horse', roles: ['author'] })
    .expect(201);
  const report = await compare('--as', 'admin', '--as', 'reader');
  const totals = report.totals.map(({ route, filter, as, ours, theirs }) => [route, filter, as, ours, theirs]);
  // Larger ones first. An administrator reads everything, so smaller ones have no excuse.
  expect(totals).toEqual([
    ['/wp/v2/pages', 'status=private', 'admin', '1', '0'],
    ['/wp/v2/users', '', 'admin', '3', '2'],
    ['/wp/v2/pages', 'status=draft', 'admin', expect.any(String), expect.any(String)],
  ]);
  expect(Number(totals[2]![4])).toBe(Number(totals[2]![3]) + 2);
});

test('every id of both sites is compared as a visitor', async () => {
  const made = await request(one.server)
    .post('/wp-json/wp/v2/tags')
    .auth(ADMIN.user, ADMIN.password)
    .send({ name: 'Only here' })
    .expect(201);
  const report = await compare('--as', 'admin', '--sample', 'all');
  const { differences } = report.routes.find(({ route }) => route === '/wp/v2/tags/{id}')!;
  expect(differences).toContainEqual(
    expect.objectContaining({ path: 'status', example: `/wp/v2/tags/${made.body.id}`, ours: 200, theirs: 404 }),
  );
});

test('parameters, members and meta keys that only one of them declares are named, once for all routes', async () => {
  const dir = join(folder, 'declaring');
  cpSync(oneDir, dir, { recursive: true });
  const declaring = await startLiveSite({ DATA_DIR: dir }, 'sqlite', {
    content: [
      defineMeta({ object: 'post', subtype: 'post', key: 'mood', type: 'string' }),
      defineFilter({ name: 'mood', on: ['post', 'page'], schema: { type: 'string' }, where: (_value, q) => q.none() }),
      defineField({
        name: 'plugin_field',
        on: ['post'],
        schema: { type: 'string' },
        load: (entries) => entries.map(() => 'x'),
      }),
    ],
  });
  try {
    const { out } = await callCli([doctor], { DATA_DIR: oneDir, LOG_LEVEL: 'fatal' }, [
      'doctor',
      ...['--compare-with', declaring.url, '--self', one.url, '--sample', '1'],
    ]);
    expect(out).toContain(
      '\n/wp/v2/posts, /wp/v2/pages\n  body.parameters.GET.mood (2 times, such as OPTIONS /wp/v2/posts)',
    );
    expect(out).toContain('  body.meta.mood (1 times, such as OPTIONS /wp/v2/posts)');
    expect(out).toContain('  body.members.plugin_field (1 times, such as OPTIONS /wp/v2/posts)');
  } finally {
    await declaring.close();
  }
});

test('an interrupted comparison leaves its findings in a file', async () => {
  const child = spawn(BINARY, ['doctor', '--compare-with', other.url, '--self', one.url, '--sample', '50'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, DATA_DIR: oneDir },
  });
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => {
    err += String(chunk);
    if (!child.killed && /^\d+ of \d+ requests\n/.test(err)) child.kill('SIGINT');
  });
  expect(await new Promise((done) => child.once('exit', done))).toBe(130);
  const [, count] = /^Interrupted\. What was found in (\d+) requests is in nestpress-comparison\.txt\.$/m.exec(err)!;
  const text = readFileSync(join(folder, 'nestpress-comparison.txt'), 'utf8');
  expect(text).toContain(`\n${count} requests: `);
  expect(text).toContain('/wp/v2/posts');
});

test.each([
  [['--compare-with', 'nonsense'], 2, '"nonsense" is not an http or https URL.'],
  [['--self', 'http://127.0.0.1:1'], 2, '--self and --as require --compare-with.'],
  [
    ['--compare-with', 'http://127.0.0.1:1'],
    1,
    'http://127.0.0.1:1 cannot be reached: connect ECONNREFUSED 127.0.0.1:1.',
  ],
])('%j fails with an explanation', async (args, code, sentence) => {
  expect(await callCli([doctor], { DATA_DIR: oneDir }, ['doctor', ...args])).toEqual({
    code,
    out: '',
    err: `nestpress: ${sentence}\n`,
  });
});

test('comparing a service with itself is an error', async () => {
  const { code, err } = await callCli([doctor], { DATA_DIR: oneDir }, [
    'doctor',
    '--compare-with',
    one.url,
    '--self',
    one.url,
  ]);
  expect({ code, err }).toEqual({ code: 2, err: 'nestpress: --self and --compare-with are the same service.\n' });
});
