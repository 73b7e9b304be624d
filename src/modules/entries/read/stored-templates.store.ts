import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { TEMPLATE } from './related.loader.js';

/** Templates that themes use for kinds of pages; all others are chosen for single entries. */
const HIERARCHY = new Set(
  'index home front-page singular single page archive author category taxonomy date tag attachment search privacy-policy 404'.split(
    ' ',
  ),
);

const MAX_USED = 100;

/** Templates that the database knows: stored block templates, and those that entries have. */
@Injectable()
export class StoredTemplatesStore {
  constructor(private readonly db: Database) {}

  /** Slugs of the theme's templates that an entry can choose, newest first. */
  async customSlugs(theme: string): Promise<string[]> {
    const { posts, term_relationships, term_taxonomy, terms } = this.db.tables;
    const rows = await this.db.query<{ slug: string }>(
      `SELECT p.post_name AS slug FROM ${posts} p JOIN ${term_relationships} r ON r.object_id = p.ID ` +
        `JOIN ${term_taxonomy} x ON x.term_taxonomy_id = r.term_taxonomy_id AND x.taxonomy = 'wp_theme' ` +
        `JOIN ${terms} t ON t.term_id = x.term_id ` +
        `WHERE p.post_type = 'wp_template' AND p.post_status = 'publish' AND t.name = ? ORDER BY p.post_date DESC, p.ID DESC`,
      [theme],
    );
    return rows.map(({ slug }) => slug).filter((slug) => !HIERARCHY.has(slug));
  }

  /** Templates of the entries of a type, in alphabetical order. */
  async used(type: string): Promise<string[]> {
    const { posts, postmeta } = this.db.tables;
    const rows = await this.db.query<{ template: string }>(
      `SELECT DISTINCT m.meta_value AS template FROM ${postmeta} m JOIN ${posts} p ON p.ID = m.post_id ` +
        `WHERE m.meta_key = ? AND m.meta_value NOT IN ('', '0', 'default') AND p.post_type = ? ORDER BY template LIMIT ${MAX_USED}`,
      [TEMPLATE, type],
    );
    return rows.map(({ template }) => template);
  }
}
