import { Injectable } from '@nestjs/common';
import { type FieldEntry, type FieldTrace } from '../../../content-model/index.js';
import {
  EntriesStore,
  type Entry,
  type EntryMeta,
  EntryRenderer,
  EntryVersions,
  FEATURED_IMAGE,
  PermalinksLoader,
} from '../../../modules/entries/index.js';
import { type AssignedTerm, TermsStore } from '../../../modules/terms/index.js';
import { type Site } from '../../../site/index.js';
import { stripAllTags } from '../../../text/index.js';
import { trimAscii } from '../../../text/php-strings.js';
import { renderTitle, ShortcodeRegistry, stripShortcodes } from '../../../rendering/index.js';
import { EntryValuesStore, type EntryState } from '../entry-values.store.js';
import { type ContentImage, firstImage, type Gallery, galleryOf } from '../head/images.js';
import { type Crumb, type HeadImage, type OwnValues, type Subject } from '../head/subject.js';
import { describedTaxonomies, namedMetaKeys } from '../head/template-variables.js';
import { IndexablesStore, type Indexable } from '../indexables.store.js';
import { type YoastOptions } from '../yoast-options.js';
import { ContentFilesLoader } from './content-files.loader.js';
import { ImagesLoader, type LoadedImage } from './images.loader.js';
import { chosenImage, imageIds, META_PREFIX, ownValues, templatesOf, VALUE_NAMES } from './own-values.js';
import { PersonsLoader, type LoadedPerson } from './persons.loader.js';
import { type EntryTrail, TermTrailsLoader } from './term-trails.loader.js';

const PROTECTED_EXCERPT = 'There is no excerpt because this is a protected post.';
/** What the plugin found in the text, which it stores with its row. */
const CONTENT_SOURCES = new Set(['gallery-image', 'first-content-image']);

type EntrySubject = Extract<Subject, { kind: 'entry' }>;

/** Loads what the heads of entries follow from: a constant number of queries, however many entries. */
@Injectable()
export class EntrySubjectsLoader {
  constructor(
    private readonly entries: EntriesStore,
    private readonly versions: EntryVersions,
    private readonly values: EntryValuesStore,
    private readonly terms: TermsStore,
    private readonly permalinks: PermalinksLoader,
    private readonly persons: PersonsLoader,
    private readonly images: ImagesLoader,
    private readonly indexables: IndexablesStore,
    private readonly contentFiles: ContentFilesLoader,
    private readonly trails: TermTrailsLoader,
    private readonly renderer: EntryRenderer,
    private readonly shortcodes: ShortcodeRegistry,
  ) {}

