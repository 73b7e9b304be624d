import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { inBackground } from '../../../database/engine/query-counter.js';

const BASES = { post: 'posts', page: 'pages', category: 'categories', post_tag: 'tags' } as const;

/** Routes of what visitors can read, newest first. */
@Injectable()
export class CrawlListStore {
  constructor(private readonly db: Database) {}

  lists(): string[] {
    return [
      '/',
      ...Object.values(BASES).map((base) => `/wp/v2/${base}`),
      '/wp/v2/media',
      '/wp/v2/users',
      '/wp/v2/comments',
    ];
  }

  async items(limit: number): Promise<string[]> {
    const { posts, term_taxonomy: taxonomies } = this.db.tables;
    const [entries, terms] = await inBackground(() =>
      Promise.all([
        this.db.query<{ id: number; kind: 'post' | 'page' }>(
          `SELECT ID AS id, post_type AS kind FROM ${posts} WHERE post_type IN ('post', 'page') AND post_status = 'publish' ORDER BY post_date DESC, ID DESC LIMIT ?`,
          [limit],
        ),
        this.db.query<{ id: number; kind: 'category' | 'post_tag' }>(
          `SELECT term_id AS id, taxonomy AS kind FROM ${taxonomies} WHERE taxonomy IN ('category', 'post_tag') AND count > 0 ORDER BY count DESC, term_id LIMIT ?`,
          [limit],
        ),
      ]),
    );
    return [...entries, ...terms].map(({ id, kind }) => `/wp/v2/${BASES[kind]}/${id}`).slice(0, limit);
  }
}
