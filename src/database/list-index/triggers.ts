import { type Database, type Engine } from '../database.js';
import { BY_TERM, COUNTS } from './tables.js';

export interface Trigger {
  name: string;
  sql: string;
}

/** Part of the names: a database with triggers of another version counts as one without. */
const VERSION = 1;
const SLOTS = 16;

/** What the two engines say differently inside of a trigger. */
interface Words {
  slot: string;
  month(date: string): string;
  day(date: string): string;
  /** Behind an INSERT into the counts: numbers that are there already. */
  addTo(step: string): string;
  differs(left: string, right: string): string;
  create(name: string, event: string, table: string, when: string | undefined, statements: readonly string[]): string;
}

const mysqlWords: Words = {
  slot: `CONNECTION_ID() % ${SLOTS}`,
  month: (date) => `YEAR(${date}) * 100 + MONTH(${date})`,
  day: (date) => `YEAR(${date}) * 10000 + MONTH(${date}) * 100 + DAYOFMONTH(${date})`,
  addTo: (step) => `ON DUPLICATE KEY UPDATE entries = entries ${step}`,
  differs: (left, right) => `NOT (${left} <=> ${right})`,
  create: (name, event, table, when, statements) => {
    const body = statements.map((statement) => `${statement};`).join('\n');
    return `CREATE TRIGGER \`${name}\` AFTER ${event} ON ${table} FOR EACH ROW BEGIN\n${when ? `IF ${when} THEN\n${body}\nEND IF;` : body}\nEND`;
  },
};

const digits = (date: string, ...parts: Array<[number, number]>) => `CAST(${parts.map(([from, length]) => `substr(${date}, ${from}, ${length})`).join(' || ')} AS INTEGER)`;

const sqliteWords: Words = {
  // One transaction writes at a time.
  slot: '0',
  month: (date) => digits(date, [1, 4], [6, 2]),
  day: (date) => digits(date, [1, 4], [6, 2], [9, 2]),
  addTo: (step) => `ON CONFLICT DO UPDATE SET entries = entries ${step}`,
  differs: (left, right) => `${left} IS NOT ${right}`,
  create: (name, event, table, when, statements) =>
    `CREATE TRIGGER \`${name}\` AFTER ${event} ON ${table} ${when ? `WHEN ${when} ` : ''}BEGIN\n${statements.map((statement) => `${statement};`).join('\n')}\nEND`,
};

const WORDS: Readonly<Record<Engine, Words>> = { mysql: mysqlWords, sqlite: sqliteWords };

/** What an entry is counted by, as expressions on a row (or table) of posts. */
export function countedValues(engine: Engine, row: string): ReadonlyArray<readonly [kind: string, value: string]> {
  const { month, day } = WORDS[engine];
  return [
    ['all', '0'],
    ['author', `${row}.post_author`],
    ['month', month(`${row}.post_date`)],
    ['day', day(`${row}.post_date`)],
  ];
}

/** Whoever writes to the posts and their terms, the engine keeps our tables exact in the same transaction. */
export function listIndexTriggers({ engine, tablePrefix, tables }: Database): { onWordPress: Trigger[]; onOwn: Trigger[] } {
  const words = WORDS[engine];
  const counts = tables.own(COUNTS);
  const byTerm = tables.own(BY_TERM);
  const columns = '(post_type, post_status, kind, value, slot, entries)';

  const count = (row: 'OLD' | 'NEW', step: '+ 1' | '- 1', kinds: ReadonlyArray<readonly [kind: string, value: string]>) => {
    const rows = kinds.map(([kind, value]) => `(${row}.post_type, ${row}.post_status, '${kind}', ${value}, ${words.slot}, 0 ${step})`);
    return `INSERT INTO ${counts} ${columns} VALUES ${rows.join(', ')} ${words.addTo(step)}`;
  };
  const countEntry = (row: 'OLD' | 'NEW', step: '+ 1' | '- 1') => count(row, step, countedValues(engine, row));
  const countTerm = (row: 'OLD' | 'NEW', step: '+ 1' | '- 1') => count(row, step, [['term', `${row}.term_taxonomy_id`]]);
  const changed = (...names: string[]) => names.map((name) => words.differs(`OLD.${name}`, `NEW.${name}`)).join(' OR ');

  const addTerm =
    `INSERT INTO ${byTerm} SELECT NEW.term_taxonomy_id, post_type, post_status, post_date, ID FROM ${tables.posts} WHERE ID = NEW.object_id`;
  const removeTerm = `DELETE FROM ${byTerm} WHERE post_id = OLD.object_id AND term_taxonomy_id = OLD.term_taxonomy_id`;
  const addTerms =
    `INSERT INTO ${byTerm} SELECT term_taxonomy_id, NEW.post_type, NEW.post_status, NEW.post_date, NEW.ID FROM ${tables.term_relationships} WHERE object_id = NEW.ID`;
  const removeTerms = `DELETE FROM ${byTerm} WHERE post_id = OLD.ID`;

  const trigger = (subject: string, event: string, table: string, statements: string[], when?: string): Trigger => {
    const name = `${tablePrefix}nestpress_${subject}_${event.toLowerCase()}_${VERSION}`;
    return { name, sql: words.create(name, event, table, when, statements) };
  };
  const onWordPress = [
    trigger('posts', 'INSERT', tables.posts, [countEntry('NEW', '+ 1'), addTerms]),
    trigger('posts', 'DELETE', tables.posts, [countEntry('OLD', '- 1'), removeTerms]),
    trigger(
      'posts',
      'UPDATE',
      tables.posts,
      [countEntry('OLD', '- 1'), countEntry('NEW', '+ 1'), removeTerms, addTerms],
      changed('ID', 'post_type', 'post_status', 'post_author', 'post_date'),
    ),
    trigger('relations', 'INSERT', tables.term_relationships, [addTerm]),
    trigger('relations', 'DELETE', tables.term_relationships, [removeTerm]),
    trigger('relations', 'UPDATE', tables.term_relationships, [removeTerm, addTerm], changed('object_id', 'term_taxonomy_id')),
  ];
  const onOwn = [trigger('terms', 'INSERT', byTerm, [countTerm('NEW', '+ 1')]), trigger('terms', 'DELETE', byTerm, [countTerm('OLD', '- 1')])];
  return { onWordPress, onOwn };
}
