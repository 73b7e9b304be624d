import { type SuggestedEntry } from '../../item-cache/item-json-cache.service.js';
import { siteFacts } from '../../../access/capabilities/index.js';
import { Inject, Injectable } from '@nestjs/common';
import { type Principal } from '../../../access/principal.js';
import { Database } from '../../../database/database.js';
import { type AnyField, type FieldRequest } from '../../../content-model/field-types.js';
import { loadFields } from '../../../content-model/field-values.js';
import { type Site } from '../../../site/site.js';
import { numberedSlug, slugify, type SlugOptions } from '../../../text/slug.js';
import { type Profile, PROFILE } from '../../../variant/profile.js';
import { EntriesStore } from './entries.store.js';
import { type Entry } from '../model/entry.js';
import { PermalinksLoader } from './permalinks.loader.js';
import { TRASHED_FROM } from '../model/entry-sources.js';
import { isReadable, parentsAmong } from '../model/readable.js';
import { featuredImage, type Related, RelatedLoader, type RelatedNeeds } from './related.loader.js';
import { type SlugHolder, slugHolders, slugHoldersLike } from './slug-holders.store.js';
import { isReservedSlug, sharesSlugs } from '../model/slugs.js';
import { AttachedFilesLoader } from './rendering/attached-files.loader.js';
import { EntryRenderer } from './rendering/entry-renderer.js';
import { EntryView } from './entry-view.js';
import { decodeUrlText } from '../../../text/urls.js';

/** Numbers tried for a slug; more only for those where all of them are taken. A suggestion need not be exhaustive. */
const TRIED = [0, 20, 100, 1000];
const MAX_PARAMETERS = 20_000;

/** The slugs that entries would get from their titles, all looked up together. */
async function generatedSlugs(
  entries: readonly SuggestedEntry[],
  db: Database,
  options: SlugOptions,
  isReserved: (slug: string, entry: SuggestedEntry) => boolean,
  isHierarchical: (type: string) => boolean,
  /** Those who have the current slugs of the entries, if they have been read. */
  preloaded?: Promise<readonly SlugHolder[]>,
): Promise<Map<number, string>> {
  if (entries.length === 0) return new Map();
  const suggested = new Map(entries.map((entry) => [entry.id, slugify(entry.title, options) || String(entry.id)]));
  const found = new Map<number, string>();
  for (const candidates of TRIED) {
    const open = entries.filter(({ id }) => !found.has(id));
    if (open.length === 0) break;
    const slugs = [...new Set(open.map(({ id }) => suggested.get(id)!))];
    const count = Math.min(candidates, Math.floor(MAX_PARAMETERS / Math.max(1, slugs.length)));
    const candidateSlugs = slugs.flatMap((slug) => numbered(slug, count));
    const areCurrent = count === 0 && open.every(({ id, slug }) => slug === suggested.get(id));
    const rows = await (areCurrent && preloaded ? preloaded : slugHolders(db, db, candidateSlugs));
    for (const entry of open) {
      const place = { ...entry, hierarchical: isHierarchical(entry.type) };
      const others = rows.filter((row) => row.id !== entry.id && sharesSlugs(place, row));
      const taken = new Set(others.map(({ slug }) => slug.toLowerCase()));
      const free = numbered(suggested.get(entry.id)!, count).find(
        (candidate) => !taken.has(candidate) && !isReserved(candidate, entry),
      );
      if (free !== undefined) found.set(entry.id, decodeUrlText(free));
    }
  }
  return new Map(entries.map(({ id }) => [id, found.get(id) ?? decodeUrlText(suggested.get(id)!)]));
}

function numbered(slug: string, count: number): string[] {
  return [slug, ...Array.from({ length: count }, (_, index) => numberedSlug(slug, index + 2))];
}

