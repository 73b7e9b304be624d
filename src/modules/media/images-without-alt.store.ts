import { Injectable } from '@nestjs/common';
import { Database, type SqlParameter } from '../../database/database.js';
import { escapeLike, like } from '../../database/engine/dialect.js';
import { skipped } from '../../database/engine/parameters.js';
import { EntryScopesStore } from '../../hooks/entry-scopes.store.js';
import { ATTACHMENT_META } from '../entries/model/entry-sources.js';

export interface ImageFilters {
  /** Only images of this user. */
  author?: number;
  /** Words of the title. */
  search?: string;
}

/** Finds images that have no alternative text. */
@Injectable()
export class ImagesWithoutAltStore {
  constructor(
    private readonly db: Database,
    private readonly scopes: EntryScopesStore,
  ) {}

  /** IDs, the newest first, and how many there are. */
  async find(
    filters: ImageFilters,
    { perPage, offset }: { perPage: number; offset: number },
  ): Promise<{ ids: number[]; total: number }> {
    const { from, parameters } = await this.images(filters);
    const [rows, [counted]] = await Promise.all([
      this.db.query<{ id: number }>(`SELECT p.ID AS id ${from} ORDER BY p.post_date DESC, p.ID DESC LIMIT ? OFFSET ?`, [
        ...parameters,
        perPage,
        skipped(offset),
      ]),
      this.db.query<{ total: number }>(`SELECT COUNT(*) AS total ${from}`, parameters),
    ]);
    return { ids: rows.map(({ id }) => id), total: Number(counted?.total ?? 0) };
  }

  /** IDs before this one, the greatest first. */
  async before(filters: ImageFilters, id: number | undefined, limit: number): Promise<number[]> {
    const { from, parameters } = await this.images(filters);
    const rows = await this.db.query<{ id: number }>(
      `SELECT p.ID AS id ${from}${id === undefined ? '' : ' AND p.ID < ?'} ORDER BY p.ID DESC LIMIT ${limit}`,
      [...parameters, ...(id === undefined ? [] : [id])],
    );
    return rows.map((row) => row.id);
  }

  private async images({ author, search }: ImageFilters): Promise<{ from: string; parameters: SqlParameter[] }> {
    const { posts, postmeta } = this.db.tables;
    const hidden = (await this.scopes.hidden())?.('p');
    const from =
      `FROM ${posts} p WHERE p.post_type = 'attachment' AND p.post_mime_type LIKE 'image/%' AND p.post_status <> 'trash' ` +
      `${author === undefined ? '' : 'AND p.post_author = ? '}${search ? `AND ${like('p.post_title')} ` : ''}` +
      `AND NOT EXISTS (SELECT 1 FROM ${postmeta} m WHERE m.post_id = p.ID AND m.meta_key = ? AND m.meta_value <> '')` +
      (hidden ? ` AND NOT ${hidden.sql}` : '');
    const parameters = [
      ...(author === undefined ? [] : [author]),
      ...(search ? [`%${escapeLike(search)}%`] : []),
      ATTACHMENT_META.alt,
      ...(hidden?.parameters ?? []),
    ];
    return { from, parameters };
  }
}
