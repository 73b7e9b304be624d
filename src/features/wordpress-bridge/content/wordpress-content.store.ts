import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../../../database/index.js';
import { WordPressContent } from './wordpress-content.entity.js';

@Injectable()
export class WordPressContentStore {
  constructor(private readonly db: Database) {}

  /** From now on, responses with entries are dropped from the caches when a row changes. */
  watch(): void {
    this.db.tables.watch('nestpress_wordpress_content', 'posts');
  }

  async find(posts: readonly number[]): Promise<Map<number, WordPressContent>> {
    const rows = await this.db.manager.findBy(WordPressContent, { post: In([...posts]) });
    return new Map(rows.map((row) => [Number(row.post), { ...row, renderedAt: Number(row.renderedAt) }]));
  }

  async save(rows: readonly WordPressContent[]): Promise<void> {
    const update = ['digest', 'content', 'excerpt', 'renderedAt'] as const;
    await this.db.transaction(async (tx) => {
      for (const row of rows) await tx.insert(WordPressContent, row, { onConflict: { key: ['post'], update } });
    });
  }

  /** Deletes the rows of entries that no longer exist. */
  async deleteOrphans(): Promise<void> {
    const { tables } = this.db;
    const table = tables.of(WordPressContent);
    await this.db.transaction((tx) =>
      tx.execute(`DELETE FROM ${table} WHERE post_id NOT IN (SELECT ID FROM ${tables.posts})`, [], table),
    );
  }
}
