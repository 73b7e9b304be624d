import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import { type Reader } from '../../database/reader.js';
import { MENU_ITEM_KEYS, MENU_ITEM_TYPE, MENU_TAXONOMY, type MenuItemKind } from './menu-item.js';

export interface MenuItemRow {
  id: number;
  status: string;
  /** ID of the target. */
  objectId: string | null;
}

/** Finds the rows of menu items. */
@Injectable()
export class MenuItemsStore {
  constructor(private readonly database: Database) {}

  /** The items of a menu. */
  inMenu(reader: Pick<Reader, 'query'>, menu: number): Promise<MenuItemRow[]> {
    const { posts, postmeta, term_relationships, term_taxonomy } = this.database.tables;
    return reader.query<MenuItemRow>(
      `SELECT p.ID AS id, p.post_status AS status, m.meta_value AS objectId FROM ${posts} p ` +
        `JOIN ${term_relationships} r ON r.object_id = p.ID ` +
        `JOIN ${term_taxonomy} tt ON tt.term_taxonomy_id = r.term_taxonomy_id ` +
        `LEFT JOIN ${postmeta} m ON m.post_id = p.ID AND m.meta_key = ? ` +
        'WHERE tt.term_id = ? AND tt.taxonomy = ? AND p.post_type = ? ORDER BY p.ID',
      [MENU_ITEM_KEYS.objectId, menu, MENU_TAXONOMY, MENU_ITEM_TYPE],
    );
  }

  /** IDs of the items that lead to an entry or a term. */
  async leadingTo(tx: Transaction, kind: MenuItemKind, object: string, objectId: number): Promise<number[]> {
    const { posts, postmeta } = this.database.tables;
    const keys = MENU_ITEM_KEYS;
    const rows = await tx.query<{ id: number }>(
      `SELECT p.ID AS id FROM ${postmeta} i JOIN ${posts} p ON p.ID = i.post_id ` +
        `JOIN ${postmeta} k ON k.post_id = p.ID AND k.meta_key = ? JOIN ${postmeta} o ON o.post_id = p.ID AND o.meta_key = ? ` +
        'WHERE i.meta_key = ? AND i.meta_value = ? AND k.meta_value = ? AND o.meta_value = ? AND p.post_type = ?',
      [keys.kind, keys.object, keys.objectId, String(objectId), kind, object, MENU_ITEM_TYPE],
    );
    return rows.map(({ id }) => id);
  }
}
