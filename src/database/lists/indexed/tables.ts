import { ZERO_DATE } from '../../entities/index.js';
import { type ColumnDefinition, OWN_TABLE_PREFIX, type TableDefinition } from '../../schema/index.js';

export const COUNTS = 'entry_counters';
export const BY_TERM = 'entries_by_term';
export const MEDIA_COUNTS = 'media_counters';
export const BY_MEDIA_TYPE = 'attachments_by_type';
export const COMMENT_COUNTS = 'comment_counters';
export const HIDDEN_PARENTS = 'hidden_parents';
export const TERM_CHANGES = 'term_changes';
export const BY_TEXT = 'entries_by_text';
export const VERSIONS = 'entry_versions';

/** Subject of the version that changes with the rows that parents hide (parents.ts). No entry has this id. */
export const HIDDEN_ROWS = '9223372036854775807';

/** A month of an author or term is counted under the value id * MONTH_KEY_FACTOR + month (202611). */
export const MONTH_KEY_FACTOR = 1_000_000;

interface TextColumn {
  name: string;
  length: number;
}

/**
 * On MySQL and MariaDB, triggers only ever add rows, each with a number of its own: a row that two transactions share would make
 * one wait for the other. Readers add the rows up, and the service merges them into one with the number 0 (merge-changes.ts).
 */
const part: ColumnDefinition = { name: 'part', type: 'bigint(20) unsigned', default: 0 };
const byPart = { name: 'part', columns: ['part'] };

/** Counters of rows with the same two texts, in total and by other columns: those that `counted_by` names. */
const counts = (name: string, ...texts: TextColumn[]): TableDefinition => ({
  name: OWN_TABLE_PREFIX + name,
  columns: [
    ...texts.map((column) => ({ name: column.name, type: `varchar(${column.length})`, default: '' })),
    // all, author, term, post; month and day; author_month and term_month, the months of one author or term
    { name: 'counted_by', type: 'varchar(12)', default: '' },
    // 0, the author's id, the term_taxonomy_id, the post's id; 202611 and 20261115; 7202611, the month for author or term 7
    { name: 'value', type: 'bigint(20) unsigned', default: 0 },
    part,
    { name: 'entries', type: 'bigint(20)', default: 0 },
  ],
  primaryKey: [...texts.map((column) => column.name), 'counted_by', 'value', 'part'],
  indexes: [byPart],
});

/** The entries of each term, in list order. */
const byTerm: TableDefinition = {
  name: OWN_TABLE_PREFIX + BY_TERM,
  columns: [
    { name: 'term_taxonomy_id', type: 'bigint(20) unsigned', default: 0 },
    { name: 'post_type', type: 'varchar(20)', default: '' },
    { name: 'post_status', type: 'varchar(20)', default: '' },
    { name: 'post_date', type: 'datetime', default: ZERO_DATE },
    { name: 'post_id', type: 'bigint(20) unsigned', default: 0 },
  ],
  primaryKey: ['term_taxonomy_id', 'post_type', 'post_status', 'post_date', 'post_id'],
  indexes: [{ name: 'post_id', columns: ['post_id', 'term_taxonomy_id'] }],
};

/** Entries whose rows in the table before are to be read again, since their columns or terms have changed. */
const termChanges: TableDefinition = {
  name: OWN_TABLE_PREFIX + TERM_CHANGES,
  columns: [{ name: 'entry_id', type: 'bigint(20) unsigned', default: 0 }, part],
  primaryKey: ['entry_id', 'part'],
  indexes: [byPart],
};

/** The media of each MIME type, in list order. Triggers change a row by its primary key: any other access would lock gaps. */
const byMediaType: TableDefinition = {
  name: OWN_TABLE_PREFIX + BY_MEDIA_TYPE,
  columns: [
    { name: 'attachment_id', type: 'bigint(20) unsigned', default: 0 },
    { name: 'post_mime_type', type: 'varchar(100)', default: '' },
    { name: 'post_status', type: 'varchar(20)', default: '' },
    { name: 'post_date', type: 'datetime', default: ZERO_DATE },
  ],
  primaryKey: ['attachment_id'],
  indexes: [{ name: 'by_type', columns: ['post_mime_type', 'post_status', 'post_date', 'attachment_id'] }],
};

/** Longer titles are not in the index: their number of bytes exceeds what engines sort by. */
export const MAX_TITLE_LENGTH = 400;

