import { Inject, Injectable } from '@nestjs/common';
import { EntriesStore } from '../entries/read/entries.store.js';
import { type Entry } from '../entries/model/entry.js';
import { EntriesListStore } from '../entries/read/list/entries-list.store.js';
import { type RequestedEntries } from '../entries/read/list/entry-query.js';
import { readableScope } from '../entries/read/list/readable-scope.store.js';
import { MENU_ITEM_TYPE, MENU_TAXONOMY, type MenuItemKind } from './menu-item.js';
import { MenuItemsLoader } from './menu-items.loader.js';
import { MenuItemsWriter, type MenuItemValues, NEW_MENU_ITEM } from './menu-items.writer.js';
import { MetaStore } from '../meta/meta.store.js';
import { TermsStore } from '../terms/terms.store.js';
import { type Context } from '../../rest/args/common.dto.js';
import { cleanKey } from '../../text/clean.js';
import { isMap, toText } from '../../text/php/php-values.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { countedFrom, pageCount, pagedReply } from '../../rest/response/paging.js';
import { type Item, type JsonValue, Reply } from '../../rest/response/reply.js';
import { type RequestContext, RequestLoader } from '../../rest/http/request-context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type ListEntriesDto } from '../entries/api/entry-list.dto.js';
import { pageBeyondEnd, unknownEntry } from '../entries/api/entry.errors.js';
import { visibleMeta } from '../meta/meta.field.js';
import { MetaInputService } from '../meta/meta-input.service.js';
import { type MenuItemInput } from './menu-items.dto.js';
import { MenuItemsPresenter } from './menu-items.presenter.js';

const invalid = (code: string, message: string) => new RestError(code, message, 400);
const noTrash = () =>
  new RestError(
    'rest_trash_not_supported',
    'Menu items cannot be moved to the trash. Set force=true to delete permanently.',
    501,
  );

/** Reads and writes the items of classic menus. */
@Injectable()
export class MenuItemsService {
  private readonly byId = new RequestLoader((id: number) => this.entries.byId(id));

