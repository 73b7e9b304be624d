import { type MenuItem } from '../../../modules/menus/index.js';
import { decodeReferences } from '../../../text/index.js';
import { type GraphContext } from '../context/graph-context.js';
import { type GraphTerm } from '../stores/term-rows.js';
import { globalId } from '../model/global-id.js';
import { enumName } from '../model/names.js';

/** The locations of the theme by the menus assigned to them. */
export async function menuLocations(ctx: GraphContext): Promise<ReadonlyMap<number, readonly string[]>> {
  return ctx.once('menu locations', async () => {
    const found = new Map<number, string[]>();
    for (const { name, menu } of (await ctx.services.menuLocations.list()).values())
      if (menu > 0) found.set(menu, [...(found.get(menu) ?? []), name]);
    return found;
  });
}

async function locationsOf(ctx: GraphContext, menu: number | undefined): Promise<string[] | null> {
  const names = menu === undefined ? undefined : (await menuLocations(ctx)).get(menu);
  return names ? names.map(enumName) : null;
}

/** A classic menu. */
export class MenuNode {
  readonly kind = 'menu';
  readonly __typename = 'Menu';
  readonly id: string;
  readonly databaseId: number;
  readonly isRestricted = false;

  constructor(
    readonly ctx: GraphContext,
    readonly term: GraphTerm,
  ) {
    this.databaseId = term.id;
    this.id = globalId('term', term.id);
  }

  get menuId(): number {
    return this.term.id;
  }

  get name(): string {
    return decodeReferences(this.term.name);
  }

  get slug(): string {
    return this.term.slug;
  }

  get count(): number {
    return this.term.count;
  }

  locations(): Promise<string[] | null> {
    return locationsOf(this.ctx, this.term.id);
  }
}

export class MenuItemNode {
  readonly kind = 'menuItem';
  readonly __typename = 'MenuItem';
  readonly id: string;
  readonly databaseId: number;
  readonly isRestricted = false;

  constructor(
    readonly ctx: GraphContext,
    readonly item: MenuItem,
    /** The node of an entry that exists for the requester. */
    private readonly findEntry: (id: number) => Promise<object | undefined>,
  ) {
    this.databaseId = item.entry.id;
    this.id = globalId('post', item.entry.id);
  }

  get menuItemId(): number {
    return this.item.entry.id;
  }

  get label(): string | null {
    return this.item.title === '' ? null : decodeReferences(this.item.title);
  }

  get title(): string | null {
    return this.item.entry.excerpt || null;
  }

  get description(): string | null {
    return this.item.entry.content?.trim() || null;
  }

  get cssClasses(): string[] {
    return this.item.classes.filter((name) => name !== '');
  }

  get linkRelationship(): string | null {
    return this.item.xfn.filter(Boolean).join(' ') || null;
  }

  get target(): string | null {
    return this.item.target || null;
  }

  get order(): number {
    return this.item.entry.menuOrder;
  }

  get parentDatabaseId(): number {
    return this.item.parent;
  }

  get parentId(): string | null {
    return this.item.parent > 0 ? globalId('post', this.item.parent) : null;
  }

  async url(): Promise<string | null> {
    const { kind, objectId } = this.item;
    const url = this.ctx.site.publicUrl(this.item.url);
    if (kind !== 'post_type' || url === '') return url || null;
    // The address of an entry that the requester may not read has no slug.
    const entry = await this.ctx.entries.get(objectId);
    const isReadable = entry?.status === 'publish' || (await this.findEntry(objectId)) !== undefined;
    if (isReadable) return url;
    return `${this.ctx.site.home}/?${entry?.type === 'page' ? 'page_id' : 'p'}=${objectId}`;
  }

  async uri(): Promise<string | null> {
    const url = await this.url();
    return url === null ? null : this.ctx.path(url);
  }

  async path(): Promise<string | null> {
    const url = await this.url();
    if (url === null) return null;
    const { home } = this.ctx.site;
    return url.startsWith(home) ? this.ctx.path(url).split('?', 1)[0]! : url;
  }

  locations(): Promise<string[] | null> {
    return locationsOf(this.ctx, this.item.menu);
  }
}
