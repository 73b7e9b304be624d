import { Inject, Injectable } from '@nestjs/common';
import { isIP } from 'node:net';
import { type Principal } from '../../access/principal.js';
import { type Comment, NOTE, NOTED_TYPES } from './comment.js';
import { CommentsStore } from './comments.store.js';
import { type PostAccess, PostAccessLoader } from './post-access.loader.js';
import { type Entry } from '../entries/model/entry.js';
import { takesComments } from '../entries/model/takes-comments.js';
import { PostPasswordService } from '../entries/read/post-password.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { type Context } from '../../rest/args/common.dto.js';
import { isTruthy, toText } from '../../text/php/php-values.js';
import { tooManyWrongPasswords } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext, RequestLoader } from '../../rest/http/request-context.js';
import { type CreateCommentDto, type ListCommentsDto } from './comments.dto.js';
import * as errors from './comments.errors.js';
import { PROFILE, type Profile } from '../../variant/profile.js';

export const moderates = (principal: Principal): boolean => principal.can('moderate_comments');

type Verdict = Promise<true | RestError>;

@Injectable()
export class CommentsPolicy {
  private readonly byId = new RequestLoader((id: number) => this.comments.byId(id));
  private readonly accessTo = new RequestLoader((_posts: string, ctx: RequestContext, ids: readonly number[]) =>
    this.loader.load(ctx.principal, ctx.site, ids),
  );
  /** Once per request: the Allow header repeats the check. */
  private readonly attempts = new RequestLoader(
    (_key: string, address: string, post: Entry, password: string | undefined) =>
      this.passwords.attempt(address, post, password),
  );

