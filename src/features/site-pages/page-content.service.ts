import { Injectable } from '@nestjs/common';
import { ANONYMOUS } from '../../access/index.js';
import {
  type Attachments,
  type Entry,
  type EntryView,
  EntryViewLoader,
  RenderedAttachmentsLoader,
  type ViewNeeds,
  ZERO_DATE,
} from '../../modules/entries/index.js';
import { hasAllAncestors, termLink, TermsStore } from '../../modules/terms/index.js';
import { authorLink, authorPicture, type User, UsersStore } from '../../modules/users/index.js';
import { DEFAULT_DATE_FORMAT, localDate, messagesOf, type Site } from '../../site/index.js';
import { gmtFromDate, mapInTurns } from '../../text/index.js';
import { imageIds, srcset } from '../../rendering/index.js';
import { ArticleValuesLoader } from './article-values.loader.js';
import { type FeedItem } from './feed.js';
import { galleryIds, objectPosition, withFocalPoints } from './focal-points.js';
import { OwnTheme } from './own-theme.js';
import { type PagePart } from './page-parts.service.js';
import { plainText } from './plain-text.js';
import { highlight, readingMinutes, snippet, summary } from './summary.js';
import { type Html, html, raw } from './theme/html.js';
import { type Article, type Author, type Card, type Link, type Picture, type PublishedDate } from './theme/views.js';

const NEEDS: ViewNeeds = {
  meta: true,
  taxonomies: [],
  revisions: false,
  link: true,
  html: true,
  imagesFor: ANONYMOUS,
};
const TITLES: ViewNeeds = { meta: false, taxonomies: [], revisions: false, link: true, html: false };

interface TermLinks {
  /** Terms of hierarchical taxonomies. */
  readonly categories: readonly Link[];
  readonly tags: readonly Link[];
  /** False if a parent is missing: no version follows one that is created later. */
  readonly isVersioned: boolean;
}

interface Loaded {
  readonly view: EntryView;
  readonly authors: ReadonlyMap<number, User>;
  readonly terms: ReadonlyMap<number, TermLinks>;
  readonly images: Attachments;
}

/** The parts of pages that are made from entries, loaded in a constant number of queries for any number of them. */
@Injectable()
export class PageContentService {
  constructor(
    private readonly views: EntryViewLoader,
    private readonly terms: TermsStore,
    private readonly users: UsersStore,
    private readonly attachments: RenderedAttachmentsLoader,
    private readonly values: ArticleValuesLoader,
    private readonly theme: OwnTheme,
  ) {}

  /** Entries without a title have their date in its place. */
  async links(site: Site, entries: readonly Entry[]): Promise<Link[]> {
    return (await this.linkParts(site, entries)).map(({ value }) => value);
  }

  async linkParts(site: Site, entries: readonly Entry[]): Promise<PagePart<Link>[]> {
    if (entries.length === 0) return [];
    const view = await this.views.load(site, entries, TITLES, () => false);
    return entries.map((entry) => {
      const title = view.title(entry) || dateOf(site, entry.date);
      const url = view.link(entry);
      return {
        value: { title: raw(title), url },
        isCacheable: view.isCacheable(entry),
        bytes: title.length + url.length,
      };
    });
  }

  async cards(site: Site, entries: readonly Entry[]): Promise<Card[]> {
    return (await this.cardParts(site, entries)).map(({ value }) => value);
  }

  async cardParts(site: Site, entries: readonly Entry[]): Promise<PagePart<Card>[]> {
    const loaded = await this.load(site, entries, (entry) => entry.password === '');
    return mapInTurns(entries, (entry) => {
      const value = this.card(site, entry, loaded);
      // The numbers of galleries and players, which depend on the entries before, are in tags; a card has only the text of a content.
      return { value, isCacheable: isCacheable(entry, loaded), bytes: value.excerpt.markup.length };
    });
  }

  /** Cards whose title and excerpt show where the words were found. */
  async results(site: Site, entries: readonly Entry[], words: readonly string[]): Promise<Card[]> {
    const loaded = await this.load(site, entries, (entry) => entry.password === '');
    return mapInTurns(entries, (entry) => {
      const card = this.card(site, entry, loaded);
      return {
        ...card,
        title: raw(highlight(card.title.markup || card.date.text, words)),
        excerpt: raw(highlight(snippet(loaded.view.content(entry), words), words)),
      };
    });
  }

