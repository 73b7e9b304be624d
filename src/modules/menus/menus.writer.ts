import { type Principal } from '../../access/principal.js';
import { Injectable } from '@nestjs/common';
import { type Transaction } from '../../database/database.js';
import { ContentModel } from '../../content-model/content-model.js';
import { type Taxonomy } from '../../content-model/taxonomies.js';
import { type SlugOptions } from '../../text/slug.js';
import { EntryDeletionService } from '../entries/write/entry-deletion.service.js';
import { type MetaChange } from '../meta/meta.store.js';
import { type TermOutcome, TermsWriter } from '../terms/terms.writer.js';
import { TermsStore } from '../terms/terms.store.js';
import { MENU_TAXONOMY } from './menu-item.js';
import { MenuItemsStore } from './menu-items.store.js';
import { MenuSettingsStore } from './menu-settings.store.js';

export interface MenuChanges {
  name: string;
  description: string;
  locations?: readonly string[];
  autoAdd?: boolean;
  meta?: readonly MetaChange[];
  /** Runs in the same transaction. */
  also?: (tx: Transaction, id: number) => Promise<void>;
}

/** Creates, changes and deletes classic menus: the term, its locations and its items. */
@Injectable()
export class MenusWriter {
  private readonly taxonomy: Taxonomy;

  constructor(
    private readonly terms: TermsStore,
    private readonly writer: TermsWriter,
    private readonly items: MenuItemsStore,
    private readonly settings: MenuSettingsStore,
    private readonly deletion: EntryDeletionService,
    model: ContentModel,
  ) {
    this.taxonomy = model.taxonomies.get(MENU_TAXONOMY)!;
  }

  async create(changes: MenuChanges, slugs: SlugOptions, principal: Principal): Promise<TermOutcome> {
    return (
      (await this.namesake(changes.name)) ??
      this.writer.create(this.taxonomy, termTexts(changes), slugs, {
        principal,
        also: (tx, id) => this.configure(tx, id, changes),
      })
    );
  }

  /** The slug always follows the name. */
  async update(id: number, changes: MenuChanges, slugs: SlugOptions, principal: Principal): Promise<TermOutcome> {
    return (
      (await this.namesake(changes.name, id)) ??
      this.writer.update(this.taxonomy, id, { ...termTexts(changes), slug: '' }, slugs, {
        principal,
        also: (tx) => this.configure(tx, id, changes),
      })
    );
  }

  /** Deletes the menu with all its items. */
  delete(id: number, principal: Principal): Promise<TermOutcome> {
    const also = async (tx: Transaction) => {
      for (const item of await this.items.inMenu(tx, id)) await this.deletion.delete(tx, item.id, principal);
      await this.settings.clearLocations(tx, id);
    };
    return this.writer.delete(this.taxonomy, id, 0, { principal, also });
  }

  private async configure(tx: Transaction, id: number, { locations, autoAdd, also }: MenuChanges): Promise<void> {
    if (locations) await this.settings.assignLocations(tx, id, locations);
    if (autoAdd !== undefined) await this.settings.setAutoAdd(tx, id, autoAdd);
    await also?.(tx, id);
  }

  /** Another menu with the same name: editors choose menus by name. */
  private async namesake(name: string, id = 0): Promise<TermOutcome | undefined> {
    const namesake = (await this.terms.named(this.writer.storedName(name), MENU_TAXONOMY)).find(
      (menu) => menu.id !== id,
    );
    return namesake && { refused: 'exists', id: namesake.id };
  }
}

function termTexts({ name, description, meta }: MenuChanges): Pick<MenuChanges, 'name' | 'description' | 'meta'> {
  return { name, description, ...(meta && { meta }) };
}