  constructor(
    private readonly entries: EntriesStore,
    private readonly lists: EntriesListStore,
    private readonly terms: TermsStore,
    private readonly loader: MenuItemsLoader,
    private readonly writer: MenuItemsWriter,
    private readonly meta: MetaStore,
    private readonly metaInput: MetaInputService,
    private readonly presenter: MenuItemsPresenter,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** The requested item; policy and service see the same object. */
  async find(ctx: RequestContext, id: number): Promise<Entry | undefined> {
    const entry = id > 0 ? await this.byId.of(ctx, id) : undefined;
    return entry?.type === MENU_ITEM_TYPE ? entry : undefined;
  }

  async list(ctx: RequestContext, args: ListEntriesDto, requested: RequestedEntries): Promise<Reply> {
    const { page, per_page: perPage } = args;
    const found = await this.lists.find({ ...requested, scope: readableScope(ctx) }, { content: true });
    const total = countedFrom(args.offset, found);
    if (this.profile.entries.refusesPagesBeyondEnd && total > 0 && page > pageCount({ total, perPage }))
      throw pageBeyondEnd();
    const items = await this.items(ctx, found.items, args.context);
    return pagedReply(ctx, routeOf(ctx), items, { total, page, perPage, args });
  }

  async read(ctx: RequestContext, id: number, context: Context): Promise<Item> {
    const [item] = await this.items(ctx, [await this.existing(ctx, id)], context);
    return item!;
  }

  async create(ctx: RequestContext, input: Partial<MenuItemInput>): Promise<Reply> {
    const values = await this.values(ctx, input, NEW_MENU_ITEM, undefined);
    const id = await this.writer.create(values, ctx);
    ctx.forget();
    const headers = { Location: ctx.site.rest(`${routeOf(ctx)}/${id}`) };
    return new Reply(await this.read(ctx, id, 'edit'), 201, headers);
  }

  async update(ctx: RequestContext, id: number, input: Partial<MenuItemInput>): Promise<Item> {
    const entry = await this.existing(ctx, id);
    const [item] = await this.loader.load(ctx.site, [entry]);
    // The title of a former target stays as the item's own.
    const { title, kind, object, objectId, url, parent, target, classes, xfn, menu = 0 } = item!;
    const { status, menuOrder, excerpt: attrTitle, content = '' } = entry;
    const description = content.trim();
    const stored = {
      object,
      objectId,
      url,
      parent,
      target,
      classes,
      xfn,
      menu,
      title,
      menuOrder,
      attrTitle,
      description,
    };
    const current = { ...stored, kind: kind as MenuItemKind, status: storedStatus(status) };
    await this.writer.update(entry, await this.values(ctx, input, current, id), ctx);
    ctx.forget();
    return this.read(ctx, id, 'edit');
  }

  async delete(ctx: RequestContext, id: number, force: boolean): Promise<JsonValue> {
    if (!force) throw noTrash();
    const previous = await this.read(ctx.whole(), id, 'view');
    if (!(await this.writer.delete(id))) throw unknownEntry();
    return { deleted: true, previous: previous.members };
  }

  /** Entries as items with their links. */
  async items(ctx: RequestContext, entries: readonly Entry[], context: Context): Promise<Item[]> {
    const metaFields = visibleMeta(ctx.site.model, 'post', MENU_ITEM_TYPE, ctx.principal);
    for (const entry of entries) this.byId.provide(ctx, entry.id, entry);
    const [items, meta] = await Promise.all([
      this.loader.load(ctx.site, entries),
      this.meta.load(
        'post',
        entries.map(({ id }) => id),
        metaFields,
      ),
    ]);
    return this.presenter.items(ctx, items, { metaFields, meta }, context);
  }

  private async existing(ctx: RequestContext, id: number): Promise<Entry> {
    const entry = await this.find(ctx, id);
    if (!entry) throw unknownEntry();
    return entry;
  }

  /** The stored values after a request changes `known`; all problems are reported at once. */
  private async values(
    ctx: RequestContext,
    input: Partial<MenuItemInput>,
    current: Omit<MenuItemValues, 'meta'>,
    id: number | undefined,
  ): Promise<MenuItemValues> {
    const kind = input.type ?? current.kind;
    const objectId = input.object_id ?? current.objectId;
    const named = input.object === undefined ? current.object : cleanKey(input.object);
    const object = named || (await this.objectOf(kind, objectId));
    const title = textOf(input.title) ?? current.title;
    const url = input.url ?? current.url;
    const errors = [...destinationErrors(ctx, kind, object), ...(kind === 'custom' ? customErrors(title, url) : [])];
    const [first, ...others] = errors;
    if (first) throw RestError.of([first, ...others]);
    const menu = input.menus ? Math.abs(input.menus) : current.menu;
    if (menu > 0 && !(await this.terms.byId(menu, MENU_TAXONOMY)))
      throw invalid('invalid_menu_id', 'There is no such menu.');
    const fields = ctx.site.model.metaOf('post', MENU_ITEM_TYPE);
    return {
      title,
      kind,
      object: cleanKey(object ?? ''),
      objectId,
      url,
      menu,
      status: storedStatus(input.status ?? current.status),
      // As in WordPress, an item is not below itself.
      parent: input.parent === id ? 0 : (input.parent ?? current.parent),
      menuOrder: input.menu_order ?? current.menuOrder,
      target: input.target ?? current.target,
      classes: input.classes ?? current.classes,
      xfn: input.xfn ?? current.xfn,
      attrTitle: input.attr_title ?? current.attrTitle,
      description: input.description ?? current.description,
      meta: await this.metaInput.changes(
        { object: 'post', id, fields, principal: ctx.principal, mayEdit: true },
        input.meta,
      ),
    };
  }

  /** The post type or taxonomy of an item's target, if the request does not name it. */
  private async objectOf(kind: MenuItemKind, id: number): Promise<string | undefined> {
    if (kind === 'post_type') return (await this.entries.byId(id, { content: false }))?.type;
    return kind === 'taxonomy' ? this.terms.taxonomyOf(id) : undefined;
  }
}

const routeOf = ({ site }: RequestContext) => site.model.types.get(MENU_ITEM_TYPE)!.route;

/** Items are published or drafts; other statuses count as drafts. */
const storedStatus = (status: string): MenuItemValues['status'] => (status === 'publish' ? 'publish' : 'draft');

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isMap(value) && value.raw !== undefined && value.raw !== null ? toText(value.raw) : undefined;
}

function destinationErrors({ site }: RequestContext, kind: MenuItemKind, object: string | undefined): RestError[] {
  if (kind === 'post_type_archive')
    return object && site.model.types.has(object)
      ? []
      : [invalid('rest_post_invalid_type', 'There is no such post type.')];
  if (object !== undefined) return [];
  if (kind === 'taxonomy') return [invalid('rest_term_invalid_id', 'There is no such term.')];
  return kind === 'post_type' ? [invalid('rest_post_invalid_id', 'There is no such entry.')] : [];
}

function customErrors(title: string, url: string): RestError[] {
  return [
    ...(title === '' ? [invalid('rest_title_required', 'A custom menu item needs a title.')] : []),
    ...(url === '' ? [invalid('rest_url_required', 'A custom menu item needs a url.')] : []),
  ];
}
