import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import { ContentModel } from '../../content-model/content-model.js';
import { PhpArray, type PhpValue } from '../../text/php/index.js';
import { type Entry } from '../entries/model/entry.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { type EntryPatch, type WriteContext } from '../entries/write/entry-changes.js';
import { EntryDeletionService } from '../entries/write/entry-deletion.service.js';
import { MetaWriter } from '../meta/meta.writer.js';
import { EntriesWriter } from '../entries/write/entries.writer.js';
import { type MetaChange, MetaStore } from '../meta/meta.store.js';
import { TermsStore } from '../terms/terms.store.js';
import { MENU_ITEM_KEYS, MENU_ITEM_TYPE, MENU_TAXONOMY, type MenuItemKind } from './menu-item.js';
import { MenuItemsStore } from './menu-items.store.js';
import { MenuSettingsStore } from './menu-settings.store.js';

/** The stored values of a menu item, except declared meta. */
export interface MenuItemValues {
  title: string;
  status: 'publish' | 'draft';
  kind: MenuItemKind;
  object: string;
  objectId: number;
  url: string;
  parent: number;
  menuOrder: number;
  target: string;
  classes: readonly string[];
  xfn: readonly string[];
  attrTitle: string;
  description: string;
  /** Id of the menu; 0 for none. */
  menu: number;
  meta: readonly MetaChange[];
}

const LISTED: ReadonlySet<string> = new Set(['publish', 'draft']);

type PublishedEntry = Pick<Entry, 'id' | 'type' | 'parent'>;

/** A published top-level item without a menu. */
export const NEW_MENU_ITEM: MenuItemValues = {
  title: '',
  status: 'publish',
  kind: 'custom',
  object: '',
  objectId: 0,
  url: '',
  parent: 0,
  menuOrder: 1,
  target: '',
  classes: [''],
  xfn: [''],
  attrTitle: '',
  description: '',
  menu: 0,
  meta: [],
};

/** Creates, changes and deletes the items of classic menus. */
@Injectable()
export class MenuItemsWriter {
  constructor(
    private readonly database: Database,
    private readonly writer: EntriesWriter,
    private readonly deletion: EntryDeletionService,
    private readonly entries: EntriesStore,
    private readonly terms: TermsStore,
    private readonly meta: MetaStore,
    private readonly model: ContentModel,
    private readonly items: MenuItemsStore,
    private readonly settings: MenuSettingsStore,
  ) {}

  create(values: MenuItemValues, writing: WriteContext): Promise<number> {
    return this.database.transaction((tx) => this.insert(tx, values, writing));
  }

  async insert(tx: Transaction, values: MenuItemValues, writing: WriteContext): Promise<number> {
    const changes = await this.changes(tx, values);
    const type = this.model.types.get(MENU_ITEM_TYPE)!;
    const closed = { commentStatus: 'closed', pingStatus: 'closed' };
    const id = await this.writer.create(tx, type, { ...changes, ...closed }, writing);
    await this.writeMeta(tx, id, values);
    return id;
  }

  update(entry: Entry, values: MenuItemValues, writing: WriteContext): Promise<void> {
    return this.database.transaction((tx) => this.change(tx, entry, values, writing));
  }

  async change(tx: Transaction, entry: Entry, values: MenuItemValues, writing: WriteContext): Promise<void> {
    await this.writer.update(tx, entry, await this.changes(tx, values), writing);
    await this.writeMeta(tx, entry.id, values);
  }

  /** False if it does not exist. Its children stay where they are. */
  delete(id: number): Promise<boolean> {
    return this.database.transaction((tx) => this.deletion.delete(tx, id));
  }

  /** Deletes the items whose target was deleted. */
  async deleteItemsOf(tx: Transaction, kind: MenuItemKind, object: string, objectId: number): Promise<void> {
    if (object === MENU_ITEM_TYPE) return;
    const items = await this.items.leadingTo(tx, kind, object, objectId);
    for (const id of items) await this.deletion.delete(tx, id);
  }

  /** Appends a new top-level page to the menus that add pages automatically. */
  async addPage(tx: Transaction, { id, type, parent }: PublishedEntry, writing: WriteContext): Promise<void> {
    if (type !== 'page' || parent > 0) return;
    const menuIds = await this.settings.autoAddMenus(tx, id);
    for (const menu of (await this.terms.byIds(menuIds, MENU_TAXONOMY, tx)).keys()) {
      const items = (await this.items.inMenu(tx, menu)).filter(({ status }) => LISTED.has(status));
      if (items.some(({ objectId }) => Number(objectId) === id)) continue;
      const place = { menu, menuOrder: items.length + 1 };
      await this.insert(tx, { ...NEW_MENU_ITEM, kind: 'post_type', object: type, objectId: id, ...place }, writing);
    }
  }

  /** An item with the same title as its target stores no title, so that it follows the target when that is renamed. */
  private async changes(tx: Transaction, values: MenuItemValues): Promise<EntryPatch> {
    const original = await this.original(tx, values);
    const title = values.title === original?.title ? '' : values.title;
    const isBare = values.kind !== 'custom' && title === '' && values.description === '';
    return {
      title,
      // An entry of WordPress has a title, a content or an excerpt.
      content: isBare ? ' ' : values.description,
      excerpt: values.attrTitle,
      status: values.status,
      menuOrder: values.menuOrder,
      parent: original?.parent ?? 0,
      ...(values.menu > 0 && { terms: new Map([[MENU_TAXONOMY, [values.menu]]]) }),
    };
  }

  private async original(
    tx: Transaction,
    { kind, object, objectId }: MenuItemValues,
  ): Promise<{ title: string; parent: number } | undefined> {
    if (kind === 'post_type') return this.entries.byId(objectId, { content: false, from: tx });
    if (kind === 'post_type_archive') return { title: this.model.types.get(object)?.labels.archives ?? '', parent: 0 };
    const term = kind === 'taxonomy' ? await this.terms.byId(objectId, object, tx) : undefined;
    return term && { title: term.name, parent: term.parent };
  }

  private async writeMeta(tx: Transaction, id: number, values: MenuItemValues): Promise<void> {
    const isCustom = values.kind === 'custom';
    const stored: Readonly<Record<keyof typeof MENU_ITEM_KEYS, PhpValue>> = {
      kind: values.kind,
      parent: String(values.parent),
      objectId: String(isCustom ? id : values.objectId),
      object: isCustom ? 'custom' : values.object,
      target: values.target,
      classes: PhpArray.list(values.classes),
      xfn: values.xfn.join(' '),
      url: isCustom ? values.url : '',
    };
    const rows = new MetaWriter(tx);
    for (const [member, key] of Object.entries(MENU_ITEM_KEYS))
      await rows.set(id, key, stored[member as keyof typeof stored]);
    await this.meta.write(tx, 'post', id, values.meta);
  }
}