  /** `above`: the entries above it, nearest first. */
  async article(
    site: Site,
    entry: Entry,
    link: string,
    { isUnlocked, above }: { isUnlocked: boolean; above: readonly Entry[] },
  ): Promise<PagePart<Article>> {
    const type = site.model.types.get(entry.type);
    // Pages and files are not dated articles of an author.
    const isDated = type !== undefined && !type.hierarchical && type.name !== 'attachment';
    const hasTemplate = isUnlocked && this.theme.hasArticle(entry.type);
    const fields = hasTemplate ? this.values.fieldsOf(site, entry.type) : [];
    const [loaded, parents] = await Promise.all([
      this.load(site, [entry], () => isUnlocked, { contentImages: true, metaFields: () => fields }),
      type?.hierarchical ? this.links(site, above.filter(({ status }) => status === 'publish').reverse()) : [],
    ]);
    const { author, date, ...card } = this.card(site, entry, loaded);
    const content = loaded.view.content(entry);
    const values = hasTemplate ? await this.values.load(site, entry, loaded.view) : undefined;
    const relations = await Promise.all(
      Object.entries(values?.related ?? {}).map(async ([name, to]) => [name, await this.links(site, to)] as const),
    );
    const shown = imagesIn(entry, loaded.view).flatMap((id) => loaded.images.get(id) ?? []);
    const value: Article = {
      ...card,
      url: link,
      ...(isDated && { date, ...(type.supports.includes('author') && author && { author }) }),
      ...(!isUnlocked && { image: undefined }),
      modified: published(site, entry.modified, entry.modifiedGmt),
      ...(entry.excerpt !== '' && isUnlocked && { ownExcerpt: card.excerpt }),
      content: raw(withFocalPoints(content, shown)),
      tags: loaded.terms.get(entry.id)?.tags ?? [],
      minutes: readingMinutes(content),
      parents,
      description: isUnlocked ? plainText(card.excerpt.markup) : '',
      ...(values && { meta: values.meta, relations: Object.fromEntries(relations) }),
    };
    // The version of an entry follows the titles of those above it only if they are pages.
    const isCovered = !type?.hierarchical || type.name === 'page';
    const isOwn = values?.hasRelations !== true;
    return { value, isCacheable: isCovered && isOwn && isCacheable(entry, loaded), bytes: content.length };
  }

  /** The rendered contents of entries that have no page of their own. */
  async contents(site: Site, entries: readonly Entry[]): Promise<(entry: Entry) => Html> {
    const view = await this.views.load(site, entries, { ...NEEDS, link: false }, () => true);
    return (entry) => raw(view.content(entry));
  }

  async feedItems(site: Site, entries: readonly Entry[]): Promise<FeedItem[]> {
    const loaded = await this.load(site, entries, (entry) => entry.password === '');
    const { view, authors, terms } = loaded;
    return mapInTurns(entries, (entry) => {
      const { categories = [], tags = [] } = terms.get(entry.id) ?? {};
      return {
        title: view.title(entry),
        excerpt: view.excerpt(entry),
        content: view.content(entry),
        link: view.link(entry),
        guid: entry.guid || view.link(entry),
        dateGmt: view.dateGmt(entry),
        author: authors.get(entry.author)?.displayName ?? '',
        terms: [...categories, ...tags].map(({ title }) => String(title)),
        image: this.image(view.linkedImage(entry), loaded.images)?.url,
      };
    });
  }

  /** Images by their IDs, such as a logo. */
  async pictures(site: Site, ids: readonly number[]): Promise<(id: number) => Picture | undefined> {
    const valid = ids.filter((id) => id > 0);
    if (valid.length === 0) return () => undefined;
    const { attachments } = await this.attachments.load(site, valid, [], { pages: false });
    return (id) => this.image(id, attachments);
  }

  /** The featured images of entries, as far as everybody may read them. */
  async imagesOf(site: Site, entries: readonly Entry[]): Promise<(entry: Entry) => Picture | undefined> {
    const view = await this.views.load(site, entries, { ...NEEDS, link: false, html: false }, () => false);
    const pictureOf = await this.pictures(
      site,
      entries.map((entry) => view.linkedImage(entry)),
    );
    return (entry) => pictureOf(view.linkedImage(entry));
  }

  private async load(
    site: Site,
    entries: readonly Entry[],
    isUnlocked: (entry: Entry) => boolean,
    { contentImages = false, metaFields }: { contentImages?: boolean; metaFields?: ViewNeeds['metaFields'] } = {},
  ): Promise<Loaded> {
    const [view, authors, terms] = await Promise.all([
      this.views.load(site, entries, { ...NEEDS, metaFields }, isUnlocked),
      this.users.byIds([...new Set(entries.map((entry) => entry.author))]),
      this.termLinks(site, entries),
    ]);
    const idsOf = (entry: Entry) => (contentImages ? imagesIn(entry, view) : [view.linkedImage(entry)]);
    const portraits = [...authors.keys()].map((id) => authorPicture(site, id));
    const images = [...new Set([...entries.flatMap(idsOf), ...portraits])].filter((id) => id > 0);
    const { attachments } =
      images.length > 0
        ? await this.attachments.load(site, images, [], { pages: false })
        : { attachments: new Map() as Attachments };
    return { view, authors, terms, images: attachments };
  }

