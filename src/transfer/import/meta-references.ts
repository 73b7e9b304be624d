import { type PendingReference } from './references.store.js';
import { type MetaValue, type WxrItem } from './wxr-records.js';

const THUMBNAIL = '_thumbnail_id';
const MENU_PARENT = '_menu_item_menu_item_parent';
const MENU_OBJECT = '_menu_item_object_id';
const MENU_TYPE = '_menu_item_type';

/** What a meta value points to: an entry or a term of the other site. */
export interface MetaTarget {
  kind: Extract<PendingReference['kind'], 'entry meta' | 'term meta'>;
  id: number;
}

/** Undefined for values that are no ids: nearly all. */
export function metaTarget(item: WxrItem, { key, value }: MetaValue): MetaTarget | undefined {
  const id = /^\d{1,15}$/.test(value) ? Number(value) : 0;
  if (id === 0) return undefined;
  if (key === THUMBNAIL || key === MENU_PARENT) return { kind: 'entry meta', id };
  if (key !== MENU_OBJECT) return undefined;
  const menuType = item.meta.find((other) => other.key === MENU_TYPE)?.value;
  if (menuType === 'taxonomy') return { kind: 'term meta', id };
  // Links of one's own name themselves.
  return { kind: 'entry meta', id: menuType === 'custom' && item.id > 0 ? item.id : id };
}
