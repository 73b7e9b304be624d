import { Injectable } from '@nestjs/common';
import { Database, placeholders, rowReader } from '../../../database/index.js';
import { columnNames, Post, selectColumns } from '../../../database/entities/index.js';

const ALL_COLUMNS = selectColumns(Post, Object.keys(columnNames(Post)) as (keyof Post)[]);
const readPost = rowReader<Post>(Post);

export interface TermRow {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly group: number;
  readonly relation: number;
  readonly taxonomy: string;
  readonly description: string;
  readonly parent: number;
  readonly count: number;
}

/** Whole rows, as templates get them. */
@Injectable()
export class ReferencesStore {
  constructor(private readonly db: Database) {}

  async posts(ids: readonly number[]): Promise<ReadonlyMap<number, Post>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<Post & Record<string, unknown>>(
      `SELECT ${ALL_COLUMNS} FROM ${this.db.tables.posts} WHERE ID IN (${placeholders(ids.length)})`,
      [...ids],
    );
    return new Map(rows.map((row) => [row.id, readPost(row)]));
  }

  /** Taxonomies of terms, with their numbers of entries. */
  async termVersions(ids: readonly number[]): Promise<Map<number, string>> {
    const found = new Map<number, string>();
    if (ids.length === 0) return found;
    const rows = await this.db.query<{ id: number; taxonomy: string; count: number }>(
      `SELECT term_id AS id, taxonomy, count FROM ${this.db.tables.term_taxonomy} ` +
        `WHERE term_id IN (${placeholders(ids.length)}) ORDER BY term_id, term_taxonomy_id`,
      [...ids],
    );
    for (const { id, taxonomy, count } of rows) {
      const term = Number(id);
      found.set(term, `${found.get(term) ?? ''}${taxonomy}(${count})`);
    }
    return found;
  }

  /** Terms of any of the taxonomies. */
  async terms(ids: readonly number[], taxonomies: readonly string[]): Promise<TermRow[]> {
    if (ids.length === 0) return [];
    const { terms, term_taxonomy: relations } = this.db.tables;
    return this.db.query<TermRow & Record<string, unknown>>(
      'SELECT t.term_id AS id, t.name, t.slug, t.term_group AS `group`, tt.term_taxonomy_id AS relation, tt.taxonomy, ' +
        `tt.description, tt.parent, tt.count FROM ${terms} t JOIN ${relations} tt ON tt.term_id = t.term_id ` +
        `WHERE t.term_id IN (${placeholders(ids.length)}) AND tt.taxonomy IN (${placeholders(taxonomies.length)})`,
      [...ids, ...taxonomies],
    );
  }
}
