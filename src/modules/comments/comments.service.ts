import { Inject, Injectable } from '@nestjs/common';
import { addressGroup } from '../../access/authentication/address-group.js';
import { CommentLinksLoader } from './comment-links.loader.js';
import { APPROVED, type Comment, NOTE_STATUS, shownType, statusChange, TRASH } from './comment.js';
import { CommentsStore } from './comments.store.js';
import { type MetaChange, MetaStore } from '../meta/meta.store.js';
import { type PostAccess } from './post-access.loader.js';
import { type ContentRules, contentRules, storedTexts, tooLongColumn } from './comment-text.js';
import { type CommentChanges, CommentsWriter, type NewComment } from './comments.writer.js';
import { moderate, moderationRules } from './moderation.js';
import { Database, type Transaction } from '../../database/database.js';
import { UsersStore } from '../users/users.store.js';
import { OptionsStore } from '../../database/options.store.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { COUNTERS, type Counters, RateLimit } from '../../platform/limits/counters.js';
import { type Context } from '../../rest/args/common.dto.js';
import { isMap, isTruthy, toText } from '../../text/php/php-values.js';
import { type Item, type JsonValue, Reply } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { visibleMeta } from '../meta/meta.field.js';
import { MetaInputService } from '../meta/meta-input.service.js';
import { fieldRequest } from '../../rest/http/field-request.js';
import { fieldUpdate, loadFields } from '../../content-model/field-values.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { CommentDraftService } from './comment-draft.service.js';
import { type CreateCommentDto, type ReadCommentDto, type UpdateCommentDto } from './comments.dto.js';
import * as errors from './comments.errors.js';
import { CommentsPolicy, isNote, moderates } from './comments.policy.js';
import { commentFields } from './comments.fields.js';
import { type CommentRelations, CommentsPresenter } from './comments.presenter.js';

export const ROUTE = '/wp/v2/comments';
const NO_EMAILS: ReadonlyMap<number, string> = new Map();
/** Minimum time between comments of the same author. */
const COMMENT_RATE = { most: 1, windowMs: 15_000 };

interface CommentItemOptions {
  readonly context: Context;
  readonly only?: ReadonlySet<string>;
  readonly withLinks?: boolean;
}

type RelatedToComments = Omit<CommentRelations, 'postOf' | 'isReadable' | 'link'>;

@Injectable()
export class CommentsService {
  private readonly pace: RateLimit | undefined;

  constructor(
    private readonly options: OptionsStore,
    private readonly comments: CommentsStore,
    private readonly links: CommentLinksLoader,
    private readonly writer: CommentsWriter,
    private readonly drafts: CommentDraftService,
    private readonly policy: CommentsPolicy,
    private readonly presenter: CommentsPresenter,
    private readonly meta: MetaStore,
    private readonly metaInput: MetaInputService,
    private readonly users: UsersStore,
    private readonly database: Database,
    @Inject(PROFILE) private readonly profile: Profile,
    @Inject(COUNTERS) counters: Counters,
    @Inject(CONFIG) { rateLimit }: Config,
  ) {
    if (rateLimit) this.pace = new RateLimit(counters, 'comment', COMMENT_RATE);
  }

  async read(ctx: RequestContext, { id, context }: ReadCommentDto): Promise<Item> {
    return this.item(ctx, await this.existing(ctx, id), context, ctx.wants);
  }

  async create(ctx: RequestContext, args: CreateCommentDto): Promise<Reply> {
    const comment = await this.add(ctx, args);
    const context = moderates(ctx.principal) || this.isForNote(ctx) ? 'edit' : 'view';
    return new Reply(await this.item(ctx, comment, context), 201, {
      Location: ctx.site.rest(`${ROUTE}/${comment.id}`),
    });
  }

  private isForNote(ctx: RequestContext): boolean {
    return this.profile.comments.hasNotes && isNote(ctx);
  }

