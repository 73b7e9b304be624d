import { type Database } from '../database/database.js';
import { RowCondition, RowConditions } from '../database/engine/row-conditions.js';
import { type SqlFragment } from '../database/engine/sql-fragment.js';
import { type SortedRows } from '../database/meta-values.js';
import { type SourceTable } from '../database/engine/table-names.js';
import { DeclarationError, type PlacedDeclaration } from './declaration-error.js';
import { type MetaSchema, type ValueOf } from './meta-fields.js';

/** The requester, as a scope sees it. */
export interface ScopePrincipal {
  readonly id: number;
  readonly login: string;
  readonly roles: readonly string[];
  readonly isAnonymous: boolean;
  can(capability: string): boolean;
}

interface OnTypes {
  /** Names of content types. */
  readonly on: readonly string[];
  /** Tables that it reads besides those of entries, their meta and their terms: cached responses and totals follow them. */
  readonly reads?: readonly SourceTable[];
}

/** Which entries a requester may see, in addition to what capabilities say. */
export interface ScopeDeclaration extends OnTypes {
  /**
   * The condition for a requester; undefined for all entries. Evaluated once per request, also for anonymous ones. If it throws,
   * so does the request.
   */
  where(
    principal: ScopePrincipal,
    conditions: RowConditions,
    database: Database,
  ): RowCondition | undefined | Promise<RowCondition | undefined>;
}

/** A parameter of lists. */
export interface FilterDeclaration<S extends MetaSchema = MetaSchema> extends OnTypes {
  readonly name: string;
  readonly schema: S;
  /** Whether searches have the parameter, too. */
  readonly isSearched?: boolean;
  /** What is wrong with a value, beyond its schema. */
  check?(value: unknown): string | undefined;
  /** Statements that each find the IDs of all entries that can match a value, and others, by an index: `SELECT … AS id`. */
  candidates?(value: unknown, tables: RowConditions['tables']): readonly SqlFragment[];
  /** The entries that match a value; undefined for all. */
  where(value: ValueOf<S>, conditions: RowConditions): RowCondition | undefined;
}

/** A parameter of the lists of terms or comments. */
export interface RowFilterDeclaration {
  /** Names of taxonomies, or comments. */
  readonly on: { readonly terms: readonly string[] } | 'comments';
  readonly name: string;
  readonly schema: MetaSchema;
  /** Tables that it reads besides those of the list. */
  readonly reads?: readonly SourceTable[];
  /**
   * The condition for a value; undefined for all rows. Terms are the rows `t` of the terms and `tt` of their taxonomy; `row` of
   * comments is their table.
   */
  where(value: unknown, tables: RowConditions['tables']): SqlFragment | undefined;
}

/** A value of `orderby`. */
export interface OrderDeclaration extends OnTypes {
  readonly name: string;
  /** An SQL expression on the row of the posts table, without input. */
  by(row: string, tables: RowConditions['tables']): string;
  /** Rows that have the values of `by`: entries without one are not in the list. For orders of indexed meta. */
  rows?(tables: RowConditions['tables']): SortedRows;
}

/** The declared scopes, filters and orders of all types. */
export class DeclaredQueries {
  private readonly scopes: readonly ScopeDeclaration[];
  private readonly filters: FilterDeclaration[];
  private readonly rowFilters: readonly RowFilterDeclaration[];
  private readonly orders: OrderDeclaration[];
  /** Tables that lists are built from because of them. */
  readonly tables: readonly SourceTable[];

