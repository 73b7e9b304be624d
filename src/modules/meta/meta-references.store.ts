import { Injectable } from '@nestjs/common';
import { ContentModel } from '../../content-model/content-model.js';
import { elementSchema, listSchema, type MetaField, type MetaSchema } from '../../content-model/meta-fields.js';
import { Database } from '../../database/database.js';
import { placeholders } from '../../database/engine/parameters.js';
import { isMap } from '../../text/php/php-values.js';

/** An ID in a value. */
export interface Reference {
  readonly path: string;
  readonly id: number;
  /** A content type or taxonomy, `user`, or the kind of file. */
  readonly to: string;
  readonly isFile: boolean;
}

/** Statuses of entries that nothing can relate to. */
const ABSENT = new Set(['trash', 'auto-draft']);

/** Checks that what IDs in meta lead to exists. */
@Injectable()
export class MetaReferencesStore {
  constructor(
    private readonly db: Database,
    private readonly model: ContentModel,
  ) {}

  /** The IDs in the values of these fields that lead to nothing; one query for each kind of target. */
  async missing(fields: readonly MetaField[], values: Readonly<Record<string, unknown>>): Promise<Reference[]> {
    const found = fields.flatMap((field) => [
      ...referencesIn(values[field.name], listSchema(field), `meta.${field.name}`),
    ]);
    if (found.length === 0) return [];
    const isEntry = ({ to, isFile }: Reference) => isFile || this.model.types.has(to);
    const isTerm = ({ to, isFile }: Reference) => !isFile && !this.model.types.has(to) && to !== 'user';
    const entries = await this.rows(found.filter(isEntry), 'posts', 'ID', 'post_type, post_status, post_mime_type');
    const terms = await this.rows(found.filter(isTerm), 'term_taxonomy', 'term_id', 'taxonomy');
    const users = await this.rows(
      found.filter(({ to }) => to === 'user'),
      'users',
      'ID',
      'user_login',
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
    return found.filter((reference) => !exists(reference));
  }

  private async rows(
    references: readonly Reference[],
    table: 'posts' | 'users' | 'term_taxonomy',
    id: string,
    columns: string,
  ): Promise<ReadonlyMap<number, Record<string, string>[]>> {
    const ids = [...new Set(references.map((one) => one.id))];
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<Record<string, string>>(
      `SELECT ${id} AS id, ${columns} FROM ${this.db.tables[table]} WHERE ${id} IN (${placeholders(ids.length)})`,
      ids,
    );
    const found = new Map<number, Record<string, string>[]>();
    for (const row of rows) found.set(Number(row.id), [...(found.get(Number(row.id)) ?? []), row]);
    return found;
  }
}

/** The IDs in a validated value; 0 leads nowhere. */
function* referencesIn(value: unknown, schema: MetaSchema, path: string): Generator<Reference> {
  const { relation, media, properties = {} } = schema;
  const to = relation?.to ?? media;
  if (to !== undefined) {
    const isList = Array.isArray(value);
    for (const [index, id] of (isList ? (value as unknown[]) : [value]).entries())
      if (Number(id) > 0)
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
