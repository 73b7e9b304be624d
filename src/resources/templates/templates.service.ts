import { Inject, Injectable } from '@nestjs/common';
import { EntriesStore } from '../../content/entries/entries.store.js';
import { type Entry } from '../../content/entries/entry.js';
import { EntriesListStore } from '../../content/entries/list/entries-list.store.js';
import { EntryViewLoader } from '../../content/entries/present/entry-view.loader.js';
import { type EntryChanges, EntryRefused } from '../../content/entries/write/entry-changes.js';
import { EntryDeletionService } from '../../content/entries/write/entry-deletion.service.js';
import { EntryWriterService } from '../../content/entries/write/entry-writer.service.js';
import { TermsStore } from '../../content/terms/terms.store.js';
import { UsersStore } from '../../content/users/users.store.js';
import { Database, type Transaction } from '../../database/database.js';
import { type Context } from '../../rest/args/common.args.js';
import { isMap } from '../../rest/args/php-values.js';
import { Links } from '../../rest/response/links.js';
import { Item, Reply } from '../../rest/response/reply.js';
import { type RequestContext, RequestLoader } from '../../rest/route/context.js';
import { type PostType } from '../../site/model/post-types.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { refusedWrite } from '../entries/entry.errors.js';
import { textOf } from '../entries/entry-write.args.js';
import {
  type DeleteTemplateArgs,
  type ListTemplatesArgs,
  type LookupTemplateArgs,
  type TemplateValues,
} from './templates.args.js';
import { templateHierarchy } from './template-hierarchy.js';
import { alreadyTrashed, unknownTemplate } from './templates.errors.js';
import { type StoredTemplate, type TemplateFields, templateId } from './templates.fields.js';

/** Templates or template parts, as the interface shows them. */
export interface TemplateResource {
  readonly type: PostType;
  readonly fields: TemplateFields;
}

const THEME = 'wp_theme';
const AREA = 'wp_template_part_area';
const AREAS = ['header', 'footer', 'sidebar', 'navigation-overlay'];
const ORIGIN = 'origin';
const SUGGESTION = 'is_wp_suggestion';
const STATUSES = ['publish', 'draft', 'auto-draft'];
const MOST = 1000;

const API = 'https://api.w.org/';

/** Templates that are stored in the database; those that are files of the theme are known to WordPress alone. */
@Injectable()
export class TemplatesService {
  private readonly byId = new RequestLoader((_key: string, type: PostType, id: string, theme: string) =>
    this.load(type, theme, slugOf(id, theme)),
  );

