import { Injectable } from '@nestjs/common';
import { ANONYMOUS, siteFacts } from '../../access/index.js';
import { type Comment } from '../../modules/comments/index.js';
import { EntriesStore, type Entry, isReadable, parentsAmong } from '../../modules/entries/index.js';
import { messagesOf, type Site } from '../../site/index.js';
import { type FeedItem, feedResponse } from './feed.js';
import { PageCommentsService } from './page-comments.service.js';
import { PageContentService } from './page-content.service.js';
import { type SiteResponse } from './site-response.js';
import { around, html, type Html } from './theme/html.js';

/** Feeds of the newest comments, of one entry or of the whole site. */
@Injectable()
export class CommentFeedsService {
  constructor(
    private readonly entries: EntriesStore,
    private readonly comments: PageCommentsService,
    private readonly content: PageContentService,
  ) {}

  async ofEntry(site: Site, entry: Entry, link: string, isJson: boolean): Promise<SiteResponse> {
    if (entry.password !== '') return undefined;
    const [[named], comments] = await Promise.all([
      this.content.links(site, [entry]),
      this.comments.newest(site, entry.id),
    ]);
    const items = comments.map((comment) => this.item(site, comment, link, html`${nameOf(comment, site)}`));
    return feedResponse(
      site,
      { title: messagesOf(site.locale).comments.on({ title: String(named?.title) }), link },
      items,
      isJson,
    );
  }

  /** The feed of comments on entries that everybody may read. */
  async ofSite(site: Site, isJson: boolean): Promise<SiteResponse> {
    const { comments: t } = messagesOf(site.locale);
    const comments = await this.comments.newest(site, undefined);
    const found = await this.entries.withAncestors([...new Set(comments.map(({ post }) => post))]);
    const isPublic = (entry: Entry | undefined): entry is Entry =>
      entry?.password === '' && isReadable(ANONYMOUS, entry, parentsAmong(found), siteFacts(site));
    const open = [...found.values()].filter(isPublic);
    const links = await this.content.links(site, open);
    const linkOf = new Map(open.map(({ id }, index) => [id, links[index]!]));
    const items = comments.flatMap((comment) => {
      const target = linkOf.get(comment.post);
      return target
        ? [
            this.item(
              site,
              comment,
              target.url,
              around((title) => t.by({ author: nameOf(comment, site), title }), html`${target.title}`),
            ),
          ]
        : [];
    });
    const title = t.ofSite({ name: site.option('blogname') });
    return feedResponse(site, { title, link: `${site.home}/`, folder: `${site.home}/comments/` }, items, isJson);
  }

  private item(site: Site, comment: Comment, entryLink: string, title: Html): FeedItem {
    const link = `${entryLink}#comment-${comment.id}`;
    return {
      title: title.markup,
      excerpt: '',
      content: this.comments.rendered(site, comment),
      link,
      guid: link,
      dateGmt: comment.dateGmt.replace(' ', 'T'),
      author: nameOf(comment, site),
      terms: [],
    };
  }
}

const nameOf = ({ authorName }: Comment, { locale }: Site): string =>
  authorName || messagesOf(locale).comments.anonymous;
