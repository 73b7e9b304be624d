import { findMissingSchema, type MissingSchema } from '../../database/inspect-schema.js';
import { type TableDefinition, WORDPRESS_TABLES } from '../../database/schema/index.js';
import { tableOf } from '../../database/entities/index.js';
import { Job } from '../jobs/job.entity.js';
import { forbidsMixedTransactions, lastEntryId, type TableKind, tableKinds } from './diagnostics.store.js';
import { fail, type DiagnosticResult, ok, type DoctorContext, warn } from './diagnostic-result.js';
import { type Database } from '../../database/database.js';
import { LIST_INDEX_TABLES } from '../../database/lists/indexed/tables.js';
import { SEARCH_INDEX_TABLES } from '../../database/search-index/tables.js';

/** `ownTables` are those of Nestpress: the module that uses a table creates it at start, so they may be missing. */
export async function checkSchema(
  { database }: DoctorContext,
  ownTables: readonly TableDefinition[] = [],
): Promise<DiagnosticResult[]> {
  const existing = new Set(await database.existingTables());
  const missing = await findMissingSchema(database, WORDPRESS_TABLES);
  if (missing.length === WORDPRESS_TABLES.length && missing.every(({ isMissing }) => isMissing)) {
    return [
      fail(
        'schema',
        `There is no site with the table prefix ${database.tablePrefix}.`,
        'Correct TABLE_PREFIX, or create a site with `nestpress install`.',
      ),
    ];
  }
  const ownThere = ownTables.filter(({ name }) => existing.has(database.tables.full(name)));
  const findings = [...missing, ...(await findMissingSchema(database, ownThere))].flatMap(judge);
  if (!existing.has(database.tablePrefix + tableOf(Job).name)) {
    findings.push(
      warn(
        'schema',
        'Tables of Nestpress are missing; the service creates them when it starts.',
        'Run `nestpress install` once with an account that may create tables, if the service’s may not.',
      ),
    );
  }
  return findings.length > 0
    ? findings
    : [ok('schema', `all ${WORDPRESS_TABLES.length + ownThere.length} tables have what is needed.`)];
}

/** A missing index makes queries slow; a missing column or unique index makes them wrong. */
function judge({ table, isMissing, columns, indexes, statements }: MissingSchema): DiagnosticResult[] {
  if (isMissing) return [fail('schema', `The table ${table} is missing.`, ...statements)];
  const parts = [named('column', columns), named('index', indexes)].filter(Boolean).join(' and ');
  const isWrong = columns.length > 0 || indexes.some(({ unique }) => unique);
  return [(isWrong ? fail : warn)('schema', `${table} lacks ${parts}.`, ...statements)];
}

function named(what: string, things: readonly { name: string }[]): string {
  return things.length === 0 ? '' : `${what} ${things.map(({ name }) => name).join(', ')}`;
}

const MODERN = /^utf8mb4_/;
const EXPECTED_CHARSET = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci';

/** Old sites may have tables without transactions or utf8mb4. */
export async function checkTables({ database }: Pick<DoctorContext, 'database'>): Promise<DiagnosticResult[]> {
  if (database.engine !== 'mysql') return [];
  const names = WORDPRESS_TABLES.map(({ name }) => database.tables.full(name));
  const tables = await tableKinds(database, names);
  const unsafe = tables.filter(({ engine }) => engine !== 'InnoDB');
  const narrow = tables.filter(({ collation }) => !MODERN.test(collation));
  const isRejected = unsafe.length > 0 && (await forbidsMixedTransactions(database));
  return [
    ...found(
      isRejected ? fail : warn,
      unsafe,
      isRejected
        ? 'are tables without transactions, and with enforce_gtid_consistency the server rejects most writes to them'
        : 'are tables without transactions: a failed write leaves partial data behind, and readers may see partial writes',
      'ENGINE=InnoDB',
    ),
    ...found(
      warn,
      narrow,
      'do not use utf8mb4: emoji and other characters outside of their character set become question marks',
      `CONVERT TO ${EXPECTED_CHARSET}`,
    ),
  ];
}

function found(report: typeof warn, tables: readonly TableKind[], trouble: string, change: string): DiagnosticResult[] {
  if (tables.length === 0) return [];
  const names = tables.map(({ name }) => name);
  return [
    report(
      'tables',
      `${names.join(', ')} ${trouble}.`,
      'Make a backup, then:',
      ...names.map((name) => `ALTER TABLE \`${name}\` ${change}`),
    ),
  ];
}

const INDEXES = {
  list: {
    /** With fewer entries, the difference is not noticeable. */
    worthwhileFrom: 1_000,
    // 49 seconds for 100,000 posts on two cores.
    secondsPerEntry: 0.0005,
    gain: 'Totals, first and deep pages then take the same time at any size, and published entries are cached. Writers wait during the build, readers do not.',
  },
  search: {
    worthwhileFrom: 2_000,
    // 41 seconds for 100,000 posts and 20,000 media on two busy cores.
    secondsPerEntry: 0.0004,
    gain: 'A search then reads a list of entries for each word instead of every text. It needs about as much space as the texts; nothing waits during the build.',
  },
} as const;

/** Our own indexes are optional, but an incomplete one is not used. */
export async function checkIndexes({ database }: DoctorContext): Promise<DiagnosticResult[]> {
  const existing = new Set(await database.existingTables());
  const isBegun = (tables: readonly TableDefinition[]) =>
    tables.some(({ name }) => existing.has(database.tables.full(name)));
  const judge = async (
    name: keyof typeof INDEXES,
    tables: readonly TableDefinition[],
    index: Database['listIndex'] | Database['searchIndex'],
  ): Promise<DiagnosticResult[]> => {
    if (!isBegun(tables)) return suggestIndex(name, await lastEntryId(database));
    if (await index.poll()) {
      const leftOut = 'leftOut' in index && index.leftOut.length > 0 ? `, without ${index.leftOut.join(' and ')}` : '';
      return [ok('indexes', `the ${name} index is complete${leftOut}.`)];
    }
    return [
      warn(
        'indexes',
        `The ${name} index is incomplete and not used.`,
        `Run \`nestpress ${name}-index build\`, or \`remove\`.${database.engine === 'mysql' ? ' MySQL shows a complete index to accounts with TRIGGER only.' : ''}`,
      ),
    ];
  };
  return [
    ...(await judge('list', LIST_INDEX_TABLES, database.listIndex)),
    ...(await judge('search', SEARCH_INDEX_TABLES, database.searchIndex)),
  ];
}

/** Offers an index that a site of this size would gain from. */
export function suggestIndex(name: keyof typeof INDEXES, entries: number): DiagnosticResult[] {
  const { worthwhileFrom, secondsPerEntry, gain } = INDEXES[name];
  if (entries < worthwhileFrom) return [];
  const seconds = Math.ceil(entries * secondsPerEntry);
  return [
    warn(
      'indexes',
      `There is no ${name} index, and up to ${entries} entries.`,
      `Run \`nestpress ${name}-index build\`, which takes about ${seconds} seconds on two cores. ${gain}`,
    ),
  ];
}
