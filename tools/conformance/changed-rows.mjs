// Compares the rows that writes change with recorded ones. A proxy in front of the service reads the tables before and after each
// write; the runner names the case in a header (nameCases).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import mysql from 'mysql2/promise';

const CASE_HEADER = 'x-recorded-case';
/** The tables that recordings cover, by their key. */
const TABLES = {
  posts: 'ID',
  postmeta: 'meta_id',
  terms: 'term_id',
  term_taxonomy: 'term_taxonomy_id',
  term_relationships: undefined,
  termmeta: 'meta_id',
  users: 'ID',
  usermeta: 'umeta_id',
  comments: 'comment_ID',
  commentmeta: 'meta_id',
  options: 'option_id',
};
/** Rows whose key has no meaning, by what identifies them instead. */
const ANONYMOUS = new Set(['postmeta', 'termmeta', 'usermeta', 'commentmeta', 'options']);
const IGNORED_OPTIONS = /^_(site_)?transient_|^cron$|^rewrite_rules$/;
const MIN_NEW_ID = 10_001;

/** Writes a list of cases whose requests name their case. */
export function nameCases(from, to) {
  const cases = JSON.parse(readFileSync(from, 'utf8'));
  writeFileSync(
    to,
    JSON.stringify(cases.map((one) => ({ ...one, headers: { ...one.headers, [CASE_HEADER]: one.id } }))),
  );
}

/** The same for recorded GraphQL documents. */
export function nameDocuments(from, to) {
  const lines = gunzipSync(readFileSync(from)).toString().split('\n').filter(Boolean);
  const named = lines.map((line) => {
    const one = JSON.parse(line);
    return JSON.stringify({ ...one, headers_sent: { ...one.headers_sent, [CASE_HEADER]: one.id } });
  });
  writeFileSync(to, gzipSync(named.join('\n')));
}

/** `hasWritesOnly`: whether every request that is not GET may write; documents of GraphQL say whether they do. */
export async function observeRows({ port, target, databaseUrl, recorded, recordedAt, address, now, hasWritesOnly }) {
  const connection = await mysql.createConnection({ uri: databaseUrl, dateStrings: true, multipleStatements: true });
  const expected = new Map(
    gunzipSync(readFileSync(recorded))
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .filter(({ mutation }) => hasWritesOnly || mutation)
      .map(({ id, rows }) => [id, rows]),
  );
  const reference = normalizer(Date.parse(recordedAt), '{site}');
  const own = normalizer(now, `http://${address}`);
  const results = [];
  let before = await snapshot(connection);

  const server = createServer((incoming, response) => {
    const { [CASE_HEADER]: id, ...headers } = incoming.headers;
    const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(incoming.method) && (hasWritesOnly || expected.has(id));
    const forwarded = request(
      { port: target, method: incoming.method, path: incoming.url, headers },
      async (answer) => {
        const body = [];
        for await (const chunk of answer) body.push(chunk);
        if (isWrite) {
          const after = await snapshot(connection);
          const found = compare(describe(expected.get(id) ?? {}, reference), describe(changes(before, after), own));
          results.push({ id, request: `rows of ${incoming.method} ${incoming.url}`, differences: found });
          before = after;
        }
        response.writeHead(answer.statusCode, answer.rawHeaders).end(Buffer.concat(body));
      },
    );
    forwarded.once('error', () => response.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    results,
    async stop() {
      server.closeAllConnections();
      server.close();
      await connection.end();
    },
  };
}

/** Counts the cases like responses. `deviations`: a file, if there is one, of `{ id, row, reason }`, with two patterns. */
export function judgeRows(results, deviations) {
  const accepted = existsSync(deviations) ? JSON.parse(readFileSync(deviations, 'utf8')) : [];
  const rules = accepted.map(({ id, row }) => ({ id: new RegExp(id), row: new RegExp(row) }));
  return results.map(({ id, request: sent, differences }) => {
    const left = differences.filter(({ path }) => !rules.some((rule) => rule.id.test(id) && rule.row.test(path)));
    const result = left.length > 0 ? 'differ' : differences.length > 0 ? 'deviation' : 'same';
    return { id: `rows.${id}`, request: sent, result, differences: left };
  });
}

async function snapshot(connection) {
  const names = Object.keys(TABLES);
  const [all] = await connection.query(names.map((name) => `SELECT * FROM wp_${name}`).join('; '));
  return Object.fromEntries(names.map((name, at) => [name, new Map(all[at].map((row) => [keyOf(name, row), row]))]));
}

function keyOf(table, row) {
  return TABLES[table] === undefined ? `${row.object_id}:${row.term_taxonomy_id}` : row[TABLES[table]];
}

/** In the form of the recordings. */
function changes(before, after) {
  const found = {};
  for (const table of Object.keys(TABLES)) {
    const added = [];
    const changed = [];
    const removed = [];
    for (const [key, row] of after[table]) {
      const old = before[table].get(key);
      if (old === undefined) added.push(row);
      else {
        const set = Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== old[name]));
        if (Object.keys(set).length > 0) changed.push({ key, set, of: owner(row) });
      }
    }
    for (const [key, row] of before[table]) if (!after[table].has(key)) removed.push({ key, of: owner(row) });
    found[table] = { added, changed, removed };
  }
  return found;
}