  constructor(
    private readonly database: Database,
    private readonly entries: EntriesStore,
    private readonly lists: EntriesListStore,
    private readonly views: EntryViewLoader,
    private readonly terms: TermsStore,
    private readonly users: UsersStore,
    private readonly writer: EntryWriterService,
    private readonly remover: EntryDeletionService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async list(ctx: RequestContext, resource: TemplateResource, args: ListTemplatesArgs): Promise<Item[]> {
    const rows = await this.rows(resource.type, activeTheme(ctx), {
      ...(args.wp_id !== undefined && { include: [args.wp_id] }),
    });
    const templates = await this.complete(ctx, activeTheme(ctx), rows);
    const wanted = args.area === undefined ? templates : templates.filter(({ area }) => area === args.area);
    return this.present(ctx, resource, wanted, args.context, ctx.wants);
  }

  async read(ctx: RequestContext, resource: TemplateResource, id: string, context: Context): Promise<Item> {
    return this.item(ctx, resource, await this.existing(ctx, resource, id), context, ctx.wants);
  }

  /** The first stored template of the hierarchy with content; an empty list if there is none. */
  async lookup(ctx: RequestContext, resource: TemplateResource, args: LookupTemplateArgs): Promise<Item | []> {
    const question = { slug: args.slug, isCustom: args.is_custom ?? false, prefix: args.template_prefix ?? '' };
    const slugs = templateHierarchy(question, ctx.site.model);
    const theme = activeTheme(ctx);
    const rows = await this.rows(resource.type, theme, { slugs });
    const row = slugs
      .map((slug) => rows.find((entry) => entry.slug === slug))
      .find((entry) => entry !== undefined && entry.content !== '');
    if (!row) return [];
    const [template] = await this.complete(ctx, theme, [row]);
    return this.item(ctx, resource, template!, 'view', ctx.wants);
  }

  async create(ctx: RequestContext, resource: TemplateResource, values: Partial<TemplateValues>): Promise<Reply> {
    const theme = activeTheme(ctx);
    const changes: EntryChanges = {
      ...changesOf(resource, values),
      slug: values.slug,
      status: values.status ?? 'publish',
      namedTerms: new Map([[THEME, theme], ...areaOf(resource, values.area ?? '')]),
    };
    const id = await this.write('create', (tx) => this.writer.create(tx, resource.type, changes, ctx));
    const created = await this.written(ctx, resource, theme, id);
    return new Reply(await this.item(ctx, resource, created, 'view'), 201, {
      Location: ctx.site.rest(`${resource.type.route}/${templateId(created)}`),
    });
  }

  async update(
    ctx: RequestContext,
    resource: TemplateResource,
    id: string,
    values: Partial<TemplateValues>,
  ): Promise<Item> {
    const { entry, theme } = await this.existing(ctx, resource, id);
    const changes: EntryChanges = {
      ...changesOf(resource, values),
      status: values.status,
      ...(values.area !== undefined && { namedTerms: new Map(areaOf(resource, values.area)) }),
    };
    await this.write('update', (tx) => this.writer.update(tx, entry, changes, ctx));
    return this.item(ctx, resource, await this.written(ctx, resource, theme, entry.id), 'edit');
  }

  async delete(
    ctx: RequestContext,
    resource: TemplateResource,
    { id, force }: DeleteTemplateArgs,
  ): Promise<Item | Record<string, unknown>> {
    const template = await this.existing(ctx, resource, id);
    const { entry } = template;
    const previous = await this.item(ctx, resource, template, 'edit');
    if (force) {
      await this.write('update', (tx) => this.remover.remove(tx, entry.id));
      return { deleted: true, previous: previous.members };
    }
    if (!(await this.write('update', (tx) => this.writer.trash(tx, entry.id, ctx)))) throw alreadyTrashed();
    return this.item(ctx, resource, { ...template, entry: { ...entry, status: 'trash' } }, 'edit');
  }

  async find(ctx: RequestContext, { type }: TemplateResource, id: string): Promise<StoredTemplate | undefined> {
    const theme = activeTheme(ctx);
    const row = await this.byId.of(ctx, `${type.name}:${id}`, type, id, theme);
    const [template] = row ? await this.complete(ctx, theme, [row]) : [];
    return template;
  }

  /** Former versions have the texts and the author of their own rows; everything else is that of the template. */
  async versions(template: StoredTemplate, rows: readonly Entry[]): Promise<StoredTemplate[]> {
    const authors = await this.users.byIds([...new Set(rows.map(({ author }) => author))].filter((id) => id > 0));
    return rows.map((entry) => ({
      ...template,
      entry: { ...entry, content: withTheme(entry.content ?? '', template.theme) },
      authorName: authors.get(entry.author)?.displayName ?? '',
    }));
  }

  private async existing(ctx: RequestContext, resource: TemplateResource, id: string): Promise<StoredTemplate> {
    const template = await this.find(ctx, resource, id);
    if (!template) throw unknownTemplate();
    return template;
  }

  private async load(type: PostType, theme: string, slug: string | undefined): Promise<Entry | undefined> {
    if (slug === undefined) return undefined;
    const [row] = await this.rows(type, theme, { slugs: [slug] });
    return row;
  }

  private async rows(
    type: PostType,
    theme: string,
    filter: { slugs?: readonly string[]; include?: readonly number[] },
  ): Promise<Entry[]> {
    const term = await this.terms.bySlug(theme, THEME);
    if (!term) return [];
    const { items } = await this.lists.find(
      {
        type: type.name,
        statuses: STATUSES,
        terms: [{ taxonomy: THEME, include: [term.id] }],
        orderby: 'date',
        order: 'desc',
        limit: MOST,
        offset: 0,
        ...filter,
      },
      { content: true },
    );
    return items;
  }

  private async written(
    ctx: RequestContext,
    resource: TemplateResource,
    theme: string,
    id: number,
  ): Promise<StoredTemplate> {
    const entry = await this.entries.byId(id);
    if (!entry) throw unknownTemplate();
    const [template] = await this.complete(ctx, theme, [entry]);
    return template!;
  }

  private async complete({ site }: RequestContext, theme: string, rows: readonly Entry[]): Promise<StoredTemplate[]> {
    const ids = rows.map(({ id }) => id);
    const [areas, metas, authors] = await Promise.all([
      this.terms.ofObjects(ids, [AREA]),
      this.entries.metas(ids, [ORIGIN, SUGGESTION]),
      this.users.byIds([...new Set(rows.map(({ author }) => author))].filter((id) => id > 0)),
    ]);
    return rows.map((entry) => {
      const meta = metas.get(entry.id);
      return {
        entry: { ...entry, content: withTheme(entry.content ?? '', theme) },
        theme,
        slug: entry.slug,
        origin: meta?.get(ORIGIN) || undefined,
        area: areas.get(entry.id)?.[0]?.slug ?? 'uncategorized',
        isSuggestion: Boolean(meta?.get(SUGGESTION)),
        authorName: authors.get(entry.author)?.displayName ?? '',
        siteName: site.option('blogname'),
      };
    });
  }

  private async item(
    ctx: RequestContext,
    resource: TemplateResource,
    template: StoredTemplate,
    context: Context,
    only?: ReadonlySet<string>,
  ): Promise<Item> {
    const [item] = await this.present(ctx, resource, [template], context, only);
    return item!;
  }

  private async present(
    ctx: RequestContext,
    { type, fields }: TemplateResource,
    templates: readonly StoredTemplate[],
    context: Context,
    only?: ReadonlySet<string>,
  ): Promise<Item[]> {
    const view = await this.views.load(
      ctx.site,
      templates.map(({ entry }) => entry),
      { link: false, html: false, meta: false, taxonomies: [], revisions: true },
      () => false,
    );
    const project = fields.projection(this.profile, context, only);
    return templates.map((template) => {
      const self = ctx.site.rest(`${type.route}/${templateId(template)}`);
      const { count, newest } = view.revisions(template.entry) ?? { count: 0, newest: 0 };
      const links = new Links()
        .add('self', self)
        .add('collection', ctx.site.rest(type.route))
        .add('about', ctx.site.rest(`/wp/v2/types/${type.name}`));
      const isTrashed = template.entry.status === 'trash';
      if (!isTrashed) links.add('version-history', `${self}/revisions`, { attributes: { count } });
      if (count > 0 && !isTrashed)
        links.add('predecessor-version', `${self}/revisions/${newest}`, { attributes: { id: newest } });
      if (ctx.principal.can(type.capabilities.publish_posts)) links.add(`${API}action-publish`, self);
      if (ctx.principal.can('unfiltered_html')) links.add(`${API}action-unfiltered-html`, self);
      return new Item(project(template, view), links);
    });
  }

  private async write<T>(mode: 'create' | 'update', work: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.database.transaction(work);
    } catch (error) {
      throw error instanceof EntryRefused ? refusedWrite(error.reason, mode) : error;
    }
  }
}

