import { Injectable } from '@nestjs/common';
import { type Comment } from '../modules/comments/comment.js';
import { CommentsStore } from '../modules/comments/comments.store.js';
import { type Entry } from '../modules/entries/entry.js';
import { renderComment, ShortcodeRegistry } from '../rendering/index.js';
import { type Site } from '../site/site.js';
import { formatMysqlDate } from '../text/dates.js';
import { escapeHtml } from '../text/escape.js';
import { escapeUrl } from '../text/urls.js';

/** The newest are shown; an article with more is rare, and the API has all of them. */
const MOST_COMMENTS = 200;
/** Deeper replies stay at this depth, so that they do not become too narrow to read. */
const MAX_DEPTH = 4;

/** The approved comments below an article. */
@Injectable()
export class PageCommentsService {
  constructor(
    private readonly comments: CommentsStore,
    private readonly shortcodes: ShortcodeRegistry,
  ) {}

  /** HTML; empty where there are none. */
  async below(site: Site, entry: Entry): Promise<string> {
    const { items, total } = await this.comments.list({
      posts: [entry.id],
      status: 'approve',
      type: 'comment',
      orderby: 'date_gmt',
      order: 'desc',
      perPage: MOST_COMMENTS,
      offset: 0,
    });
    if (items.length === 0) return '';
    const heading = total === 1 ? '1 comment' : `${total} comments`;
    const listed = items.reverse();
    const ids = new Set(listed.map(({ id }) => id));
    const replies = new Map<number, Comment[]>();
    for (const comment of listed) {
      const parent = ids.has(comment.parent) ? comment.parent : 0;
      replies.set(parent, [...(replies.get(parent) ?? []), comment]);
    }
    return `\n<section class="comments" aria-labelledby="comments">\n<h2 id="comments">${heading}</h2>\n${this.thread(site, replies, 0, 1)}\n</section>`;
  }

  private thread(site: Site, replies: ReadonlyMap<number, Comment[]>, parent: number, depth: number): string {
    const items = (replies.get(parent) ?? []).map((comment) => {
      const below = this.thread(site, replies, comment.id, depth + 1);
      const nested = depth < MAX_DEPTH;
      return `<li>${this.comment(site, comment)}${nested ? below : ''}</li>${nested ? '' : below}`;
    });
    if (items.length === 0) return '';
    return depth > MAX_DEPTH ? items.join('\n') : `<ol>${items.join('\n')}</ol>`;
  }

  private comment(site: Site, comment: Comment): string {
    const name = escapeHtml(comment.authorName || 'Anonymous');
    const url = escapeUrl(comment.authorUrl);
    const author = url === '' ? name : `<a href="${url}" rel="ugc nofollow external">${name}</a>`;
    const format = `${site.option('date_format') || 'F j, Y'}, ${site.option('time_format') || 'g:i a'}`;
    const date = escapeHtml(String(formatMysqlDate(format, comment.date, site.zone) ?? ''));
    const content = renderComment(
      comment.content,
      { url: site.siteUrl, smilies: site.isOn('use_smilies') },
      this.shortcodes,
    );
    return `<article id="comment-${comment.id}"><p class="meta">${author} · <time datetime="${escapeHtml(comment.date.replace(' ', 'T'))}">${date}</time></p>\n${content}</article>`;
  }
}
