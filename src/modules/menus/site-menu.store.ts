import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** An item of a menu, as stored. */
export interface MenuRow {
  readonly id: number;
  readonly title: string | null;
}

/** Reads the menus of WordPress: terms whose objects are entries of the type `nav_menu_item`. */
@Injectable()
export class SiteMenuStore {
  constructor(private readonly db: Database) {}

  /** The published items of a menu, in their order. */
  items(menu: number, most: number): Promise<MenuRow[]> {
    const { posts, term_relationships, term_taxonomy } = this.db.tables;
    return this.db.query<MenuRow>(
      `SELECT p.ID AS id, p.post_title AS title FROM ${term_taxonomy} tt ` +
        `JOIN ${term_relationships} r ON r.term_taxonomy_id = tt.term_taxonomy_id JOIN ${posts} p ON p.ID = r.object_id ` +
        "WHERE tt.term_id = ? AND tt.taxonomy = 'nav_menu' AND p.post_type = 'nav_menu_item' AND p.post_status = 'publish' " +
        `ORDER BY p.menu_order, p.ID LIMIT ${most}`,
      [menu],
    );
  }
}