const activeTheme = ({ site }: RequestContext) => site.option('stylesheet');

/** The name in `theme//name` of the active theme; one slash does, too. */
function slugOf(id: string, theme: string): string | undefined {
  const [, name] = id.startsWith(`${theme}/`) ? (/^\/?([^/]+)$/.exec(id.slice(theme.length + 1)) ?? []) : [];
  return name;
}

/** The texts of a template, as its row has them. */
export function templateTexts(values: Partial<TemplateValues>): Pick<EntryChanges, 'title' | 'content' | 'excerpt'> {
  return {
    title: textOf(values.title, { emptyRaw: false }),
    content: textOf(values.content, { emptyRaw: true }),
    excerpt: values.description,
  };
}

function changesOf({ type }: TemplateResource, values: Partial<TemplateValues>): EntryChanges {
  return {
    ...templateTexts(values),
    author: type.supports.includes('author') ? values.author || undefined : undefined,
  };
}

/** Unknown areas become `uncategorized`. */
function areaOf({ type }: TemplateResource, area: string): [string, string][] {
  if (type.name !== 'wp_template_part') return [];
  return [[AREA, AREAS.includes(area) ? area : 'uncategorized']];
}

/** Template parts without a theme belong to the template's theme. */
function withTheme(content: string, theme: string): string {
  return content.replace(/<!-- wp:template-part (\{.{0,1000}?\}) (\/?-->)/g, (whole, json: string, end: string) => {
    const attributes = parsedMap(json);
    if (!attributes || 'theme' in attributes) return whole;
    return `<!-- wp:template-part ${JSON.stringify({ ...attributes, theme })} ${end}`;
  });
}

function parsedMap(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isMap(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
