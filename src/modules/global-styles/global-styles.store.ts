import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

export interface GlobalStyles {
  /** Undefined if the theme has none that can be read. */
  readonly json?: unknown;
}

/** Reads the global styles of WordPress: an entry with theme.json in its content, for each theme. */
@Injectable()
export class GlobalStylesStore {
  constructor(private readonly db: Database) {}

  async active(theme: string): Promise<GlobalStyles> {
    const { posts, term_relationships, term_taxonomy, terms } = this.db.tables;
    const [row] = await this.db.query<{ content: string | null }>(
      `SELECT p.post_content AS content FROM ${terms} t JOIN ${term_taxonomy} tt ON tt.term_id = t.term_id ` +
        `JOIN ${term_relationships} r ON r.term_taxonomy_id = tt.term_taxonomy_id JOIN ${posts} p ON p.ID = r.object_id ` +
        "WHERE t.name = ? AND tt.taxonomy = 'wp_theme' AND p.post_type = 'wp_global_styles' AND p.post_status = 'publish' " +
        'ORDER BY p.post_date DESC LIMIT 1',
      [theme],
    );
    try {
      return { json: JSON.parse(row?.content ?? '') };
    } catch {
      return {};
    }
  }
}
