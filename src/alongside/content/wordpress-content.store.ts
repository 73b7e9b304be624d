import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { placeholders } from '../../database/engine/parameters.js';
import { columnNames, selectColumns } from '../../database/entities/index.js';
import { WordPressContent } from './wordpress-content.entity.js';

const MEMBERS = ['post', 'digest', 'content', 'excerpt', 'renderedAt'] as const;
const COLUMNS = selectColumns(WordPressContent, MEMBERS);
const NAMES = columnNames(WordPressContent);

@Injectable()
export class WordPressContentStore {
  constructor(private readonly db: Database) {}

  /** From now on, responses with entries are dropped from the caches when a row changes. */
  watch(): void {
    this.db.tables.watch('nestpress_wordpress_content', 'posts');
  }

  async find(posts: readonly number[]): Promise<Map<number, WordPressContent>> {
    const rows = await this.db.query<WordPressContent>(
      `SELECT ${COLUMNS} FROM ${this.db.tables.of(WordPressContent)} WHERE post_id IN (${placeholders(posts.length)})`,
      posts,
    );
    return new Map(rows.map((row) => [Number(row.post), { ...row, renderedAt: Number(row.renderedAt) }]));
  }

  async save(rows: readonly WordPressContent[]): Promise<void> {
    const names = MEMBERS.map((member) => NAMES[member]);
    const table = this.db.tables.of(WordPressContent);
    const sql = this.db.sql.upsert(table, names, ['post_id'], names.slice(1));
    await this.db.transaction(async (tx) => {
      for (const row of rows)
        await tx.execute(
          sql,
          MEMBERS.map((member) => row[member]),
          table,
        );
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
