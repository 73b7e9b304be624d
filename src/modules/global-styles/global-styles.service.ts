import { Inject, Injectable } from '@nestjs/common';
import { type Principal } from '../../access/principal.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { type Entry } from '../entries/model/entry.js';
import { EntryViewLoader } from '../entries/read/entry-view.loader.js';
import { EntriesWriter } from '../entries/write/entries.writer.js';
import { ImportedFilesService } from '../imported-schema/imported-files.service.js';
import { Database } from '../../database/database.js';
import { type Context } from '../../rest/args/common.dto.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { type RequestContext, RequestLoader } from '../../rest/http/request-context.js';
import { type Profile, PROFILE } from '../../variant/profile.js';
import { textOf } from '../entries/api/entry-write.dto.js';
import { type GlobalStylesIdDto, type GlobalStylesValues } from './global-styles.dto.js';
import { GLOBAL_STYLES, globalStyles, storedParts, type StyleParts } from './global-styles.fields.js';
import { knownBlocks } from './known-parts.js';

export const unknownStyles = () => new RestError('rest_global_styles_not_found', 'There are no such styles.', 404);

export const cannotView = (principal: Principal) =>
  denied(principal, 'rest_cannot_view', 'You may not see these styles.');

export const cannotReadToEdit = (principal: Principal) =>
  denied(principal, 'rest_forbidden_context', 'You may not edit these styles.');

export const cannotEdit = (principal: Principal) =>
  denied(principal, 'rest_cannot_edit', 'You may not edit these styles.');

const cssMarkup = () =>
  new RestError('rest_custom_css_illegal_markup', 'CSS cannot contain the end of a style element.', 400);

const cssNotText = () => new RestError('rest_custom_css_invalid_type', 'CSS must be a string.', 400);

const TYPE = 'wp_global_styles';
const ROUTE = '/wp/v2/global-styles';
const API = 'https://api.w.org/';
/** Version of the theme.json format. */
const FORMAT_VERSION = 3;

/** The site's own styles for the theme. */
@Injectable()
export class GlobalStylesService {
  private readonly byId = new RequestLoader((id: number) => this.entries.byId(id));

  constructor(
    private readonly database: Database,
    private readonly entries: EntriesStore,
    private readonly views: EntryViewLoader,
    private readonly writer: EntriesWriter,
    private readonly files: ImportedFilesService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async find(ctx: RequestContext, id: number): Promise<Entry | undefined> {
    const entry = id > 0 ? await this.byId.of(ctx, id) : undefined;
    return entry?.type === TYPE ? entry : undefined;
  }

  async read(ctx: RequestContext, id: number, context: Context): Promise<Item> {
    return this.item(ctx, await this.existing(ctx, id), context, ctx.wants);
  }

  /** Styles and settings are each replaced as a whole. */
  async update(ctx: RequestContext, values: GlobalStylesIdDto & Partial<GlobalStylesValues>): Promise<Item> {
    const entry = await this.existing(ctx, values.id);
    checkCss(values.styles?.css);
    const stored = storedParts(entry);
    const { styles = stored.styles, settings = stored.settings } = values;
    const isChanged = values.styles !== undefined || values.settings !== undefined;
    const changes = {
      title: textOf(values.title, { emptyRaw: false }),
      content: isChanged ? storedJson({ styles, settings }) : undefined,
    };
    await this.database.transaction((tx) => this.writer.update(tx, entry, changes, ctx));
    ctx.forget();
    return this.item(ctx, await this.existing(ctx, entry.id), 'edit');
  }

  private async existing(ctx: RequestContext, id: number): Promise<Entry> {
    const entry = await this.find(ctx, id);
    if (!entry) throw unknownStyles();
    return entry;
  }

  private async item(ctx: RequestContext, entry: Entry, context: Context, only?: ReadonlySet<string>): Promise<Item> {
    const needs = { link: false, html: false, meta: false, taxonomies: [], revisions: true };
    const view = await this.views.load(ctx.site, [entry], needs, () => false);
    const { capabilities } = ctx.site.model.types.get(TYPE)!;
    const self = ctx.site.rest(`${ROUTE}/${entry.id}`);
    const links = new Links()
      .add('self', self)
      .add('about', ctx.site.rest(`/wp/v2/types/${TYPE}`))
      .add('version-history', `${self}/revisions`, { attributes: { count: view.revisions(entry)?.count ?? 0 } });
    if (ctx.principal.can(capabilities.publish_posts)) links.add(`${API}action-publish`, self);
    if (ctx.principal.can('unfiltered_html')) links.add(`${API}action-edit-css`, self);
    const blocks = knownBlocks(await this.files.read('block_types', ctx.site.option('stylesheet')));
    return new Item(GLOBAL_STYLES.projection(this.profile, context, only)(globalStyles(entry, blocks), view), links);
  }
}

/** A closing style tag would turn what follows into markup of the page. */
function checkCss(css: unknown): void {
  if (css === undefined) return;
  if (typeof css !== 'string') throw cssNotText();
  if (/<\/style/i.test(css)) throw cssMarkup();
}

/** The characters of markup are escaped, as WordPress stores them. */
function storedJson({ styles, settings }: Partial<StyleParts>): string {
  const json = JSON.stringify({ styles, settings, isGlobalStylesUserThemeJSON: true, version: FORMAT_VERSION });
  return json.replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
