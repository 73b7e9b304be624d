import { type Engine } from '../../database.js';
import { type TableName } from '../../engine/table-names.js';
import { type BY_MEDIA_TYPE, type BY_TERM, MONTH_KEY_FACTOR } from './tables.js';

/** Statements of a trigger, with an optional condition. */
export interface TriggerClause {
  when?: string;
  statements: readonly string[];
}

export type Event = 'INSERT' | 'UPDATE' | 'DELETE';

/** Own tables whose rows are counted. */
export type OwnName = typeof BY_TERM | typeof BY_MEDIA_TYPE;

/** What the triggers of each table do. */
export type TableClauses = Readonly<
  Partial<Record<TableName | OwnName, Readonly<Partial<Record<Event, readonly TriggerClause[]>>>>>
>;

export interface Trigger {
  name: string;
  sql: string;
}

/** SQL of triggers that differs between the engines. */
export interface TriggerDialect {
  /**
   * Whether several transactions may write at the same time. Triggers then run with the isolation of other programs: they only
   * add rows that no other transaction can have, change rows by the primary key of a row that the writer has locked, and read
   * nothing. Everything else could make a write wait for another one, or end it with a deadlock.
   */
  isConcurrent: boolean;
  /** Number of an added row: a new one where transactions write at the same time. */
  part: string;
  /** Value of a version, or what it grows by where versions are added up. */
  version: string;
  /** A number for a month of an owner; one for all owners whose ids are too large for it. */
  monthOf(owner: string, month: string): string;
  month(date: string): string;
  day(date: string): string;
  /** Clause of an INSERT of a trigger that updates a row that already exists; empty where each row is a new one. */
  otherwise(assignment: string): string;
  differs(left: string, right: string): string;
  /** The versions of all rows as one text, which merging rows does not change. */
  combined(column: string): string;
  /** A single trigger where the engine supports several clauses in one. `onFailure`: see trigger-state.ts. */
  create(name: string, event: Event, table: string, clauses: readonly TriggerClause[], onFailure: string): Trigger[];
}

const mysqlTriggers: TriggerDialect = {
  isConcurrent: true,
  part: 'UUID_SHORT()',
  // So that versions of a restored database differ from those it had before.
  version: '1 + UUID_SHORT() % 4294967291',
  // The product of integers may exceed their range, which would be an error.
  monthOf: (owner, month) => `CAST(${owner} * ${MONTH_KEY_FACTOR}.0 + ${month} AS UNSIGNED)`,
  month: (date) => `YEAR(${date}) * 100 + MONTH(${date})`,
  day: (date) => `YEAR(${date}) * 10000 + MONTH(${date}) * 100 + DAYOFMONTH(${date})`,
  otherwise: () => '',
  differs: (left, right) => `NOT (${left} <=> ${right})`,
  combined: (column) => `CAST(SUM(${column}) AS CHAR)`,
  create: (name, event, table, clauses, onFailure) => {
    const body = clauses.map(({ when, statements }) =>
      when ? `IF ${when} THEN\n${ended(statements)}\nEND IF;` : ended(statements),
    );
    return [
      {
        name,
        sql: `CREATE TRIGGER \`${name}\` AFTER ${event} ON ${table} FOR EACH ROW BEGIN\n${[onFailure, ...body].join('\n')}\nEND`,
      },
    ];
  },
};

const digits = (date: string, ...parts: Array<[number, number]>) =>
  `CAST(${parts.map(([from, length]) => `substr(${date}, ${from}, ${length})`).join(' || ')} AS INTEGER)`;

const sqliteTriggers: TriggerDialect = {
  isConcurrent: false,
  part: '0',
  version: 'random()',
  monthOf: (owner, month) => `${owner} * ${MONTH_KEY_FACTOR} + ${month}`,
  month: (date) => digits(date, [1, 4], [6, 2]),
  day: (date) => digits(date, [1, 4], [6, 2], [9, 2]),
  otherwise: (assignment) => ` ON CONFLICT DO UPDATE SET ${assignment}`,
  differs: (left, right) => `${left} IS NOT ${right}`,
  // Rows are read in the order of the primary key, which the query looks them up by.
  combined: (column) => `GROUP_CONCAT(${column})`,
  create: (name, event, table, clauses) =>
    clauses.map(({ when, statements }, index) => ({
      name: `${name}_${index}`,
      sql: `CREATE TRIGGER \`${name}_${index}\` AFTER ${event} ON ${table} ${when ? `WHEN ${when} ` : ''}BEGIN\n${ended(statements)}\nEND`,
    })),
};

function ended(statements: readonly string[]): string {
  return statements.map((statement) => `${statement};`).join('\n');
}

export const TRIGGER_DIALECTS: Readonly<Record<Engine, TriggerDialect>> = {
  mysql: mysqlTriggers,
  sqlite: sqliteTriggers,
};

/** Condition that an UPDATE changed one of these columns. */
export function changed({ differs }: TriggerDialect, ...columns: string[]): string {
  return columns.map((column) => differs(`OLD.${column}`, `NEW.${column}`)).join(' OR ');
}

/** Begin the names of triggers, after the table prefix. Each part of the service drops only the triggers with its own beginning. */
export const LIST_TRIGGERS = 'nestpress_list_';
export const SEARCH_TRIGGERS = 'nestpress_search_';
/** Without an underscore: release 0.1.0 takes all others with `nestpress_` for those of its list index, and drops them when it builds it. */
export const FEED_TRIGGERS = 'nestpressfeed_';

export const META_TRIGGERS = 'nestpressmeta_';

/** Named after its table only, as by release 0.1.0. */
const FORMER_LIST_TRIGGER =
  /^nestpress_(posts|(post|term|user|comment)meta|term(s|_taxonomy|_relationships)|users|comments|entries_by_term|media_by_type)_(insert|update|delete)_\d+(_\d+)?$/;
const FORMER_FEED_TRIGGERS = 'nestpress_feed_';

/** Whether a trigger belongs to the list index, of any version. */
export function isListTrigger(name: string, tablePrefix: string): boolean {
  if (!name.startsWith(tablePrefix)) return false;
  const rest = name.slice(tablePrefix.length);
  return rest.startsWith(LIST_TRIGGERS) || FORMER_LIST_TRIGGER.test(rest);
}

/** Whether a trigger belongs to the search index, of any version. */
export function isSearchTrigger(name: string, tablePrefix: string): boolean {
  return name.startsWith(tablePrefix + SEARCH_TRIGGERS);
}

/** Whether a trigger belongs to the change feed, of any version. */
export function isFeedTrigger(name: string, tablePrefix: string): boolean {
  return name.startsWith(tablePrefix + FEED_TRIGGERS) || name.startsWith(tablePrefix + FORMER_FEED_TRIGGERS);
}
