import { type Database } from '../../database.js';
import { type TableName } from '../../engine/table-names.js';
import { VERSIONS } from './tables.js';
import { type RowReference, type VersionRule } from '../../version-rule.js';
import { type TriggerClause, changed, type Event, type TableClauses, TRIGGER_DIALECTS } from './trigger-dialect.js';
import { conditionOf, isReferenced, quotedTexts } from './version-conditions.js';

type Row = 'OLD' | 'NEW';
type Condition = string | undefined;

const EVENTS: readonly Event[] = ['INSERT', 'UPDATE', 'DELETE'];

/** Triggers that change versions according to the rules. A superfluous change costs one rendering, a missing one a stale response. */
export function versionClauses(db: Database): TableClauses {
  const { versionRules } = db;
  if (!versionRules) throw new Error('The list index needs a database that was opened with version rules.');
  const tables = [...new Set(versionRules.map(({ table }) => table))];
  return Object.fromEntries(
    tables.map((table) => {
      const rules = new TableRules(db, versionRules, table);
      return [table, Object.fromEntries(EVENTS.map((event) => [event, rules.clauses(event)]))];
    }),
  );
}

class TableRules {
  private readonly dialect;
  private readonly own: readonly VersionRule[];
  private readonly shared: readonly VersionRule[];
  /** Where rows are not added but changed, each table has its own version row per entry. */
  private readonly part: string;

  constructor(
    private readonly db: Database,
    rules: readonly VersionRule[],
    table: TableName,
  ) {
    this.dialect = TRIGGER_DIALECTS[db.engine];
    this.own = rules.filter((rule) => rule.table === table && rule.entry !== undefined);
    this.shared = rules.filter((rule) => rule.table === table && rule.entry === undefined);
    const tablesOfEntries = rules.filter(({ entry }) => entry !== undefined).map((rule) => rule.table);
    this.part = this.dialect.isConcurrent ? this.dialect.part : String([...new Set(tablesOfEntries)].indexOf(table));
  }

  clauses(event: Event): TriggerClause[] {
    return [...this.own.flatMap((rule) => this.entryClauses(rule, event)), ...this.sharedClause(event)];
  }

  private entryClauses(rule: VersionRule, event: Event): TriggerClause[] {
    const change = (...rows: Row[]) => this.changeVersion(rows.map((row) => `${row}.${rule.entry}, ${this.part}`));
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

  private sharedClause(event: Event): TriggerClause[] {
    const rules = this.shared.filter((rule) => event !== 'INSERT' || rule.insert !== 'never');
    const recorded = this.dialect.isConcurrent ? rules.filter((rule) => referenceFor(rule, event)) : [];
    const certain = rules.filter((rule) => !recorded.includes(rule));
    const clauses = recordedReferences(recorded, event).flatMap(({ reference, sameRules }) =>
      this.referenceClauses(reference, sameRules, event),
    );
    if (certain.length === 0) return clauses;
    const when = any(...certain.map((rule) => this.condition(rule, event)));
    return [{ when, statements: [this.changeVersion([`0, ${this.dialect.part}`])] }, ...clauses];
  }

  /** Records the writes that change the shared version if another row refers to the object. */
  private referenceClauses(reference: RowReference, rules: readonly VersionRule[], event: Event): TriggerClause[] {
    const condition = conditionOf(this.db, reference);
    const when = any(...rules.map((rule) => this.condition(rule, event, false)));
    const record = (row: Row) => {
      const { part, version } = this.dialect;
      return `INSERT INTO ${this.db.tables.own(VERSIONS)} (subject, part, version, condition_id, object_id) VALUES (0, ${part}, ${version}, ${condition}, ${row}.${reference.key})`;
    };
    const clauses = [{ when, statements: [record(event === 'DELETE' ? 'OLD' : 'NEW')] }];
    if (event === 'UPDATE')
      clauses.push({ when: all(when, changed(this.dialect, reference.key)), statements: [record('OLD')] });
    return clauses;
  }

  /** Undefined if the rule applies to every row. */
  private condition(rule: VersionRule, event: Event, checksReferences = true): Condition {
    if (event === 'UPDATE')
      return all(
        this.columnsChanged(rule),
        any(this.selects(rule, 'NEW'), this.selects(rule, 'OLD')),
        checksReferences && rule.referencedBy ? this.isOrWasReferenced(rule.referencedBy) : undefined,
      );
    const row = event === 'INSERT' ? 'NEW' : 'OLD';
    const limits = event === 'INSERT' && typeof rule.insert === 'object' ? [rule, rule.insert] : [rule];
    return all(
      ...limits.map((limit) => this.selects(limit, row)),
      ...limits.map(({ referencedBy }) =>
        checksReferences && referencedBy ? this.isReferenced(referencedBy, row) : undefined,
      ),
    );
  }

  private selects({ where = {}, except = {} }: Pick<VersionRule, 'where' | 'except'>, row: string): Condition {
    return all(
      ...Object.keys(where).map((column) => `${row}.${column} IN (${quotedTexts(where, column)})`),
      ...Object.keys(except).map((column) => `${row}.${column} NOT IN (${quotedTexts(except, column)})`),
    );
  }

  private columnsChanged({ columns }: VersionRule): Condition {
    return columns && changed(this.dialect, ...columns);
  }

  private isReferenced(reference: RowReference, row: Row): string {
    return isReferenced(this.db, reference, `${row}.${reference.key}`);
  }

  private isOrWasReferenced(reference: RowReference): Condition {
    const hasMoved = changed(this.dialect, reference.key);
    return any(this.isReferenced(reference, 'NEW'), all(hasMoved, this.isReferenced(reference, 'OLD')));
  }

  /** `rows`: subject and part of the version rows. */
  private changeVersion(rows: readonly string[]): string {
    const { version, otherwise } = this.dialect;
    const values = rows.map((row) => `(${row}, ${version})`).join(', ');
    return `INSERT INTO ${this.db.tables.own(VERSIONS)} (subject, part, version) VALUES ${values}${otherwise(`version = ${version}`)}`;
  }
}

/** WordPress that decides whether a write counts. */
function referenceFor({ referencedBy, insert }: VersionRule, event: Event): RowReference | undefined {
  return (event === 'INSERT' && typeof insert === 'object' ? insert.referencedBy : undefined) ?? referencedBy;
}

/** Rules by reference, so that a write is recorded once for each. */
function recordedReferences(rules: readonly VersionRule[], event: Event) {
  const found = new Map<string, { reference: RowReference; sameRules: VersionRule[] }>();
  for (const rule of rules) {
    const reference = referenceFor(rule, event)!;
    const key = JSON.stringify(reference);
    const group = found.get(key) ?? { reference, sameRules: [] };
    group.sameRules.push(rule);
    found.set(key, group);
  }
  return [...found.values()];
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
  const defined = conditions.filter((condition) => condition !== undefined);
  return defined.length < conditions.length ? undefined : joined('OR', defined);
}

function joined(operator: 'AND' | 'OR', conditions: readonly string[]): Condition {
  if (conditions.length < 2) return conditions[0];
  return conditions.map((condition) => `(${condition})`).join(` ${operator} `);
}