  async load(
    site: Site,
    entries: readonly FieldEntry[],
    options: YoastOptions,
    { as = 'entry', trace }: { readonly as?: EntrySubject['as']; readonly trace?: FieldTrace } = {},
  ): Promise<Map<number, EntrySubject>> {
    const ids = entries.map(({ id }) => id);
    const taxonomies = [...site.model.taxonomies.values()].filter(({ isPublic }) => isPublic).map(({ name }) => name);
    const keys = [...VALUE_NAMES, ...taxonomies.map((name) => `primary_${name}`)].map((name) => META_PREFIX + name);
    const [states, metas, assigned, persons, indexables, above, files] = await Promise.all([
      this.values.states(ids),
      this.entries.metas(ids, [...keys, FEATURED_IMAGE]),
      this.terms.ofObjects(ids, taxonomies),
      this.persons.load(
        site,
        entries.map(({ author }) => author),
      ),
      this.indexables.images(ids),
      this.entries.withAncestors([...new Set(entries.map(({ parent }) => parent))].filter((id) => id > 0)),
      this.images.files(
        site,
        entries.filter(({ type }) => type === 'attachment').map(({ id }) => id),
      ),
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
    const templates = templatesOf(entries, owns, options);
    const [link, aboveMetas, images, named, termDescriptions, excerpts, children, trails, trailsAbove] =
      await Promise.all([
        this.permalinks.links(site, [...(entries as readonly Entry[]), ...above.values()]),
        this.entries.metas([...above.keys()], [`${META_PREFIX}bctitle`]),
        this.images.load(site, [
          ...files.keys(),
          ...ids.flatMap((id) => [featured(id), ...imageIds(owns.get(id)!), indexables.get(id)?.imageId ?? 0]),
          ...[...contentImages.values()].map(({ id }) => id),
          ...[...galleries.values()].flatMap((gallery) => gallery?.ids.slice(0, 1) ?? []),
        ]),
        this.namedMeta(ids, templates),
        this.termDescriptions(assigned, templates),
        this.excerpts(site, entries, owns, states, options, trace),
        this.contentFiles.firstChildren(
          site,
          [...galleries].flatMap(([id, gallery]) => (gallery?.ids.length === 0 ? [id] : [])),
        ),
        this.trails.ofEntries(site, entries, assigned, owns, options),
        this.trails.ofAncestors(site, [...above.values()], taxonomies, options),
      ]);
    if (trace)
      for (const entry of entries) {
        const ids = idsAbove(entry, above);
        const trailsOf = [trails.get(entry.id), ...ids.map((id) => trailsAbove.get(id))];
        if (!link.isVersioned || trailsOf.some((trail) => trail?.isVersioned === false)) trace.exclude(entry.id);
        trace.follow(entry.id, this.persons, [entry.author]);
        trace.follow(entry.id, this.versions, ids);
        if (featured(entry.id) === 0 || contentImages.has(entry.id))
          trace.follow(entry.id, this.indexables, [entry.id]);
      }
    const contentFiles = await this.contentFiles.load(site, contentImages, images, indexables, options);
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
      termDescriptions,
      excerpts,
      galleries,
      contentImages,
      contentFiles,
      children,
      trails,
      trailsAbove,
      files,
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
    const ownFile = source.files.has(id) ? source.images.get(id) : undefined;
    const contentImage = source.contentImages.get(id);
    const contentFile = source.contentFiles.get(id);
    // The plugin takes the file of an attachment for its page.
    const permalink = source.files.get(id) ?? source.link(entry as Entry);
    const title = this.titleOf(entry, state);
    // A featured image that networks cannot show is not replaced by another one.
    const found = ownFile?.shared ?? (source.featured(id) > 0 ? image?.shared : foundImage(entry, source));
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
        ...(source.featured(id) > 0 && { image: image?.full ?? NO_FILE }),
        ...(contentImage && {
          contentImage: contentFile?.full ?? { url: contentImage.url },
          contentImageUrl: contentImage.url,
        }),
        termDescriptions: source.termDescriptions,
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
      if (at.parent === 0) parents.unshift(...(source.trailsAbove.get(at.id)?.terms ?? []));
    }
    const trail = source.trails.get(entry.id) ?? { archive: [], terms: [], isVersioned: true };
    const name = source.owns.get(entry.id)!.get('bctitle') ?? stripAllTags(title);
    return [...trail.archive, ...(parents.length > 0 ? parents : trail.terms), { name, url: permalink }];
  }

  /** Meta values that the templates of these entries name. */
  private async namedMeta(
    ids: readonly number[],
    templates: readonly string[],
  ): Promise<ReadonlyMap<number, EntryMeta>> {
    const keys = [...new Set(templates.flatMap(namedMetaKeys))];
    return keys.length === 0 ? new Map() : this.entries.metas(ids, keys);
  }

  /** Descriptions of the first term that each entry has of the taxonomies that the templates name. */
  private async termDescriptions(
    assigned: ReadonlyMap<number, readonly AssignedTerm[]>,
    templates: readonly string[],
  ): Promise<Map<number, string>> {
    const found = new Map<number, string>();
    for (const taxonomy of new Set(templates.flatMap(describedTaxonomies))) {
      const first = [...assigned.values()].flatMap(
        (terms) => terms.find((term) => term.taxonomy === taxonomy)?.id ?? [],
      );
      for (const [id, { description }] of await this.terms.byIds([...new Set(first)], taxonomy))
        found.set(id, description);
    }
    return found;
  }

  /** The beginnings of texts that nothing else describes. */
  private async excerpts(
    site: Site,
    entries: readonly FieldEntry[],
    owns: ReadonlyMap<number, OwnValues>,
    states: ReadonlyMap<number, EntryState>,
    options: YoastOptions,
    trace: FieldTrace | undefined,
  ): Promise<Map<number, string>> {
    const undescribed = entries.filter(({ id, type }) => {
      const own = owns.get(id)!;
      return !own.has('metadesc') && !own.has('opengraph-description') && options.text(`metadesc-${type}`) === '';
    });
    const isProtected = ({ id }: FieldEntry) => states.get(id)?.isProtected ?? false;
    const readable = undescribed.filter((entry) => !isProtected(entry)) as unknown as readonly Entry[];
    const isManual = ({ excerpt }: Entry) => trimAscii(excerpt) !== '';
    const rendering = await this.renderer.page(
      site,
      readable.filter((entry) => !isManual(entry)),
    );
    const texts = readable.map(
      (entry) => [entry, isManual(entry) ? entry.excerpt : rendering.automaticExcerpt(entry)] as const,
    );
    for (const { id } of readable.filter((entry) => !isManual(entry) && !rendering.isCacheable(entry)))
      trace?.exclude(id);
    const plain = (html: string) => stripShortcodes(stripAllTags(html), this.shortcodes);
    return new Map([
      ...texts.map(([{ id }, html]) => [id, plain(html)] as const),
      ...undescribed.filter(isProtected).map(({ id }) => [id, PROTECTED_EXCERPT] as const),
    ]);
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
  readonly termDescriptions: ReadonlyMap<number, string>;
  readonly excerpts: ReadonlyMap<number, string>;
  readonly galleries: ReadonlyMap<number, Gallery | undefined>;
  readonly contentImages: ReadonlyMap<number, ContentImage>;
  readonly contentFiles: ReadonlyMap<number, LoadedImage>;
  readonly children: ReadonlyMap<number, LoadedImage>;
  readonly trails: ReadonlyMap<number, EntryTrail>;
  /** By the entry at the top of a hierarchy. */
  readonly trailsAbove: ReadonlyMap<number, EntryTrail>;
  /** The addresses of the files of attachments. */
  readonly files: ReadonlyMap<number, string>;
  readonly featured: (id: number) => number;
}

/** A featured image that is deleted or no image is named, without an address. */
const NO_FILE: HeadImage = { url: '' };
const NO_META: EntryMeta = new Map();
const NO_STATE: EntryState = { isProtected: false, opensComments: false, comments: 0, hiddenText: '' };

/** The first image of a gallery or of the text: of an entry without a row, as if it had been saved. */
function foundImage({ id }: FieldEntry, source: Source): HeadImage | undefined {
  const indexable = source.indexables.get(id);
  if (indexable && CONTENT_SOURCES.has(indexable.source) && indexable.image !== '')
    return source.images.get(indexable.imageId)?.shared ?? { url: indexable.image };
  const gallery = source.galleries.get(id);
  const first = gallery && (gallery.ids.length > 0 ? source.images.get(gallery.ids[0]!) : source.children.get(id));
  if (first) return { url: first.sized(gallery.size) };
  const image = source.contentImages.get(id);
  return image && (source.images.get(image.id)?.shared ?? { url: image.url });
}

/** The entries above one, also those that are missing. */
function idsAbove(entry: Pick<FieldEntry, 'id' | 'parent'>, above: ReadonlyMap<number, Entry>): number[] {
  const ids = new Set<number>();
  for (let { parent } = entry; parent > 0 && !ids.has(parent); parent = above.get(parent)?.parent ?? 0) ids.add(parent);
  return [...ids];
}

function withImage<K extends string>(name: K, image: HeadImage | undefined): { readonly [key in K]?: HeadImage } {
  return (image ? { [name]: image } : {}) as { readonly [key in K]?: HeadImage };
}
