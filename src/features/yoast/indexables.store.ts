import { Injectable } from '@nestjs/common';
import { type FieldSource } from '../../content-model/index.js';
import { Database, placeholders, type Transaction } from '../../database/index.js';

/** What the plugin found when it built its row about an entry. */
export interface Indexable {
  readonly id: number;
  readonly image: string;
  /** ID of the attachment; 0 if the plugin knows the URL only. */
  readonly imageId: number;
  readonly source: string;
}

interface ImageRow {
  readonly id: number;
  readonly image: string | null;
  readonly imageId: string | null;
  readonly source: string | null;
}

const INDEXABLES = 'yoast_indexable';

/**
 * The plugin's table of everything that has a head: a cache of rows that are read here directly, apart from images that it
 * found in contents. WordPress creates it; a site may lack it.
 */
@Injectable()
export class IndexablesStore implements FieldSource {
  readonly name = 'indexables';
  private exists?: Promise<boolean>;
  private readonly table: string;

  constructor(private readonly db: Database) {
    this.table = `${db.tablePrefix}${INDEXABLES}`;
  }

  /** The images that were found in the contents of entries; the first row of each entry counts. */
  async images(ids: readonly number[]): Promise<Map<number, Indexable>> {
    if (ids.length === 0 || !(await this.isPresent())) return new Map();
    const rows = await this.db.query<ImageRow>(
      `SELECT i.object_id AS id, i.open_graph_image AS image, i.open_graph_image_id AS imageId, i.open_graph_image_source AS source FROM ${this.table} i ` +
        `WHERE i.object_type = 'post' AND i.object_id IN (${placeholders(ids.length)}) ORDER BY ${this.db.sql.integer('i.id')} DESC`,
      [...ids],
    );
    return new Map(
      rows.map(({ id, image, imageId, source }) => [
        Number(id),
        { id: Number(id), image: image ?? '', imageId: Number(imageId ?? 0) || 0, source: source ?? '' },
      ]),
    );
  }

  async versions(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const found = await this.images(ids);
    return new Map(
      [...found].map(([id, { image, imageId, source }]) => [id, JSON.stringify([image, imageId, source])]),
    );
  }

  /** Deletes the rows about an entry, a term or a user: the plugin builds them again from what is stored. */
  async forget(tx: Transaction, type: 'post' | 'term' | 'user', id: number): Promise<void> {
    if (!(await this.isPresent())) return;
    await tx.execute(`DELETE FROM ${this.table} WHERE object_type = ? AND object_id = ?`, [type, id], this.table);
  }

  /** Looked up once: a site gets the table when the plugin is activated, before which nothing asks for it. */
  private isPresent(): Promise<boolean> {
    this.exists ??= this.db.query(`SELECT 1 AS found FROM ${this.table} LIMIT 1`).then(
      () => true,
      () => {
        this.exists = undefined;
        return false;
      },
    );
    return this.exists;
  }
}
