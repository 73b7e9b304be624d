import { ZERO_DATE } from '../entities/zero-date.js';
import type { ColumnDefinition, IndexDefinition, TableDefinition } from './table.js';

/** utf8mb4 takes four bytes a character and old InnoDB indexes end at 767 bytes. */
const INDEXED_CHARACTERS = 191;

const serial = (name: string): ColumnDefinition => ({ name, type: 'bigint(20) unsigned', autoIncrement: true });
const reference = (name: string, value = 0): ColumnDefinition => ({
  name,
  type: 'bigint(20) unsigned',
  default: value,
});
const count = (name: string): ColumnDefinition => ({ name, type: 'bigint(20)', default: 0 });
const int = (name: string): ColumnDefinition => ({ name, type: 'int(11)', default: 0 });
const text = (name: string, type = 'text'): ColumnDefinition => ({ name, type });
const longText = (name: string): ColumnDefinition => text(name, 'longtext');
const varchar = (name: string, length: number, value = ''): ColumnDefinition => ({
  name,
  type: `varchar(${length})`,
  default: value,
});
const date = (name: string): ColumnDefinition => ({ name, type: 'datetime', default: ZERO_DATE });
const index = (name: string, ...columns: string[]): IndexDefinition => ({
  name,
  columns: columns.length ? columns : [name],
});
const prefixIndex = (name: string, length = INDEXED_CHARACTERS): IndexDefinition => ({
  name,
  columns: [[name, length]],
});

function metaTable(name: string, key: string, owner: string): TableDefinition {
  return {
    name,
    columns: [
      serial(key),
      reference(owner),
      { name: 'meta_key', type: 'varchar(255)', nullable: true },
      { name: 'meta_value', type: 'longtext', nullable: true },
    ],
    primaryKey: [key],
    indexes: [index(owner), prefixIndex('meta_key')],
  };
}

const posts: TableDefinition = {
  name: 'posts',
  columns: [
    serial('ID'),
    reference('post_author'),
    date('post_date'),
    date('post_date_gmt'),
    longText('post_content'),
    text('post_title'),
    text('post_excerpt'),
    varchar('post_status', 20, 'publish'),
    varchar('comment_status', 20, 'open'),
    varchar('ping_status', 20, 'open'),
    varchar('post_password', 255),
    varchar('post_name', 200),
    text('to_ping'),
    text('pinged'),
    date('post_modified'),
    date('post_modified_gmt'),
    longText('post_content_filtered'),
    reference('post_parent'),
    varchar('guid', 255),
    int('menu_order'),
    varchar('post_type', 20, 'post'),
    varchar('post_mime_type', 100),
    count('comment_count'),
  ],
  primaryKey: ['ID'],
  indexes: [
    prefixIndex('post_name'),
    index('type_status_date', 'post_type', 'post_status', 'post_date', 'ID'),
    index('post_parent'),
    index('post_author'),
  ],
};

const terms: TableDefinition = {
  name: 'terms',
  columns: [
    serial('term_id'),
    varchar('name', 200),
    varchar('slug', 200),
    { name: 'term_group', type: 'bigint(10)', default: 0 },
  ],
  primaryKey: ['term_id'],
  indexes: [prefixIndex('slug'), prefixIndex('name')],
};

const termTaxonomy: TableDefinition = {
  name: 'term_taxonomy',
  columns: [
    serial('term_taxonomy_id'),
    reference('term_id'),
    varchar('taxonomy', 32),
    longText('description'),
    reference('parent'),
    count('count'),
  ],
  primaryKey: ['term_taxonomy_id'],
  indexes: [{ name: 'term_id_taxonomy', columns: ['term_id', 'taxonomy'], unique: true }, index('taxonomy')],
};

const termRelationships: TableDefinition = {
  name: 'term_relationships',
  columns: [reference('object_id'), reference('term_taxonomy_id'), int('term_order')],
  primaryKey: ['object_id', 'term_taxonomy_id'],
  indexes: [index('term_taxonomy_id')],
};

const users: TableDefinition = {
  name: 'users',
  columns: [
    serial('ID'),
    varchar('user_login', 60),
    varchar('user_pass', 255),
    varchar('user_nicename', 50),
    varchar('user_email', 100),
    varchar('user_url', 100),
    date('user_registered'),
    varchar('user_activation_key', 255),
    int('user_status'),
    varchar('display_name', 250),
  ],
  primaryKey: ['ID'],
  indexes: [index('user_login_key', 'user_login'), index('user_nicename'), index('user_email')],
};

const comments: TableDefinition = {
  name: 'comments',
  columns: [
    serial('comment_ID'),
    reference('comment_post_ID'),
    text('comment_author', 'tinytext'),
    varchar('comment_author_email', 100),
    varchar('comment_author_url', 200),
    varchar('comment_author_IP', 100),
    date('comment_date'),
    date('comment_date_gmt'),
    text('comment_content'),
    int('comment_karma'),
    varchar('comment_approved', 20, '1'),
    varchar('comment_agent', 255),
    varchar('comment_type', 20),
    reference('comment_parent'),
    reference('user_id'),
  ],
  primaryKey: ['comment_ID'],
  indexes: [
    index('comment_post_ID'),
    index('comment_approved_date_gmt', 'comment_approved', 'comment_date_gmt'),
    index('comment_date_gmt'),
    index('comment_parent'),
    prefixIndex('comment_author_email', 10),
  ],
};

const options: TableDefinition = {
  name: 'options',
  columns: [
    serial('option_id'),
    varchar('option_name', INDEXED_CHARACTERS),
    longText('option_value'),
    varchar('autoload', 20, 'yes'),
  ],
  primaryKey: ['option_id'],
  indexes: [{ name: 'option_name', columns: ['option_name'], unique: true }],
};

const links: TableDefinition = {
  name: 'links',
  columns: [
    serial('link_id'),
    varchar('link_url', 255),
    varchar('link_name', 255),
    varchar('link_image', 255),
    varchar('link_target', 25),
    varchar('link_description', 255),
    varchar('link_visible', 20, 'Y'),
    reference('link_owner', 1),
    int('link_rating'),
    date('link_updated'),
    varchar('link_rel', 255),
    text('link_notes', 'mediumtext'),
    varchar('link_rss', 255),
  ],
  primaryKey: ['link_id'],
  indexes: [index('link_visible')],
};

/** The tables of a WordPress 4.7 to 4.9 site. */
export const WORDPRESS_TABLES: readonly TableDefinition[] = [
  posts,
  metaTable('postmeta', 'meta_id', 'post_id'),
  terms,
  metaTable('termmeta', 'meta_id', 'term_id'),
  termTaxonomy,
  termRelationships,
  users,
  metaTable('usermeta', 'umeta_id', 'user_id'),
  comments,
  metaTable('commentmeta', 'meta_id', 'comment_id'),
  options,
  links,
];
