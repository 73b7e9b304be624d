import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn, type ColumnOptions } from 'typeorm';
import type { ColumnDefinition, IndexDefinition, TableDefinition } from './ddl.js';

/** WordPress's text for "no date". */
export const ZERO_DATE = '0000-00-00 00:00:00';

export type EntityClass<E = object> = new () => E;

export interface TableColumnOptions {
  /** Column name; defaults to the member's name. */
  name?: string;
  /** Absent if no default is declared (MySQL has none for long texts). */
  default?: string | number;
  nullable?: boolean;
  primary?: boolean;
}

interface MappedColumn extends ColumnDefinition {
  member: string;
  isPrimary: boolean;
  /** What a new row has unless it is given; undefined if the engine generates it. */
  initial?: string | number | null;
}

interface MappedTable {
  name?: string;
  /** Names of the columns by member, once they have been asked for. */
  columnNames?: Readonly<Record<string, string>>;
  columns: MappedColumn[];
  indexes: IndexDefinition[];
}

const TABLES = new WeakMap<object, MappedTable>();
const ENTITIES = new Set<EntityClass>();
const DERIVED = new Set<EntityClass>();

/** The declarations of one class. */
function declared(entity: object): MappedTable {
  let table = TABLES.get(entity);
  if (!table) TABLES.set(entity, (table = { columns: [], indexes: [] }));
  return table;
}

/** Complete tables. A class is complete when it has a name: `TableEntity` is its outermost decorator. */
const COMPLETE = new WeakMap<object, MappedTable>();

function mapped(entity: object): MappedTable {
  let table = COMPLETE.get(entity);
  if (!table) {
    table = collected(entity);
    if (table.name !== undefined) COMPLETE.set(entity, table);
  }
  return table;
}

/** The whole table: the class's own columns and indexes, then those of the classes it extends. */
function collected(entity: object): MappedTable {
  const base = Object.getPrototypeOf(entity) as object | null;
  const own = declared(entity);
  if (!base || base === Function.prototype) return own;
  const { columns, indexes } = collected(base);
  return { name: own.name, columns: [...own.columns, ...columns], indexes: [...own.indexes, ...indexes] };
}

/**
 * A table's entity. The installer, the migrations and the stores take names, types and columns from it. TypeORM never
 * synchronizes it: WordPress's tables are not ours to alter.
 */
export function TableEntity(name: string, { isDerived = false }: TableOptions = {}): ClassDecorator {
  return (target) => {
    declared(target).name = name;
    ENTITIES.add(target as unknown as EntityClass);
    if (isDerived) DERIVED.add(target as unknown as EntityClass);
    Entity({ name, synchronize: false })(target);
  };
}

interface TableOptions {
  /** Whether its rows are messages between processes or about what this database has served: they are not copied with a site. */
  readonly isDerived?: boolean;
}

/** All loaded entities, WordPress's and those of modules: the mapping of a data source. */
export function registeredEntities(): EntityClass[] {
  return [...ENTITIES];
}

export function isDerivedTable(entity: EntityClass): boolean {
  return DERIVED.has(entity);
}

/** The AUTO_INCREMENT primary key. */
export function IdColumn(name = 'id'): PropertyDecorator {
  return (prototype, member) => {
    declareColumn(prototype, member, { name, type: 'bigint(20) unsigned', autoIncrement: true, isPrimary: true });
    PrimaryGeneratedColumn({ name, type: 'int' })(prototype, member);
  };
}

/** A column by its MySQL type. Ids are numbers; dates stay text, because WordPress stores zero dates. */
export function TableColumn(type: string, options: TableColumnOptions = {}): PropertyDecorator {
  return (prototype, member) => {
    const { name = String(member), primary = false, ...definition } = options;
    declareColumn(prototype, member, { name, type, isPrimary: primary, ...definition });
    const column: ColumnOptions = { name, type: ormType(type), nullable: definition.nullable };
    if (primary) PrimaryColumn({ name, type: ormType(type) })(prototype, member);
    else Column(column)(prototype, member);
  };
}