/** Which parts of the entries are returned; nothing else is loaded or rendered. */
export interface ViewNeeds extends RelatedNeeds {
  link: boolean;
  /** Content or excerpt. */
  html: boolean;
  /** The blocks of the contents as data, or with the HTML of each. */
  blocks?: boolean | 'rendered';
  /** Whether the rows are read with their content. */
  content?: boolean;
  /** Computed fields. */
  fields?: readonly AnyField[];
  /** The request that they are loaded for. */
  fieldRequest?: FieldRequest;
  /** File details of attachments. */
  attachedFiles?: boolean;
  /** Whether the context is `edit`. */
  forEditing?: boolean;
  /** How many words automatic excerpts have, if not as many as usual. */
  excerptWords?: number;
  /** Slugs generated from titles. */
  slugs?: boolean;
  /** Types of the parents. */
  parentTypes?: boolean;
  /** The requester, if featured images are linked only for those who may read them. */
  imagesFor?: Principal;
}

/** What the caller has already loaded for a page of entries. */
export interface PreloadedPage {
  /** Covers at least the needs. */
  related?: Promise<Related>;
  /** The featured images of the entries. */
  images?: Promise<ReadonlyMap<number, Entry>>;
  /** All entries that have the slug of one of these. */
  slugHolders?: Promise<readonly SlugHolder[]>;
  /** Everything above the attachments among the entries. */
  ancestors?: ReadonlyMap<number, Entry>;
  /** The counter state after the entries before these. */
  numbers?: string;
  /** Entries of the page that follow one in blocks which is not loaded here. */
  afterBlockContent?: ReadonlySet<number>;
  /** An object that all pages of one response have in common. */
  response?: object;
  /** Whether to bypass the caches of rendered HTML. */
  isBulkRead?: boolean;
  /** Whether the requester's cookie has the entry's password, or it needs none. */
  isOpened?: (entry: Entry) => boolean;
}