function owner(row) {
  const object = row.post_id ?? row.term_id ?? row.user_id ?? row.comment_id;
  return row.option_name ?? (row.meta_key !== undefined ? `${object} ${row.meta_key}` : undefined);
}

/** One line per change, comparable between the recording and the service. */
function describe(rows, normalize) {
  const ids = newIds(rows);
  const lines = [];
  for (const [table, { added = [], changed = [], removed = [] }] of Object.entries(rows)) {
    const line = (kind, subject, values) => {
      if (table === 'options' && IGNORED_OPTIONS.test(subject)) return;
      lines.push(normalize(`${table} ${kind} ${rename(String(subject), ids)} ${rename(JSON.stringify(values), ids)}`));
    };
    for (const row of added) {
      const values = Object.entries(row)
        .filter(([name]) => !(ANONYMOUS.has(table) && name === TABLES[table]))
        .map(([name, value]) => [name, name === 'user_pass' ? '(hash)' : value === null ? null : String(value)]);
      line('added', owner(row) ?? '', Object.fromEntries(values));
    }
    for (const { key, set, of } of changed)
      line(
        'changed',
        of ?? key,
        Object.fromEntries(
          Object.entries(set)
            .filter(([name]) => name !== 'user_pass')
            .map(([name, value]) => [name, String(value)]),
        ),
      );
    for (const { key, of } of removed) line('removed', of ?? key, '');
  }
  return lines;
}

/** The ids of new entries by their order: how many were used before depends on the writes before. */
function newIds(rows) {
  const ids = Object.entries(rows).flatMap(([table, { added = [] }]) =>
    ANONYMOUS.has(table) || TABLES[table] === undefined ? [] : added.map((row) => Number(row[TABLES[table]])),
  );
  return new Map([...new Set(ids)].sort((a, b) => a - b).map((id, at) => [id, `<new ${at}>`]));
}

function rename(text, ids) {
  // The names that Polylang makes of the time may end with digits.
  return text.replace(/pll_[0-9a-f]{13}|\d{5,}/g, (digits) => {
    const id = Number(digits);
    return ids.get(id) ?? (id >= MIN_NEW_ID && id < 100_000 ? '<earlier>' : digits);
  });
}

function normalizer(now, site) {
  const isNear = (time) => Math.abs(time - now) < 2 * 86_400_000;
  return (text) =>
    text
      .replaceAll(site, '{site}')
      // Names that Polylang makes of the time.
      .replace(/pll_[0-9a-f]{13}/g, 'pll_<unique>')
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, (date) =>
        isNear(Date.parse(`${date.replace(' ', 'T')}Z`)) ? '<now>' : date,
      )
      .replace(/\b1\d{9}\b/g, (seconds) => (isNear(Number(seconds) * 1000) ? '<now>' : seconds));
}

function compare(expected, found) {
  const isUnlike = (line, others) =>
    !withoutClock(line).endsWith(' {}') && !others.some((other) => withoutClock(other) === withoutClock(line));
  const [notFound, notExpected] = [subtract(expected, found), subtract(found, expected)];
  const missing = notFound.filter((line) => isUnlike(line, notExpected));
  const surplus = notExpected.filter((line) => isUnlike(line, notFound));
  return [
    ...missing.map((line) => ({ path: `- ${line}`, ref: line, got: undefined })),
    ...surplus.map((line) => ({ path: `+ ${line}`, ref: undefined, got: line })),
  ];
}

/** Two writes within a second leave the time of the last change as it was; how fast they follow each other is no difference. */
function withoutClock(line) {
  return line.includes(' changed ') ? line.replace(/,?"post_modified(?:_gmt)?":"<now>"/g, '').replace('{,', '{') : line;
}

function subtract(lines, others) {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
