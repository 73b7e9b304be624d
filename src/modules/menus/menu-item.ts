import { PhpArray, maybeUnserialize, toInteger, toText } from '../../text/php/index.js';
import { cleanHtmlClass } from '../../text/clean.js';
import { type Entry, type EntryMeta } from '../entries/model/entry.js';

export const MENU_TAXONOMY = 'nav_menu';
export const MENU_ITEM_TYPE = 'nav_menu_item';

export const MENU_ITEM_KINDS = ['taxonomy', 'post_type', 'post_type_archive', 'custom'] as const;
export type MenuItemKind = (typeof MENU_ITEM_KINDS)[number];

/** Meta keys of a menu item, in the order in which WordPress writes them. */
export const MENU_ITEM_KEYS = {
  kind: '_menu_item_type',
  parent: '_menu_item_menu_item_parent',
  objectId: '_menu_item_object_id',
  object: '_menu_item_object',
  target: '_menu_item_target',
  classes: '_menu_item_classes',
  xfn: '_menu_item_xfn',
  url: '_menu_item_url',
} as const;

/** A menu item as stored: the entry and its meta values. */
export interface StoredMenuItem {
  readonly entry: Entry;
  readonly kind: string;
  /** ID of the parent item; 0 at the top level. */
  readonly parent: number;
  /** Post type or taxonomy of the link's target. */
  readonly object: string;
  readonly objectId: number;
  readonly target: string;
  readonly classes: readonly string[];
  readonly xfn: readonly string[];
  readonly url: string;
}

/** A menu item with its target. */
export interface MenuItem extends StoredMenuItem {
  /** Its own title, or that of the target. */
  readonly title: string;
  readonly label: string;
  /** The target does not exist. */
  readonly isInvalid: boolean;
  /** Everybody may see the target. */
  readonly isPublic: boolean;
  /** Route of the target, if it has one. */
  readonly objectRoute?: string;
  /** The type of the entry behind `objectRoute`. */
  readonly objectType?: string;
  /** Id of the menu it belongs to. */
  readonly menu?: number;
}

const NO_META: EntryMeta = new Map();

export function readMenuItem(entry: Entry, meta: EntryMeta = NO_META): StoredMenuItem {
  const text = (key: keyof typeof MENU_ITEM_KEYS) => meta.get(MENU_ITEM_KEYS[key]) ?? '';
  return {
    entry,
    kind: text('kind'),
    parent: toInteger(text('parent')),
    object: text('object'),
    objectId: Math.abs(toInteger(text('objectId'))),
    target: text('target'),
    classes: classNames(text('classes')),
    xfn: text('xfn')
      .split(' ')
      .map((name) => cleanHtmlClass(name)),
    url: text('url'),
  };
}

/** An empty list is stored and returned as a list with one empty name. */
function classNames(stored: string): string[] {
  const value = maybeUnserialize(stored);
  return value instanceof PhpArray ? [...value.values()].map((name) => toText(name)) : [toText(value)];
}
