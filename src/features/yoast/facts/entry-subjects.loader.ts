import { Injectable } from '@nestjs/common';
import { type FieldEntry } from '../../../content-model/index.js';
import {
  EntriesStore,
  type Entry,
  type EntryMeta,
  EntryRenderer,
  FEATURED_IMAGE,
  PermalinksLoader,
} from '../../../modules/entries/index.js';
import { type AssignedTerm, TermsStore } from '../../../modules/terms/index.js';
import { type Site } from '../../../site/index.js';
import { stripAllTags } from '../../../text/index.js';
import { renderTitle, ShortcodeRegistry } from '../../../rendering/index.js';
import { EntryValuesStore, type EntryState } from '../entry-values.store.js';
import { type ContentImage, firstImage, galleryOf } from '../head/images.js';
import { type Crumb, type HeadImage, type OwnValues, type Subject } from '../head/subject.js';
import { namedMetaKeys } from '../head/template-variables.js';
import { IndexablesStore, type Indexable } from '../indexables.store.js';
import { type YoastOptions } from '../yoast-options.js';
import { ImagesLoader, type LoadedImage } from './images.loader.js';
import { PersonsLoader, type LoadedPerson } from './persons.loader.js';
import { TermTrailsLoader } from './term-trails.loader.js';

export const META_PREFIX = '_yoast_wpseo_';

/** Values that editors enter, by their names after the prefix. */
const VALUE_NAMES = [
  'title',
  'metadesc',
  'focuskw',
  'canonical',
  'bctitle',
  'meta-robots-noindex',
  'meta-robots-nofollow',
  'meta-robots-adv',
  'opengraph-title',
  'opengraph-description',
  'opengraph-image',
  'opengraph-image-id',
  'twitter-title',
  'twitter-description',
  'twitter-image',
  'twitter-image-id',
  'schema_page_type',
  'schema_article_type',
  'estimated-reading-time-minutes',
];
const PROTECTED_EXCERPT = 'There is no excerpt because this is a protected post.';
/** What the plugin found in the text, which it stores with its row. */
const CONTENT_SOURCES = new Set(['gallery-image', 'first-content-image']);

type EntrySubject = Extract<Subject, { kind: 'entry' }>;

/** Loads what the heads of entries follow from: a constant number of queries, however many entries. */
@Injectable()
export class EntrySubjectsLoader {
  constructor(
    private readonly entries: EntriesStore,
    private readonly values: EntryValuesStore,
    private readonly terms: TermsStore,
    private readonly permalinks: PermalinksLoader,
    private readonly persons: PersonsLoader,
    private readonly images: ImagesLoader,
    private readonly indexables: IndexablesStore,
    private readonly trails: TermTrailsLoader,
    private readonly renderer: EntryRenderer,
    private readonly shortcodes: ShortcodeRegistry,
  ) {}

  async load(
    site: Site,
    entries: readonly FieldEntry[],
    options: YoastOptions,
    as: EntrySubject['as'] = 'entry',
  ): Promise<Map<number, EntrySubject>> {
    const ids = entries.map(({ id }) => id);
    const taxonomies = [...site.model.taxonomies.values()].filter(({ isPublic }) => isPublic).map(({ name }) => name);
    const keys = [...VALUE_NAMES, ...taxonomies.map((name) => `primary_${name}`)].map((name) => META_PREFIX + name);
    const [states, metas, assigned, persons, indexables, above] = await Promise.all([
      this.values.states(ids),
      this.entries.metas(ids, [...keys, FEATURED_IMAGE]),
      this.terms.ofObjects(ids, taxonomies),
      this.persons.load(
        site,
        entries.map(({ author }) => author),
      ),
      this.indexables.images(ids),
      this.entries.withAncestors([...new Set(entries.map(({ parent }) => parent))].filter((id) => id > 0)),
    ]);
    const owns = new Map(ids.map((id) => [id, ownValues(metas.get(id))]));
    const featured = (id: number) => Number(metas.get(id)?.get(FEATURED_IMAGE) ?? 0) || 0;
    const galleries = new Map(
      entries.flatMap(({ id, content }) =>
        featured(id) > 0 || indexables.has(id) ? [] : [[id, galleryOf(content)] as const],
      ),
    );
    const contentImages = new Map(
      entries.flatMap(({ id, content }) => {
        const image = states.get(id)?.isProtected ? undefined : firstImage(content);
        return image ? [[id, image] as const] : [];
      }),
    );
    const [link, aboveMetas, images, named, excerpts, children, trails] = await Promise.all([
      this.permalinks.links(site, [...(entries as readonly Entry[]), ...above.values()]),
      this.entries.metas([...above.keys()], [`${META_PREFIX}bctitle`]),
      this.images.load(site, [
        ...ids.flatMap((id) => [featured(id), ...imageIds(owns.get(id)!), indexables.get(id)?.imageId ?? 0]),
        ...[...contentImages.values()].map(({ id }) => id),
        ...[...galleries.values()].flatMap((gallery) => gallery?.ids.slice(0, 1) ?? []),
      ]),
      this.namedMeta(ids, entries, owns, options),
      this.excerpts(site, entries, owns, states, options),
      this.firstChildren(
        site,
        [...galleries].flatMap(([id, gallery]) => (gallery?.ids.length === 0 ? [id] : [])),
      ),
      this.trails.ofEntries(site, entries, assigned, owns, options),
    ]);
    const source = {
      site,
      options,
      states,
      owns,
      assigned,
      persons,
      indexables,
      above,
      aboveMetas,
      link,
      images,
      named,
      excerpts,
      galleries,
      contentImages,
      children,
      trails,
      featured,
      as,
    };
    return new Map(entries.map((entry) => [entry.id, this.subject(entry, source)]));
  }

