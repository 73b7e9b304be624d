import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import { TermTaxonomy } from '../../database/entities/index.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { EntryDeletionService } from '../entries/write/entry-deletion.service.js';
import { MENU_TAXONOMY, type MenuItem, type MenuItemKind } from './menu-item.js';
import { MenuItemsLoader } from './menu-items.loader.js';
import { MenuItemsStore } from './menu-items.store.js';
import { MenuItemsWriter, type MenuItemValues, NEW_MENU_ITEM } from './menu-items.writer.js';
import { MenuSettingsStore } from './menu-settings.store.js';
import { type MenuChanges, MenusWriter } from './menus.writer.js';
import { type TermOutcome } from '../terms/terms.writer.js';
import { TermsStore } from '../terms/terms.store.js';
import { invalidParams } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type Site } from '../../site/site.js';
import { cleanTextField } from '../../text/clean.js';
import { languageTag } from '../../text/locales.js';
import { cleanUrl } from '../../text/urls.js';
import { PROFILE, type Profile } from '../../variant/profile.js';

/** Levels of a menu that the pages of the site show. */
const LEVELS = 3;

export interface EditedMenuItem {
  /** 0: a new item. */
  id: number;
  /** Empty: that of the target. */
  title: string;
  type: 'custom' | 'post_type' | 'taxonomy';
  object: string;
  object_id: number;
  url: string;
  /** 0 at the top level; one more than that of the item it belongs to, which precedes it. */
  depth: number;
}

/** An item as the header shows it. */
export interface ShownMenuItem extends EditedMenuItem {
  label: string;
}

export interface EditedMenu {
  id: number;
  name: string;
  /** Whether the header of the site shows it. */
  is_main: boolean;
  items: ShownMenuItem[];
}

export interface MenuUpdate {
  name?: string;
  is_main?: boolean;
  items?: EditedMenuItem[];
}

const unknownMenu = () => new RestError('rest_term_invalid', 'There is no such menu.', 404);
const nameTaken = () => invalidParams({ name: 'Another menu has this name.' });
const noName = () => invalidParams({ name: 'A menu needs a name.' });