  /** Adds a comment that the policy allows; the status it gets follows from the rules of moderation. */
  async add(ctx: RequestContext, args: Partial<CreateCommentDto>): Promise<Comment> {
    if (isTruthy(ctx.request.param('id'))) throw errors.alreadyExists();
    const type = ctx.request.param('type');
    const forNote = this.isForNote(ctx);
    if (isTruthy(type) && type !== 'comment' && !forNote) throw errors.wrongType();
    const draft = await this.drafts.creation(ctx, args);
    if (draft.content === '' && !(forNote && changesNoteStatus(args))) throw errors.emptyContent();
    if (ctx.site.isOn('require_name_email') && !(isTruthy(draft.authorName) && isTruthy(draft.authorEmail)))
      throw errors.authorNeeded();
    const comment = storable(draft, contentRules(ctx.site, ctx.principal.can('unfiltered_html'), this.profile));
    const moderator = moderates(ctx.principal);
    const meta = await this.changedMeta(ctx, args, draft.post, undefined);
    const result = await this.writer.create(comment, {
      ...(!moderator && !forNote && { pacedUser: ctx.principal.id, isTooSoon: () => this.isTooSoon(ctx) }),
      judge: forNote ? () => Promise.resolve(APPROVED) : await this.judge(ctx, draft, comment),
      requestedStatus: args.status === undefined ? undefined : statusChange(args.status),
      meta,
      also: fieldUpdate(ctx.site.model.fields.of('comment'), args, fieldRequest(ctx)),
      principal: ctx.principal,
    });
    if (result === 'duplicate') throw errors.duplicate();
    if (result === 'flood') throw errors.tooQuick();
    if (result === 'no-post') throw errors.unknownPost();
    if (result === 'no-parent') throw errors.unknownParent();
    return this.reload(result);
  }

  /** Absent values stay unchanged, including the IP address and user agent of the author. */
  async update(ctx: RequestContext, args: UpdateCommentDto): Promise<Item> {
    const comment = await this.existing(ctx, args.id);
    const type = ctx.request.param('type');
    if (type !== undefined && toText(type) !== shownType(comment.type)) throw errors.typeIsFixed();
    const { id: _id, ...values } = args;
    const changes = await this.drafts.changes(ctx, values);
    await this.checkPost(ctx, comment, changes);
    if (changes.content === '') throw errors.emptyContent();
    // Unfiltered HTML is stored only if both the requester and the author may do so.
    const mayWriteHtml =
      ctx.principal.can('unfiltered_html') && (await this.drafts.authorCan(ctx, comment.author, 'unfiltered_html'));
    const stored = refiltered(comment, changes, contentRules(ctx.site, mayWriteHtml, this.profile));
    const status = args.status === undefined ? undefined : statusChange(args.status);
    const { principal } = ctx;
    const meta = await this.changedMeta(ctx, args, comment.post, comment.id);
    const also = fieldUpdate(ctx.site.model.fields.of('comment'), args, fieldRequest(ctx));
    if (!(await this.writer.update(comment, stored, { status, meta, also, principal }))) throw errors.unknownComment();
    return this.item(ctx, await this.reload(comment.id), 'edit');
  }

  async trash(ctx: RequestContext, id: number): Promise<Item> {
    const comment = await this.existing(ctx, id);
    if (comment.approved === TRASH || !(await this.writer.trash(comment, ctx.principal))) throw errors.alreadyTrashed();
    return this.item(ctx, await this.reload(comment.id), 'edit');
  }

  async delete(ctx: RequestContext, id: number): Promise<JsonValue> {
    const comment = await this.existing(ctx, id);
    const previous = await this.item(ctx, comment, 'edit');
    if (!(await this.writer.delete(comment, ctx.principal))) throw errors.unknownComment();
    return { deleted: true, previous: previous.members };
  }

  /** Items for comments whose posts are in `access`, with a constant number of queries. */
  async items(
    ctx: RequestContext,
    comments: readonly Comment[],
    access: PostAccess,
    options: CommentItemOptions,
    related = this.related(ctx, comments, options),
  ): Promise<Item[]> {
    const { context, only } = options;
    const postOf = (comment: Comment) => access.post(comment.post);
    const [link, loaded] = await Promise.all([
      !only || only.has('link') ? this.links.load(ctx.site, comments, postOf) : () => '',
      related,
    ]);
    const isReadable = (comment: Comment) => this.policy.checkReadable(ctx, comment, access, 'view') === true;
    return this.presenter.items(ctx.site, comments, { ...loaded, postOf, isReadable, link }, context, only);
  }

  /** What items show besides the comments and their posts. A list reads it while it reads the posts. */
  async related(
    ctx: RequestContext,
    comments: readonly Comment[],
    { context, only, withLinks = true }: CommentItemOptions,
  ): Promise<RelatedToComments> {
    const metaFields =
      context !== 'embed' && (!only || only.has('meta'))
        ? visibleMeta(ctx.site.model, 'comment', undefined, ctx.principal)
        : [];
    const ids = comments.map((comment) => comment.id);
    const members = commentFields(ctx.site.model).members(this.profile, context, only);
    const fields = ctx.site.model.fields.of('comment').filter(({ name }) => members.has(name));
    const [answered, emails, meta, declared] = await Promise.all([
      // The link would reveal a reply that only moderators may read.
      withLinks ? this.comments.answeredAmong(ids, { pending: moderates(ctx.principal) }) : undefined,
      !only || only.has('author_avatar_urls') ? this.emailsOfUsers(comments) : NO_EMAILS,
      this.meta.load('comment', ids, metaFields),
      loadFields(fields, comments, this.database, fieldRequest(ctx)),
    ]);
    const email = ({ author, authorEmail }: Comment) => emails.get(author) ?? authorEmail;
    return { email, answered, metaFields, meta, declared };
  }

