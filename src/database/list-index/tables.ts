import { ZERO_DATE } from '../entities/zero-date.js';
import { OWN_TABLE_PREFIX, type TableDefinition } from '../schema/index.js';

export const COUNTS = 'entry_counts';
export const BY_TERM = 'entries_by_term';
export const VERSIONS = 'versions';

/**
 * How many entries there are of a type and status: in all, and by author, month, day and term. Each number is the sum of a few
 * rows (slots), so that transactions that write at the same time do not wait for each other.
 */
const counts: TableDefinition = {
  name: OWN_TABLE_PREFIX + COUNTS,
  columns: [
    { name: 'post_type', type: 'varchar(20)', default: '' },
    { name: 'post_status', type: 'varchar(20)', default: '' },
    // all, author, month, day, term
    { name: 'kind', type: 'varchar(6)', default: '' },
    // 0, the author's id, 202611, 20261115, the term_taxonomy_id
    { name: 'value', type: 'bigint(20) unsigned', default: 0 },
    { name: 'slot', type: 'tinyint(4)', default: 0 },
    { name: 'entries', type: 'bigint(20)', default: 0 },
  ],
  primaryKey: ['post_type', 'post_status', 'kind', 'value', 'slot'],
  indexes: [],
};

/** The entries of a term in the order in which lists show them. */
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

/**
 * A value for each entry that is another whenever anything of its own is written: row, meta, terms, comments, revisions. Entries
 * that were never written since have none. Subject 0 stands for what many entries may be shown from: files, terms, authors.
 */
const versions: TableDefinition = {
  name: OWN_TABLE_PREFIX + VERSIONS,
  columns: [
    { name: 'subject', type: 'bigint(20) unsigned', default: 0 },
    { name: 'slot', type: 'tinyint(4)', default: 0 },
    { name: 'version', type: 'bigint(20) unsigned', default: 0 },
  ],
  primaryKey: ['subject', 'slot'],
  indexes: [],
};

export const LIST_INDEX_TABLES: readonly TableDefinition[] = [counts, byTerm, versions];

/** Indexes beside WordPress's own, on its posts table. */
export const POSTS_INDEXES: readonly { name: string; columns: readonly string[] }[] = [
  { name: 'nestpress_author_date', columns: ['post_author', 'post_type', 'post_status', 'post_date'] },
  { name: 'nestpress_children', columns: ['post_parent', 'post_type', 'post_status', 'post_date'] },
  { name: 'nestpress_modified', columns: ['post_type', 'post_status', 'post_modified'] },
];
