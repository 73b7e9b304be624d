import { type Database, type Transaction } from '../../database/database.js';
import { type SourceTable } from '../../database/engine/table-names.js';
import { type Post } from '../../database/entities/index.js';
import { DeclarationError, type PlacedDeclaration } from './declaration-error.js';
import { type MetaSchema, type ValueOf } from './meta-fields.js';

/** What a field is computed from. Content and excerpt are empty if a password protects them from the requester. */
export type FieldEntry = Readonly<
  Pick<
    Post,
    | 'id'
    | 'type'
    | 'status'
    | 'author'
    | 'date'
    | 'dateGmt'
    | 'modified'
    | 'modifiedGmt'
    | 'title'
    | 'content'
    | 'excerpt'
    | 'slug'
    | 'parent'
    | 'menuOrder'
    | 'mimeType'
  >
>;

/** A computed field of entries. */
export interface FieldDeclaration<S extends MetaSchema = MetaSchema> {
  /** Names of the content types that have it. */
  readonly on: readonly string[];
  readonly name: string;
  readonly schema: S;
  /** All contexts by default. */
  readonly context?: readonly ('view' | 'edit' | 'embed')[];
  /**
   * The tables that `load` reads: a write to one of them invalidates cached responses. Without it, the value must follow
   * from the entries that `load` gets. `elsewhere`: from outside the database, so that responses are not cached.
   */
  readonly reads?: readonly SourceTable[] | 'elsewhere';
  /**
   * The values of all entries of a page, in their order; null where there is none. Called once per page, with a constant number
   * of queries. The value must be the same for every requester.
   */
  load(
    entries: readonly FieldEntry[],
    database: Database,
  ): readonly (ValueOf<S> | null)[] | Promise<readonly (ValueOf<S> | null)[]>;
  /** Stores a value that a request sends, in the transaction of its write. Without it, the field is read-only. */
  update?(id: number, value: ValueOf<S>, tx: Transaction): void | Promise<void>;
}

/** The declared fields of all types. */
export class DeclaredFields {
  private readonly byType = new Map<string, FieldDeclaration[]>();
  private readonly all: readonly FieldDeclaration[];

  constructor(
    declared: readonly PlacedDeclaration<FieldDeclaration>[],
    types: ReadonlyMap<string, { readonly restBase?: string }>,
  ) {
    this.all = declared.map(({ value }) => value);
    for (const { value, place } of declared) {
      const { on, name, load } = value;
      const fail = (problem: string) => new DeclarationError(`Field "${name}" (${place}) ${problem}.`);
      if (!/^[a-z][a-z0-9_]*$/i.test(name)) throw fail('must have a name of letters, digits and underscores');
      if (typeof load !== 'function') throw fail('needs a function `load`');
      if (!Array.isArray(on) || on.length === 0) throw fail('needs names of content types in `on`');
      for (const type of new Set(on)) {
        if (types.get(type)?.restBase === undefined)
          throw fail(`names the content type "${type}", which has no routes`);
        const fields = this.byType.get(type) ?? [];
        if (fields.some((other) => other.name === name)) throw fail(`is declared twice for "${type}"`);
        this.byType.set(type, [...fields, value]);
      }
    }
  }

  of(type: string): readonly FieldDeclaration[] {
    return this.byType.get(type) ?? NONE;
  }

  /** Tables that responses with entries are built from because of their fields; undefined if those are not all. */
  get tables(): readonly SourceTable[] | undefined {
    if (this.all.some(({ reads }) => reads === 'elsewhere')) return undefined;
    return [...new Set(this.all.flatMap(({ reads = [] }) => reads as readonly SourceTable[]))];
  }

  /** Whether the fields of a type, or of all types, follow from the entries alone. */
  areSelfContained(type?: string): boolean {
    return (type === undefined ? this.all : this.of(type)).every(({ reads = [] }) => reads.length === 0);
  }
}

const NONE: readonly FieldDeclaration[] = [];

/** The values of fields for a page of entries, by field and ID. Fields load side by side. */
export async function loadFields(
  fields: readonly FieldDeclaration[],
  entries: readonly FieldEntry[],
  database: Database,
): Promise<ReadonlyMap<string, ReadonlyMap<number, unknown>>> {
  const loaded = await Promise.all(
    fields.map(async ({ name, load }) => {
      const values = entries.length > 0 ? await load(entries, database) : [];
      if (!Array.isArray(values) || values.length !== entries.length)
        throw new TypeError(`Field "${name}": load must return one value for each of its ${entries.length} entries.`);
      return [name, new Map(entries.map(({ id }, index) => [id, (values as readonly unknown[])[index]]))] as const;
    }),
  );
  return new Map(loaded);
}
