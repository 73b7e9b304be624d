import { type BlockJson, type blocksOf } from '../../../rendering/blocks/block-json.js';
import { FREEFORM } from '../../../rendering/blocks/block.js';
import { type CounterRange, type TitlePrefix } from '../../../rendering/index.js';
import { type MetaField } from '../../../content-model/meta-fields.js';
import { type PostType } from '../../../content-model/post-types.js';
import { type Site } from '../../../site/site.js';
import { gmtByCurrentOffset, gmtFromDate, mysqlToRfc3339 } from '../../../text/dates.js';
import { type PhpArray } from '../../../text/php/index.js';
import { isTruthy } from '../../../text/php/php-values.js';
import { type StoredMeta } from '../../meta/meta.store.js';
import { type AssignedTerm } from '../../terms/term.js';
import { type RevisionSummary } from './entries.store.js';
import { type Entry, ZERO_DATE } from '../model/entry.js';
import { type PermalinkBuilder } from './permalinks.loader.js';
import { SLUG_PLACEHOLDER } from '../model/permalinks.js';
import { featuredImage, type Related, TEMPLATE } from './related.loader.js';
import { type AttachedFiles } from './rendering/attached-files.loader.js';
import { type PageRendering } from './rendering/page-rendering.js';
import { attachmentAlt, attachmentDetails, attachmentUrl } from './rendering/rendered-attachment.js';

interface ClassedEntry {
  entry: Pick<Entry, 'id' | 'type' | 'status' | 'password'>;
  /** Undefined for types without formats. */
  format?: string;
  isLocked: boolean;
  hasThumbnail: boolean;
  /** Terms of the public taxonomies of the type, by name. */
  terms: readonly AssignedTerm[];
}

/** The CSS classes of an entry, for themes. */
export function classList({ entry, format, isLocked, hasThumbnail, terms }: ClassedEntry): string[] {
  const { id, type, status, password } = entry;
  return [
    ...new Set([
      `post-${id}`,
      type,
      `type-${type}`,
      `status-${status}`,
      ...(format === undefined ? [] : [`format-${format}`]),
      ...(password === '' ? [] : [isLocked ? 'post-password-required' : 'post-password-protected']),
      ...(hasThumbnail && !isLocked ? ['has-post-thumbnail'] : []),
      'hentry',
      ...terms.map((term) => `${term.taxonomy === 'post_tag' ? 'tag' : term.taxonomy}-${termClass(term)}`),
    ]),
  ];
}

/** The slug reduced to what CSS allows; the ID if only a number or nothing is left. */
function termClass({ slug, id }: AssignedTerm): string {
  const name = slug.replace(/%[a-fA-F0-9]{2}/g, '').replace(/[^A-Za-z0-9_-]/g, '');
  return name === '' || /^-*$/.test(name) || !Number.isNaN(Number(name)) ? String(id) : name;
}

export interface EntryViewParts {
  site: Site;
  related: Related;
  rendering: PageRendering;
  link: PermalinkBuilder;
  /** Whether content and excerpt may be shown. */
  isUnlocked: (entry: Entry) => boolean;
  /** Whether the requester's cookie has the entry's password, or it needs none. */
  isOpened: (entry: Entry) => boolean;
  /** Slugs generated from titles, if they are returned. */
  slugs?: ReadonlyMap<number, string>;
  /** Types of the parents by their IDs. */
  parentTypes?: ReadonlyMap<number, string>;
  /** Declared meta that is returned. */
  metaFields?: readonly MetaField[];
  /** Values of computed fields, by name and ID. */
  fields?: ReadonlyMap<string, ReadonlyMap<number, unknown>>;
  /** Turns contents into blocks as data, if those are returned. */
  blocks?: typeof blocksOf;
  /** Whether each of them has its HTML. */
  rendersBlocks?: boolean;
  /** Loaded if the profile returns file details of attachments. */
  files?: AttachedFiles;
  /** The featured images that the requester may read, if only those are linked. */
  images?: ReadonlySet<number>;
}

