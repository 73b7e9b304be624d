import { Inject, Injectable } from '@nestjs/common';
import { createNonce } from '../../access/authentication/nonce.js';
import { SecretKeysService } from '../../access/authentication/secret-keys.service.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { type Entry } from '../entries/model/entry.js';
import { EntriesListStore } from '../entries/read/list/entries-list.store.js';
import { PermalinksLoader } from '../entries/read/permalinks.loader.js';
import { revisedMeta } from '../entries/write/revisions.store.js';
import { AutosavesWriter, autosaveSlug } from '../entries/write/autosaves.writer.js';
import { Database } from '../../database/database.js';
import { type Context } from '../../rest/args/common.dto.js';
import { type ResourceFields } from '../../rest/fields/resource-fields.js';
import { Item } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type PostType } from '../../content-model/post-types.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { EntriesService } from '../entries/api/entries.service.js';
import { EntryEditingService } from '../entries/api/entry-editing.service.js';
import { unknownEntry } from '../entries/api/entry.errors.js';
import { type EntryResource } from '../entries/api/entry-resource.js';
import { toChanges, type UpdateEntryValues } from '../entries/api/entry-write.dto.js';
import { MetaInputService } from '../meta/meta-input.service.js';
import { type ListAutosavesDto, type ReadAutosaveDto } from './revisions.dto.js';
import { noAutosave } from './revisions.errors.js';
import { type AutosaveView } from './revisions.fields.js';
import { parentLinks, RevisionsService } from './revisions.service.js';

/** The autosaves of one post type. */
export interface AutosaveResource {
  readonly type: PostType;
  readonly entries: EntryResource;
  readonly fields: ResourceFields<Entry, AutosaveView>;
}

/** There is one autosave for each user. */
const MANY_USERS = 100;

@Injectable()
export class AutosavesService {
  constructor(
    private readonly database: Database,
    private readonly store: EntriesStore,
    private readonly lists: EntriesListStore,
    private readonly entries: EntriesService,
    private readonly revisions: RevisionsService,
    private readonly autosaves: AutosavesWriter,
    private readonly editing: EntryEditingService,
    private readonly permalinks: PermalinksLoader,
    private readonly keys: SecretKeysService,
    private readonly metaInput: MetaInputService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async list(ctx: RequestContext, resource: AutosaveResource, { id, context }: ListAutosavesDto): Promise<Item[]> {
    const parent = await this.parent(ctx, resource, id);
    return this.present(ctx, resource, parent, await this.of(id), context, ctx.wants);
  }

  /** The newest autosave of the entry, whatever the ID in the path. */
  async read(ctx: RequestContext, resource: AutosaveResource, args: ReadAutosaveDto): Promise<Item> {
    const parent = await this.parent(ctx, resource, args.parent);
    const newest = await this.of(args.parent, 1);
    if (newest.length === 0) throw noAutosave();
    const [item] = await this.present(ctx, resource, parent, newest, args.context, ctx.wants);
    return item!;
  }

  async create(ctx: RequestContext, resource: AutosaveResource, values: UpdateEntryValues): Promise<Item> {
    const { type, entries } = resource;
    const parent = await this.parent(ctx, resource, values.id);
    const isOwnDraft = await this.autosaves.changesEntry(parent, ctx.principal.id);
    if (isOwnDraft)
      await this.editing.update(ctx, entries, ownValues(type, values), { changes: { skipsRevision: true } });
    const id = isOwnDraft ? parent.id : await this.save(ctx, resource, parent, values);
    const saved = await this.store.byId(id);
    const owner = (isOwnDraft && saved) || parent;
    const [item] = await this.present(ctx, resource, owner, saved ? [saved] : [], 'edit');
    return item!;
  }

  private async save(
    ctx: RequestContext,
    { type, entries }: AutosaveResource,
    parent: Entry,
    values: UpdateEntryValues,
  ): Promise<number> {
    const { title, content, excerpt } = toChanges(values, entries.taxonomies, ctx.site.zone);
    const texts = Object.fromEntries(
      Object.entries({ title, content, excerpt }).filter(([, text]) => text !== undefined),
    );
    const fields = revisedMeta(ctx.site.model, type.name);
    const target = { object: 'post', fields, principal: ctx.principal, mayEdit: true } as const;
    const meta = await this.metaInput.changes(target, values.meta);
    return this.database.transaction((tx) => this.autosaves.save(tx, parent.id, texts, meta, ctx));
  }

  private async parent(ctx: RequestContext, { entries }: AutosaveResource, id: number): Promise<Entry> {
    const entry = await this.entries.find(ctx, entries, id);
    if (!entry) throw unknownEntry();
    return entry;
  }

  /** The newest autosaves of an entry. */
  async of(parent: number, limit: number = MANY_USERS): Promise<Entry[]> {
    const { items } = await this.lists.find(
      {
        type: 'revision',
        statuses: ['inherit'],
        parents: [parent],
        slugs: [autosaveSlug(parent)],
        orderby: 'date',
        order: 'desc',
        perPage: limit,
        offset: 0,
      },
      { content: true },
    );
    return items;
  }

  private async present(
    ctx: RequestContext,
    { type, fields }: AutosaveResource,
    parent: Entry,
    autosaves: readonly Entry[],
    context: Context,
    only?: ReadonlySet<string>,
  ): Promise<Item[]> {
    const members = fields.members(this.profile, context, only);
    const [view, link] = await Promise.all([
      this.revisions.view(ctx, type, autosaves, members),
      members.has('preview_link') && type.viewable ? this.previewLinks(ctx, parent) : () => '',
    ]);
    const project = fields.projection(this.profile, context, only);
    const visible: AutosaveView = Object.assign(view, { previewLink: link });
    return autosaves.map((autosave) => new Item(project(autosave, visible), parentLinks(ctx, type, autosave)));
  }

  /** The URL of the preview, which requires the nonce. The service makes it, and leads to a front end with a token. */
  private async previewLinks(ctx: RequestContext, parent: Entry): Promise<(autosave: Entry) => string> {
    const link = (await this.permalinks.links(ctx.site, [parent]))(parent);
    const { home, serviceHome } = ctx.site;
    const address = link.startsWith(home) ? serviceHome + link.slice(home.length) : link;
    const keys = await this.keys.read();
    const holder = { id: ctx.principal.id, sessionToken: ctx.principal.sessionToken ?? '' };
    const nonce = keys && createNonce(holder, keys, Date.now() / 1000, `post_preview_${parent.id}`);
    const separator = address.includes('?') ? '&' : '?';
    return ({ id }) => {
      const proof = id === parent.id ? '' : `preview_id=${parent.id}${nonce ? `&preview_nonce=${nonce}` : ''}&`;
      return `${address}${separator}${proof}preview=true`;
    };
  }
}

/** What an autosave changes of the author's own draft: its row, not its terms, meta and further details. */
function ownValues({ hierarchical }: PostType, values: UpdateEntryValues): UpdateEntryValues {
  const { id, title, content, excerpt, date, date_gmt, slug, status, author, password } = values;
  const { parent, menu_order, comment_status, ping_status } = values;
  return {
    ...{ id, title, content, excerpt, date, date_gmt, slug, status, author, password },
    ...{ menu_order, comment_status, ping_status, ...(hierarchical && { parent }) },
  };
}