/**
 * Entries in order of id, title and slug. WordPress's title has no index and cannot have one that sorts. The columns get the
 * collations of WordPress's (texts.ts); SQLite stores sort keys. NULL: the index does not know the text.
 */
const byText: TableDefinition = {
  name: OWN_TABLE_PREFIX + BY_TEXT,
  columns: [
    { name: 'post_id', type: 'bigint(20) unsigned', default: 0 },
    { name: 'post_type', type: 'varchar(20)', default: '' },
    { name: 'post_status', type: 'varchar(20)', default: '' },
    { name: 'title', type: `varchar(${MAX_TITLE_LENGTH}) COLLATE utf8mb4_bin`, nullable: true },
    { name: 'slug', type: 'varchar(200) COLLATE utf8mb4_bin', nullable: true },
    // Whether everyone may read the entry, and with it its files and comments.
    { name: 'is_public', type: 'tinyint(4)', default: 0 },
  ],
  primaryKey: ['post_id'],
  indexes: [
    { name: 'by_id', columns: ['post_type', 'post_status', 'post_id'] },
    { name: 'by_title', columns: ['post_type', 'post_status', 'title', 'post_id'] },
    { name: 'by_slug', columns: ['post_type', 'post_status', 'slug', 'post_id'] },
  ],
};

/** Parents of attachments and comments that may not be public (parents.ts). */
const hiddenParents: TableDefinition = {
  name: OWN_TABLE_PREFIX + HIDDEN_PARENTS,
  columns: [{ name: 'parent_id', type: 'bigint(20) unsigned', default: 0 }, part],
  primaryKey: ['parent_id', 'part'],
  indexes: [byPart],
};

/**
 * Version values of each entry that change with every write to its row and revisions, meta, terms or comments. An entry not written
 * since has none. Subject 0 stands for what many entries are rendered from: files, terms, authors. Rows with a condition count while
 * the object fulfills it (version-conditions.ts).
 */
const versions: TableDefinition = {
  name: OWN_TABLE_PREFIX + VERSIONS,
  columns: [
    { name: 'subject', type: 'bigint(20) unsigned', default: 0 },
    part,
    { name: 'version', type: 'bigint(20) unsigned', default: 0 },
    { name: 'condition_id', type: 'tinyint(4)', default: 0 },
    { name: 'object_id', type: 'bigint(20) unsigned', default: 0 },
  ],
  primaryKey: ['subject', 'part'],
  indexes: [byPart],
};

export const LIST_INDEX_TABLES: readonly TableDefinition[] = [
  counts(COUNTS, { name: 'post_type', length: 20 }, { name: 'post_status', length: 20 }),
  byTerm,
  termChanges,
  counts(MEDIA_COUNTS, { name: 'post_mime_type', length: 100 }, { name: 'post_status', length: 20 }),
  byMediaType,
  byText,
  counts(COMMENT_COUNTS, { name: 'comment_type', length: 20 }, { name: 'comment_approved', length: 20 }),
  hiddenParents,
  versions,
];

/**
 * Tables of release 0.1.0, which a build drops. Tables with other columns have other names, so going back to that release is
 * possible: it creates its own.
 */
export const FORMER_TABLES: readonly string[] = [
  'entry_counts',
  'media_counts',
  'comment_counts',
  'media_by_type',
  'parents',
  'versions',
].map((name) => OWN_TABLE_PREFIX + name);

/** Comments of a status and type in order of date. */
export const COMMENTS_BY_TYPE = 'nestpress_type_date';

/** Additional indexes on WordPress's tables. */
export const EXTRA_INDEXES: readonly { table: 'posts' | 'comments'; name: string; columns: readonly string[] }[] = [
  { table: 'posts', name: 'nestpress_author_date', columns: ['post_author', 'post_type', 'post_status', 'post_date'] },
  { table: 'posts', name: 'nestpress_children', columns: ['post_parent', 'post_type', 'post_status', 'post_date'] },
  { table: 'posts', name: 'nestpress_modified', columns: ['post_type', 'post_status', 'post_modified'] },
  { table: 'comments', name: COMMENTS_BY_TYPE, columns: ['comment_approved', 'comment_type', 'comment_date_gmt'] },
  { table: 'comments', name: 'nestpress_site_date', columns: ['comment_approved', 'comment_type', 'comment_date'] },
  {
    table: 'comments',
    name: 'nestpress_post_date',
    columns: ['comment_post_ID', 'comment_approved', 'comment_date_gmt'],
  },
];