@Injectable()
export class EntryViewLoader {
  constructor(
    private readonly relatedRows: RelatedLoader,
    private readonly store: EntriesStore,
    private readonly permalinks: PermalinksLoader,
    private readonly renderer: EntryRenderer,
    private readonly attachedFiles: AttachedFilesLoader,
    private readonly db: Database,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  related(ids: readonly number[], needs: ViewNeeds): Promise<Related> {
    return this.relatedRows.load(ids, needs);
  }

  /** Starts reading what entries are shown with, while their rows or parents are being read. */
  preload(ids: readonly number[], needs: ViewNeeds): PreloadedPage {
    const related = this.related(ids, needs);
    const page = {
      related,
      // Most entries have none, which their meta shows without reading on.
      images:
        needs.imagesFor &&
        related.then(({ meta }) => this.store.featuredImagesOf(ids.filter((id) => featuredImage(meta.get(id)) > 0))),
      slugHolders: needs.slugs && ids.length === 1 ? slugHoldersLike(this.db, ids[0]!) : undefined,
    };
    // `load` reports failures, unless the entries are missing.
    for (const read of Object.values<Promise<unknown> | undefined>(page)) read?.catch(() => undefined);
    return page;
  }

  async load(
    site: Site,
    entries: readonly Entry[],
    needs: ViewNeeds,
    isUnlocked: (entry: Entry) => boolean,
    { isOpened = isUnlocked, ...preloaded }: PreloadedPage = {},
  ): Promise<EntryView> {
    const { imagesFor, metaFields } = needs;
    const { ancestors } = preloaded;
    const relatedRows =
      preloaded.related ??
      this.related(
        entries.map((entry) => entry.id),
        needs,
      );
    const [related, link, rendering, slugs, parentTypes, images, fields, data] = await Promise.all([
      relatedRows,
      this.permalinks.links(site, needs.link ? entries : [], undefined, ancestors),
      this.renderer.page(site, needs.html || needs.blocks === 'rendered' ? entries.filter(isUnlocked) : [], {
        numbers: preloaded.numbers,
        afterBlockContent: preloaded.afterBlockContent,
        forEditing: needs.forEditing,
        excerptWords: needs.excerptWords,
        response: preloaded.response,
        isBulkRead: preloaded.isBulkRead,
        attachments:
          needs.files && ancestors
            ? {
                rows: new Map(entries.map((entry) => [entry.id, entry])),
                ancestors,
                metas: relatedRows.then(({ meta }) => meta),
              }
            : undefined,
      }),
      needs.slugs ? this.generatedSlugs(site, entries, preloaded.slugHolders) : undefined,
      needs.parentTypes ? this.parentTypes(entries) : undefined,
      imagesFor && this.readableImages(site, entries, imagesFor, preloaded.images),
      needs.fieldRequest ? this.fieldValues(needs.fields ?? [], entries, isUnlocked, needs.fieldRequest) : undefined,
      // Its parser is loaded when it is first needed.
      needs.blocks ? import('../../../rendering/blocks/block-json.js') : undefined,
    ]);
    const files = needs.attachedFiles
      ? await this.attachedFiles.load(site, entries, related.meta, ancestors)
      : undefined;
    return new EntryView({
      site,
      related,
      rendering,
      link,
      isUnlocked,
      isOpened,
      slugs,
      parentTypes,
      metaFields: metaFields?.(),
      files,
      images,
      fields,
      blocks: data?.blocksOf,
      rendersBlocks: needs.blocks === 'rendered',
    });
  }

  /** Fields see only what the requester may see of an entry. */
  private fieldValues(
    fields: readonly AnyField[],
    entries: readonly Entry[],
    isUnlocked: (entry: Entry) => boolean,
    request: FieldRequest,
  ) {
    const visible = entries.map((entry) =>
      isUnlocked(entry) ? { ...entry, content: entry.content ?? '' } : { ...entry, content: '', excerpt: '' },
    );
    return loadFields(fields, visible, this.db, request);
  }

  /** The featured images that the requester may read, those of trashed entries as before they were moved to the trash. */
  private async readableImages(
    site: Site,
    entries: readonly Entry[],
    principal: Principal,
    found = this.store.featuredImagesOf(entries.map(({ id }) => id)) as NonNullable<PreloadedPage['images']>,
  ): Promise<ReadonlySet<number>> {
    const images = await found;
    const preloaded = new Map([...entries.map((entry) => [entry.id, entry] as const), ...images]);
    const rows = await this.store.withAncestors([...images.keys()], { preloaded });
    const trashed = [...rows.values()].filter(({ status }) => status === 'trash');
    const former = await this.store.metas(
      trashed.map(({ id }) => id),
      [TRASHED_FROM],
    );
    for (const entry of trashed)
      rows.set(entry.id, { ...entry, status: former.get(entry.id)?.get(TRASHED_FROM) || 'publish' });
    const parentOf = parentsAmong(rows);
    const facts = siteFacts(site);
    const readable = [...images.values()].filter((image) => isReadable(principal, image, parentOf, facts));
    return new Set(readable.map(({ id }) => id));
  }

  private async parentTypes(entries: readonly Entry[]): Promise<ReadonlyMap<number, string>> {
    const ids = [...new Set(entries.map(({ parent }) => parent))].filter((id) => id > 0);
    const parents = await this.store.byIds(ids, { content: false });
    return new Map([...parents].map(([id, { type }]) => [id, type]));
  }

  generatedSlugs(
    site: Site,
    entries: readonly SuggestedEntry[],
    preloaded?: PreloadedPage['slugHolders'],
  ): Promise<ReadonlyMap<number, string>> {
    const permalinkStructure = site.option('permalink_structure');
    const isHierarchical = (type: string) => site.model.types.get(type)?.hierarchical ?? false;
    const isReserved = (slug: string, { type, slug: current }: SuggestedEntry) => {
      const hierarchical = isHierarchical(type);
      return (hierarchical || slug !== current) && isReservedSlug(slug, { type, hierarchical, permalinkStructure });
    };
    const options = { ...this.profile.text, locale: site.option('WPLANG') || 'en_US' };
    return generatedSlugs(entries, this.db, options, isReserved, isHierarchical, preloaded);
  }
}