export const ReferenceColumn = (name: string, value = 0) =>
  TableColumn('bigint(20) unsigned', { name, default: value });
export const DateColumn = (name: string) => TableColumn('datetime', { name, default: ZERO_DATE });

/** An index on members; `[member, length]` indexes only that many characters on MySQL. */
export function TableIndex(
  name: string,
  members: ReadonlyArray<string | readonly [member: string, length: number]>,
  { unique = false } = {},
): ClassDecorator {
  return (target) => {
    const names: Readonly<Record<string, string>> = columnNames(target as unknown as EntityClass);
    const columns = members.map((part) =>
      typeof part === 'string' ? names[part]! : ([names[part[0]]!, part[1]] as const),
    );
    // Decorators run from the last to the first; tables list their indexes in order of declaration.
    declared(target).indexes.unshift({ name, columns, ...(unique ? { unique } : {}) });
  };
}

function declareColumn(prototype: object, member: string | symbol, column: Omit<MappedColumn, 'member'>): void {
  const { autoIncrement, nullable, default: value, type } = column;
  const initial = autoIncrement ? undefined : nullable ? null : (value ?? (/int/.test(type) ? 0 : ''));
  declared(prototype.constructor).columns.push({ member: String(member), ...column, initial });
}

function ormType(type: string): 'int' | 'varchar' | 'text' {
  if (/int/.test(type)) return 'int';
  return /text/.test(type) ? 'text' : 'varchar';
}

/** The name of the table, without prefix. */
export function tableName(entity: EntityClass): string {
  const { name } = mapped(entity);
  if (name === undefined) throw new Error(`${entity.name} is not a TableEntity.`);
  return name;
}

/** The table definition for DDL. */
export function tableOf(entity: EntityClass): TableDefinition {
  const { columns, indexes } = mapped(entity);
  return {
    name: tableName(entity),
    columns: columns.map(({ member: _member, isPrimary: _isPrimary, initial: _initial, ...definition }) => definition),
    primaryKey: columns.filter(({ isPrimary }) => isPrimary).map((column) => column.name),
    indexes,
  };
}

/** The column that stores each member: `columnNames(Post).title` is `post_title`. */
export function columnNames<E extends object>(entity: EntityClass<E>): Readonly<Record<keyof E & string, string>> {
  const table = mapped(entity);
  const isComplete = table.name !== undefined;
  const names =
    (isComplete ? table.columnNames : undefined) ??
    Object.fromEntries(table.columns.map(({ member, name }) => [member, name]));
  if (isComplete) table.columnNames = names;
  return names as Record<keyof E & string, string>;
}

/** The MySQL type of a member's column. */
export function columnType<E extends object>(entity: EntityClass<E>, member: keyof E & string): string {
  return mapped(entity).columns.find((column) => column.member === member)!.type;
}

/** The columns of some members for a SELECT whose rows have the entity's members: `post_title AS title, …`. */
export function selectColumns<E extends object>(
  entity: EntityClass<E>,
  members: ReadonlyArray<keyof E & string>,
  alias?: string,
): string {
  const names = columnNames(entity);
  const table = alias === undefined ? '' : `${alias}.`;
  return members.map((member) => `${table}${names[member]} AS ${member}`).join(', ');
}

/** Names of the entity's members, in the order of the columns. */
export function membersOf<E extends object>(entity: EntityClass<E>): ReadonlyArray<keyof E & string> {
  return mapped(entity).columns.map(({ member }) => member as keyof E & string);
}

/** A complete row: the given values, and the declared defaults of all other columns. */
export function rowOf<E extends object>(entity: EntityClass<E>, values: Partial<E>): Partial<E> {
  const row: Record<string, unknown> = {};
  for (const { member, initial } of mapped(entity).columns) {
    const provided = (values as Record<string, unknown>)[member];
    if (provided !== undefined) row[member] = provided;
    else if (initial !== undefined) row[member] = initial;
  }
  return row as Partial<E>;
}