  constructor(
    {
      scopes,
      filters,
      rowFilters,
      orders,
    }: {
      scopes: readonly PlacedDeclaration<ScopeDeclaration>[];
      filters: readonly PlacedDeclaration<FilterDeclaration>[];
      rowFilters: readonly PlacedDeclaration<RowFilterDeclaration>[];
      orders: readonly PlacedDeclaration<OrderDeclaration>[];
    },
    types: ReadonlyMap<string, { readonly restBase?: string }>,
    indexed: { readonly filters: readonly FilterDeclaration[]; readonly orders: readonly OrderDeclaration[] },
    /** Tables that blocks of modules read. */
    further: readonly SourceTable[],
  ) {
    const declared = [...scopes, ...filters, ...rowFilters, ...orders];
    this.scopes = scopes.map(({ value }) => value);
    this.filters = filters.map(({ value }) => value);
    this.rowFilters = rowFilters.map(({ value }) => value);
    this.orders = orders.map(({ value }) => value);
    this.tables = [...new Set([...declared.flatMap(({ value }) => value.reads ?? []), ...further])];
    // Made from valid declarations of meta.
    this.filters.push(...indexed.filters);
    this.orders.push(...indexed.orders);
    for (const scope of scopes) check(scope, 'scope', types);
    for (const filter of filters) check(filter, 'filter', types);
    for (const order of orders) check(order, 'order', types);
    for (const named of [this.filters, this.orders])
      for (const [index, { name, on }] of named.entries())
        if (named.slice(0, index).some((other) => other.name === name && other.on.some((type) => on.includes(type))))
          throw new DeclarationError(`"${name}" is declared twice for lists of ${on.join(', ')}.`);
  }

  get hasScopes(): boolean {
    return this.scopes.length > 0;
  }

  filtersOf(type: string): readonly FilterDeclaration[] {
    return this.filters.filter(({ on }) => on.includes(type));
  }

  /** Filters of entries that searches of several types have. */
  searchFilters(): readonly FilterDeclaration[] {
    return this.filters.filter(({ isSearched }) => isSearched);
  }

  rowFiltersOf(owner: { readonly taxonomy: string } | 'comments'): readonly RowFilterDeclaration[] {
    return this.rowFilters.filter(({ on }) =>
      owner === 'comments' ? on === 'comments' : on !== 'comments' && on.terms.includes(owner.taxonomy),
    );
  }

  ordersOf(type: string): readonly OrderDeclaration[] {
    return this.orders.filter(({ on }) => on.includes(type));
  }

  /** What a requester may see of each type that is restricted for it: all scopes of the type together. */
  async restrictions(principal: ScopePrincipal, database: Database): Promise<ReadonlyMap<string, RowCondition>> {
    const conditions = new RowConditions(database.tables);
    const found = new Map<string, RowCondition[]>();
    for (const { on, where } of this.scopes) {
      const condition = await where(principal, conditions, database);
      if (condition === undefined) continue;
      if (!(condition instanceof RowCondition))
        throw new TypeError(`A scope of ${on.join(', ')} must return a condition or undefined.`);
      for (const type of on) found.set(type, [...(found.get(type) ?? []), condition]);
    }
    return new Map([...found].map(([type, all]) => [type, conditions.all(...all)]));
  }
}

function check(
  { value, place }: PlacedDeclaration<ScopeDeclaration | FilterDeclaration | OrderDeclaration>,
  kind: string,
  types: ReadonlyMap<string, { readonly restBase?: string }>,
): void {
  const name = 'name' in value ? ` "${value.name}"` : '';
  const fail = (problem: string) => new DeclarationError(`The ${kind}${name} (${place}) ${problem}.`);
  const { on } = value;
  if (!Array.isArray(on) || on.length === 0) throw fail('needs names of content types in `on`');
  const unknown = on.find((type) => types.get(type)?.restBase === undefined);
  if (unknown !== undefined) throw fail(`names the content type "${unknown}", which has no routes`);
  if (kind === 'order' && on.includes('attachment')) throw fail('cannot be declared for attachments');
  if ('name' in value && !/^[a-z][a-z0-9_]*$/.test(value.name))
    throw fail('must have a name of lower-case letters, digits and underscores');
  if (typeof ('by' in value ? value.by : value.where) !== 'function')
    throw fail(`needs a function \`${kind === 'order' ? 'by' : 'where'}\``);
}