  private card(site: Site, entry: Entry, { view, authors, terms, images }: Loaded): Card {
    const author = authors.get(entry.author);
    const image = entry.password === '' ? this.image(view.linkedImage(entry), images) : undefined;
    return {
      id: entry.id,
      title: raw(view.title(entry)),
      url: view.link(entry),
      date: published(site, entry.date, entry.dateGmt),
      ...(author && {
        author: { ...authorView(author, site), picture: this.portrait(authorPicture(site, author.id), images) },
      }),
      categories: terms.get(entry.id)?.categories ?? [],
      ...(image && { image }),
      excerpt: this.excerpt(site, entry, view),
    };
  }

  /** Real sentences, and what the author wrote where there is something. */
  private excerpt(site: Site, entry: Entry, view: EntryView): Html {
    if (entry.excerpt !== '') return raw(summary(view.excerpt(entry), 600));
    const text = summary(view.content(entry));
    return text === '' && entry.password !== '' ? html`${messagesOf(site.locale).protected.excerpt}` : raw(text);
  }

  /** The picture of an author, small. */
  async portraitOf(site: Site, user: number): Promise<Picture | undefined> {
    const id = authorPicture(site, user);
    if (id === 0) return undefined;
    const { attachments } = await this.attachments.load(site, [id], [], { pages: false });
    return this.portrait(id, attachments);
  }

  private portrait(id: number, images: Attachments): Picture | undefined {
    const picture = this.image(id, images);
    const size = images.get(id)?.image?.sizes.get('thumbnail');
    if (!picture || !size) return picture;
    const url = picture.url.slice(0, picture.url.lastIndexOf('/') + 1) + size.file;
    return { ...picture, url, width: size.width, height: size.height, srcset: undefined };
  }

  private image(id: number, images: Attachments): Picture | undefined {
    const found = id > 0 ? images.get(id) : undefined;
    const { image } = found ?? {};
    if (!found || !image || image.width < 1 || image.height < 1) return undefined;
    const { width, height } = image;
    return {
      ...{ url: found.url, alt: found.alt, width, height, srcset: srcset(image, found.url, found.url, image) },
      ...(found.focalPoint && { style: objectPosition(found.focalPoint) }),
    };
  }

  private async termLinks(site: Site, entries: readonly Entry[]): Promise<Map<number, TermLinks>> {
    const named = entries.flatMap(({ type }) => site.model.types.get(type)?.taxonomies ?? []);
    const taxonomies = [...new Set(named)].flatMap((name) => {
      const taxonomy = site.model.taxonomies.get(name);
      return taxonomy?.isPublic ? [taxonomy] : [];
    });
    const assigned = await this.terms.ofObjects(
      entries.map(({ id }) => id),
      taxonomies.map(({ name }) => name),
    );
    const all = [...assigned.values()].flat();
    const trees = await Promise.all(
      taxonomies.map(({ name, addresses }) => {
        const ids = addresses.nested ? all.filter(({ taxonomy, parent }) => taxonomy === name && parent > 0) : [];
        return this.terms.withAncestors(
          ids.map(({ id }) => id),
          name,
        );
      }),
    );
    const linksOf = (id: number, hierarchical: boolean) =>
      taxonomies.flatMap((taxonomy, index) =>
        taxonomy.hierarchical === hierarchical
          ? (assigned.get(id) ?? [])
              .filter((term) => term.taxonomy === taxonomy.name)
              .map((term) => ({ title: term.name, url: termLink(site, taxonomy, term, trees[index]!) }))
          : [],
      );
    const isVersioned = trees.every((tree) => [...tree.values()].every((term) => hasAllAncestors(term, tree)));
    return new Map(
      entries.map(({ id }) => [id, { categories: linksOf(id, true), tags: linksOf(id, false), isVersioned }]),
    );
  }
}

/** Whether the versions of an entry follow everything that is shown of it. */
function isCacheable(entry: Entry, { view, terms }: Loaded): boolean {
  return !entry.isWithoutContent && view.isCacheable(entry) && terms.get(entry.id)?.isVersioned !== false;
}

/** The featured image of an entry and those in its content. */
function imagesIn(entry: Entry, view: EntryView): number[] {
  return [view.linkedImage(entry), ...imageIds(view.content(entry)), ...galleryIds(entry.content ?? '')];
}

function authorView(user: User, site: Site): Author {
  return { title: user.displayName, url: authorLink(user, site), description: user.description };
}

function dateOf(site: Site, date: string): string {
  return localDate(site, site.option('date_format') || DEFAULT_DATE_FORMAT, date);
}

/** A date of the site with the offset that its time zone has then. */
export function published(site: Site, local: string, gmt: string, format?: string): PublishedDate {
  const utc = gmt === ZERO_DATE ? gmtFromDate(local, site.zone) : gmt;
  const minutes = Math.round((milliseconds(local) - milliseconds(utc)) / 60_000) || 0;
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  const text = format === undefined ? dateOf(site, local) : localDate(site, format, local);
  return { text, iso: local === ZERO_DATE ? '' : `${local.replace(' ', 'T')}${offset}` };
}

const milliseconds = (stored: string) => Date.parse(`${stored.replace(' ', 'T')}Z`);
