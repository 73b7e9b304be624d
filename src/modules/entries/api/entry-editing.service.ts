import { Inject, Injectable } from '@nestjs/common';
import { AccountsStore } from '../../../access/authentication/accounts.store.js';
import { Database, type Transaction } from '../../../database/database.js';
import { EntriesStore } from '../read/entries.store.js';
import { type Entry } from '../model/entry.js';
import { type EntryPatch } from '../write/entry-changes.js';
import { EntryDeletionService } from '../write/entry-deletion.service.js';
import { EntriesWriter } from '../write/entries.writer.js';
import { type Item, Reply } from '../../../rest/response/reply.js';
import { RequestContext } from '../../../rest/http/request-context.js';
import { EntryScopesStore } from '../../../hooks/entry-scopes.store.js';
import { SiteService } from '../../../site/site.service.js';
import { fieldRequest } from '../../../rest/http/field-request.js';
import { fieldUpdate } from '../../../content-model/field-values.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { MetaInputService, type ReadMeta } from '../../meta/meta-input.service.js';
import { EntriesService } from './entries.service.js';
import {
  type CreateEntryValues,
  type DeleteEntryDto,
  type EntryWriteValues,
  type UpdateEntryValues,
  toChanges,
} from './entry-write.dto.js';
import {
  unknownEntry,
  alreadyTrashed,
  cannotPublish,
  refusedTransition,
  outsideScope,
  stickyWithPassword,
  unknownAuthor,
  unknownParent,
} from './entry.errors.js';
import { type EntryResource } from './entry-resource.js';

/** Statuses that require the right to publish. */
const PUBLISHED = new Set(['publish', 'future', 'private']);

/** What one resource adds to the write of an entry. */
export interface OwnWrites {
  /** Overrides the common values. */
  changes?: EntryPatch;
  /** Runs in the same transaction, after the entry has been written. */
  afterWrite?: (tx: Transaction, id: number) => Promise<void>;
}

