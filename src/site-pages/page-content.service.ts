import { Injectable } from '@nestjs/common';
import { EntriesStore } from '../modules/entries/entries.store.js';
import { FEATURED_IMAGE } from '../modules/entries/entry-sources.js';
import { featuredImage } from '../modules/entries/related.loader.js';
import { type Entry } from '../modules/entries/entry.js';
import { EntryViewLoader, type ViewNeeds } from '../modules/entries/present/entry-view.loader.js';
import { type EntryView } from '../modules/entries/present/entry-view.js';
import { termLink } from '../modules/terms/term.js';
import { TermsStore } from '../modules/terms/terms.store.js';
import { authorLink } from '../modules/users/user.js';
import { UsersStore } from '../modules/users/users.store.js';
import { isUploadPath } from '../platform/uploads/upload-storage.js';
import { type Site } from '../site/site.js';
import { formatMysqlDate } from '../text/dates.js';
import { decodeSpecialCharacters, escapeHtml } from '../text/escape.js';
import { stripAllTags } from '../text/strip-tags.js';
import { type FeedItem } from './feed.js';
import { type ArticleView } from './page-template.js';

const MAX_DESCRIPTION = 200;
const NEEDS: ViewNeeds = { meta: false, taxonomies: [], revisions: false, link: true, html: true };

/** The parts of pages that are made from entries, loaded in a constant number of queries for any number of them. */
@Injectable()
export class PageContentService {
  constructor(
    private readonly views: EntryViewLoader,
    private readonly terms: TermsStore,
    private readonly users: UsersStore,
    private readonly entries: EntriesStore,
  ) {}

  /** Stored text as HTML; existing character references stay. */
  text(stored: string): string {
    return escapeHtml(stored);
  }

  async titles(site: Site, entries: readonly Entry[]): Promise<(entry: Entry) => string> {
    const view = await this.views.load(site, entries, { ...NEEDS, link: false, html: false }, () => false);
    return (entry) => view.title(entry);
  }

  async article(
    site: Site,
    entry: Entry,
    link: string,
    isUnlocked: boolean,
  ): Promise<ArticleView & { description: string }> {
    const type = site.model.types.get(entry.type);
    // Pages and files are not dated articles of an author.
    const isArticle = type !== undefined && !type.hierarchical && type.name !== 'attachment';
    const [view, author, terms, image] = await Promise.all([
      this.views.load(site, [entry], { ...NEEDS, link: false }, () => isUnlocked),
      isArticle && type.supports.includes('author') ? this.users.byId(entry.author) : undefined,
      this.linkedTerms(site, entry),
      isUnlocked ? this.featuredImage(site, entry.id) : undefined,
    ]);
    return {
      title: view.title(entry),
      content: view.content(entry),
      link,
      date: isArticle ? dateOf(site, entry) : '',
      isoDate: view.date(entry),
      ...(author && { author: { name: author.displayName, url: authorLink(author, site) } }),
      terms,
      image,
      description: plainStart(view.excerpt(entry)),
    };
  }

  async archiveItems(site: Site, entries: readonly Entry[]) {
    const view = await this.view(site, entries);
    return entries.map((entry) => ({
      title: view.title(entry),
      link: view.link(entry),
      date: dateOf(site, entry),
      isoDate: view.date(entry),
      excerpt: view.excerpt(entry) || (entry.password === '' ? '' : '<p>This content is protected.</p>'),
    }));
  }

  async feedItems(site: Site, entries: readonly Entry[]): Promise<FeedItem[]> {
    const [view, authors, terms] = await Promise.all([
      this.view(site, entries),
      this.users.byIds(entries.map((entry) => entry.author)),
      this.terms.ofObjects(
        entries.map((entry) => entry.id),
        publicTaxonomies(site, entries),
      ),
    ]);
    return entries.map((entry) => ({
      title: view.title(entry),
      excerpt: view.excerpt(entry),
      content: view.content(entry),
      link: view.link(entry),
      guid: entry.guid || view.link(entry),
      dateGmt: view.dateGmt(entry),
      author: authors.get(entry.author)?.displayName ?? '',
      terms: (terms.get(entry.id) ?? []).map((term) => term.name),
    }));
  }

  private async featuredImage(site: Site, id: number): Promise<ArticleView['image']> {
    const media = featuredImage(await this.entries.meta(id, [FEATURED_IMAGE]));
    if (!(media > 0)) return undefined;
    const meta = await this.entries.meta(media, ['_wp_attached_file', '_wp_attachment_image_alt']);
    const file = meta.get('_wp_attached_file') ?? '';
    if (!isUploadPath(file)) return undefined;
    return { url: `${site.uploadsUrl}/${file}`, alt: meta.get('_wp_attachment_image_alt') ?? '' };
  }

  private view(site: Site, entries: readonly Entry[]): Promise<EntryView> {
    return this.views.load(site, entries, NEEDS, (entry) => entry.password === '');
  }

  private async linkedTerms(site: Site, entry: Entry): Promise<{ name: string; url: string }[]> {
    const names = publicTaxonomies(site, [entry]);
    if (names.length === 0) return [];
    const assigned = (await this.terms.ofObjects([entry.id], names)).get(entry.id) ?? [];
    const taxonomies = names.map((name) => site.model.taxonomies.get(name)!);
    const trees = await Promise.all(
      taxonomies.map(({ name, addresses }) => {
        const ids = addresses.nested ? assigned.filter(({ taxonomy }) => taxonomy === name).map(({ id }) => id) : [];
        return this.terms.withAncestors(ids, name);
      }),
    );
    return taxonomies.flatMap((taxonomy, index) =>
      assigned
        .filter((term) => term.taxonomy === taxonomy.name)
        .map((term) => ({ name: term.name, url: termLink(site, taxonomy, term, trees[index]!) })),
    );
  }
}

/** Names of the taxonomies with pages that the entries may have terms of. */
function publicTaxonomies({ model }: Site, entries: readonly Entry[]): string[] {
  const named = entries.flatMap(({ type }) => model.types.get(type)?.taxonomies ?? []);
  return [...new Set(named)].filter((name) => model.taxonomies.get(name)?.isPublic);
}

function dateOf(site: Site, { date }: Entry): string {
  return String(formatMysqlDate(site.option('date_format') || 'F j, Y', date, site.zone) ?? '');
}

function plainStart(html: string): string {
  const text = decodeSpecialCharacters(stripAllTags(html, { removeBreaks: true }), 'both');
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, MAX_DESCRIPTION).toWellFormed()}…`;
}
