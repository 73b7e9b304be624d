import { type Database } from '../database.js';
import { VERSIONS } from './tables.js';
import { type Block, changed, type TableBlocks, TRIGGER_DIALECTS } from './trigger-dialect.js';

/** What is shown of an attachment wherever it is shown. */
const FILE_META = ['_wp_attached_file', '_wp_attachment_metadata', '_wp_attachment_image_alt'];

/**
 * What an entry is made of, each with a row of its own: whoever has written a comment and goes on to the entry must not meet
 * somebody who has written the entry and wants the row that the comment changed.
 */
const PARTS = ['row', 'meta', 'terms', 'comments'] as const;
type Part = (typeof PARTS)[number];

/** Columns of an entry that the addresses of those below it are made from. */
const IN_ADDRESSES = ['post_name', 'post_date', 'post_parent', 'post_status', 'post_author', 'post_type'];

/**
 * Gives an entry another version whenever something of its own is written, and all entries where something is written that
 * others may be shown from. Rather too often than too seldom: what is too often costs one rendering.
 */
export function versionBlocks({ engine, tables }: Database): TableBlocks {
  const dialect = TRIGGER_DIALECTS[engine];
  const write = (subject: string, slot: string | number) =>
    `INSERT INTO ${tables.own(VERSIONS)} (subject, slot, version) VALUES (${subject}, ${slot}, ${dialect.unique}) ${dialect.otherwise(`version = ${dialect.unique}`)}`;
  const touch = (subject: string, part: Part = 'row') => write(subject, PARTS.indexOf(part));
  const touchAll: Block = { statements: [write('0', dialect.slot)] };
  const allWhen = (when: string): Block => ({ ...touchAll, when });
  const touchWhen = (when: string, subject: string, part?: Part): Block => ({
    when,
    statements: [touch(subject, part)],
  });

  const hasBelow = (id: string) =>
    `EXISTS (SELECT 1 FROM ${tables.posts} below WHERE below.post_parent = ${id} AND below.post_type <> 'revision')`;
  const isShownElsewhere = (row: string) =>
    `${row}.post_type = 'attachment' OR ${row}.post_type <> 'revision' AND ${hasBelow(`${row}.ID`)}`;
  const isRevision = (row: string) => `${row}.post_type = 'revision'`;
  const isFileMeta = (row: string) => `${row}.meta_key IN (${FILE_META.map((key) => `'${key}'`).join(', ')})`;
  const isAboutAuthor = (row: string) => `${row}.meta_key = 'description'`;

  return {
    posts: {
      // Nobody can have seen a new entry, so that it needs no version.
      INSERT: [touchWhen(isRevision('NEW'), 'NEW.post_parent'), allWhen(isShownElsewhere('NEW'))],
      UPDATE: [
        { statements: [touch('NEW.ID')] },
        touchWhen(changed(dialect, 'ID'), 'OLD.ID'),
        touchWhen(isRevision('NEW'), 'NEW.post_parent'),
        touchWhen(`${isRevision('OLD')} AND (${changed(dialect, 'post_parent', 'post_type')})`, 'OLD.post_parent'),
        allWhen(
          `NEW.post_type = 'attachment' OR OLD.post_type = 'attachment' OR ` +
            `(NEW.post_type = 'page' OR ${changed(dialect, ...IN_ADDRESSES)}) AND ${hasBelow('NEW.ID')}`,
        ),
      ],
      DELETE: [
        { statements: [touch('OLD.ID')] },
        touchWhen(isRevision('OLD'), 'OLD.post_parent'),
        allWhen(isShownElsewhere('OLD')),
      ],
    },
    postmeta: {
      INSERT: [{ statements: [touch('NEW.post_id', 'meta')] }, allWhen(isFileMeta('NEW'))],
      UPDATE: [
        { statements: [touch('NEW.post_id', 'meta')] },
        touchWhen(changed(dialect, 'post_id'), 'OLD.post_id', 'meta'),
        allWhen(`${isFileMeta('NEW')} OR ${isFileMeta('OLD')}`),
      ],
      DELETE: [{ statements: [touch('OLD.post_id', 'meta')] }, allWhen(isFileMeta('OLD'))],
    },
    term_relationships: {
      INSERT: [{ statements: [touch('NEW.object_id', 'terms')] }, allWhen(hasBelow('NEW.object_id'))],
      UPDATE: [
        { statements: [touch('NEW.object_id', 'terms'), touch('OLD.object_id', 'terms')] },
        allWhen(`${hasBelow('NEW.object_id')} OR ${hasBelow('OLD.object_id')}`),
      ],
      DELETE: [{ statements: [touch('OLD.object_id', 'terms')] }, allWhen(hasBelow('OLD.object_id'))],
    },
    terms: {
      INSERT: [allWhen(`EXISTS (SELECT 1 FROM ${tables.term_taxonomy} WHERE term_id = NEW.term_id)`)],
      UPDATE: [touchAll],
      DELETE: [touchAll],
    },
    term_taxonomy: {
      INSERT: [
        allWhen(`EXISTS (SELECT 1 FROM ${tables.term_relationships} WHERE term_taxonomy_id = NEW.term_taxonomy_id)`),
      ],
      // Not the count, which every published entry changes.
      UPDATE: [allWhen(changed(dialect, 'term_taxonomy_id', 'term_id', 'taxonomy', 'parent', 'description'))],
      DELETE: [touchAll],
    },
    users: {
      INSERT: [allWhen(`EXISTS (SELECT 1 FROM ${tables.posts} WHERE post_author = NEW.ID)`)],
      // Not the password, which signing in may renew.
      UPDATE: [
        allWhen(changed(dialect, 'ID', 'user_login', 'user_nicename', 'user_email', 'user_url', 'display_name')),
      ],
      DELETE: [touchAll],
    },
    usermeta: {
      // Every new account gets an empty one.
      INSERT: [allWhen(`${isAboutAuthor('NEW')} AND NEW.meta_value <> ''`)],
      UPDATE: [allWhen(`${isAboutAuthor('NEW')} OR ${isAboutAuthor('OLD')}`)],
      DELETE: [allWhen(isAboutAuthor('OLD'))],
    },
    comments: {
      INSERT: [{ statements: [touch('NEW.comment_post_ID', 'comments')] }],
      UPDATE: [
        { statements: [touch('NEW.comment_post_ID', 'comments')] },
        touchWhen(changed(dialect, 'comment_post_ID'), 'OLD.comment_post_ID', 'comments'),
      ],
      DELETE: [{ statements: [touch('OLD.comment_post_ID', 'comments')] }],
    },
  };
}
