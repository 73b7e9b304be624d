import { type TableName } from '../../../database/engine/table-names.js';
import { FOCAL_POINT_KEY } from '../../../rendering/media/focal-point.js';
import { type RowReference, type VersionRule } from '../../../database/version-rule.js';

/** Post meta that an attachment is rendered from, wherever it is shown. */
export const ATTACHMENT_META = {
  file: '_wp_attached_file',
  details: '_wp_attachment_metadata',
  alt: '_wp_attachment_image_alt',
} as const;

export const ATTACHMENT_META_KEYS: readonly string[] = Object.values(ATTACHMENT_META);

/** Post meta with the ID of an entry's featured image. */
export const FEATURED_IMAGE = '_thumbnail_id';

/** Post meta with the status of an entry before it was moved to the trash. */
export const TRASHED_FROM = '_wp_trash_meta_status';

/** Meta with the time in seconds since 1970 at which an entry or comment was moved to the trash, as WordPress writes it. */
export const TRASHED_AT = '_wp_trash_meta_time';

interface EntrySource extends VersionRule {
  /** Only embedded resources (`_embed`) are rendered from it. */
  readonly embedded?: boolean;
}

/** Comment meta that lists of comments show and versions follow. */
export const VERSIONED_COMMENT_META: readonly string[] = ['_wp_note_status'];

const REVISION = { post_type: ['revision'] };

/** Columns that the permalinks of an entry's descendants and attachments are made from, and who may read the latter. */
const PERMALINK_COLUMNS = ['post_name', 'post_date', 'post_parent', 'post_status', 'post_author', 'post_type'];

const childrenOf = (key: string): RowReference => ({ table: 'posts', column: 'post_parent', key, except: REVISION });

/**
 * Everything that the JSON of an entry or of a comment on it is rendered from, apart from the site's options. The cache tags of routes, the
 * triggers that change the versions of entries and the fingerprints of rendered HTML derive from this table.
 *
 * A source with `entry` belongs to the one entry with the id in that column; any entry may be rendered from the others.
 */
const ENTRY_SOURCES = {
  // No response can contain an entry that is only being inserted.
  row: { table: 'posts', entry: 'ID', insert: 'never' },
  revisions: { table: 'posts', entry: 'post_parent', where: REVISION },
  attachments: { table: 'posts', where: { post_type: ['attachment'] } },
  /** Embedded with their children. */
  parentPages: { table: 'posts', where: { post_type: ['page'] }, referencedBy: childrenOf('ID') },
  ancestors: { table: 'posts', except: REVISION, columns: PERMALINK_COLUMNS, referencedBy: childrenOf('ID') },
  meta: { table: 'postmeta', entry: 'post_id' },
  attachmentMeta: { table: 'postmeta', where: { meta_key: [...ATTACHMENT_META_KEYS, FOCAL_POINT_KEY] } },
  assignedTerms: { table: 'term_relationships', entry: 'object_id' },
  /** A category may be part of the permalinks of an entry's attachments. */
  ancestorTerms: { table: 'term_relationships', referencedBy: childrenOf('object_id') },
  terms: {
    table: 'terms',
    insert: { referencedBy: { table: 'term_taxonomy', column: 'term_id', key: 'term_id' } },
  },
  taxonomy: {
    table: 'term_taxonomy',
    // Without the count, which changes with every entry that is published.
    columns: ['term_taxonomy_id', 'term_id', 'taxonomy', 'parent', 'description'],
    insert: { referencedBy: { table: 'term_relationships', column: 'term_taxonomy_id', key: 'term_taxonomy_id' } },
  },
  authors: {
    table: 'users',
    // Without the password hash, which a sign-in may renew.
    columns: ['ID', 'user_login', 'user_nicename', 'user_email', 'user_url', 'display_name'],
    insert: { referencedBy: { table: 'posts', column: 'post_author', key: 'ID' } },
  },
  biographies: {
    table: 'usermeta',
    where: { meta_key: ['description'] },
    // Every new account gets an empty one.
    insert: { except: { meta_value: [''] } },
    embedded: true,
  },
  comments: { table: 'comments', entry: 'comment_post_ID', embedded: true },
  commentMeta: { table: 'commentmeta', where: { meta_key: VERSIONED_COMMENT_META }, embedded: true },
} as const satisfies Readonly<Record<string, EntrySource>>;

export type EntrySourceName = keyof typeof ENTRY_SOURCES;

const ALL: readonly EntrySource[] = Object.values(ENTRY_SOURCES);

/** What the database needs to version entries. */
export const ENTRY_VERSION_RULES: readonly VersionRule[] = ALL;

/** Tables that entries are rendered from without `_embed`: the cache tags of their routes. */
export const ENTRY_TABLES: readonly TableName[] = [
  ...new Set(ALL.filter(({ embedded }) => !embedded).map(({ table }) => table)),
];

/**
 * What the content of an entry may refer to outside of its own row, with the sources that it is loaded from. The HTML cache
 * compares fingerprints of all of them. Where no sources are named, the versions of entries do not cover the reference: the
 * JSON of an entry that has one is not cached.
 */
export const CONTENT_REFERENCES = {
  attachments: ['attachments', 'attachmentMeta', 'ancestors', 'ancestorTerms', 'terms', 'taxonomy', 'authors'],
  children: ['attachments', 'attachmentMeta', 'ancestors', 'ancestorTerms', 'terms', 'taxonomy', 'authors'],
  /** Cached responses of oEmbed providers, in the meta of the entry. */
  embeds: ['meta'],
  /** Covers of the tracks in a playlist. */
  covers: [],
  ownPosts: [],
  lookups: [],
  /** Synced patterns and menus, which are entries of their own. */
  patterns: [],
  /** Lists of dynamic blocks, which any entry, term or comment may be part of. */
  blockQueries: [],
  /** What the WordPress alongside rendered. */
  wordpress: [],
  /** Footnotes, and what blocks are bound to. */
  boundMeta: ['meta'],
} as const satisfies Readonly<Record<string, readonly EntrySourceName[]>>;

export type ContentReference = keyof typeof CONTENT_REFERENCES;
