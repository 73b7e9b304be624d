#!/usr/bin/env node
// npm run rendered-share: how many of a live WordPress's posts and pages have the same rendered title, content and excerpt here
// (variants A and B, WordPress 6.1). Both sides read WordPress's own database. Prints the share as it is and after leaving out,
// one after another, what releases later than the REST API's add; --show prints what is left.
// npm run rendered-share -- blocks [--seed 1] [--count 200] [--alone]: contents of random blocks in variant C and WordPress 7.1,
// without and with WordPress behind. Needs ../shared/reference/wordpress; says so when it is not there.
import './usage.mjs';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startNode, table, waitFor } from '../bench/lib.mjs';
import { compareBlocks } from './rendered-share/blocks.mjs';

/** What newer releases add, and nothing else: [what, since which release, how it is left out on both sides]. */
const ADDED_LATER = [
  [
    'loading, decoding and fetchpriority of images and frames',
    '5.5',
    (html) => html.replace(/ (?:loading|decoding|fetchpriority)="[a-z]+"/g, ''),
  ],
  [
    'layout classes of blocks',
    '5.9',
    (html) => html.replace(/ class="([^"]*)"/g, (_all, classes) => ` class="${withoutLayout(classes)}"`),
  ],
];
const FIELDS = ['title', 'content', 'excerpt'];

const REFERENCE = join(import.meta.dirname, '../../shared/reference/wordpress');
if (!existsSync(REFERENCE)) {
  console.log('The reference WordPress (../shared/reference) is missing; nothing was compared.');
  process.exit(0);
}
const STATE = process.env.REF_DIR ?? '/tmp/wp-reference';
const wordpress = `http://127.0.0.1:${process.env.REF_PORT ?? 8061}`;
const PORTS = { A: 3963, B: 3964 };
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    show: { type: 'boolean' },
    alone: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
  },
});
const shown = options.show ? 5 : 0;
if (positionals.includes('blocks')) {
  const isEqual = await compareBlocks({
    reference: REFERENCE,
    seed: Number(options.seed),
    count: Number(options.count),
    show: options.show ? 100 : 0,
    isAlone: options.alone,
  });
  process.exit(isEqual ? 0 : 1);
}

execFileSync('bash', [REFERENCE, 'up'], { stdio: 'ignore' });
execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
const data = mkdtempSync(join(tmpdir(), 'nestpress-share-'));
let unequal = 0;
try {
  const theirs = await entries(wordpress);
  for (const variant of Object.keys(PORTS)) unequal += await compare(variant, theirs);
} finally {
  rmSync(data, { recursive: true, force: true });
}
process.exit(unequal === 0 ? 0 : 1);

async function compare(variant, theirs) {
  const own = `http://127.0.0.1:${PORTS[variant]}`;
  const server = startNode(['dist/src/main.js'], {
    PORT: String(PORTS[variant]),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    VARIANT: variant,
    DATA_DIR: data,
    SITE_URL: wordpress,
    CACHE_MB: '0',
    DATABASE_URL: `mysql://wp:wp@127.0.0.1:${process.env.REF_DB_PORT ?? 13361}/wp`,
    UPLOADS_DIR: join(STATE, 'site/wp-content/uploads'),
  });
  try {
    await waitFor(`${own}/readyz`);
    return report(variant, theirs, new Map((await entries(own)).map((entry) => [entry.id, entry])));
  } finally {
    await server.stop();
  }
}

function report(variant, theirs, ours) {
  console.log(
    `\nVariant ${variant}: equal, of ${theirs.length} posts and pages (${theirs.filter((entry) => entry.blocks).length} written in blocks)`,
  );
  const rows = [
    ['', ...FIELDS, 'classic content', 'block content'],
    ['as they are', ...shares(theirs, ours, (html) => html)],
  ];
  let leaveOut = (html) => html;
  for (const [what, since, step] of ADDED_LATER) {
    const before = leaveOut;
    leaveOut = (html) => step(before(html));
    rows.push([`without ${what} (${since})`, ...shares(theirs, ours, leaveOut)]);
  }
  table(rows);
  const different = theirs.filter((entry) =>
    FIELDS.some((field) => leaveOut(entry[field]) !== leaveOut(ours.get(entry.id)?.[field] ?? '')),
  );
  for (const entry of different.slice(0, shown)) showFirstDifference(entry, ours.get(entry.id), leaveOut);
  return different.length;
}

function shares(theirs, ours, leaveOut) {
  const share = (field, among) => {
    const equal = among.filter((entry) => leaveOut(entry[field]) === leaveOut(ours.get(entry.id)?.[field] ?? ''));
    return `${((100 * equal.length) / among.length).toFixed(1)} %`;
  };
  const classic = theirs.filter((entry) => !entry.blocks);
  return [
    ...FIELDS.map((field) => share(field, theirs)),
    share('content', classic),
    share(
      'content',
      theirs.filter((entry) => entry.blocks),
    ),
  ];
}

/**
 * Everything published, each asked for alone: in a list, WordPress leaves the paragraph around a shortcode of every classic post
 * that follows one written in blocks.
 */
async function entries(base) {
  const addresses = [];
  for (const type of ['posts', 'pages']) {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = await read(`${base}/wp-json/wp/v2/${type}?per_page=100&orderby=id&order=asc&page=${page}`);
      pages = Number(answer.headers.get('x-wp-totalpages'));
      for (const { id } of await answer.json()) addresses.push(`${base}/wp-json/wp/v2/${type}/${id}`);
    }
  }
  const all = [];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let address = addresses.pop(); address; address = addresses.pop()) {
        const { id, title, content, excerpt } = await (await read(address)).json();
        const blocks = /class="[^"]*wp-block-|^\n<p/.test(content.rendered);
        all.push({ id, title: title.rendered, content: content.rendered, excerpt: excerpt.rendered, blocks });
      }
    }),
  );
  return all;
}

async function read(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer;
}

/** A container's number and its kind of layout; the block's own classes stay. */
function withoutLayout(classes) {
  return classes
    .split(' ')
    .filter((name) => !/^(?:is-layout-[\w-]+|wp-container-\d+)$/.test(name))
    .join(' ');
}

function showFirstDifference(their, own, leaveOut) {
  for (const field of FIELDS) {
    const [left, right] = [leaveOut(their[field]), leaveOut(own?.[field] ?? '')];
    if (left === right) continue;
    let at = 0;
    while (left[at] === right[at]) at++;
    console.log(
      `\n${their.id} ${field}\n  WordPress ${JSON.stringify(left.slice(Math.max(0, at - 60), at + 120))}\n  here      ${JSON.stringify(right.slice(Math.max(0, at - 60), at + 120))}`,
    );
  }
}