  private subject(entry: FieldEntry, source: Source): EntrySubject {
    const { id } = entry;
    const own = source.owns.get(id)!;
    const state = source.states.get(id) ?? NO_STATE;
    const image = source.images.get(source.featured(id));
    const contentImage = source.contentImages.get(id);
    const contentFile = contentImage && fileOf(contentImage, source.images);
    const permalink = source.link(entry as Entry);
    const title = this.titleOf(entry, state);
    const found = image?.shared ?? foundImage(entry, source, contentFile?.shared ?? contentImage);
    return {
      kind: 'entry',
      as: source.as,
      permalink,
      own,
      ...withImage('openGraphImage', chosenImage(own, 'opengraph', source.images)),
      ...withImage('twitterImage', chosenImage(own, 'twitter', source.images)),
      ...withImage('foundImage', found),
      trail: this.trailOf(entry, permalink, title, source),
      facts: {
        entry,
        ...state,
        title,
        ...(source.persons.get(entry.author) && { author: source.persons.get(entry.author)!.person }),
        terms: source.assigned.get(id) ?? [],
        parentTitle: source.above.get(entry.parent)?.title ?? '',
        excerpt: source.excerpts.get(id) ?? '',
        ...withImage('image', image?.full),
        ...(contentImage && {
          contentImage: contentFile?.full ?? { url: contentImage.url },
          contentImageUrl: contentImage.url,
        }),
        meta: source.named.get(id) ?? NO_META,
      },
    };
  }

  private titleOf({ title, status }: FieldEntry, { isProtected }: EntryState): string {
    return renderTitle(title, this.shortcodes, isProtected ? 'Protected: ' : status === 'private' ? 'Private: ' : '');
  }

  /** The archive of the type, the parents or the terms above an entry, and the entry itself. */
  private trailOf(entry: FieldEntry, permalink: string, title: string, source: Source): Crumb[] {
    const parents: Crumb[] = [];
    const passed = new Set<number>([entry.id]);
    for (let at = source.above.get(entry.parent); at && !passed.has(at.id); at = source.above.get(at.parent)) {
      passed.add(at.id);
      const own = source.aboveMetas.get(at.id)?.get(`${META_PREFIX}bctitle`);
      const shown = this.titleOf(at as FieldEntry, { ...NO_STATE, isProtected: at.password !== '' });
      parents.unshift({ name: own || stripAllTags(shown), url: source.link(at) });
    }
    const trail = source.trails.get(entry.id) ?? { archive: [], terms: [] };
    const name = source.owns.get(entry.id)!.get('bctitle') ?? stripAllTags(title);
    return [...trail.archive, ...(parents.length > 0 ? parents : trail.terms), { name, url: permalink }];
  }

  /** Meta values that the templates of these entries name. */
  private async namedMeta(
    ids: readonly number[],
    entries: readonly FieldEntry[],
    owns: ReadonlyMap<number, OwnValues>,
    options: YoastOptions,
  ): Promise<ReadonlyMap<number, EntryMeta>> {
    const types = new Set(entries.map(({ type }) => type));
    const templates = [
      ...[...types].flatMap((type) => [options.textOrDefault(`title-${type}`), options.text(`metadesc-${type}`)]),
      ...[...owns.values()].flatMap((own) => [...own.values()]),
    ];
    const keys = [...new Set(templates.flatMap(namedMetaKeys))];
    return keys.length === 0 ? new Map() : this.entries.metas(ids, keys);
  }

