import type { Database, Transaction } from '../database.js';
import { ZERO_DATE } from '../entities/index.js';
import { ADMIN_ID } from './administrator.js';
import { insertRow, insertRows, type Row } from './rows.js';
import type { SampleComment, SampleEntry, SampleSite, SampleTerm } from './site-content.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Written {
  /** Ids of sticky posts. */
  sticky: number[];
}

/** Writes a site's content as a WordPress would have: rows, relations, counts, addresses. */
export class SiteWriter {
  private readonly entryIds = new Map<string, number>();
  /** Term taxonomy ids by taxonomy and slug. */
  private readonly termIds = new Map<string, number>();
  private readonly termCounts = new Map<number, number>();

  constructor(
    private readonly db: Database,
    private readonly tx: Transaction,
    private readonly site: { url: string; adminEmail: string; now: Date },
  ) {}

  async createTerm(
    taxonomy: 'category' | 'post_tag',
    { slug, name, description = '' }: SampleTerm,
    id?: number,
  ): Promise<void> {
    const term_id = await insertRow(this.tx, this.db.tables.terms, { ...(id ? { term_id: id } : {}), name, slug });
    const row = { ...(id ? { term_taxonomy_id: id } : {}), term_id: id ?? term_id, taxonomy, description };
    const termTaxonomyId = await insertRow(this.tx, this.db.tables.term_taxonomy, row);
    this.termIds.set(`${taxonomy}/${slug}`, id ?? termTaxonomyId);
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
    const date = sqlDate(written);
    // A draft has no date yet, only the moment it was last touched.
    const dateGmt = entry.status === 'draft' ? ZERO_DATE : date;
    const id = await insertRow(this.tx, this.db.tables.posts, {
      post_author: ADMIN_ID,
      post_date: date,
      post_date_gmt: dateGmt,
      post_modified: date,
      post_modified_gmt: dateGmt,
      post_content: entry.content,
      post_title: entry.title,
      post_excerpt: entry.excerpt ?? '',
      post_status: entry.status,
      post_type: entry.type,
      post_name: entry.slug,
      post_parent: entry.parent ? (this.entryIds.get(entry.parent) ?? 0) : 0,
      menu_order: entry.menuOrder ?? 0,
      comment_status: entry.type === 'page' ? 'closed' : 'open',
      ping_status: entry.type === 'page' ? 'closed' : 'open',
      to_ping: '',
      pinged: '',
      post_content_filtered: '',
      comment_count: entry.comments?.length ?? 0,
    });
    this.entryIds.set(entry.slug, id);
    const address = `${this.site.url}/?${entry.type === 'page' ? 'page_id' : 'p'}=${id}`;
    await this.tx.execute(`UPDATE ${this.db.tables.posts} SET guid = ? WHERE ID = ?`, [address, id]);
    if (entry.type === 'page') {
      await insertRow(this.tx, this.db.tables.postmeta, {
        post_id: id,
        meta_key: '_wp_page_template',
        meta_value: 'default',
      });
    }
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
    const rows = termTaxonomyIds.map((termId): Row => ({ object_id: id, term_taxonomy_id: termId }));
    await insertRows(this.tx, this.db.tables.term_relationships, rows);
    if (entry.status !== 'publish') return;
    for (const termId of termTaxonomyIds) this.termCounts.set(termId, (this.termCounts.get(termId) ?? 0) + 1);
  }

  private async writeComments(postId: number, posted: Date, comments: readonly SampleComment[]): Promise<void> {
    const ids: number[] = [];
    for (const comment of comments) {
      const date = sqlDate(new Date(posted.getTime() + comment.hoursLater * HOUR_MS));
      const id = await insertRow(this.tx, this.db.tables.comments, {
        comment_post_ID: postId,
        comment_author: comment.author,
        comment_author_email: comment.byAdmin ? this.site.adminEmail : comment.email,
        comment_author_url: comment.url ?? '',
        comment_date: date,
        comment_date_gmt: date,
        comment_content: comment.text,
        comment_parent: comment.replyTo === undefined ? 0 : (ids[comment.replyTo] ?? 0),
        user_id: comment.byAdmin ? ADMIN_ID : 0,
      });
      ids.push(id);
    }
  }

  private async writeCounts(): Promise<void> {
    for (const [termId, count] of this.termCounts) {
      await this.tx.execute(`UPDATE ${this.db.tables.term_taxonomy} SET count = ? WHERE term_taxonomy_id = ?`, [
        count,
        termId,
      ]);
    }
  }
}

/** The site's clock is UTC after installation, so local and GMT dates are the same. */
export function sqlDate(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}
