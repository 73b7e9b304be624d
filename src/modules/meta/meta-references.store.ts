import { Injectable } from '@nestjs/common';
import { ContentModel } from '../../content-model/content-model.js';
import {
  elementSchema,
  listSchema,
  type MetaField,
  type MetaObject,
  type MetaSchema,
} from '../../content-model/meta-fields.js';
import { Database } from '../../database/database.js';
import { placeholders } from '../../database/engine/parameters.js';
import { fragment, type SqlFragment } from '../../database/engine/sql-fragment.js';
import { EntryScopesStore } from '../../hooks/entry-scopes.store.js';
import { isMap } from '../../text/php/php-values.js';
import { shownMeta } from './meta-values.js';
import { MetaStore } from './meta.store.js';

/** An ID in a value. */
export interface Reference {
  readonly field: string;
  readonly path: string;
  readonly id: number;
  /** A content type or taxonomy, `user`, or the kind of file. */
  readonly to: string;
  readonly isFile: boolean;
}

/** Statuses of entries that nothing can relate to. */
const ABSENT = new Set(['trash', 'auto-draft']);
/** Parameters of one statement, whose number the engines limit. */
const BATCH = 5000;

/** Checks that what IDs in meta lead to exists. */
@Injectable()
export class MetaReferencesStore {
  constructor(
    private readonly db: Database,
    private readonly model: ContentModel,
    private readonly store: MetaStore,
    private readonly scopes: EntryScopesStore,
  ) {}

  /**
   * The IDs in the values of these fields that lead to nothing; one query for each kind of target. What a scope hides from the
   * requester does not exist for them, unless the object has its ID in this field already.
   */
  async missing(
    { object, id }: { readonly object: MetaObject; readonly id?: number },
    fields: readonly MetaField[],
    values: Readonly<Record<string, unknown>>,
  ): Promise<Reference[]> {
    const found = references(fields, values);
    if (found.length === 0) return [];
    const { absent, hidden } = await this.unavailable(found);
    if (hidden.length === 0 || id === undefined)
      return found.filter((reference) => absent.has(reference) || hidden.includes(reference));
    const stored = references(fields, await this.stored(object, id, fields));
    const isNew = (reference: Reference) =>
      !stored.some(({ field, id }) => field === reference.field && id === reference.id);
    return found.filter((reference) => absent.has(reference) || (hidden.includes(reference) && isNew(reference)));
  }

  private async stored(object: MetaObject, id: number, fields: readonly MetaField[]): Promise<Record<string, unknown>> {
    const rows = (await this.store.load(object, [id], fields)).get(id);
    return shownMeta(fields, rows) as Record<string, unknown>;
  }

  private async unavailable(
    found: readonly Reference[],
  ): Promise<{ absent: ReadonlySet<Reference>; hidden: readonly Reference[] }> {
    const isEntry = ({ to, isFile }: Reference) => isFile || this.model.types.has(to);
    const isTerm = ({ to, isFile }: Reference) => !isFile && !this.model.types.has(to) && to !== 'user';
    const hidden = (await this.scopes.hidden())?.(this.db.tables.posts) ?? fragment('0');
    const columns = `post_type, post_status, post_mime_type, ${hidden.sql} AS is_hidden`;
    const entries = await this.rows(found.filter(isEntry), 'posts', 'ID', { ...hidden, sql: columns });
    const terms = await this.rows(found.filter(isTerm), 'term_taxonomy', 'term_id', fragment('taxonomy'));
    const users = await this.rows(
      found.filter(({ to }) => to === 'user'),
      'users',
      'ID',
      fragment('user_login'),
    );
    const exists = (reference: Reference) => {
      const { id, to, isFile } = reference;
      if (isTerm(reference)) return terms.get(id)?.some(({ taxonomy }) => taxonomy === to);
      if (!isEntry(reference)) return users.has(id);
      const [entry] = entries.get(id) ?? [];
      if (!entry || ABSENT.has(entry.post_status!)) return false;
      if (!isFile) return entry.post_type === to;
      return entry.post_type === 'attachment' && (to === 'file' || entry.post_mime_type!.startsWith('image/'));
    };
    const absent = new Set(found.filter((reference) => !exists(reference)));
    const isHidden = (reference: Reference) =>
      isEntry(reference) && Number(entries.get(reference.id)?.[0]?.is_hidden) === 1;
    return { absent, hidden: found.filter((reference) => !absent.has(reference) && isHidden(reference)) };
  }

  private async rows(
    references: readonly Reference[],
    table: 'posts' | 'users' | 'term_taxonomy',
    id: string,
    columns: SqlFragment,
  ): Promise<ReadonlyMap<number, Record<string, string>[]>> {
    const ids = [...new Set(references.map((reference) => reference.id))];
    const found = new Map<number, Record<string, string>[]>();
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH);
      const rows = await this.db.query<Record<string, string>>(
        `SELECT ${id} AS id, ${columns.sql} FROM ${this.db.tables[table]} WHERE ${id} IN (${placeholders(batch.length)})`,
        [...columns.parameters, ...batch],
      );
      for (const row of rows) found.set(Number(row.id), [...(found.get(Number(row.id)) ?? []), row]);
    }
    return found;
  }
}

function references(fields: readonly MetaField[], values: Readonly<Record<string, unknown>>): Reference[] {
  return fields.flatMap((field) =>
    [...referencesIn(values[field.name], listSchema(field), `meta.${field.name}`)].map((reference) => ({
      ...reference,
      field: field.name,
    })),
  );
}

/** The IDs in a value, which may have other problems; 0 leads nowhere. */
function* referencesIn(value: unknown, schema: MetaSchema, path: string): Generator<Omit<Reference, 'field'>> {
  const { relation, media, properties = {} } = schema;
  const to = relation?.to ?? media;
  if (to !== undefined) {
    const isList = Array.isArray(value);
    for (const [index, id] of (isList ? (value as unknown[]) : [value]).entries())
      if (isId(id))
        yield { path: isList ? `${path}[${index}]` : path, id: Number(id), to, isFile: media !== undefined };
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const element = elementSchema(schema, item);
      if (element) yield* referencesIn(item, element, `${path}[${index}]`);
    }
  } else if (isMap(value)) {
    for (const [name, member] of Object.entries(value))
      if (Object.hasOwn(properties, name)) yield* referencesIn(member, properties[name]!, `${path}[${name}]`);
  }
}

const isId = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') && Number.isSafeInteger(Number(value)) && Number(value) > 0;
