import { Inject, Injectable } from '@nestjs/common';
import { EntriesStore } from '../entries/read/entries.store.js';
import { EntryViewLoader } from '../entries/read/entry-view.loader.js';
import { type EntryPatch } from '../entries/write/entry-changes.js';
import { EntryDeletionService } from '../entries/write/entry-deletion.service.js';
import { EntriesWriter } from '../entries/write/entries.writer.js';
import { Database } from '../../database/database.js';
import { type Context } from '../../rest/args/common.dto.js';
import { toText } from '../../text/php/php-values.js';
import { Links } from '../../rest/response/links.js';
import { Item, Reply } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type PostType } from '../../content-model/post-types.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { textOf } from '../entries/api/entry-write.dto.js';
import {
  type DeleteTemplateDto,
  type ListTemplatesDto,
  type LookupTemplateDto,
  type ReadTemplateDto,
  type TemplateValues,
} from './templates.dto.js';
import { templateHierarchy } from './template-hierarchy.js';
import { alreadyTrashed, fileTemplate, unknownTemplate } from './templates.errors.js';
import { type BlockTemplate, isFile, type TemplateFields, templateId } from './templates.fields.js';
import { activeTheme, AREA, ORIGIN, SUGGESTION, TEMPLATE_TYPE, TemplatesLoader, THEME } from './templates.loader.js';

/** Templates or template parts, as the REST API shows them. */
export interface TemplateResource {
  readonly type: PostType;
  readonly fields: TemplateFields;
}

const AREAS = ['header', 'footer', 'sidebar', 'navigation-overlay'];

/** Values of `source` that ask for the file. */
const FILE_SOURCES: ReadonlySet<string> = new Set(['theme', 'plugin']);

const API = 'https://api.w.org/';

