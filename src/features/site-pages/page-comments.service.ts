import { Injectable } from '@nestjs/common';
import { ANONYMOUS } from '../../access/index.js';
import {
  APPROVED,
  type Comment,
  CommentsPolicy,
  CommentsService,
  CommentsStore,
  type CreateCommentDto,
} from '../../modules/comments/index.js';
import { type Entry, takesComments } from '../../modules/entries/index.js';
import { RestError } from '../../rest/errors/index.js';
import { RequestContext, type RestRequest } from '../../rest/http/index.js';
import { messagesOf, type Site } from '../../site/index.js';
import { renderComment, ShortcodeRegistry } from '../../rendering/index.js';
import { published } from './page-content.service.js';
import { raw } from './theme/html.js';
import { type CommentForm, type CommentsView, type CommentView } from './theme/views.js';

/** The newest are shown; an article with more is rare, and the API has all of them. */
const MAX_COMMENTS = 200;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const NO_VALUES = { comment: '', author: '', email: '', url: '' };

/** Where a form of WordPress sends comments. */
export const COMMENT_PATH = '/wp-comments-post.php';

export type CommentValues = CommentForm['values'];

/** State of the page besides its comments. */
export interface CommentRequest {
  /** Value of the parameter `comment`. */
  readonly notice?: string;
  readonly replyTo?: number;
  readonly error?: string;
  readonly values?: CommentValues;
}

interface ShownComment {
  readonly parent: number;
  readonly view: Omit<CommentView, 'replies' | 'replyUrl'>;
}

/** The newest comments, oldest first, and the number of all. */
export interface LoadedComments {
  readonly shown: readonly ShownComment[];
  readonly total: number;
}

/** The comments below an article, and the form for new ones. */
@Injectable()
export class PageCommentsService {
  constructor(
    private readonly store: CommentsStore,
    private readonly service: CommentsService,
    private readonly policy: CommentsPolicy,
    private readonly shortcodes: ShortcodeRegistry,
  ) {}

  /** The comments of an entry, as pages show them. */
  async load(site: Site, { id }: Pick<Entry, 'id'>): Promise<LoadedComments> {
    const { items, total } = await this.store.list({
      posts: [id],
      status: 'approve',
      type: 'comment',
      orderby: 'date_gmt',
      order: 'desc',
      perPage: MAX_COMMENTS,
      offset: 0,
    });
    const shown = items.reverse().map((comment) => ({ parent: comment.parent, view: this.comment(site, comment) }));
    return { shown, total };
  }

  /** Whether visitors may comment now. */
  areOpen(site: Site, entry: Entry): boolean {
    return takesComments(entry, site, new Date()) && !site.isOn('comment_registration');
  }

  view(
    site: Site,
    entry: Entry,
    link: string,
    { shown, total }: LoadedComments,
    request: CommentRequest,
  ): CommentsView {
    const mayComment = this.areOpen(site, entry);
    const mayReply = mayComment && site.isOn('thread_comments');
    const ids = new Set(shown.map(({ view }) => view.id));
    const replies = new Map<number, ShownComment[]>();
    for (const comment of shown) {
      const parent = ids.has(comment.parent) ? comment.parent : 0;
      replies.set(parent, [...(replies.get(parent) ?? []), comment]);
    }
    const replyUrl = (id: number) => `${link}${link.includes('?') ? '&' : '?'}replytocom=${id}#respond`;
    const below = (parent: number): CommentView[] =>
      (replies.get(parent) ?? []).map(({ view }) => ({
        ...view,
        replies: below(view.id),
        replyUrl: mayReply ? replyUrl(view.id) : '',
      }));
    const answered = mayReply ? shown.find(({ view }) => view.id === request.replyTo)?.view : undefined;
    const form: CommentForm = {
      post: entry.id,
      action: `${site.siteUrl}${COMMENT_PATH}`,
      requiresName: site.isOn('require_name_email'),
      values: request.values ?? NO_VALUES,
      error: request.error,
      ...(answered && {
        replyTo: { id: answered.id, author: answered.author, cancelUrl: `${link}#respond` },
      }),
    };
    return { total, threads: below(0), ...(mayComment && { form }), notice: noticeOf(site, request.notice) };
  }

  /** Adds the comment of a visitor. Returns the address to go on with, or what is wrong. */
  async add(
    site: Site,
    request: RestRequest,
    sent: { post: number; parent: number; values: CommentValues },
  ): Promise<{ fragment: string } | { error: string; status: number; replyTo: number }> {
    const { post, parent, values } = sent;
    const { comments: t } = messagesOf(site.locale);
    const failed = (error: string, status: number) => ({ error, status, replyTo: parent });
    if (values.comment.trim() === '') return failed(t.noText, 400);
    const needsName = site.isOn('require_name_email');
    if (needsName && values.author.trim() === '') return failed(t.noName, 400);
    if ((needsName || values.email !== '') && !EMAIL.test(values.email)) return failed(t.noEmail, 400);
    const ctx = new RequestContext(ANONYMOUS, request, site, { envelope: false, embed: false });
    const args: Partial<CreateCommentDto> = {
      post,
      parent,
      content: values.comment,
      author_name: values.author,
      author_email: values.email,
      author_url: values.url,
    };
    try {
      const allowed = await this.policy.createWithForm(ctx, args);
      if (allowed !== true) throw allowed;
      const comment = await this.service.add(ctx, args);
      if (comment.approved === APPROVED) return { fragment: `#comment-${comment.id}` };
      // A comment that counts as spam gets the same response, so that its sender learns nothing.
      return { fragment: '?comment=held#comments' };
    } catch (error) {
      if (error instanceof RestError && error.status < 500) return failed(error.message, error.status);
      throw error;
    }
  }

  /** The newest comments for a feed, of one entry or of all. */
  async newest(site: Site, post: number | undefined): Promise<Comment[]> {
    const { items } = await this.store.list({
      ...(post !== undefined && { posts: [post] }),
      status: 'approve',
      type: 'comment',
      orderby: 'date_gmt',
      order: 'desc',
      perPage: Math.min(100, site.integer('posts_per_rss') || 10),
      offset: 0,
    });
    return items;
  }

  rendered(site: Site, { content }: Comment): string {
    const rendering = { url: site.siteUrl, smilies: site.isOn('use_smilies') };
    return site.withPublicLinks(renderComment(content, rendering, this.shortcodes));
  }

  private comment(site: Site, comment: Comment): ShownComment['view'] {
    const format = `${site.option('date_format') || 'F j, Y'}, ${site.option('time_format') || 'g:i a'}`;
    return {
      id: comment.id,
      author: comment.authorName || messagesOf(site.locale).comments.anonymous,
      authorUrl: comment.authorUrl,
      date: published(site, comment.date, comment.dateGmt, format),
      content: raw(this.rendered(site, comment)),
    };
  }
}

/** The notice that a visitor sees after sending a comment, by the value of the parameter `comment`. */
function noticeOf({ locale }: Site, result: string | undefined): string | undefined {
  const { held, added } = messagesOf(locale).comments;
  return result === 'held' ? held : result === 'added' ? added : undefined;
}
