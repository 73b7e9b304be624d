import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';

/** What jobs need to know of the entries they are about. */
@Injectable()
export class ImagesStore {
  constructor(private readonly db: Database) {}

  async isImage(id: number): Promise<boolean> {
    const rows = await this.db.query(
      `SELECT ID FROM ${this.db.tables.posts} WHERE ID = ? AND post_type = 'attachment' AND post_mime_type IN ('image/jpeg', 'image/png', 'image/gif')`,
      [id],
    );
    return rows.length > 0;
  }

  async counts(): Promise<{ total: number; highest: number }> {
    const [row] = await this.db.query<{ total: number; highest: number | null }>(
      `SELECT COUNT(*) AS total, MAX(ID) AS highest FROM ${this.db.tables.posts} WHERE post_type = 'attachment' AND post_mime_type IN ('image/jpeg', 'image/png', 'image/gif')`,
    );
    return { total: Number(row?.total ?? 0), highest: row?.highest ?? 0 };
  }

  async contentOf(id: number): Promise<string> {
    const [row] = await this.db.query<{ content: string }>(
      `SELECT post_content AS content FROM ${this.db.tables.posts} WHERE ID = ?`,
      [id],
    );
    return row?.content ?? '';
  }
}