/** Creates, changes and deletes entries, after the policy has allowed it. */
@Injectable()
export class EntryEditingService {
  constructor(
    private readonly database: Database,
    private readonly sites: SiteService,
    private readonly accounts: AccountsStore,
    private readonly store: EntriesStore,
    private readonly entries: EntriesService,
    private readonly writer: EntriesWriter,
    private readonly deletion: EntryDeletionService,
    private readonly scopes: EntryScopesStore,
    private readonly metaInput: MetaInputService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** `prepare` runs after all validation. */
  async create(
    ctx: RequestContext,
    resource: EntryResource,
    values: CreateEntryValues,
    prepare?: () => Promise<OwnWrites>,
  ): Promise<Reply> {
    await this.check(ctx, resource, values, undefined);
    const meta = await this.changedMeta(ctx, resource, values, { isWhole: prepare !== undefined });
    const own = (await prepare?.()) ?? {};
    const fields = sentFields(ctx, resource, values);
    const changes = { ...this.changes(ctx, resource, values), ...storedMeta(meta), ...own.changes, fields };
    const id = await this.database.transaction(async (tx) => {
      const written = await this.writer.create(tx, resource.type, changes, ctx);
      await this.updateFields(tx, ctx, resource, { ...values, id: written });
      await own.afterWrite?.(tx, written);
      if (await this.scopes.hides(tx, written)) throw outsideScope();
      return written;
    });
    if (meta.error) throw meta.error;
    return new Reply(await this.written(ctx, resource, id), 201, {
      Location: ctx.site.rest(`${resource.route}/${id}`),
    });
  }

  async update(
    ctx: RequestContext,
    resource: EntryResource,
    values: UpdateEntryValues,
    own: OwnWrites = {},
  ): Promise<Item> {
    const entry = await this.found(ctx, resource, values.id);
    await this.check(ctx, resource, values, entry);
    const meta = await this.changedMeta(ctx, resource, values, { isWhole: own.afterWrite !== undefined });
    const fields = sentFields(ctx, resource, values);
    const changes = { ...this.changes(ctx, resource, values, entry), ...storedMeta(meta), ...own.changes, fields };
    await this.database.transaction(async (tx) => {
      await this.writer.update(tx, entry, changes, ctx);
      await this.updateFields(tx, ctx, resource, values);
      await own.afterWrite?.(tx, entry.id);
      if (await this.scopes.hides(tx, entry.id)) throw outsideScope();
    });
    if (meta.error) throw meta.error;
    return this.written(ctx, resource, entry.id);
  }

  async delete(
    ctx: RequestContext,
    resource: EntryResource,
    { id, force }: DeleteEntryDto,
    own: OwnWrites = {},
  ): Promise<Item | Record<string, unknown>> {
    const entry = await this.found(ctx, resource, id);
    if (force) return this.deletePermanently(ctx, resource, entry, own);
    if (entry.status === 'trash') throw alreadyTrashed();
    const isTrashed = await this.database.transaction((tx) => this.writer.trash(tx, id, ctx));
    if (!isTrashed) throw alreadyTrashed();
    return this.written(ctx, resource, id);
  }

  private async deletePermanently(
    ctx: RequestContext,
    resource: EntryResource,
    entry: Entry,
    own: OwnWrites,
  ): Promise<Record<string, unknown>> {
    // `_fields` applies to the fields of this response, not to those of the deleted entry.
    const whole = new RequestContext(ctx.principal, ctx.request, ctx.site, { ...ctx.options, fields: undefined });
    const [previous] = await this.entries.items(whole, resource, [entry], 'edit');
    const isRemoved = await this.database.transaction(async (tx) => {
      // References are removed after the row is locked, so that none is added afterwards.
      const isFound = await this.deletion.delete(tx, entry.id, ctx.principal);
      if (isFound) await own.afterWrite?.(tx, entry.id);
      return isFound;
    });
    if (!isRemoved) throw unknownEntry();
    return { deleted: true, previous: previous!.members };
  }

  /** Validation that needs the entry itself, in the order of the REST API. */
  private async check(
    ctx: RequestContext,
    { type }: EntryResource,
    values: CreateEntryValues,
    entry: Entry | undefined,
  ): Promise<void> {
    const { principal } = ctx;
    if (values.status !== undefined && PUBLISHED.has(values.status) && !principal.can(type.capabilities.publish_posts))
      throw cannotPublish(principal);
    if (values.status !== undefined) {
      // An entry that leaves the trash here starts as a new one; restoring it is another request.
      const isNew = !entry || entry.status === 'auto-draft' || entry.status === 'trash';
      const refused = refusedTransition(principal, type, isNew ? 'draft' : entry.status, values.status);
      if (refused) throw refused;
    }
    if (values.author && values.author !== principal.id && !(await this.accounts.exists(values.author)))
      throw unknownAuthor();
    if (isStickyWithPassword(ctx, values, entry)) throw stickyWithPassword();
    if (values.parent && !(await this.store.byId(values.parent, { content: false }))) throw unknownParent();
  }

  private changes(
    { request, site }: RequestContext,
    { taxonomies }: EntryResource,
    values: Partial<EntryWriteValues>,
    entry?: Entry,
  ): EntryPatch {
    const stored = this.profile.entries.ignoresStoredDates ? entry : undefined;
    const changes = toChanges(values, taxonomies, site.zone, stored);
    const { json = {} } = request;
    // Raw: a value of null counts as absent everywhere else.
    const isReset = this.profile.entries.resetsDates && (json.date === null || json.date_gmt === null);
    return isReset ? { ...changes, date: null } : changes;
  }

  /**
   * Where a release saves the entry and its valid meta first, `error` is thrown afterwards; not where files depend on it, for declared types
   * and for writes of modules.
   */
  private async changedMeta(
    { principal, site, request }: RequestContext,
    { type }: EntryResource,
    { id, meta }: Partial<EntryWriteValues> & { id?: number },
    { isWhole }: { isWhole: boolean },
  ): Promise<ReadMeta> {
    const fields = site.model.metaOf('post', type.name);
    const read = await this.metaInput.read({ object: 'post', id, fields, principal, mayEdit: true }, meta);
    const isAsInWordPress =
      this.profile.entries.savesValidMeta && !isWhole && !request.isFromCode && !site.model.isDeclared(type.name);
    if (read.error && !isAsInWordPress) throw read.error;
    return read;
  }

  /** Stores the values of computed fields that the request sends. */
  private async updateFields(
    tx: Transaction,
    ctx: RequestContext,
    { type }: EntryResource,
    values: object & { id: number },
  ): Promise<void> {
    await fieldUpdate(ctx.site.model.fields.of('post', type.name), values, fieldRequest(ctx))?.(tx, values.id);
  }

  private async found(ctx: RequestContext, resource: EntryResource, id: number): Promise<Entry> {
    const entry = await this.entries.find(ctx, resource, id);
    if (!entry) throw unknownEntry();
    return entry;
  }

  /** The current entry, on the current site: a write may have changed options too. */
  private async written(ctx: RequestContext, resource: EntryResource, id: number): Promise<Item> {
    const after = ctx.afterWrite(await this.sites.current());
    const item = await this.entries.item(after, resource, id, 'edit');
    if (!item) throw unknownEntry();
    return item;
  }
}

/** The values of computed fields among those of a request. */
function sentFields({ site }: RequestContext, { type }: EntryResource, values: object): Record<string, unknown> {
  const named = values as Readonly<Record<string, unknown>>;
  const fields = site.model.fields
    .of('post', type.name)
    .filter(({ name, update }) => update && named[name] !== undefined);
  return Object.fromEntries(fields.map(({ name }) => [name, named[name]]));
}

/** A write that ends with an error makes no revision. */
function storedMeta({ changes, error }: ReadMeta): Pick<EntryPatch, 'meta' | 'skipsRevision'> {
  return { meta: changes, ...(error && { skipsRevision: true }) };
}

function isStickyWithPassword(
  { site }: RequestContext,
  { password, sticky }: Partial<EntryWriteValues>,
  entry: Entry | undefined,
): boolean {
  if (password && (sticky || (entry && site.ids('sticky_posts').includes(entry.id)))) return true;
  return Boolean(sticky && entry && entry.password !== '');
}
