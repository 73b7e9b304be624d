import { type Database } from '../database.js';
import { type TableName } from '../engine/table-names.js';
import { VERSIONS } from './tables.js';
import { type ColumnValues, type RowReference, type VersionRule } from '../version-rule.js';
import { type Block, changed, type Event, type TableBlocks, TRIGGER_DIALECTS } from './trigger-dialect.js';

type Row = 'OLD' | 'NEW';
type Condition = string | undefined;

const EVENTS: readonly Event[] = ['INSERT', 'UPDATE', 'DELETE'];

/** Triggers that change versions according to the rules. A superfluous change costs one rendering, a missing one a stale response. */
export function versionBlocks(db: Database): TableBlocks {
  const { versionRules } = db;
  if (!versionRules) throw new Error('The list index needs a database that was opened with version rules.');
  const tables = [...new Set(versionRules.map(({ table }) => table))];
  return Object.fromEntries(
    tables.map((table) => {
      const rules = new TableRules(db, versionRules, table);
      return [table, Object.fromEntries(EVENTS.map((event) => [event, rules.blocks(event)]))];
    }),
  );
}

class TableRules {
  private readonly dialect;
  private readonly own: readonly VersionRule[];
  private readonly shared: readonly VersionRule[];
  /**
   * Each table has its own version row per entry. If a writer of a comment and a writer of the post shared one, each
   * could hold the lock the other waits for.
   */
  private readonly slot: number;

  constructor(
    private readonly db: Database,
    rules: readonly VersionRule[],
    table: TableName,
  ) {
    this.dialect = TRIGGER_DIALECTS[db.engine];
    this.own = rules.filter((rule) => rule.table === table && rule.entry !== undefined);
    this.shared = rules.filter((rule) => rule.table === table && rule.entry === undefined);
    const tablesOfEntries = rules.filter(({ entry }) => entry !== undefined).map((rule) => rule.table);
    this.slot = [...new Set(tablesOfEntries)].indexOf(table);
  }

  blocks(event: Event): Block[] {
    return [...this.own.flatMap((rule) => this.entryBlocks(rule, event)), ...this.sharedBlock(event)];
  }

  private entryBlocks(rule: VersionRule, event: Event): Block[] {
    const change = (...rows: Row[]) => this.changeVersion(rows.map((row) => `(${row}.${rule.entry}, ${this.slot}, `));
    if (event === 'UPDATE') {
      const when = (row: Row) => all(this.columnsChanged(rule), this.selects(rule, row));
      // A row may move from one entry to another.
      return rule.where || rule.except
        ? (['NEW', 'OLD'] as const).map((row) => ({ when: when(row), statements: [change(row)] }))
        : [{ when: when('NEW'), statements: [change('NEW', 'OLD')] }];
    }
    if (event === 'INSERT' && rule.insert === 'never') return [];
    return [{ when: this.condition(rule, event), statements: [change(event === 'INSERT' ? 'NEW' : 'OLD')] }];
  }

  private sharedBlock(event: Event): Block[] {
    const rules = this.shared.filter((rule) => event !== 'INSERT' || rule.insert !== 'never');
    if (rules.length === 0) return [];
    const when = any(...rules.map((rule) => this.condition(rule, event)));
    return [{ when, statements: [this.changeVersion([`(0, ${this.dialect.slot}, `])] }];
  }

  /** Undefined if the rule applies to every row. */
  private condition(rule: VersionRule, event: Event): Condition {
    if (event === 'UPDATE')
      return all(
        this.columnsChanged(rule),
        any(this.selects(rule, 'NEW'), this.selects(rule, 'OLD')),
        rule.referencedBy && this.isOrWasReferenced(rule.referencedBy),
      );
    const row = event === 'INSERT' ? 'NEW' : 'OLD';
    const limits = event === 'INSERT' && typeof rule.insert === 'object' ? [rule, rule.insert] : [rule];
    return all(
      ...limits.map((limit) => this.selects(limit, row)),
      ...limits.map(({ referencedBy }) => referencedBy && this.isReferenced(referencedBy, row)),
    );
  }

  private selects({ where = {}, except = {} }: Pick<VersionRule, 'where' | 'except'>, row: string): Condition {
    return all(
      ...Object.keys(where).map((column) => `${row}.${column} IN (${texts(where, column)})`),
      ...Object.keys(except).map((column) => `${row}.${column} NOT IN (${texts(except, column)})`),
    );
  }

  private columnsChanged({ columns }: VersionRule): Condition {
    return columns && changed(this.dialect, ...columns);
  }

  /** By the key alone: MySQL would weigh the range of other values for every row, which costs more than the look-up. */
  private isReferenced({ table, column, key, except = {} }: RowReference, row: Row): string {
    const isOther = Object.keys(except).map((name) => `COALESCE(referrer.${name}, '') NOT IN (${texts(except, name)})`);
    const condition = all(`referrer.${column} = ${row}.${key}`, ...isOther);
    return `EXISTS (SELECT 1 FROM ${this.db.tables[table]} referrer WHERE ${condition})`;
  }

  private isOrWasReferenced(reference: RowReference): Condition {
    const hasMoved = changed(this.dialect, reference.key);
    return any(this.isReferenced(reference, 'NEW'), all(hasMoved, this.isReferenced(reference, 'OLD')));
  }

  /** `rows`: leading values of the version rows, up to the version. */
  private changeVersion(rows: readonly string[]): string {
    const { unique, otherwise } = this.dialect;
    const values = rows.map((row) => `${row}${unique})`).join(', ');
    return `INSERT INTO ${this.db.tables.own(VERSIONS)} (subject, slot, version) VALUES ${values} ${otherwise(`version = ${unique}`)}`;
  }
}

function texts(values: ColumnValues, column: string): string {
  return values[column]!.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ');
}

/** Conditions joined by AND; undefined ones are always true. */
function all(...conditions: Condition[]): Condition {
  return joined(
    'AND',
    conditions.filter((condition) => condition !== undefined),
  );
}

/** Conditions joined by OR: always true if one of them is. */
function any(...conditions: Condition[]): Condition {
  const known = conditions.filter((condition) => condition !== undefined);
  return known.length < conditions.length ? undefined : joined('OR', known);
}

function joined(operator: 'AND' | 'OR', conditions: readonly string[]): Condition {
  if (conditions.length < 2) return conditions[0];
  return conditions.map((condition) => `(${condition})`).join(` ${operator} `);
}
