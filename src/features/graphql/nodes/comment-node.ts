import { APPROVED, type Comment, PENDING, shownType, SPAM } from '../../../modules/comments/index.js';
import { renderComment } from '../../../rendering/index.js';
import { decodeUrlText } from '../../../text/index.js';
import { BatchLoader } from '../model/batch-loader.js';
import { type GraphContext } from '../context/graph-context.js';
import { globalId } from '../model/global-id.js';
import { type FormatArgs } from './entry-node.js';
import { avatar, type AvatarArgs } from './user-node.js';

/** A comment that the requester may read; what only moderators see is left out for others. */
export class CommentNode {
  readonly kind = 'comment';
  readonly __typename = 'Comment';
  readonly databaseId: number;
  readonly isContentNode = false;
  readonly isTermNode = false;
  readonly isFrontPage = false;
  readonly isPostsPage = false;
  readonly isComment = true;

  constructor(
    readonly ctx: GraphContext,
    readonly comment: Comment,
    readonly isRestricted: boolean,
  ) {
    this.databaseId = comment.id;
    ctx.keys.node('comment', comment.id, 'comment');
  }

  get id(): string {
    return globalId('comment', this.databaseId);
  }

  get commentId(): number {
    return this.comment.id;
  }

  content({ format }: FormatArgs): string | null {
    const { content } = this.comment;
    if (content === '') return null;
    if (format === 'RAW') return this.isRestricted ? null : content;
    const { site, services } = this.ctx;
    const { marksUserContent } = services.profile.comments;
    const rendering = { url: site.siteUrl, smilies: site.isOn('use_smilies'), marksUserContent };
    return site.withPublicLinks(renderComment(content, rendering, services.shortcodes));
  }

  get date(): string | null {
    return this.comment.date || null;
  }

  get dateGmt(): string | null {
    return this.comment.dateGmt || null;
  }

  get approved(): boolean {
    return this.comment.approved === APPROVED;
  }

  get status(): string {
    const { approved } = this.comment;
    return approved === APPROVED ? 'APPROVE' : approved === PENDING ? 'HOLD' : approved === SPAM ? 'SPAM' : 'TRASH';
  }

  get type(): string {
    return shownType(this.comment.type);
  }

  get agent(): string | null {
    return this.isRestricted ? null : this.comment.userAgent || null;
  }

  get authorIp(): string | null {
    return this.isRestricted ? null : this.comment.authorIp || null;
  }

  async karma(): Promise<number | null> {
    if (this.isRestricted) return null;
    const loader = this.ctx.once(
      'karma',
      () => new BatchLoader<number, number>((ids) => this.ctx.services.commentRows.karma(ids)),
    );
    return (await loader.get(this.comment.id)) || null;
  }

  get parentDatabaseId(): number {
    return this.comment.parent;
  }

  get parentId(): string | null {
    return this.comment.parent > 0 ? globalId('comment', this.comment.parent) : null;
  }

  async link(): Promise<string> {
    const loader = this.ctx.once(
      'comment links',
      () =>
        new BatchLoader<Comment, string>(async (comments) => {
          const posts = new Map(
            (await this.ctx.entries.many([...new Set(comments.map(({ post }) => post))])).map((post) => [
              post.id,
              post,
            ]),
          );
          const link = await this.ctx.services.commentLinks.load(this.ctx.site, comments, ({ post }) =>
            posts.get(post),
          );
          return new Map(comments.map((comment) => [comment, link(comment)]));
        }),
    );
    return decodeUrlText((await loader.get(this.comment)) ?? '');
  }

  async uri(): Promise<string> {
    return this.ctx.path(await this.link());
  }
}

/** Who wrote a comment without an account, or with one that may not be shown. */
export class CommentAuthorNode {
  readonly isRestricted = false;
  readonly __typename = 'CommentAuthor';
  readonly id: string;
  readonly databaseId: number;

  constructor(
    readonly ctx: GraphContext,
    readonly comment: Comment,
    private readonly showsAddress: boolean,
  ) {
    this.databaseId = comment.id;
    this.id = globalId('comment_author', comment.id);
  }

  get name(): string | null {
    return this.comment.authorName || null;
  }

  get email(): string | null {
    return this.showsAddress ? this.comment.authorEmail || null : null;
  }

  get url(): string {
    return this.comment.authorUrl;
  }

  avatar(args: AvatarArgs): object | null {
    return avatar(this.ctx, this.comment.authorEmail, args);
  }
}
