import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import { ContentModel } from '../../site/model/content-model.js';
import { PhpArray, type PhpValue } from '../../text/php/index.js';
import { type Entry } from '../entries/entry.js';
import { EntriesStore } from '../entries/entries.store.js';
import { type EntryChanges, type Writing } from '../entries/write/entry-changes.js';
import { EntryDeletionService } from '../entries/write/entry-deletion.service.js';
import { EntryMetaRows } from '../entries/write/entry-meta.js';
import { EntryWriterService } from '../entries/write/entry-writer.service.js';
import { type MetaChange, MetaStore } from '../meta/meta.store.js';
import { TermsStore } from '../terms/terms.store.js';
import { MENU_ITEM_KEYS, MENU_ITEM_TYPE, MENU_TAXONOMY, type MenuItemKind } from './menu-item.js';

/** All that is stored of a menu item, except its declared meta. */
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

/** Creates, changes and deletes the items of classic menus. */
@Injectable()
export class MenuItemsWriter {
  constructor(
    private readonly database: Database,
    private readonly writer: EntryWriterService,
    private readonly deletion: EntryDeletionService,
    private readonly entries: EntriesStore,
    private readonly terms: TermsStore,
    private readonly meta: MetaStore,
    private readonly model: ContentModel,
  ) {}

  create(values: MenuItemValues, writing: Writing): Promise<number> {
    return this.database.transaction(async (tx) => {
      const changes = await this.changes(tx, values);
      const type = this.model.types.get(MENU_ITEM_TYPE)!;
      const closed = { commentStatus: 'closed', pingStatus: 'closed' };
      const id = await this.writer.create(tx, type, { ...changes, ...closed }, writing);
      await this.writeMeta(tx, id, values);
      return id;
    });
  }

  update(entry: Entry, values: MenuItemValues, writing: Writing): Promise<void> {
    return this.database.transaction(async (tx) => {
      await this.writer.update(tx, entry, await this.changes(tx, values), writing);
      await this.writeMeta(tx, entry.id, values);
    });
  }

  /** False when it is gone already. Items below it stay where they are. */
  remove(id: number): Promise<boolean> {
    return this.database.transaction((tx) => this.deletion.remove(tx, id));
  }

  /** An item that is called like its destination follows it when that is renamed. */
  private async changes(tx: Transaction, values: MenuItemValues): Promise<EntryChanges> {
    const original = await this.original(tx, values);
    return {
      title: values.title === original?.title ? '' : values.title,
      content: values.description,
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
    const rows = new EntryMetaRows(tx);
    for (const [member, key] of Object.entries(MENU_ITEM_KEYS))
      await rows.set(id, key, stored[member as keyof typeof stored]);
    await this.meta.write(tx, 'post', id, values.meta);
  }
}
