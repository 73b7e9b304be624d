// Processor time of a list of 100 posts with 20 custom fields each (rows of repeaters, images, relations), without any cache:
// with and without the fields, in both formats. With PLUGIN_FILES, a folder with the files of Secure Custom Fields, a WordPress
// (../shared/reference) with the plugin on the same database is measured in the same run, with the database of both.
// Run after a build: node bench/plugins.mjs; BENCH_CASES names the lists to measure, separated by semicolons, and BENCH_PROFILE a
// folder for a processor profile of the service.
import '../tools/usage.mjs';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../tools/free-port.mjs';
import { measure, startNode, waitFor, warmUp } from './lib.mjs';
import { startReference } from './reference.mjs';

const POSTS = 100;
const PASSWORD = 'a good password';

const field = (name, type, more = {}) => ({ key: `field_${name}`, name, type, label: name, ...more });
const FIELDS = [
  ...Array.from({ length: 8 }, (_, at) => field(`text_${at}`, 'text', { default_value: '' })),
  field('amount', 'number', { default_value: '' }),
  field('flag', 'true_false', { default_value: 0 }),
  field('day', 'date_picker', { return_format: 'd/m/Y' }),
  field('choice', 'select', { choices: { a: 'A', b: 'B' }, return_format: 'label' }),
  field('image_one', 'image', { return_format: 'array' }),
  field('image_two', 'image', { return_format: 'url' }),
  field('related', 'relationship', { return_format: 'object' }),
  field('chosen', 'post_object', { return_format: 'id' }),
  field('target', 'link', { return_format: 'array' }),
  field('box', 'group', { sub_fields: [field('box_a', 'text'), field('box_b', 'number')] }),
  ...['rows', 'steps'].map((name) =>
    field(name, 'repeater', {
      sub_fields: [field('label', 'text'), field('count', 'number'), field('pic', 'image', { return_format: 'id' })],
    }),
  ),
];

const folder = mkdtempSync(join(tmpdir(), 'nestpress-bench-'));
writeFileSync(
  join(folder, 'group_bench.json'),
  JSON.stringify({
    key: 'group_bench',
    title: 'Bench',
    show_in_rest: 1,
    location: [[{ param: 'post_type', operator: '==', value: 'post' }]],
    fields: FIELDS,
  }),
);
const wordpress = await startWordPress(process.env.PLUGIN_FILES);
const authorization = `Basic ${Buffer.from(`admin:${wordpress ? 'admnAAAA1111bbbb2222CCCC' : PASSWORD}`).toString('base64')}`;
const port = await freePort();
const profile = process.env.BENCH_PROFILE;
const server = startNode([...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []), 'dist/src/main.js'], {
  PORT: String(port),
  HOST: '127.0.0.1',
  VARIANT: 'C',
  DATA_DIR: join(folder, 'data'),
  ADMIN_PASSWORD: PASSWORD,
  ACF_JSON: folder,
  CACHE_MB: '0',
  ENTRY_CACHE_MB: '0',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'error',
  ...(wordpress && { DATABASE_URL: wordpress.database }),
});
const pids = [server.pid, ...(wordpress ? [wordpress.databasePid] : [])];
const api = `http://127.0.0.1:${port}/wp-json/wp/v2`;
try {
  await waitFor(`${api}/types`);
  await fill();
  console.log('filled');
  const base = `/posts?per_page=${POSTS}`;
  const paths = {
    'id and title': `${base}&_fields=id,title`,
    'id, title and fields (light)': `${base}&_fields=id,title,acf`,
    'id, title and fields (standard)': `${base}&_fields=id,title,acf&acf_format=standard`,
    'whole items': base,
    'whole items (standard)': `${base}&acf_format=standard`,
  };
  const rows = [];
  const chosen = process.env.BENCH_CASES?.split(';') ?? Object.keys(paths);
  for (const name of chosen) {
    const path = paths[name];
    const ours = await cost(api + path, pids);
    const theirs = wordpress && (await cost(wordpress.api + path, wordpress.pids));
    if (theirs !== undefined) await assertSame(path);
    console.log(name, ours.toFixed(2), theirs?.toFixed(2) ?? '');
    rows.push({
      list: name,
      'ms of processor time': Number(ours.toFixed(2)),
      ...(theirs !== undefined && { WordPress: Number(theirs.toFixed(1)), ratio: Number((theirs / ours).toFixed(1)) }),
    });
  }
  console.table(rows);
} finally {
  await server.stop();
  wordpress?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Node compiles code that runs often, PHP has compiled all of it. */
async function cost(url, of) {
  await warmUp(url, { requests: of.includes(server.pid) ? 500 : 20, connections: 2 });
  return (await measure(url, { pids: of, seconds: 6, connections: 2, isWarm: true })).cpuMs;
}

/** A list without the fields would be measured as a fast response. */
async function assertSame(path) {
  const values = async (origin) =>
    JSON.stringify((await (await fetch(origin + path)).json()).map(({ id, acf }) => [id, acf]));
  if ((await values(api)) !== (await values(wordpress.api))) console.log(`The fields differ: ${path}`);
}

/** A WordPress with the plugin, on its own database; undefined without the plugin's files. */
async function startWordPress(files) {
  if (files === undefined) return undefined;
  const {
    REF_DIR: state = '/tmp/wp-reference',
    REF_PORT: port = '8061',
    REF_DB_PORT: databasePort = '13361',
  } = process.env;
  const reference = await startReference({
    ...{ files, state, port, databasePort, main: 'secure-custom-fields/secure-custom-fields.php' },
    mustUse: `add_filter( 'acf/settings/load_json', fn() => array( ${JSON.stringify(folder)} ) );\n`,
  });
  execFileSync('chmod', ['-R', 'a+rX', folder]);
  return { ...reference, api: `${reference.url}/wp-json/wp/v2` };
}

async function fill() {
  const send = async (path, body, headers = { 'content-type': 'application/json' }) => {
    const response = await fetch(api + path, { method: 'POST', headers: { authorization, ...headers }, body });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()).id;
  };
  const pixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
  const image = await send('/media', pixel, {
    'content-type': 'image/gif',
    'content-disposition': 'attachment; filename="pixel.gif"',
  });
  const ids = [];
  for (let at = 0; at < POSTS; at++) {
    const rows = Array.from({ length: 4 }, (_, row) => ({ label: `Row ${row}`, count: row, pic: image }));
    const acf = {
      ...Object.fromEntries(Array.from({ length: 8 }, (_, text) => [`text_${text}`, `Text ${text} of post ${at}`])),
      amount: at,
      flag: true,
      day: '20240229',
      choice: 'b',
      image_one: image,
      image_two: image,
      ...(ids.length > 2 && { related: ids.slice(-3), chosen: ids[0] }),
      target: { title: 'Title', url: 'https://example.org/', target: '' },
      box: { box_a: 'Inside', box_b: 2 },
      rows,
      steps: rows,
    };
    ids.push(await send('/posts', JSON.stringify({ title: `Post ${at}`, content: 'Text', status: 'publish', acf })));
  }
}
