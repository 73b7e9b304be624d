import type { Transaction } from '../database.js';
import { Comment, Post, PostMeta, Term, TermRelationship, TermTaxonomy, ZERO_DATE } from '../entities/index.js';
import { ADMIN_ID } from './administrator.js';
import { utcText } from '../../text/dates.js';

/** A small site as data; references are by slug, IDs and dates are assigned when it is written. */
interface SampleTerm {
  slug: string;
  name: string;
  description?: string;
}

interface SampleComment {
  author: string;
  email: string;
  url?: string;
  text: string;
  hoursLater: number;
  /** Index of the parent comment in the same list. */
  replyTo?: number;
  /** Written by the administrator. */
  byAdmin?: boolean;
}

export interface SampleEntry {
  type: 'post' | 'page';
  status: 'publish' | 'draft';
  slug: string;
  title: string;
  daysAgo: number;
  content: string;
  excerpt?: string;
  categories?: string[];
  tags?: string[];
  parent?: string;
  menuOrder?: number;
  sticky?: boolean;
  comments?: SampleComment[];
}

export interface SampleSite {
  categories: SampleTerm[];
  tags: SampleTerm[];
  entries: SampleEntry[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Written {
  /** IDs of sticky posts. */
  sticky: number[];
}

/** Writes a site's content as WordPress would: rows, relationships, counts, permalinks. */
export class SiteWriter {
  private readonly entryIds = new Map<string, number>();
  /** Term taxonomy ids by taxonomy and slug. */
  private readonly termIds = new Map<string, number>();
  private readonly termCounts = new Map<number, number>();

  constructor(
    private readonly tx: Transaction,
    private readonly site: { url: string; adminEmail: string; now: Date },
  ) {}

  async createTerm(
    taxonomy: 'category' | 'post_tag',
    { slug, name, description = '' }: SampleTerm,
    id?: number,
  ): Promise<void> {
    const { insertId: term } = await this.tx.insert(Term, { id, name, slug });
    const row = { id, term: id ?? term, taxonomy, description };
    const { insertId: termTaxonomy } = await this.tx.insert(TermTaxonomy, row);
    this.termIds.set(`${taxonomy}/${slug}`, id ?? termTaxonomy);
  }

  async write(content: SampleSite): Promise<Written> {
    const sticky: number[] = [];
    for (const term of content.categories) await this.createTerm('category', term);
    for (const term of content.tags) await this.createTerm('post_tag', term);
    for (const entry of content.entries) {
      const id = await this.writeEntry(entry);
      if (entry.sticky) sticky.push(id);
    }
    await this.writeCounts();
    return { sticky };
  }

  private async writeEntry(entry: SampleEntry): Promise<number> {
    const written = new Date(this.site.now.getTime() - entry.daysAgo * DAY_MS);
    // A new site uses UTC, so local and GMT dates are equal.
    const date = utcText(written);
    // A draft has no publication date, only a modification date.
    const dateGmt = entry.status === 'draft' ? ZERO_DATE : date;
    const { insertId: id } = await this.tx.insert(Post, {
      author: ADMIN_ID,
      date,
      dateGmt,
      modified: date,
      modifiedGmt: dateGmt,
      content: entry.content,
      title: entry.title,
      excerpt: entry.excerpt,
      status: entry.status,
      type: entry.type,
      slug: entry.slug,
      parent: entry.parent ? this.entryIds.get(entry.parent) : 0,
      menuOrder: entry.menuOrder,
      commentStatus: entry.type === 'page' ? 'closed' : 'open',
      pingStatus: entry.type === 'page' ? 'closed' : 'open',
      commentCount: entry.comments?.length,
    });
    this.entryIds.set(entry.slug, id);
    const guid = `${this.site.url}/?${entry.type === 'page' ? 'page_id' : 'p'}=${id}`;
    await this.tx.update(Post, { id }, { guid });
    if (entry.type === 'page')
      await this.tx.insert(PostMeta, { owner: id, key: '_wp_page_template', value: 'default' });
    await this.assignTerms(id, entry);
    await this.writeComments(id, written, entry.comments ?? []);
    return id;
  }

  private async assignTerms(id: number, entry: SampleEntry): Promise<void> {
    const slugs = [
      ...(entry.categories ?? []).map((slug) => `category/${slug}`),
      ...(entry.tags ?? []).map((slug) => `post_tag/${slug}`),
    ];
    const termTaxonomyIds = slugs.map((slug) => this.termIds.get(slug)).filter((termId) => termId !== undefined);
    if (termTaxonomyIds.length === 0) return;
    await this.tx.insert(
      TermRelationship,
      termTaxonomyIds.map((termTaxonomy) => ({ object: id, termTaxonomy })),
    );
    if (entry.status !== 'publish') return;
    for (const termId of termTaxonomyIds) this.termCounts.set(termId, (this.termCounts.get(termId) ?? 0) + 1);
  }

  private async writeComments(postId: number, posted: Date, comments: readonly SampleComment[]): Promise<void> {
    const ids: number[] = [];
    for (const comment of comments) {
      const date = utcText(new Date(posted.getTime() + comment.hoursLater * HOUR_MS));
      const { insertId } = await this.tx.insert(Comment, {
        post: postId,
        authorName: comment.author,
        authorEmail: comment.byAdmin ? this.site.adminEmail : comment.email,
        authorUrl: comment.url,
        date,
        dateGmt: date,
        content: comment.text,
        parent: comment.replyTo === undefined ? 0 : ids[comment.replyTo],
        author: comment.byAdmin ? ADMIN_ID : 0,
      });
      ids.push(insertId);
    }
  }

  private async writeCounts(): Promise<void> {
    for (const [termId, count] of this.termCounts) {
      await this.tx.update(TermTaxonomy, { id: termId }, { count });
    }
  }
}
