import { Injectable } from '@nestjs/common';
import { type Site } from '../../site/site.js';
import { type Entry } from '../entries/model/entry.js';
import { PermalinksLoader } from '../entries/read/permalinks.loader.js';
import { type Comment } from './comment.js';
import { CommentsStore } from './comments.store.js';

/** URLs of comments: that of the post, the page if the site splits comments into pages, and the comment's anchor. */
@Injectable()
export class CommentLinksLoader {
  constructor(
    private readonly comments: CommentsStore,
    private readonly permalinks: PermalinksLoader,
  ) {}

  /** Posts that are not given do not exist. */
  async load(
    site: Site,
    comments: readonly Comment[],
    postOf: (comment: Comment) => Entry | undefined,
  ): Promise<(comment: Comment) => string> {
    const posts = new Map(comments.map(postOf).flatMap((post) => (post ? [[post.id, post]] : [])));
    const [permalink, pages] = await Promise.all([
      this.permalinks.links(site, [...posts.values()]),
      this.pages(site, comments),
    ]);
    return (comment) => {
      const post = posts.get(comment.post);
      // The post of a comment may have been deleted by other software; only the anchor is left.
      const address = post ? permalink(post) : '';
      return `${withPage(address, pages.get(comment.id), site.option('permalink_structure'))}#comment-${comment.id}`;
    };
  }

  /** The page of each comment, if URLs include it. */
  private async pages(site: Site, comments: readonly Comment[]): Promise<Map<number, number>> {
    const perPage = site.isOn('page_comments') ? site.integer('comments_per_page') : 0;
    if (perPage <= 0 || comments.length === 0) return new Map();
    const threads = await this.threads(
      comments,
      site.isOn('thread_comments') ? site.integer('thread_comments_depth') : 1,
    );
    const older = await this.comments.olderThreads([...new Set(threads.values())]);
    const isDefault = (page: number) => page === 1 && site.option('default_comments_page') === 'oldest';
    return new Map(
      [...threads].flatMap(([id, thread]) => {
        const page = Math.ceil(((older.get(thread) ?? 0) + 1) / perPage);
        return isDefault(page) ? [] : [[id, page]];
      }),
    );
  }

  /** The top-level ancestor of each comment, up to the site's maximum depth; one query per level. */
  private async threads(comments: readonly Comment[], depth: number): Promise<Map<number, number>> {
    const loaded = new Map(comments.map((comment) => [comment.id, comment]));
    const tops = new Map(comments.map((comment) => [comment.id, comment]));
    for (let level = 1; level < depth; level++) {
      const missing = [...tops.values()].map((top) => top.parent).filter((parent) => parent > 0 && !loaded.has(parent));
      for (const [id, comment] of await this.comments.byIds(missing)) loaded.set(id, comment);
      for (const [id, top] of tops) tops.set(id, loaded.get(top.parent) ?? top);
    }
    return new Map([...tops].map(([id, top]) => [id, top.id]));
  }
}

/** Comment pages are part of the path for pretty permalinks; the site's trailing slash follows even a query. */
function withPage(address: string, page: number | undefined, structure: string): string {
  if (structure === '') return page === undefined || address === '' ? address : `${address}&cpage=${page}`;
  const path = address.replace(/\/$/, '') + (page === undefined ? '' : `/comment-page-${page}`);
  return structure.endsWith('/') ? `${path}/` : path;
}