const FORMAT_PREFIX = 'post-format-';

/** Everything a page of entries returns besides their own columns. Already loaded, so no method does I/O. */
export class EntryView {
  private readonly sticky: ReadonlySet<number>;

  constructor(private readonly parts: EntryViewParts) {
    this.sticky = new Set(parts.site.ids('sticky_posts'));
  }

  date(entry: Entry): string {
    return this.isoDate(entry.date);
  }

  /** Drafts have no date of their own in UTC; it follows from the one in site time. */
  dateGmt({ dateGmt, date }: Entry): string {
    return this.isoDate(dateGmt === ZERO_DATE ? gmtFromDate(date, this.parts.site.zone) : dateGmt);
  }

  modified(entry: Entry): string {
    return this.isoDate(entry.modified);
  }

  modifiedGmt({ modifiedGmt, modified }: Entry): string {
    return this.isoDate(modifiedGmt === ZERO_DATE ? gmtByCurrentOffset(modified, this.parts.site.zone) : modifiedGmt);
  }

  isoDate(stored: string): string {
    return mysqlToRfc3339(stored, this.parts.site.zone);
  }

  link(entry: Entry): string {
    return this.parts.link(entry);
  }

  title(entry: Entry, prefix?: TitlePrefix): string {
    return this.parts.rendering.title(entry, prefix);
  }

  content(entry: Entry): string {
    return this.parts.isUnlocked(entry) ? this.parts.site.withPublicLinks(this.parts.rendering.content(entry)) : '';
  }

  excerpt(entry: Entry): string {
    return this.parts.isUnlocked(entry) ? this.parts.site.withPublicLinks(this.parts.rendering.excerpt(entry)) : '';
  }

  /** The blocks of the content as data; none of a locked one. */
  blocks(entry: Entry): readonly object[] | undefined {
    const { blocks, rendersBlocks, rendering, isUnlocked, site } = this.parts;
    if (!blocks || !isUnlocked(entry)) return blocks && [];
    const content = site.withPublicLinks(entry.content ?? '');
    if (!rendersBlocks) return withPublicAttributes(blocks(content), site);
    const render = (text: string) => site.withPublicLinks(rendering.blocks({ ...entry, content: text }));
    const read = withPublicAttributes(blocks(content, { render }), site);
    // A text without blocks gets its paragraphs as a whole.
    const isPlain = read.every(({ name }) => name === FREEFORM);
    return isPlain ? read.map((block) => ({ ...block, rendered: this.content(entry) })) : read;
  }

  /** The value of a computed field. */
  declared({ id }: Entry, name: string): unknown {
    return this.parts.fields?.get(name)?.get(id);
  }

  /** See PageRendering.isCacheable(). The size of a file may change without a write to the database. */
  isCacheable(entry: Entry): boolean {
    const { rendering, link } = this.parts;
    return link.isVersioned && rendering.isCacheable(entry) && this.files?.hasStoredSize(entry) !== false;
  }

  /** See PageRendering.numbers(). */
  numbers(entry: Entry): CounterRange | undefined {
    return this.parts.rendering.numbers(entry);
  }

  /** See PageRendering.isInBlocks(). */
  isInBlocks(entry: Entry): boolean {
    return this.parts.rendering.isInBlocks(entry);
  }

  /** Declared meta that is returned; its stored values are those of `meta()`. */
  get metaFields(): readonly MetaField[] {
    return this.parts.metaFields ?? [];
  }

  meta(entry: Entry): StoredMeta | undefined {
    return this.parts.related.declaredMeta.get(entry.id);
  }

  featuredMedia(entry: Entry): number {
    return featuredImage(this.parts.related.meta.get(entry.id));
  }

  /** The featured image if it is linked. */
  linkedImage(entry: Entry): number {
    const image = this.featuredMedia(entry);
    return this.parts.images?.has(image) === false ? 0 : image;
  }