/** Templates that are stored in the database; those that are files of the theme only as far as they were imported from WordPress. */
@Injectable()
export class TemplatesService {
  constructor(
    private readonly database: Database,
    private readonly entries: EntriesStore,
    private readonly views: EntryViewLoader,
    private readonly templates: TemplatesLoader,
    private readonly writer: EntriesWriter,
    private readonly deletion: EntryDeletionService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async list(ctx: RequestContext, resource: TemplateResource, args: ListTemplatesDto): Promise<Item[]> {
    const { wp_id: wpId, area, post_type: postType } = args;
    const templates = await this.templates.list(ctx.site, resource.type, { wpId, area, postType });
    return this.present(ctx, resource, templates, args.context, ctx.wants);
  }

  /** With `source`, the file behind a changed template. */
  async read(
    ctx: RequestContext,
    resource: TemplateResource,
    { id, context, source = '' }: ReadTemplateDto,
  ): Promise<Item> {
    const template = FILE_SOURCES.has(source)
      ? await this.existingFile(ctx, resource, id)
      : await this.existing(ctx, resource, id);
    return this.item(ctx, resource, template, context, ctx.wants);
  }

  /** The first template of the hierarchy with content; an empty object if there is none. */
  async lookup(
    ctx: RequestContext,
    resource: TemplateResource,
    args: LookupTemplateDto,
  ): Promise<Item | Record<string, never>> {
    const question = { slug: args.slug, isCustom: args.is_custom ?? false, prefix: args.template_prefix ?? '' };
    const slugs = templateHierarchy(question, ctx.site.model);
    // Templates even under the route of the parts.
    const found = await this.templates.list(ctx.site, ctx.site.model.types.get(TEMPLATE_TYPE)!, { slugs });
    const template = slugs
      .map((slug) => found.find((template) => template.slug === slug))
      .find((template) => template !== undefined && template.entry.content !== '');
    return template ? this.item(ctx, resource, template, 'view', ctx.wants) : {};
  }

  async create(ctx: RequestContext, resource: TemplateResource, values: Partial<TemplateValues>): Promise<Reply> {
    const theme = values.theme || activeTheme(ctx.site);
    const changes: EntryPatch = {
      ...changesOf(ctx, resource, values),
      slug: values.slug,
      status: 'publish',
      namedTerms: new Map([[THEME, theme], ...areaOf(resource, values.area ?? '')]),
    };
    const id = await this.database.transaction((tx) => this.writer.create(tx, resource.type, changes, ctx));
    const created = await this.written(ctx, resource, id);
    return new Reply(await this.item(ctx, resource, created, 'view'), 201, {
      Location: ctx.site.rest(`${resource.type.route}/${templateId(created)}`),
    });
  }

  /** The first change of a file creates a row; `source: theme` deletes the row again. */
  async update(
    ctx: RequestContext,
    resource: TemplateResource,
    id: string,
    values: Partial<TemplateValues>,
  ): Promise<Item> {
    const template = await this.existing(ctx, resource, id);
    const { entry } = template;
    if (values.source === 'theme' && template.file) {
      if (!isFile(template)) await this.database.transaction((tx) => this.deletion.delete(tx, entry.id));
      return this.item(ctx, resource, await this.existingFile(ctx, resource, id), 'edit');
    }
    if (isFile(template)) return this.customize(ctx, resource, template, values);
    const changes: EntryPatch = {
      ...changesOf(ctx, resource, values),
      ...(values.area !== undefined && { namedTerms: new Map(areaOf(resource, values.area)) }),
    };
    await this.database.transaction((tx) => this.writer.update(tx, entry, changes, ctx));
    return this.item(ctx, resource, await this.written(ctx, resource, entry.id), 'edit');
  }

  async delete(
    ctx: RequestContext,
    resource: TemplateResource,
    { id, force }: DeleteTemplateDto,
  ): Promise<Item | Record<string, unknown>> {
    const template = await this.existing(ctx, resource, id);
    if (isFile(template)) throw fileTemplate();
    const { entry } = template;
    const previous = await this.item(ctx, resource, template, 'edit');
    if (force) {
      await this.database.transaction((tx) => this.deletion.delete(tx, entry.id));
      return { deleted: true, previous: previous.members };
    }
    if (!(await this.database.transaction((tx) => this.writer.trash(tx, entry.id, ctx)))) throw alreadyTrashed();
    return this.item(ctx, resource, { ...template, entry: { ...entry, status: 'trash' } }, 'edit');
  }

  /** Stores a changed copy of a file, under its name. */
  private async customize(
    ctx: RequestContext,
    resource: TemplateResource,
    { entry, file, slug, theme, area }: BlockTemplate,
    values: Partial<TemplateValues>,
  ): Promise<Item> {
    const {
      title = entry.title,
      content = entry.content,
      excerpt = entry.excerpt,
      author,
      meta = [],
    } = changesOf(ctx, resource, values);
    const changes: EntryPatch = {
      title,
      content: content ?? '',
      excerpt,
      author,
      slug,
      status: 'publish',
      namedTerms: new Map([[THEME, theme], ...areaOf(resource, values.area ?? area)]),
      meta: [...meta, { key: ORIGIN, single: true, values: [file!.source] }],
    };
    const id = await this.database.transaction((tx) => this.writer.create(tx, resource.type, changes, ctx));
    return this.item(ctx, resource, await this.written(ctx, resource, id), 'edit');
  }

  private async existing(ctx: RequestContext, resource: TemplateResource, id: string): Promise<BlockTemplate> {
    const template = await this.templates.find(ctx.site, resource.type, id);
    if (!template) throw unknownTemplate();
    return template;
  }

  private async existingFile(ctx: RequestContext, resource: TemplateResource, id: string): Promise<BlockTemplate> {
    const template = await this.templates.findFile(ctx.site, resource.type, id);
    if (!template) throw unknownTemplate();
    return template;
  }

  private async written(ctx: RequestContext, resource: TemplateResource, id: number): Promise<BlockTemplate> {
    const entry = await this.entries.byId(id);
    if (!entry) throw unknownTemplate();
    return this.templates.ofRow(ctx.site, resource.type, entry);
  }

  private async item(
    ctx: RequestContext,
    resource: TemplateResource,
    template: BlockTemplate,
    context: Context,
    only?: ReadonlySet<string>,
  ): Promise<Item> {
    const [item] = await this.present(ctx, resource, [template], context, only);
    return item!;
  }

  private async present(
    ctx: RequestContext,
    { type, fields }: TemplateResource,
    templates: readonly BlockTemplate[],
    context: Context,
    only?: ReadonlySet<string>,
  ): Promise<Item[]> {
    const view = await this.views.load(
      ctx.site,
      templates.map(rowOf),
      { link: false, html: false, meta: false, taxonomies: [], revisions: true },
      () => false,
    );
    const project = fields.projection(this.profile, context, only);
    return templates.map((template) => {
      const self = ctx.site.rest(`${type.route}/${templateId(template)}`);
      const { count, newest } = view.revisions(rowOf(template)) ?? { count: 0, newest: 0 };
      const links = new Links()
        .add('self', self)
        .add('collection', ctx.site.rest(type.route))
        .add('about', ctx.site.rest(`/wp/v2/types/${type.name}`));
      const hasVersions = template.entry.status !== 'trash' && rowOf(template).id > 0;
      if (hasVersions) links.add('version-history', `${self}/revisions`, { attributes: { count } });
      if (count > 0 && hasVersions)
        links.add('predecessor-version', `${self}/revisions/${newest}`, { attributes: { id: newest } });
      if (ctx.principal.can(type.capabilities.publish_posts)) links.add(`${API}action-publish`, self);
      if (ctx.principal.can('unfiltered_html')) links.add(`${API}action-unfiltered-html`, self);
      return new Item(project(template, view), links);
    });
  }
}

/** The row whose versions are linked. */
const rowOf = ({ entry, replacedBy }: BlockTemplate) => replacedBy ?? entry;

/** The texts of a template, as its row has them. */
export function templateTexts(values: Partial<TemplateValues>): Pick<EntryPatch, 'title' | 'content' | 'excerpt'> {
  return {
    title: textOf(values.title, { emptyRaw: false }),
    content: textOf(values.content, { emptyRaw: true }),
    excerpt: values.description,
  };
}

function changesOf(
  { request }: RequestContext,
  { type }: TemplateResource,
  values: Partial<TemplateValues>,
): EntryPatch {
  // Raw: editors send this parameter, which no route declares.
  const suggestion = type.name === TEMPLATE_TYPE ? request.param(SUGGESTION) : undefined;
  return {
    ...templateTexts(values),
    author: type.supports.includes('author') ? values.author || undefined : undefined,
    ...(suggestion !== undefined && { meta: [{ key: SUGGESTION, single: true, values: [toText(suggestion)] }] }),
  };
}

/** Unknown areas become `uncategorized`. */
function areaOf({ type }: TemplateResource, area: string): [string, string][] {
  if (type.name !== 'wp_template_part') return [];
  return [[AREA, AREAS.includes(area) ? area : 'uncategorized']];
}