  /** The beginnings of texts that nothing else describes. */
  private async excerpts(
    site: Site,
    entries: readonly FieldEntry[],
    owns: ReadonlyMap<number, OwnValues>,
    states: ReadonlyMap<number, EntryState>,
    options: YoastOptions,
  ): Promise<Map<number, string>> {
    const undescribed = entries.filter(({ id, type }) => {
      const own = owns.get(id)!;
      return !own.has('metadesc') && !own.has('opengraph-description') && options.text(`metadesc-${type}`) === '';
    });
    const isProtected = ({ id }: FieldEntry) => states.get(id)?.isProtected ?? false;
    const readable = undescribed.filter((entry) => !isProtected(entry)) as unknown as readonly Entry[];
    const rendering = await this.renderer.page(site, readable);
    return new Map([
      ...readable.map((entry) => [entry.id, stripAllTags(rendering.excerpt(entry))] as const),
      ...undescribed.filter(isProtected).map(({ id }) => [id, PROTECTED_EXCERPT] as const),
    ]);
  }

  /** The first images of entries whose galleries have all of theirs. */
  private async firstChildren(site: Site, parents: readonly number[]): Promise<Map<number, LoadedImage>> {
    if (parents.length === 0) return new Map();
    const files = await this.entries.attachments([], parents, { content: false });
    const first = new Map<number, number>();
    for (const { id, parent, mimeType } of files)
      if (mimeType.startsWith('image/') && !first.has(parent)) first.set(parent, id);
    const images = await this.images.load(site, [...first.values()]);
    return new Map([...first].flatMap(([parent, id]) => (images.has(id) ? [[parent, images.get(id)!] as const] : [])));
  }
}

interface Source {
  readonly site: Site;
  readonly options: YoastOptions;
  readonly as: EntrySubject['as'];
  readonly states: ReadonlyMap<number, EntryState>;
  readonly owns: ReadonlyMap<number, OwnValues>;
  readonly assigned: ReadonlyMap<number, readonly AssignedTerm[]>;
  readonly persons: ReadonlyMap<number, LoadedPerson>;
  readonly indexables: ReadonlyMap<number, Indexable>;
  readonly above: ReadonlyMap<number, Entry>;
  readonly aboveMetas: ReadonlyMap<number, EntryMeta>;
  readonly link: (entry: Entry) => string;
  readonly images: ReadonlyMap<number, LoadedImage>;
  readonly named: ReadonlyMap<number, EntryMeta>;
  readonly excerpts: ReadonlyMap<number, string>;
  readonly galleries: ReadonlyMap<number, { readonly ids: readonly number[] } | undefined>;
  readonly contentImages: ReadonlyMap<number, ContentImage>;
  readonly children: ReadonlyMap<number, LoadedImage>;
  readonly trails: ReadonlyMap<number, { readonly archive: readonly Crumb[]; readonly terms: readonly Crumb[] }>;
  readonly featured: (id: number) => number;
}

const NO_META: EntryMeta = new Map();
const NO_STATE: EntryState = { isProtected: false, opensComments: false, comments: 0, hiddenPages: 1 };

function ownValues(meta: EntryMeta = NO_META): OwnValues {
  return new Map(
    [...meta].flatMap(([key, value]) =>
      key.startsWith(META_PREFIX) && value !== '' ? [[key.slice(META_PREFIX.length), value] as const] : [],
    ),
  );
}

/** Attachments that editors chose for social networks. */
export function imageIds(own: OwnValues): number[] {
  return ['opengraph', 'twitter'].flatMap((network) => Number(own.get(`${network}-image-id`) ?? 0) || []);
}

/** The image that the editor chose: by its ID, or by its URL alone. */
export function chosenImage(
  own: OwnValues,
  network: 'opengraph' | 'twitter',
  images: ReadonlyMap<number, LoadedImage>,
): HeadImage | undefined {
  const image = images.get(Number(own.get(`${network}-image-id`) ?? 0))?.shared;
  const url = own.get(`${network}-image`);
  return image ?? (url === undefined ? undefined : { url });
}

/** The first image of a gallery or of the text. */
function foundImage({ id }: FieldEntry, source: Source, contentImage: HeadImage | undefined): HeadImage | undefined {
  const indexable = source.indexables.get(id);
  if (indexable && CONTENT_SOURCES.has(indexable.source) && indexable.image !== '')
    return source.images.get(indexable.imageId)?.shared ?? { url: indexable.image };
  const gallery = source.galleries.get(id);
  const first = gallery && (gallery.ids.length > 0 ? source.images.get(gallery.ids[0]!) : source.children.get(id));
  return first ? { url: first.thumbnail } : contentImage && { ...contentImage };
}

/** The attachment that an image in a text names, if the file is one of its. */
function fileOf({ url, id }: ContentImage, images: ReadonlyMap<number, LoadedImage>): LoadedImage | undefined {
  const image = images.get(id);
  const stem = image?.full.url.replace(/\.\w+$/, '');
  return stem !== undefined && url.startsWith(stem) ? image : undefined;
}

function withImage<K extends string>(name: K, image: HeadImage | undefined): { readonly [key in K]?: HeadImage } {
  return (image ? { [name]: image } : {}) as { readonly [key in K]?: HeadImage };
}