  template(entry: Entry): string {
    const template = this.parts.related.meta.get(entry.id)?.get(TEMPLATE) ?? '';
    return template === 'default' || !isTruthy(template) ? '' : template;
  }

  /** The URL of an attachment's file. */
  fileUrl(entry: Entry): string {
    return attachmentUrl(this.parts.site, this.parts.related.meta.get(entry.id)) || entry.guid;
  }

  /** The stored metadata of an attachment's file. */
  fileDetails(entry: Entry): PhpArray | undefined {
    return attachmentDetails(this.parts.related.meta.get(entry.id));
  }

  get files(): AttachedFiles | undefined {
    return this.parts.files;
  }

  /** The alternative text of an image. */
  altText(entry: Entry): string {
    return attachmentAlt(this.parts.related.meta.get(entry.id));
  }

  isSticky(entry: Entry): boolean {
    return this.sticky.has(entry.id);
  }

  terms(entry: Entry, taxonomy: string): number[] {
    const terms = this.parts.related.terms.get(entry.id) ?? [];
    return terms.filter((term) => term.taxonomy === taxonomy).map((term) => term.id);
  }

  /** The type of the parent, if it was loaded and exists. */
  parentType({ parent }: Entry): string | undefined {
    return this.parts.parentTypes?.get(parent);
  }

  /** The slug generated from the title. */
  generatedSlug(entry: Entry): string {
    return this.parts.slugs?.get(entry.id) ?? entry.slug;
  }

  /** The permalink of the published entry, with a placeholder for its slug. */
  permalinkTemplate(entry: Entry, { addresses }: Pick<PostType, 'addresses'>): string {
    if (addresses.by === 'file' && entry.parent === 0) return this.parts.link({ ...entry, slug: '' });
    if (addresses.by === 'posts' && entry.status === 'trash') return this.parts.link(entry);
    const slug = addresses.by === 'posts' || addresses.by === 'file' ? SLUG_PLACEHOLDER : '%pagename%';
    return this.parts.link({ ...entry, status: 'publish', slug });
  }

  /** CSS classes of the entry, for themes. */
  classes(entry: Entry, type: Pick<PostType, 'supports' | 'taxonomies'>): string[] {
    const terms = this.parts.related.terms.get(entry.id) ?? [];
    const { taxonomies } = this.parts.site.model;
    const named = type.taxonomies.filter((name) => taxonomies.get(name)?.isPublic);
    // In the order in which WordPress registers them: its own before those of the site.
    const isCore = (name: string) => name === 'category' || name === 'post_tag';
    const inOrder = [...named.filter(isCore), 'post_format', ...named.filter((name) => !isCore(name))];
    return classList({
      entry,
      ...(type.supports.includes('post-formats') && { format: this.format(entry) }),
      isLocked: !this.parts.isOpened(entry),
      // Images have none, audio and video files covers.
      hasThumbnail: !entry.mimeType.startsWith('image/') && this.featuredMedia(entry) > 0,
      terms: inOrder.flatMap((name) => terms.filter(({ taxonomy }) => taxonomy === name)),
    });
  }

  format(entry: Entry): string {
    const term = this.parts.related.terms.get(entry.id)?.find(({ taxonomy }) => taxonomy === 'post_format');
    return term ? term.slug.replace(FORMAT_PREFIX, '') : 'standard';
  }

  revisions(entry: Entry): RevisionSummary | undefined {
    return this.parts.related.revisions.get(entry.id);
  }
}

/** Blocks whose attributes lead to the pages that visitors read. */
function withPublicAttributes(blocks: readonly BlockJson[], site: Site): readonly BlockJson[] {
  if (site.home === site.serviceHome) return blocks;
  return blocks.map((block) => ({
    ...block,
    attributes: site.withPublicTexts(block.attributes),
    innerBlocks: withPublicAttributes(block.innerBlocks, site),
  }));
}