  /** Current e-mail addresses of the authors with accounts, if avatars follow them. */
  async emailsOfUsers(comments: readonly Comment[]): Promise<ReadonlyMap<number, string>> {
    const ids = [...new Set(comments.map(({ author }) => author))].filter((id) => id > 0);
    return this.profile.users.secureAvatars ? this.users.emails(ids) : NO_EMAILS;
  }

  private async item(
    ctx: RequestContext,
    comment: Comment,
    context: Context,
    only?: ReadonlySet<string>,
  ): Promise<Item> {
    const [item] = await this.items(ctx, [comment], await this.policy.access(ctx, [comment.post]), { context, only });
    return item!;
  }

  /** Determines the status of a new comment, as sent and as stored; options and rendering are done before the transaction. */
  private async judge(
    ctx: RequestContext,
    draft: NewComment,
    comment: NewComment,
  ): Promise<(tx: Transaction) => Promise<string>> {
    const post = (await this.policy.access(ctx, [draft.post])).post(draft.post);
    const isPostAuthor = draft.author !== 0 && draft.author === post?.author;
    if (isPostAuthor || (await this.drafts.authorCan(ctx, draft.author, 'moderate_comments')))
      return () => Promise.resolve(APPROVED);
    const rules = await moderationRules(ctx.site, this.options);
    const rendered = this.presenter.render(draft.content, ctx.site);
    return (tx) => moderate(draft, rendered, rules, () => this.comments.wasApprovedBefore(tx, comment));
  }

  /** Stored dates are not sufficient: authors can choose them, and one in the past would bypass the limit. */
  private async isTooSoon({ principal, request }: RequestContext): Promise<boolean> {
    if (!this.pace) return false;
    const writer = principal.isAnonymous ? addressGroup(request.address) : `user ${principal.id}`;
    return (await this.pace.take(writer)) > 0;
  }

  private async checkPost(ctx: RequestContext, comment: Comment, { post }: CommentChanges): Promise<void> {
    if (post === undefined || post === comment.post) return;
    if (!(await this.policy.access(ctx, [post])).post(post)) throw errors.unknownPost();
  }

  /** The comment that the policy has found: another session may have deleted it since a conditional write was checked. */
  private async existing(ctx: RequestContext, id: number): Promise<Comment> {
    const comment = await this.policy.find(ctx, id);
    if (!comment) throw errors.unknownComment();
    return comment;
  }

  private async reload(id: number): Promise<Comment> {
    const current = await this.comments.byId(id);
    if (!current) throw errors.unknownComment();
    return current;
  }

  /** Users who may comment on a post, but not edit its comments, cannot set their meta. */
  private async changedMeta(
    ctx: RequestContext,
    { meta }: { meta?: unknown },
    post: number,
    id: number | undefined,
  ): Promise<MetaChange[]> {
    const { site, principal } = ctx;
    const mayEdit = isMap(meta) && (await this.policy.access(ctx, [post])).mayEditCommentsOf(post);
    return this.metaInput.changes(
      { object: 'comment', id, fields: site.model.metaOf('comment'), principal, mayEdit },
      meta,
    );
  }
}

/** Resolving or reopening a note needs no text. */
function changesNoteStatus({ meta }: { meta?: unknown }): boolean {
  return isMap(meta) && isTruthy(meta[NOTE_STATUS]);
}

/** The changes as stored; texts that do not change are filtered again, too, as WordPress does with each update. */
function refiltered(comment: Comment, changes: CommentChanges, rules: ContentRules): CommentChanges {
  const { authorName, authorEmail, authorUrl, content } = comment;
  const current = { authorName, authorEmail, authorUrl, content };
  const others = Object.entries(storedTexts(current, rules)).filter(
    ([name, text]) => text !== current[name as keyof typeof current],
  );
  return { ...Object.fromEntries(others), ...storable(changes, rules) };
}

/** The values as stored, none of them too long, neither as sent nor after escaping. */
function storable<T extends CommentChanges>(sent: T, rules: ContentRules): T {
  const stored = storedTexts(sent, rules);
  const column = tooLongColumn(sent, 'sent') ?? tooLongColumn(stored, 'stored');
  if (column) throw errors.tooLong(column);
  return stored;
}
