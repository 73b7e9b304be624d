import { Inject, Injectable } from '@nestjs/common';
import { EntriesStore } from '../entries/read/entries.store.js';
import { type Entry } from '../entries/model/entry.js';
import { EntryViewLoader } from '../entries/read/entry-view.loader.js';
import { AutosavesWriter } from '../entries/write/autosaves.writer.js';
import { Database } from '../../database/database.js';
import { type Context } from '../../rest/args/common.dto.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { Links } from '../../rest/response/links.js';
import { pagedReply } from '../../rest/response/paging.js';
import { Item, type Reply } from '../../rest/response/reply.js';
import { type RequestContext, RequestLoader } from '../../rest/http/request-context.js';
import { type PostType } from '../../content-model/post-types.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { AutosavesService } from '../revisions/autosaves.service.js';
import { noAutosave, noTrash, unknownParent } from '../revisions/revisions.errors.js';
import { RevisionsService } from '../revisions/revisions.service.js';
import {
  type DeleteTemplateRevisionDto,
  type ListTemplateAutosavesDto,
  type ListTemplateRevisionsDto,
  type ReadTemplateRevisionDto,
} from './template-revisions.dto.js';
import { type TemplateValues } from './templates.dto.js';
import { fileTemplate } from './templates.errors.js';
import { type BlockTemplate, isFile, templateId } from './templates.fields.js';
import { TemplatesLoader } from './templates.loader.js';
import { type TemplateResource, templateTexts } from './templates.service.js';

const NEEDS = { link: false, html: false, meta: false, taxonomies: [], revisions: false };

/** The former versions of templates and template parts, and their autosaves. */
@Injectable()
export class TemplateRevisionsService {
  private readonly parents = new RequestLoader((_key: string, ctx: RequestContext, type: PostType, id: string) =>
    this.templates.find(ctx.site, type, id),
  );

  constructor(
    private readonly database: Database,
    private readonly entries: EntriesStore,
    private readonly views: EntryViewLoader,
    private readonly templates: TemplatesLoader,
    private readonly revisions: RevisionsService,
    private readonly autosaves: AutosavesService,
    private readonly writer: AutosavesWriter,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  parent(ctx: RequestContext, resource: TemplateResource, id: string): Promise<BlockTemplate | undefined> {
    return this.parents.of(ctx, `${resource.type.name}:${id}`, ctx, resource.type, id);
  }

  /** The version, or why there is none at this address. */
  async find(
    ctx: RequestContext,
    resource: TemplateResource,
    { parent, id }: { parent: string; id: number },
  ): Promise<Entry | RestError> {
    const template = await this.parent(ctx, resource, parent);
    if (template && isFile(template)) return fileTemplate();
    return template ? this.revisions.find(ctx, { parent: template.entry.id, id }) : unknownParent();
  }

  async list(ctx: RequestContext, resource: TemplateResource, args: ListTemplateRevisionsDto): Promise<Reply> {
    const template = await this.existing(ctx, resource, args.parent);
    const { revisions, ...paging } = await this.revisions.pageOf(template.entry.id, args, true);
    const visible = { kind: 'revisions', context: args.context, only: ctx.wants } as const;
    const items = await this.present(ctx, resource, template, revisions, visible);
    return pagedReply(ctx, `${resource.type.route}/${templateId(template)}/revisions`, items, { ...paging, args });
  }

  async read(ctx: RequestContext, resource: TemplateResource, args: ReadTemplateRevisionDto): Promise<Item> {
    const template = await this.existing(ctx, resource, args.parent);
    const revision = await this.revisions.found(ctx, { parent: template.entry.id, id: args.id });
    const visible = { kind: 'revisions', context: args.context, only: ctx.wants } as const;
    return this.item(ctx, resource, template, revision, visible);
  }

  async delete(
    ctx: RequestContext,
    resource: TemplateResource,
    args: DeleteTemplateRevisionDto,
  ): Promise<Record<string, unknown>> {
    const template = await this.existing(ctx, resource, args.parent);
    const revision = await this.revisions.found(ctx, { parent: template.entry.id, id: args.id });
    if (!args.force) throw noTrash();
    const previous = await this.item(ctx, resource, template, revision, { kind: 'revisions', context: 'view' });
    await this.revisions.deleteRow(revision.id);
    return { deleted: true, previous: previous.members };
  }

  async listAutosaves(
    ctx: RequestContext,
    resource: TemplateResource,
    { id, context }: ListTemplateAutosavesDto,
  ): Promise<Item[]> {
    const template = await this.existing(ctx, resource, id);
    const autosaves = await this.autosaves.of(template.entry.id);
    return this.present(ctx, resource, template, autosaves, { kind: 'autosaves', context, only: ctx.wants });
  }

  /** The newest autosave of the template, whatever its id. */
  async readAutosave(ctx: RequestContext, resource: TemplateResource, args: ReadTemplateRevisionDto): Promise<Item> {
    const template = await this.existing(ctx, resource, args.parent);
    const [newest] = await this.autosaves.of(template.entry.id, 1);
    if (!newest) throw noAutosave();
    const visible = { kind: 'autosaves', context: args.context, only: ctx.wants } as const;
    return this.item(ctx, resource, template, newest, visible);
  }

  async save(
    ctx: RequestContext,
    resource: TemplateResource,
    { id, ...values }: { id: string } & Partial<TemplateValues>,
  ): Promise<Item> {
    const template = await this.existing(ctx, resource, id);
    const texts = Object.fromEntries(Object.entries(templateTexts(values)).filter(([, text]) => text !== undefined));
    const saved = await this.database.transaction((tx) => this.writer.save(tx, template.entry.id, texts, [], ctx));
    const autosave = await this.entries.byId(saved);
    return this.item(ctx, resource, template, autosave!, { kind: 'autosaves', context: 'edit' });
  }

  private async existing(ctx: RequestContext, resource: TemplateResource, id: string): Promise<BlockTemplate> {
    const template = await this.parent(ctx, resource, id);
    if (!template) throw unknownParent();
    if (isFile(template)) throw fileTemplate();
    return template;
  }

  private async item(
    ctx: RequestContext,
    resource: TemplateResource,
    template: BlockTemplate,
    version: Entry,
    visible: Shown,
  ): Promise<Item> {
    const [item] = await this.present(ctx, resource, template, [version], visible);
    return item!;
  }

  private async present(
    ctx: RequestContext,
    { type, fields }: TemplateResource,
    template: BlockTemplate,
    rows: readonly Entry[],
    { kind, context, only }: Shown,
  ): Promise<Item[]> {
    const versions = await this.templates.versions(template, rows);
    const view = await this.views.load(ctx.site, rows, NEEDS, () => false);
    const project = fields.projection(this.profile, context, only);
    const parent = ctx.site.rest(`${type.route}/${templateId(template)}`);
    return versions.map((version) => {
      const links = new Links().add('self', `${parent}/${kind}/${version.entry.id}`).add('parent', parent);
      return new Item(project(version, view), links);
    });
  }
}

interface Shown {
  readonly kind: 'revisions' | 'autosaves';
  readonly context: Context;
  readonly only?: ReadonlySet<string>;
}
