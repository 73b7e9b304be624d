import { Inject, Injectable } from '@nestjs/common';
import { type Entry } from '../model/entry.js';
import { PostPasswordService } from '../read/post-password.js';
import { isPasswordOf } from '../model/readable.js';
import { TermsStore } from '../../terms/terms.store.js';
import { type Context, type ContextDto } from '../../../rest/args/common.dto.js';
import { isTruthy } from '../../../text/php/php-values.js';
import { tooManyWrongPasswords } from '../../../rest/errors/catalogue.js';
import { type RestError } from '../../../rest/errors/rest-error.js';
import { type RequestContext, RequestLoader } from '../../../rest/http/request-context.js';
import { type Allowed } from '../../../rest/route/route.types.js';
import { ContentModel } from '../../../content-model/content-model.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { type ReadEntryDto } from './entry.dto.js';
import { EntriesService } from './entries.service.js';
import { cookieReader } from './entry.presenter.js';
import {
  forbiddenContext,
  unknownEntry,
  wrongPassword,
  alreadyExists,
  cannotAssignSticky,
  cannotAssignTerm,
  cannotCreate,
  cannotDelete,
  cannotEdit,
  cannotEditOthers,
} from './entry.errors.js';
import { type EntryResource, entryResourceOf } from './entry-resource.js';
import {
  type CreateEntryValues,
  type EntryIdDto,
  type EntryWriteValues,
  type UpdateEntryValues,
  termIds,
} from './entry-write.dto.js';

/** Who may read and write the entries of one resource. Checks run in WordPress's order. */
@Injectable()
export abstract class EntryPolicy {
  /** Name of the post type. */
  protected abstract readonly postType: string;
  /** Once per request: the Allow header repeats the check. */
  private readonly attempts = new RequestLoader((_key: string, address: string, entry: Entry, password: string) =>
    this.passwords.attempt(address, entry, password),
  );

  constructor(
    private readonly entries: EntriesService,
    private readonly terms: TermsStore,
    private readonly passwords: PostPasswordService,
    protected readonly model: ContentModel,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  protected get resource(): EntryResource {
    return entryResourceOf(this.model, this.postType);
  }

  list({ principal }: RequestContext, { context }: ContextDto): Allowed {
    return (
      context !== 'edit' || principal.can(this.resource.type.capabilities.edit_posts) || forbiddenContext(principal)
    );
  }

  async read(ctx: RequestContext, args: ReadEntryDto): Promise<boolean | RestError> {
    const { id, context } = args;
    const password = this.passwordOf(ctx, args);
    if (await this.entries.isCertainlyReadable(ctx, this.resource, args)) return true;
    const isShown = ctx.request.method === 'GET';
    const entry = await (isShown
      ? this.entries.findToShow(ctx, this.resource, args)
      : this.entries.find(ctx, this.resource, id));
    if (!entry) return unknownEntry();
    if (context === 'edit' && !(await this.entries.mayEdit(ctx, entry))) return forbiddenContext(ctx.principal);
    const blocked = await this.blockedFor(ctx, entry, password, context);
    if (blocked > 0) return tooManyWrongPasswords(blocked);
    if (password !== '' && !isPasswordOf(entry, password)) return wrongPassword();
    return this.entries.isReadable(ctx, entry);
  }

  /** Seconds to wait after too many wrong passwords for the entry. Editing it requires no password. */
  private async blockedFor(ctx: RequestContext, entry: Entry, password: string, context: Context): Promise<number> {
    if (entry.password === '' || context === 'edit') return 0;
    const blocked = await this.attempts.of(ctx, `${entry.id} ${password}`, ctx.request.address, entry, password);
    return blocked || (await this.passwords.openedByCookie(cookieReader(ctx), [entry])).blockedFor;
  }

  private passwordOf({ request }: RequestContext, { password = '' }: ReadEntryDto): string {
    return this.profile.entries.unlocksByQueryOnly && request.query.password === undefined ? '' : password;
  }

  async create(ctx: RequestContext, values: CreateEntryValues): Promise<true | RestError> {
    // Raw: creating declares no `id`, and a body that brings one is refused.
    if (isTruthy(ctx.request.param('id'))) return alreadyExists();
    const error = this.authorError(ctx, values) ?? this.stickyError(ctx, values);
    if (error) return error;
    if (!ctx.principal.can(this.resource.type.capabilities.create_posts)) return cannotCreate(ctx.principal);
    return (await this.termsError(ctx, values)) ?? true;
  }

  async update(ctx: RequestContext, values: UpdateEntryValues): Promise<true | RestError> {
    const entry = await this.entries.find(ctx, this.resource, values.id);
    if (!entry) return unknownEntry();
    if (!(await this.entries.mayEdit(ctx, entry))) return cannotEdit(ctx.principal);
    const isSticky = ctx.site.ids('sticky_posts').includes(entry.id);
    const error = this.authorError(ctx, values) ?? this.stickyError(ctx, values, isSticky);
    return error ?? (await this.termsError(ctx, values)) ?? true;
  }

  async delete(ctx: RequestContext, { id }: EntryIdDto): Promise<true | RestError> {
    const entry = await this.entries.find(ctx, this.resource, id);
    if (!entry) return unknownEntry();
    return (await this.entries.mayDelete(ctx, entry)) || cannotDelete(ctx.principal);
  }

  /** Also of types whose entries show no author: they declare none, so the value is as it was sent. */
  private authorError(
    { principal, request }: RequestContext,
    { author = request.param('author') }: Partial<Record<'author', unknown>>,
  ): RestError | undefined {
    const { edit_others_posts } = this.resource.type.capabilities;
    if (!isTruthy(author) || author === principal.id || principal.can(edit_others_posts)) return undefined;
    return cannotEditOthers(principal);
  }

  private stickyError(
    { principal }: RequestContext,
    { sticky }: Partial<EntryWriteValues>,
    isSticky = false,
  ): RestError | undefined {
    const { guardsSticky } = this.profile.entries;
    const isChecked = guardsSticky ? sticky !== undefined && sticky !== isSticky : sticky;
    if (!isChecked) return undefined;
    const { edit_others_posts, publish_posts } = this.resource.type.capabilities;
    const rights = [principal.can(edit_others_posts), principal.can(publish_posts)];
    const isAllowed = guardsSticky ? rights.every(Boolean) : rights.some(Boolean);
    return isAllowed ? undefined : cannotAssignSticky(principal);
  }

  /** The write ignores ids without a term, so only existing terms need the permission. The id 0 is never permitted. */
  private async termsError(
    { principal }: RequestContext,
    values: Partial<EntryWriteValues>,
  ): Promise<RestError | undefined> {
    for (const taxonomy of this.resource.taxonomies) {
      const ids = termIds(values, taxonomy) ?? [];
      if (ids.includes(0)) return cannotAssignTerm(principal);
      if (ids.length === 0 || principal.can(taxonomy.capabilities.assign_terms)) continue;
      if ((await this.terms.byIds(ids, taxonomy.name)).size > 0) return cannotAssignTerm(principal);
    }
    return undefined;
  }
}
