import { Injectable } from '@nestjs/common';
import { type MetaRow } from '../../../database/index.js';
import { type Comment } from '../../../modules/comments/index.js';
import { attachmentUrl, PermalinksLoader } from '../../../modules/entries/index.js';
import { type Site, SiteService } from '../../../site/index.js';
import { groupBy } from '../bulk-rows.js';
import { type ExportFilter } from './export-filter.js';
import { type EntryRow, ExportStore, isRestricted, type TermNodeRow } from './export.store.js';
import { authorXml, channelEnd, channelStart, commentXml, ITEM_END, itemStart, termXml } from './wxr-writer.js';

const ENTRIES = 50;
const TERMS = 500;
const AUTHORS = 200;
/** Above this number of comments, those of each entry are read separately. */
const COMMENTS = 1000;
const ATTACHED_FILE = '_wp_attached_file';

export interface ExportProgress {
  /** Number of entries written so far, and in total. */
  (done: number, total: number): void;
}

/** Writes the site, or a part of it, as a WordPress export file (WXR). Memory use does not depend on the size of the site. */
@Injectable()
export class ExportService {
  constructor(
    private readonly store: ExportStore,
    private readonly sites: SiteService,
    private readonly permalinks: PermalinksLoader,
  ) {}

  /** The post types that can be exported, with the number of their entries. */
  types(): Promise<{ type: string; entries: number }[]> {
    return this.store.types();
  }

  /** The file, in chunks. */
  async *document(filter: ExportFilter = {}, progress: ExportProgress = () => undefined): AsyncGenerator<string> {
    const site = await this.sites.current();
    await this.store.checkFilter(filter);
    const total = await this.store.count(filter);
    yield channelStart(site, new Date());
    yield* this.authors(filter);
    yield* this.terms(filter);
    let done = 0;
    for await (const { rows, xml } of this.entries(site, filter)) {
      yield* xml;
      progress((done += rows), Math.max(total, done));
    }
    yield channelEnd();
  }

  private async *authors(filter: ExportFilter): AsyncGenerator<string> {
    for (
      let after = 0, rows;
      (rows = await this.store.authors(filter, after, AUTHORS)).length > 0;
      after = rows.at(-1)!.id
    ) {
      yield rows.map(authorXml).join('');
    }
  }

  private async *terms(filter: ExportFilter): AsyncGenerator<string> {
    const used = isRestricted(filter) ? await this.store.usedTerms(filter) : undefined;
    const ids = termOrder(await this.store.termNodes(), used);
    for (let from = 0; from < ids.length; from += TERMS) {
      const page = ids.slice(from, from + TERMS);
      const terms = await this.store.terms(page);
      const meta = await this.store.meta(
        'term',
        [...terms.values()].map((term) => term.term),
      );
      yield page
        .flatMap((id) => terms.get(id) ?? [])
        .map((term) => termXml(term, meta.get(term.term) ?? []))
        .join('');
    }
  }

  private async *entries(
    site: Site,
    filter: ExportFilter,
  ): AsyncGenerator<{ rows: number; xml: AsyncGenerator<string> }> {
    for (
      let after = 0, rows;
      (rows = await this.store.entries(filter, after, ENTRIES)).length > 0;
      after = rows.at(-1)!.id
    ) {
      yield { rows: rows.length, xml: this.page(site, rows) };
    }
  }

  private async *page(site: Site, entries: readonly EntryRow[]): AsyncGenerator<string> {
    const ids = entries.map((entry) => entry.id);
    const [link, terms, meta, comments] = await Promise.all([
      this.permalinks.links(site, entries),
      this.store.termsOf(ids),
      this.store.meta('post', ids),
      this.comments(ids),
    ]);
    const sticky = new Set(site.ids('sticky_posts'));
    for (const entry of entries) {
      const own = meta.get(entry.id) ?? [];
      yield itemStart(entry, {
        link: link(entry),
        isSticky: sticky.has(entry.id),
        attachmentUrl: entry.type === 'attachment' ? fileUrl(site, own) || entry.guid : undefined,
        terms: terms.get(entry.id) ?? [],
        meta: own,
      });
      for await (const batch of comments(entry.id)) yield* this.commentsXml(batch);
      yield ITEM_END;
    }
  }

  /** How to read an entry's comments: all together unless there are too many. */
  private async comments(
    ids: readonly number[],
  ): Promise<(id: number) => AsyncIterable<Comment[]> | Iterable<Comment[]>> {
    const rows = await this.store.commentsOf(ids, COMMENTS + 1);
    if (rows.length > COMMENTS) return (id) => this.commentPages(id);
    const byPost = groupBy(rows, (row) => row.post);
    return (id) => (byPost.has(id) ? [byPost.get(id)!] : []);
  }

  private async *commentPages(id: number): AsyncGenerator<Comment[]> {
    for (
      let after = 0, rows;
      (rows = await this.store.commentsAfter(id, after, COMMENTS)).length > 0;
      after = rows.at(-1)!.id
    )
      yield rows;
  }

  private async *commentsXml(comments: readonly Comment[]): AsyncGenerator<string> {
    const meta = await this.store.meta(
      'comment',
      comments.map((comment) => comment.id),
    );
    for (const comment of comments) yield commentXml(comment, meta.get(comment.id) ?? []);
  }
}

function fileUrl(site: Site, meta: readonly MetaRow[]): string {
  return attachmentUrl(
    site,
    new Map(meta.filter(({ key }) => key === ATTACHED_FILE).map(({ value }) => [ATTACHED_FILE, value ?? ''])),
  );
}

/** Taxonomies whose terms are exported with their entries, or belong to what is not exported. */
const NOT_LISTED = new Set(['post_format', 'link_category']);

/**
 * Term IDs in export order: categories, tags, others, and parents before children, as importers require.
 * With `used`, only these terms and their ancestors.
 */
export function termOrder(nodes: readonly TermNodeRow[], used?: ReadonlySet<number>): number[] {
  const keyOf = (taxonomy: string, termId: number) => `${taxonomy} ${termId}`;
  const byTerm = new Map(nodes.map((node) => [keyOf(node.taxonomy, node.term), node]));
  const rank = (taxonomy: string) => (taxonomy === 'category' ? 0 : taxonomy === 'post_tag' ? 1 : 2);
  const ordered = new Set<number>();
  const exported = nodes.filter((node) => !NOT_LISTED.has(node.taxonomy) && (!used || used.has(node.id)));
  for (const node of exported.sort((a, b) => rank(a.taxonomy) - rank(b.taxonomy) || a.id - b.id)) {
    const path: number[] = [];
    for (
      let at: TermNodeRow | undefined = node;
      at && !ordered.has(at.id) && !path.includes(at.id);
      at = byTerm.get(keyOf(at.taxonomy, at.parent))
    )
      path.push(at.id);
    for (const id of path.reverse()) ordered.add(id);
  }
  return [...ordered];
}
