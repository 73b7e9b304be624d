// Processor time and statements of a list of 100 posts without any cache, and with the entry cache alone, for what plugins add to each
// of them: 20 custom fields (rows of repeaters, images, relations), and the head of Yoast SEO. With SCF_FILES or YOAST_FILES, folders with the files of
// Secure Custom Fields and Yoast SEO, a WordPress 7.1 (../shared/reference) with that plugin on the same database is measured in the
// same run, in interleaved rounds; the time of the database counts for both.
// Run after a build: node bench/plugins.mjs; BENCH_CASES names the lists to measure, separated by semicolons, and BENCH_PROFILE a
// folder for a processor profile of the service.
import '../tools/usage.mjs';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../tools/free-port.mjs';
import { interleavedCosts, startNode, waitFor } from './lib.mjs';
import { startReference } from './reference.mjs';
import { figure, spread } from './statistics.mjs';

const POSTS = 100;
const PASSWORD = 'a good password';
const ROUNDS = 7;
/** Node compiles code that runs often, PHP has compiled all of it. */
const OURS = { warm: 300, requests: 40 };
const THEIRS = { warm: 5, requests: 6 };
/** The options are read again once a second, whatever a request does. */
const COUNTED = 10;

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
const base = `/posts?per_page=${POSTS}`;
const FIELD_LISTS = {
  'id and title': `${base}&_fields=id,title`,
  'id, title and fields (light)': `${base}&_fields=id,title,acf`,
  'id, title and fields (standard)': `${base}&_fields=id,title,acf&acf_format=standard`,
  'whole items': base,
  'whole items (standard)': `${base}&acf_format=standard`,
};
const HEAD_LISTS = {
  'id and title': `${base}&_fields=id,title`,
  'id, title and head': `${base}&_fields=id,title,yoast_head_json`,
  'whole items': base,
};

process.env.REF_RELEASE ??= '7.1';
const {
  REF_DIR: state = '/tmp/wp-reference-7.1',
  REF_PORT: wordpressPort = '8071',
  REF_DB_PORT: databasePort = '13371',
  SCF_FILES,
  YOAST_FILES,
  BENCH_CASES,
  BENCH_PROFILE: profile,
} = process.env;
const chosen = BENCH_CASES?.split(';');

try {
  console.log(`Load average ${loadavg()[0].toFixed(1)}`);
  if (SCF_FILES || !YOAST_FILES) await compareFields();
  if (YOAST_FILES) await compareHeads();
  console.log(`Load average ${loadavg()[0].toFixed(1)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function compareFields() {
  const environment = { DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD: PASSWORD };
  await withService(environment, (service) => fill(service.api, PASSWORD));
  await printStatements('SQLite', environment, FIELD_LISTS);
  if (!SCF_FILES) return compare('Custom fields, SQLite', FIELD_LISTS, environment);
  const wordpress = await startWordPress({
    files: SCF_FILES,
    main: 'secure-custom-fields/secure-custom-fields.php',
    mustUse: `add_filter( 'acf/settings/load_json', fn() => array( ${JSON.stringify(folder)} ) );\n`,
  });
  try {
    execFileSync('chmod', ['-R', 'a+rX', folder]);
    const site = { DATABASE_URL: wordpress.database };
    await withService(site, (service) => fill(service.api, 'admnAAAA1111bbbb2222CCCC'));
    await printStatements('MariaDB', site, FIELD_LISTS);
    await compare('Custom fields, MariaDB', FIELD_LISTS, site, wordpress, 'acf');
  } finally {
    wordpress.stop();
  }
}

async function compareHeads() {
  const wordpress = await startWordPress({
    files: YOAST_FILES,
    main: 'wordpress-seo/wp-seo.php',
    // The environment of the reference is `local`, in which the plugin stores no rows and shows the first head for all entries.
    mustUse: `add_filter( 'Yoast\\WP\\SEO\\should_index_indexables', '__return_true' );\n`,
  });
  try {
    // The plugin makes its tables with the first request, and the row of an entry with the first one that shows it.
    for (let times = 0; times < 3; times++) await (await fetch(wordpress.api + base)).text();
    const site = { DATABASE_URL: wordpress.database, AUTH_KEY: keyOf('AUTH_KEY'), AUTH_SALT: keyOf('AUTH_SALT') };
    await printStatements('MariaDB', site, HEAD_LISTS);
    await compare('Heads of Yoast SEO, MariaDB', HEAD_LISTS, site, wordpress, 'yoast_head_json');
  } finally {
    wordpress.stop();
  }
}

/** As in the reference's wp-config.php: persons in the graph are named by them. */
function keyOf(name) {
  return `reference-${name}-0123456789abcdef0123456789abcdef`;
}

/** A WordPress with the plugin, on its own database. */
async function startWordPress(plugin) {
  const reference = await startReference({ ...plugin, state, port: wordpressPort, databasePort });
  return { ...reference, api: `${reference.url}/wp-json/wp/v2` };
}

async function withService(environment, work, args = []) {
  const port = await freePort();
  const { pid, stop } = startNode([...args, 'dist/src/main.js'], {
    PORT: String(port),
    HOST: '127.0.0.1',
    VARIANT: 'C',
    ACF_JSON: folder,
    CACHE_MB: '0',
    ENTRY_CACHE_MB: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    ...environment,
  });
  const api = `http://127.0.0.1:${port}/wp-json/wp/v2`;
  try {
    await waitFor(`${api}/types`);
    return await work({ pid, api });
  } finally {
    await stop();
  }
}

/** What the metrics of the service count. */
async function printStatements(engine, environment, lists) {
  const metricsPort = await freePort();
  const counted = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(/^nestpress_queries_total (\d+)/m.exec(text)[1]);
  };
  await withService({ ...environment, METRICS_PORT: String(metricsPort) }, async ({ api }) => {
    for (const [name, path] of Object.entries(lists)) {
      const counts = [];
      for (let times = 0; times < COUNTED; times++) {
        const before = await counted();
        await (await fetch(api + path)).text();
        counts.push((await counted()) - before);
      }
      console.log(`${engine}, ${name}: ${Math.min(...counts)} statements`);
    }
  });
}

