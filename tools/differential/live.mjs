#!/usr/bin/env node
// npm run differential:live [-- --reads 700 --writes 330 --seed 1 --report FILE]: random requests to the reference WordPress 7.1 and to
// this service. Reads go to one database, writes to two copies of it, whose rows are compared after each write and made equal again.
// Prints how many responses and rows are equal, differ for a documented reason, or differ; FILE gets each of those that differ, one
// JSON text a line. Needs ../shared/reference, `npm run build` and a machine with nothing else on REF_PORT (8071) and REF_DB_PORT.
import '../usage.mjs';
import { appendFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Random } from '../fuzz/random.mjs';
import '../typescript.mjs';
import { endpointsOf, pairsOf, randomRead, randomWrite } from './requests.mjs';
import {
  addressOfWordPress,
  authorization,
  ComparedRows,
  copyWordPress,
  isInstalled,
  settled,
  startReference,
  startService,
} from './sites.mjs';
import { Values } from './values.mjs';
import { fillSite, poolsOf } from './content.mjs';
import { documentedReason } from './documented.mjs';

if (!isInstalled()) {
  console.log('The reference WordPress (../shared/reference) is missing; nothing was compared.');
  process.exit(0);
}
const { compareResponses } = await import('../../src/cli/compare/compare-responses.ts');
const { descriptionView } = await import('../../src/cli/compare/sample-requests.ts');
const { values: own } = parseArgs({
  options: {
    reads: { type: 'string', default: '700' },
    writes: { type: 'string', default: '330' },
    seed: { type: 'string', default: '1' },
    report: { type: 'string', default: 'differences.jsonl' },
  },
});
const SEED = Number(own.seed);
const COPY = 'compared';
const FILES = {
  jpeg: ['picture.jpg', 'image/jpeg'],
  png: ['drawing.v2.png', 'image/png'],
  txt: ['notes.txt', 'text/plain'],
};
const LATER_MS = 1200;
const SENTENCES = /\.(?:message|description)$|_field_description$|\.data\.(?:params|details)\b/;
const steps = [];
rmSync(own.report, { force: true });
const samples = await import('../../test/support/files.ts');

try {
  const reference = startReference();
  steps.push(reference.stop);
  const theirs = (request) => send(addressOfWordPress, request);
  await fillSite(theirs);
  const index = (await theirs({ method: 'GET', path: '/', query: '', user: 'admin' })).body;
  const endpoints = endpointsOf(index);
  if (Number(own.reads) > 0) await compareReads(endpoints, theirs, reference);
  if (Number(own.writes) > 0) await compareWrites(endpoints, theirs);
} finally {
  for (const stop of steps.reverse()) await stop();
}

async function compareReads(endpoints, theirs, { uploads }) {
  const service = await startService({ database: 'wp', uploads, wordpress: addressOfWordPress });
  try {
    const counts = { equal: 0, documented: 0, different: 0 };
    const { pools, slugs } = await poolsOf(theirs);
    for (let number = 0; number < Number(own.reads); number++) {
      const values = new Values(new Random(SEED, number, 1), pools, slugs);
      const request = randomRead(endpoints, values);
      const [their, our] = await Promise.all([theirs(request), send(service.address, request)]);
      judge(request, their, our, [], counts, 'read');
    }
    print('reads', counts, own.reads);
  } finally {
    await service.stop();
  }
}

async function compareWrites(endpoints, theirs) {
  const copy = await copyWordPress(COPY);
  steps.push(copy.stop);
  const service = await startService({ database: COPY, uploads: copy.uploads, wordpress: copy.address });
  steps.push(service.stop);
  const rows = await ComparedRows.open('wp', COPY);
  steps.push(() => rows.close());
  await rows.differences();
  const counts = { equal: 0, documented: 0, different: 0 };
  const ofRows = { equal: 0, documented: 0, different: 0 };
  let { pools, slugs } = await poolsOf(theirs);
  for (let number = 0; number < Number(own.writes); number++) {
    if (number % 50 === 49) {
      ({ pools, slugs } = await poolsOf(theirs));
      // Reading widgets changes them in WordPress.
      await rows.differences();
    }
    const values = new Values(new Random(SEED, number, 2), pools, slugs);
    const request = await withFile(randomWrite(endpoints, values));
    const their = await theirs(request);
    const our = await send(service.address, request);
    const changed = await rows.differences();
    judge(request, their, our, changed, counts, 'write', ofRows);
    remember(request, their, pools);
    // The service may remember options for a second.
    if (changed.some(({ table }) => table === 'options')) await new Promise((done) => setTimeout(done, LATER_MS));
  }
  print('writes', counts, own.writes);
  print('rows of these writes', ofRows, own.writes);
}

function remember({ path, method }, { status, body }, pools) {
  const collection = path.split('/').at(-1);
  if (method === 'POST' && status === 201 && body?.id && pools[collection])
    pools[collection] = [body.id, ...pools[collection].slice(0, 30)];
}

function judge(request, their, our, rows, counts, kind, ofRows) {
  const view = request.method === 'OPTIONS' ? descriptionView : undefined;
  const found = compareResponses(calm(our), calm(their), view).filter(({ path }) => !SENTENCES.test(path));
  const open = found.filter((difference) => documentedReason(request, difference, { their, our }) === undefined);
  counts[found.length === 0 ? 'equal' : open.length === 0 ? 'documented' : 'different']++;
  const openRows = rows.filter(
    (row) =>
      documentedReason(
        request,
        { path: `rows.${row.table}`, theirs: row.theirs.join('\n'), ours: row.ours.join('\n') },
        { their, our },
      ) === undefined,
  );
  if (ofRows) ofRows[rows.length === 0 ? 'equal' : openRows.length === 0 ? 'documented' : 'different']++;
  if (open.length + openRows.length === 0) return;
  appendFileSync(
    own.report,
    `${JSON.stringify({ kind, ...request, file: undefined, statuses: [their.status, our.status], codes: [their.body?.code, our.body?.code], differences: open.slice(0, 12), more: Math.max(0, open.length - 12), rows: openRows })}\n`,
  );
}

/** Without what depends on the moment of the request. */
function calm({ status, headers, body }) {
  const neutral = (value) => {
    if (typeof value === 'string') return settled('', value);
    if (Array.isArray(value)) return value.map(neutral);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, neutral(member)]));
  };
  return { status, headers, body: neutral(body) };
}

async function withFile(request) {
  if (!request.upload) return request;
  const [name, type] = FILES[request.upload];
  const file = request.upload === 'txt' ? Buffer.from('A note.\n') : await samples.picture(640, 480, request.upload);
  return { ...request, file: { name, type, bytes: file } };
}

async function send(address, { method, path, query, user, json, form, file, fields }) {
  const headers = { ...authorization(user) };
  let body;
  if (file) {
    body = new FormData();
    for (const [name, value] of pairsOf(fields)) body.set(name, value);
    body.set('file', new Blob([file.bytes], { type: file.type }), file.name);
  } else if (json) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(json);
  } else if (form) body = new URLSearchParams(form);
  const response = await fetch(`${address}/wp-json${path}${query === '' ? '' : `?${query}`}`, {
    method,
    headers,
    body,
    redirect: 'manual',
  });
  const text = await response.text();
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = { text: text.slice(0, 2000) };
  }
  return { status: response.status, headers: Object.fromEntries(response.headers), body: parsed };
}

function print(name, { equal, documented, different }, of) {
  console.log(
    `${name}: ${of}, equal ${equal}, documented ${documented}, different ${different} (${((100 * different) / Number(of)).toFixed(1)} %)`,
  );
}
