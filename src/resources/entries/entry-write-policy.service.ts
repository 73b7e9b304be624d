import { Injectable } from '@nestjs/common';
import { type Entry } from '../../content/entries/entry.js';
import { mayDelete, siteFacts } from '../../content/entries/readable.js';
import { TermsStore } from '../../content/terms/terms.store.js';
import { TAXONOMIES } from '../../content/types/taxonomies.js';
import { isTruthy } from '../../rest/args/php-values.js';
import { type RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/route/context.js';
import { EntriesService } from './entries.service.js';
import {
  type CreateEntryValues,
  type EntryIdArgs,
  type EntryWriteValues,
  type UpdateEntryValues,
} from './entry-write.args.js';
import {
  alreadyExists,
  cannotAssignSticky,
  cannotAssignTerm,
  cannotCreate,
  cannotDelete,
  cannotEdit,
  cannotEditOthers,
} from './entry-write.errors.js';
import { unknownEntry } from './entry.errors.js';
import { type EntryResource } from './entry-resource.js';

type Verdict = true | RestError;

/** Who may write entries: the rules posts, pages and media share, in the order of the interface. */
@Injectable()
export class EntryWritePolicyService {
  constructor(
    private readonly entries: EntriesService,
    private readonly terms: TermsStore,
  ) {}

  async create(ctx: RequestContext, resource: EntryResource, values: CreateEntryValues): Promise<Verdict> {
    if (isTruthy(ctx.request.param('id'))) return alreadyExists();
    const refusal = this.refusesAuthor(ctx, resource, values) ?? this.refusesSticky(ctx, resource, values);
    if (refusal) return refusal;
    if (!ctx.principal.can(resource.type.capabilities.create_posts)) return cannotCreate(ctx.principal);
    return (await this.refusesTerms(ctx, resource, values)) ?? true;
  }

  async update(ctx: RequestContext, resource: EntryResource, values: UpdateEntryValues): Promise<Verdict> {
    const entry = await this.entries.find(ctx, resource, values.id);
    if (!entry) return unknownEntry();
    if (!(await this.entries.mayEdit(ctx, entry))) return cannotEdit(ctx.principal);
    const refusal = this.refusesAuthor(ctx, resource, values) ?? this.refusesSticky(ctx, resource, values);
    return refusal ?? (await this.refusesTerms(ctx, resource, values)) ?? true;
  }

  async remove(ctx: RequestContext, resource: EntryResource, { id }: EntryIdArgs): Promise<Verdict> {
    const entry = await this.entries.find(ctx, resource, id);
    if (!entry) return unknownEntry();
    return (await this.mayDelete(ctx, entry)) || cannotDelete(ctx.principal);
  }

  async mayDelete(ctx: RequestContext, entry: Entry): Promise<boolean> {
    return mayDelete(ctx.principal, entry, siteFacts(ctx.site), await this.entries.background(ctx, entry));
  }

  private refusesAuthor(
    { principal }: RequestContext,
    { type }: EntryResource,
    { author }: Partial<EntryWriteValues>,
  ): RestError | undefined {
    if (!author || author === principal.id || principal.can(type.capabilities.edit_others_posts)) return undefined;
    return cannotEditOthers(principal);
  }

  private refusesSticky(
    { principal }: RequestContext,
    { type }: EntryResource,
    { sticky }: Partial<EntryWriteValues>,
  ): RestError | undefined {
    const { edit_others_posts, publish_posts } = type.capabilities;
    if (!sticky || principal.can(edit_others_posts) || principal.can(publish_posts)) return undefined;
    return cannotAssignSticky(principal);
  }

  /** Ids of no term are ignored by the write, so they cannot be forbidden either. */
  private async refusesTerms(
    { principal }: RequestContext,
    { type }: EntryResource,
    values: Partial<EntryWriteValues>,
  ): Promise<RestError | undefined> {
    for (const name of type.taxonomies) {
      const { restBase, capabilities } = TAXONOMIES.get(name)!;
      const ids = values[restBase as 'categories' | 'tags'] ?? [];
      if (ids.length === 0 || principal.can(capabilities.assign_terms)) continue;
      if ((await this.terms.byIds(ids, name)).size > 0) return cannotAssignTerm(principal);
    }
    return undefined;
  }
}
