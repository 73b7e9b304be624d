import { Injectable } from '@nestjs/common';
import { Database, type SqlParameter } from '../../database/database.js';
import { PostMeta } from '../../database/entities/index.js';
import { FEATURED_IMAGE } from '../entries/model/entry-sources.js';
import { escapeLike, like } from '../../database/engine/dialect.js';

export type UsageKind = 'featured' | 'content' | 'parent';

/** More entries than a page can show. */
const MAX_PLACES = 100;

/** Finds where a file of the media library is used. */
@Injectable()
export class MediaUsageStore {
  constructor(private readonly db: Database) {}

  /** Ids of the entries that use the attachment, by kind of use. Content is searched for its class name and its file. */
  async find(id: number, parent: number, file: string): Promise<{ id: number; as: UsageKind }[]> {
    const [featured, content] = await Promise.all([this.featured(id), this.inContent(id, file)]);
    return [
      ...featured.map((entry) => ({ id: entry, as: 'featured' as const })),
      ...content.map((entry) => ({ id: entry, as: 'content' as const })),
      ...(parent > 0 ? [{ id: parent, as: 'parent' as const }] : []),
    ];
  }

  private async featured(id: number): Promise<number[]> {
    const where = { key: FEATURED_IMAGE, value: String(id) };
    return (await this.db.manager.find(PostMeta, { where, take: MAX_PLACES })).map(({ owner }) => owner);
  }

  private async inContent(id: number, file: string): Promise<number[]> {
    // `wp-image-1` also begins `wp-image-12`, so what may follow it is named.
    const patterns: SqlParameter[] = ['"', "'", ' '].map((end) => `%${escapeLike(`wp-image-${id}${end}`)}%`);
    // Without the extension, so that scaled copies are found too.
    if (file !== '') patterns.push(`%${escapeLike(`/${file.replace(/\.\w+$/, '')}`)}%`);
    const rows = await this.db.query<{ id: number }>(
      `SELECT ID AS id FROM ${this.db.tables.posts} WHERE post_type NOT IN ('revision', 'attachment') ` +
        `AND post_status <> 'auto-draft' AND (${patterns.map(() => like('post_content')).join(' OR ')}) ORDER BY ID DESC LIMIT ${MAX_PLACES}`,
      patterns,
    );
    return rows.map((row) => row.id);
  }
}