/** Reads and writes whole menus of WordPress: each write is one transaction, whatever it changes. */
@Injectable()
export class MenusAdminService {
  constructor(
    private readonly database: Database,
    private readonly terms: TermsStore,
    private readonly entries: EntriesStore,
    private readonly items: MenuItemsStore,
    private readonly loader: MenuItemsLoader,
    private readonly itemsWriter: MenuItemsWriter,
    private readonly writer: MenusWriter,
    private readonly settings: MenuSettingsStore,
    private readonly deletion: EntryDeletionService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async list(site: Site): Promise<EditedMenu[]> {
    const rows = await this.database.manager.find(TermTaxonomy, { where: { taxonomy: MENU_TAXONOMY } });
    const ids = rows.map(({ term }) => term);
    const [menus, main] = await Promise.all([this.terms.byIds(ids, MENU_TAXONOMY), this.settings.mainMenu()]);
    const { compare } = new Intl.Collator(languageTag(site.locale) || 'en', { numeric: true });
    const sorted = [...menus.values()].sort((a, b) => compare(a.name, b.name) || a.id - b.id);
    return Promise.all(
      sorted.map(async ({ id, name }) => ({ id, name, is_main: id === main, items: await this.itemsOf(site, id) })),
    );
  }

  async read(site: Site, id: number): Promise<EditedMenu> {
    const menu = await this.terms.byId(id, MENU_TAXONOMY);
    if (!menu) throw unknownMenu();
    const main = await this.settings.mainMenu();
    return { id, name: menu.name, is_main: id === main, items: await this.itemsOf(site, id) };
  }

  async create(ctx: RequestContext, update: MenuUpdate & { name: string }): Promise<EditedMenu> {
    const changes = this.changes(ctx, update, update.name, []);
    return this.written(ctx, await this.writer.create(changes, this.slugs(ctx), ctx.principal));
  }

  async update(ctx: RequestContext, id: number, update: MenuUpdate): Promise<EditedMenu> {
    const menu = await this.terms.byId(id, MENU_TAXONOMY);
    if (!menu) throw unknownMenu();
    const stored = await this.loaded(ctx.site, id);
    const changes = this.changes(ctx, update, update.name ?? menu.name, stored);
    const outcome = await this.writer.update(
      id,
      { ...changes, description: menu.description },
      this.slugs(ctx),
      ctx.principal,
    );
    return this.written(ctx, outcome);
  }

  async delete({ site, principal }: RequestContext, id: number): Promise<EditedMenu> {
    const previous = await this.read(site, id);
    const outcome = await this.writer.delete(id, principal);
    if ('refused' in outcome) throw unknownMenu();
    return previous;
  }

  private slugs({ site }: RequestContext) {
    return { ...this.profile.text, locale: site.option('WPLANG') || 'en_US' };
  }

  private written({ site }: RequestContext, outcome: TermOutcome): Promise<EditedMenu> {
    if (!('refused' in outcome)) return this.read(site, outcome.id);
    if (outcome.refused === 'exists') throw nameTaken();
    throw outcome.refused === 'empty_name' ? noName() : unknownMenu();
  }

  private changes(ctx: RequestContext, update: MenuUpdate, name: string, stored: readonly MenuItem[]): MenuChanges {
    const items = update.items && this.checked(update.items, stored);
    return {
      name,
      description: '',
      also: async (tx, menu) => {
        if (items) await this.writeItems(tx, ctx, menu, items, stored);
        if (update.is_main !== undefined) await this.settings.assignMain(tx, menu, update.is_main);
      },
    };
  }

  /** Items with cleaned texts. */
  private checked(items: readonly EditedMenuItem[], stored: readonly MenuItem[]): EditedMenuItem[] {
    const storedIds = new Set(stored.map(({ entry }) => entry.id));
    const problem = (index: number, text: string) => invalidParams({ items: `Item ${index + 1}: ${text}` });
    const used = new Set<number>();
    return items.map((item, index) => {
      const { id, type, depth } = item;
      if (id > 0 && (!storedIds.has(id) || used.has(id))) throw problem(index, 'it is not an item of this menu.');
      used.add(id);
      const above = items[index - 1]?.depth ?? -1;
      if (depth > above + 1 || depth >= LEVELS) throw problem(index, 'it is too far below the item before it.');
      const title = cleanTextField(item.title);
      const url = type === 'custom' ? cleanUrl(item.url, this.profile.text.rules) : '';
      if (type === 'custom' && (title === '' || url === ''))
        throw problem(index, 'a link needs a title and an address.');
      return { ...item, title, url };
    });
  }

  private async writeItems(
    tx: Transaction,
    ctx: RequestContext,
    menu: number,
    items: readonly EditedMenuItem[],
    stored: readonly MenuItem[],
  ): Promise<void> {
    const before = new Map(stored.map((item) => [item.entry.id, item]));
    const ancestors: number[] = [];
    for (const [index, item] of items.entries()) {
      const place = { menu, menuOrder: index + 1, parent: item.depth > 0 ? ancestors[item.depth - 1]! : 0 };
      const existing = before.get(item.id);
      const values = {
        ...(existing ? storedValues(existing) : NEW_MENU_ITEM),
        ...requestedValues(item, existing),
        ...place,
      };
      const isSameTarget = existing?.kind === values.kind && existing.objectId === values.objectId;
      if (!isSameTarget) await this.checkTarget(tx, values, index);
      if (existing) await this.itemsWriter.change(tx, existing.entry, values, ctx);
      ancestors[item.depth] = existing ? existing.entry.id : await this.itemsWriter.insert(tx, values, ctx);
      before.delete(item.id);
    }
    for (const id of before.keys()) await this.deletion.delete(tx, id, ctx.principal);
  }

  private async checkTarget(tx: Transaction, { kind, object, objectId }: MenuItemValues, index: number): Promise<void> {
    if (kind === 'custom') return;
    const found =
      kind === 'taxonomy'
        ? await this.terms.byId(objectId, object, tx)
        : (await this.entries.byId(objectId, { content: false, from: tx }))?.type === object;
    if (!found) throw invalidParams({ items: `Item ${index + 1}: there is nothing that it could lead to.` });
  }

  private async itemsOf(site: Site, menu: number): Promise<ShownMenuItem[]> {
    const stored = await this.loaded(site, menu);
    const ids = new Set(stored.map(({ entry }) => entry.id));
    const below = (parent: number, depth: number): ShownMenuItem[] =>
      stored
        .filter((item) => (ids.has(item.parent) && item.parent !== item.entry.id ? item.parent : 0) === parent)
        .flatMap((item) => [shown(item, depth), ...below(item.entry.id, Math.min(depth + 1, LEVELS - 1))]);
    return below(0, 0);
  }

  private async loaded(site: Site, menu: number): Promise<MenuItem[]> {
    const rows = await this.items.inMenu(this.database, menu);
    const entries = await this.entries.byIds(rows.map(({ id }) => id));
    const sorted = [...entries.values()].sort((a, b) => a.menuOrder - b.menuOrder || a.id - b.id);
    return this.loader.load(site, sorted);
  }
}

function shown({ entry, title: label, kind, object, objectId, url }: MenuItem, depth: number): ShownMenuItem {
  const type = kind === 'post_type' || kind === 'taxonomy' ? kind : 'custom';
  const title = type === 'custom' ? label : entry.title;
  return { id: entry.id, title, label, type, object, object_id: objectId, url, depth };
}

function storedValues({ entry, kind, ...item }: MenuItem): MenuItemValues {
  const { object, objectId, url, parent, target, classes, xfn, menu = 0 } = item;
  return {
    ...{ object, objectId, url, parent, target, classes, xfn, menu },
    kind: kind as MenuItemKind,
    title: entry.title,
    status: entry.status === 'publish' ? 'publish' : 'draft',
    menuOrder: entry.menuOrder,
    attrTitle: entry.excerpt,
    description: (entry.content ?? '').trim(),
    meta: [],
  };
}

function requestedValues(item: EditedMenuItem, existing: MenuItem | undefined): Partial<MenuItemValues> {
  const { title, type, object, object_id: objectId, url } = item;
  // Archives of post types are shown as links.
  if (existing?.kind === 'post_type_archive') return { title };
  return type === 'custom' ? { kind: type, title, url } : { kind: type, title, object, objectId };
}
