import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { type ContainerPage } from '../mail/special-tags.js';

/** The published page that holds a form. */
@Injectable()
export class ContainerPagesStore {
  constructor(private readonly database: Database) {}

  async find(id: number, home: string): Promise<ContainerPage | undefined> {
    if (!Number.isSafeInteger(id) || id < 1) return undefined;
    const { posts, users } = this.database.tables;
    const [row] = await this.database.query<Omit<ContainerPage, 'url'> & { type: string }>(
      `SELECT p.ID AS id, p.post_name AS slug, p.post_title AS title, p.post_type AS type, ` +
        `COALESCE(u.display_name, '') AS authorName, COALESCE(u.user_email, '') AS authorEmail ` +
        `FROM ${posts} p LEFT JOIN ${users} u ON u.ID = p.post_author WHERE p.ID = ? AND p.post_status = 'publish' AND p.post_password = ''`,
      [id],
    );
    return row && { ...row, url: `${home}/?${row.type === 'page' ? 'page_id' : 'p'}=${row.id}` };
  }
}