async function compare(title, lists, environment, wordpress, member) {
  const rows = [];
  const work = async (plain, cached) => {
    const ours = (service, path) => ({
      url: service.api + path,
      pids: [service.pid, ...(wordpress ? [wordpress.databasePid] : [])],
      ...OURS,
    });
    for (const [list, path] of Object.entries(lists)) {
      if (chosen && !chosen.includes(list)) continue;
      if (wordpress) await printDifferences(list, plain.api + path, wordpress.api + path, member);
      const costs = await interleavedCosts(
        {
          plain: ours(plain, path),
          cached: ours(cached, path),
          ...(wordpress && { theirs: { url: wordpress.api + path, pids: wordpress.pids, ...THEIRS } }),
        },
        ROUNDS,
      );
      const timesLess = (of) => spread(costs.theirs.map((cost, round) => cost / costs[of][round]));
      rows.push({
        list,
        'no cache (ms)': spread(costs.plain),
        'entry cache (ms)': spread(costs.cached),
        ...(wordpress && {
          'WordPress (ms)': spread(costs.theirs),
          'times less': timesLess('plain'),
          'with the entry cache': timesLess('cached'),
        }),
      });
      for (const [name, values] of Object.entries(costs))
        console.log(`${list}, ${name}: ${values.map(figure).join(' ')}`);
    }
  };
  const args = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  await withService(
    environment,
    (plain) =>
      withService({ ...environment, ENTRY_CACHE_MB: '64', LIST_INDEX: 'build' }, (cached) => work(plain, cached)),
    args,
  );
  console.log(`${title}, processor time`);
  console.table(rows);
}

/** A list without what is compared would be measured as a fast response. */
async function printDifferences(list, ours, theirs, member) {
  const [own, other] = await Promise.all(
    [ours, theirs].map(async (url) =>
      (await (await fetch(url)).json()).map((item) => JSON.stringify([item.id, item[member]])),
    ),
  );
  const same = own.filter((value, at) => value === other[at]).length;
  console.log(`${list}: ${member} is the same in ${same} of ${other.length} items`);
  const different = own.findIndex((value, at) => value !== other[at]);
  if (different >= 0) console.log(`different, such as:\n${own[different]}\n${other[different]}`);
}

async function fill(api, password) {
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
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