  constructor(
    private readonly comments: CommentsStore,
    private readonly loader: PostAccessLoader,
    private readonly passwords: PostPasswordService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** The requested comment; policy and service see the same object. */
  find(ctx: RequestContext, id: number): Promise<Comment | undefined> {
    return this.byId.of(ctx, id);
  }

  /** The requester's permissions for these posts. */
  access(ctx: RequestContext, postIds: readonly number[]): Promise<PostAccess> {
    const ids = [...new Set(postIds)].sort((a, b) => a - b);
    return this.accessTo.of(ctx, ids.join(), ctx, ids);
  }

  async list(ctx: RequestContext, args: ListCommentsDto): Verdict {
    const { principal } = ctx;
    // For the Allow header of a new comment, `post` and the address are values of that comment; a missing post is 0.
    const forCreate = ctx.request.method === 'POST';
    const posts = forCreate && !isTruthy(ctx.request.param('post')) ? [] : (args.post ?? []);
    const listsNotes = this.profile.comments.hasNotes && args.type === NOTE;
    let editsPosts = listsNotes && posts.length > 0;
    if (posts.length > 0) {
      const access = await this.access(ctx, posts);
      const password = listPassword(args);
      for (const id of posts) {
        const post = access.post(id);
        const blocked = post && (await this.tooManyPasswords(ctx, post, password));
        if (blocked) return blocked;
        if (post && !access.mayRead(post, password)) return errors.cannotReadPost(principal);
        if (id === 0 && !moderates(principal)) return errors.cannotReadLoose(principal);
        if (listsNotes && post && !NOTED_TYPES.has(post.type)) return errors.noNotesHere();
        editsPosts &&= post !== undefined && access.mayEdit(post);
      }
    }
    // A new comment is returned in the edit context to moderators only.
    const context = ctx.hasWritten && !moderates(principal) ? 'view' : args.context;
    if (context === 'edit' && !editsPosts && !moderates(principal)) return errors.cannotEditContext(principal);
    const forbidden = principal.can('edit_posts') ? [] : restrictedFilters(ctx, args);
    // E-mail addresses are visible to moderators only; in WordPress every author can confirm them with this filter.
    const byEmail = !forCreate && (args.author_email ?? '') !== '' && !moderates(principal);
    if (byEmail && forbidden.length === 0) forbidden.push('author_email');
    return forbidden.length === 0 || errors.cannotFilterBy(principal, forbidden);
  }

  async read(ctx: RequestContext, args: { id: number; context: Context; password?: string }): Verdict {
    const comment = await this.find(ctx, args.id);
    if (!comment) return errors.unknownComment();
    const access = await this.access(ctx, [comment.post]);
    const post = access.post(comment.post);
    const blocked = post && (await this.tooManyPasswords(ctx, post, args.password));
    return blocked ?? this.checkReadable(ctx, comment, access, args.context, args.password);
  }

  /** Whether the requester may read a comment; used for one and, with `access` to all their posts, for many. */
  checkReadable(
    { principal }: RequestContext,
    comment: Comment,
    access: PostAccess,
    context: Context,
    password?: string,
  ): true | RestError {
    const post = access.post(comment.post);
    if (comment.post !== 0 && !post) return errors.postIsGone();
    if (context === 'edit' && !moderates(principal) && !(comment.type === NOTE && access.mayEditComment(comment)))
      return errors.cannotEditContext(principal);
    if (!access.mayReadComment(comment, password)) return errors.cannotRead(principal);
    return !post || access.mayRead(post, password) || errors.cannotReadPost(principal);
  }

  async create(ctx: RequestContext, args: CreateCommentDto): Verdict {
    const needsLogin = ctx.principal.isAnonymous && !this.config.anonymousComments;
    return needsLogin ? errors.loginRequired() : this.createWithForm(ctx, args);
  }

  /** For the form of a page, which visitors may use unless the site requires registration. */
  async createWithForm(ctx: RequestContext, args: Partial<CreateCommentDto>): Verdict {
    const { principal } = ctx;
    const forNote = this.profile.comments.hasNotes && isNote(ctx);
    const forList = ctx.request.method !== 'POST';
    if (principal.isAnonymous && (forNote || ctx.site.isOn('comment_registration'))) return errors.loginRequired();
    if (!moderates(principal)) {
      if (args.author !== undefined && args.author !== principal.id) return errors.cannotSetAuthor(principal);
      if (args.author_ip !== undefined && args.author_ip !== clientAddress(ctx))
        return errors.cannotSetAddress(principal);
      // Users who may edit the post, which is checked below, choose the status of a note. Lists always have a status.
      if ((args.status !== undefined || forList) && !forNote) return errors.cannotSetStatus(principal);
    }
    // For the Allow header of a list, `post` is a filter; WordPress converts a list to a number, which is 1 for any list.
    const id = forList ? Number(Array.isArray(args.post)) : (args.post ?? 0);
    const access = await this.access(ctx, [id]);
    const post = access.post(id);
    if (!post) return forNote && id > 0 ? errors.cannotCreateNote(principal) : errors.unknownPost();
    if (forNote && !NOTED_TYPES.has(post.type)) return errors.noNotesHere();
    if (post.status === 'draft' && !forNote) return errors.postIsDraft();
    if (post.status === 'trash') return errors.postIsTrashed();
    // Not a declared argument, but required to comment on a password-protected post.
    const sent = ctx.request.param('password');
    const password = sent === undefined ? undefined : toText(sent);
    const blocked = await this.tooManyPasswords(ctx, post, password);
    if (blocked) return blocked;
    if (!access.mayRead(post, password)) return errors.cannotReadPost(principal);
    if (forNote) return access.mayEdit(post) || errors.cannotCreateNote(principal);
    return takesComments(post, ctx.site, new Date()) || errors.commentsClosed();
  }

  private async tooManyPasswords(
    ctx: RequestContext,
    post: Entry,
    password: string | undefined,
  ): Promise<RestError | undefined> {
    const blocked = await this.attempts.of(ctx, `${post.id} ${password}`, ctx.request.address, post, password);
    return blocked > 0 ? tooManyWrongPasswords(blocked) : undefined;
  }

  async update(ctx: RequestContext, { id, post }: { id: number; post?: number }): Verdict {
    const allowed = await this.change(ctx, id, errors.cannotEdit);
    if (allowed !== true || post === undefined || !this.profile.comments.hasNotes) return allowed;
    const comment = await this.find(ctx, id);
    return !comment || comment.post === post || this.move(ctx, comment, post);
  }

  /** Moving a comment requires the same permission for the post that it moves to. */
  private async move(ctx: RequestContext, { type }: Comment, id: number): Verdict {
    const { principal } = ctx;
    if (id === 0) return errors.unknownPost();
    const access = await this.access(ctx, [id]);
    const post = access.post(id);
    const mayEdit = post !== undefined && access.mayEdit(post);
    if (type === NOTE ? !mayEdit : !mayEdit && !moderates(principal))
      return type === NOTE ? errors.cannotCreateNote(principal) : errors.cannotEdit(principal);
    if (!post) return errors.unknownPost();
    if (type !== NOTE) return true;
    if (!NOTED_TYPES.has(post.type)) return errors.noNotesHere();
    return post.status === 'trash' ? errors.postIsTrashed() : true;
  }

  delete(ctx: RequestContext, args: { id: number }): Verdict {
    return this.change(ctx, args.id, errors.cannotDelete);
  }

  private async change(ctx: RequestContext, id: number, refuse: (principal: Principal) => RestError): Verdict {
    const comment = await this.find(ctx, id);
    if (!comment) return errors.unknownComment();
    const access = await this.access(ctx, [comment.post]);
    if (comment.post !== 0 && !access.post(comment.post)) return errors.postIsGone();
    const isModerator = moderates(ctx.principal);
    const mayEdit = access.mayEditComment(comment);
    // Notes are part of editing the post.
    const mayChange = this.profile.comments.hasNotes
      ? mayEdit || (isModerator && comment.type !== NOTE)
      : mayEdit && isModerator;
    return mayChange || refuse(ctx.principal);
  }
}

/** A password unlocks the one requested post; it is not tried on several. */
export function listPassword({ post = [], password }: Pick<ListCommentsDto, 'post' | 'password'>): string | undefined {
  return post.length === 1 && post[0] !== 0 ? password : undefined;
}

/**
 * Filters that would reveal hidden values. Read from the request itself: for the Allow header of another method the defaults
 * of the list do not apply, and clients rely on the resulting header.
 */
function restrictedFilters({ request }: RequestContext, args: ListCommentsDto): string[] {
  const restricted = {
    author: (args.author ?? []).length > 0,
    author_exclude: (args.author_exclude ?? []).length > 0,
    author_email: (args.author_email ?? '') !== '',
    type: request.param('type') === undefined || args.type !== 'comment',
    status: request.param('status') === undefined || args.status !== 'approve',
  };
  return Object.entries(restricted).flatMap(([name, isUsed]) => (isUsed ? name : []));
}

/** Whether a request is about a note. Raw: `type` is not a declared argument of writes. */
export const isNote = ({ request }: RequestContext): boolean => request.param('type') === NOTE;

const UNKNOWN = '127.0.0.1';

/** The client's address; an IPv4 client of an IPv6 socket is written as IPv4. */
export function clientAddress({ request }: RequestContext): string {
  const address = request.address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) ? address : UNKNOWN;
}
