import { type Database } from '../database.js';
import { HIDDEN_ROWS, PARENTS, VERSIONS } from './tables.js';
import { changed, type TableBlocks, TRIGGER_DIALECTS } from './trigger-dialect.js';

/*
 * Attachments and comments may be read by those who may read their parent, and a public parent everyone may read. The table of
 * parents has a row for every public post and for every parent of attachments or comments. Totals come from the counters, minus
 * what the parents hide that are not public; that is far less than joining every row with its parent.
 *
 * A row that is not public may be a parent that hides nothing, since queries look at the parent itself. So the triggers need not
 * read posts, whose locks other transactions may hold.
 *
 * How many rows are hidden depends on the requester, so that it is counted and cached under a version that changes with every
 * write that may hide or show rows. A superfluous change costs one count.
 */

const isPublic = (row: string) => `(${row}.post_status = 'publish' AND ${row}.post_password = '')`;

export function parentBlocks({ engine, tables }: Database): TableBlocks {
  const dialect = TRIGGER_DIALECTS[engine];
  const { posts, comments } = tables;
  const parents = tables.own(PARENTS);
  const hasMoved = changed(dialect, 'ID');
  const add = (parent: string) =>
    `INSERT INTO ${parents} (parent_id) VALUES (${parent}) ${dialect.otherwise('parent_id = parent_id')}`;
  const open = `INSERT INTO ${parents} (parent_id, is_public) VALUES (NEW.ID, 1) ${dialect.otherwise('is_public = 1')}`;
  const close = `UPDATE ${parents} SET is_public = 0 WHERE parent_id = OLD.ID`;
  const remove =
    `DELETE FROM ${parents} WHERE parent_id = OLD.ID ` +
    `AND NOT EXISTS (SELECT 1 FROM ${posts} child WHERE child.post_parent = OLD.ID AND child.post_type = 'attachment') ` +
    `AND NOT EXISTS (SELECT 1 FROM ${comments} child WHERE child.comment_post_ID = OLD.ID)`;
  const isAttached = `NEW.post_type = 'attachment' AND NEW.post_parent <> 0`;
  const wasAttached = `OLD.post_type = 'attachment' AND OLD.post_parent <> 0`;
  const version = `${HIDDEN_ROWS}, ${dialect.slot}, ${dialect.unique}`;
  const changeVersion = (select: string) =>
    `INSERT INTO ${tables.own(VERSIONS)} (subject, slot, version) ${select} ${dialect.otherwise(`version = ${dialect.unique}`)}`;
  const hiddenChange = changeVersion(`VALUES (${version})`);
  const childOf = (parent: string, condition = '') =>
    changeVersion(`SELECT ${version} FROM ${parents} WHERE parent_id = ${parent}${condition}`);
  return {
    posts: {
      INSERT: [
        // Attachments and comments may exist before their parent. New posts have none, revisions never do.
        { when: `NEW.post_type <> 'revision'`, statements: [childOf('NEW.ID')] },
        { when: isPublic('NEW'), statements: [open] },
        {
          when: isAttached,
          statements: [add('NEW.post_parent'), childOf('NEW.post_parent', ' AND is_public = 0')],
        },
      ],
      UPDATE: [
        {
          when: changed(dialect, 'ID', 'post_type', 'post_status', 'post_password', 'post_author'),
          statements: [childOf('OLD.ID'), childOf('NEW.ID')],
        },
        {
          when: `(${isAttached} OR ${wasAttached}) AND (${changed(dialect, 'post_parent', 'post_date', 'post_mime_type')})`,
          statements: [hiddenChange],
        },
        { when: `${isPublic('OLD')} AND (NOT ${isPublic('NEW')} OR ${hasMoved})`, statements: [close] },
        { when: `${isPublic('NEW')} AND (NOT ${isPublic('OLD')} OR ${hasMoved})`, statements: [open] },
        {
          when: `${isAttached} AND (${changed(dialect, 'post_parent', 'post_type')})`,
          statements: [add('NEW.post_parent')],
        },
      ],
      // Revisions, which are deleted often, are no parents.
      DELETE: [
        { when: `OLD.post_type <> 'revision' OR ${isPublic('OLD')}`, statements: [childOf('OLD.ID'), close, remove] },
        { when: wasAttached, statements: [hiddenChange] },
      ],
    },
    comments: {
      INSERT: [{ statements: [add('NEW.comment_post_ID'), childOf('NEW.comment_post_ID', ' AND is_public = 0')] }],
      UPDATE: [
        { when: changed(dialect, 'comment_post_ID'), statements: [add('NEW.comment_post_ID')] },
        {
          when: changed(dialect, 'comment_post_ID', 'comment_approved', 'comment_type', 'comment_date_gmt', 'user_id'),
          statements: [hiddenChange],
        },
      ],
      DELETE: [{ statements: [childOf('OLD.comment_post_ID', ' AND is_public = 0')] }],
    },
  };
}

/** Statements that fill the table of parents. */
export function parentFills({ engine, tables }: Database): string[] {
  const { posts, comments } = tables;
  const parents = tables.own(PARENTS);
  const add = (select: string) =>
    `INSERT INTO ${parents} (parent_id) ${select} ${TRIGGER_DIALECTS[engine].otherwise('is_public = is_public')}`;
  return [
    `INSERT INTO ${parents} (parent_id, is_public) SELECT ID, 1 FROM ${posts} WHERE ${isPublic(posts)}`,
    add(`SELECT DISTINCT post_parent FROM ${posts} WHERE post_type = 'attachment' AND post_parent <> 0`),
    add(`SELECT DISTINCT comment_post_ID FROM ${comments} WHERE comment_post_ID >= 0`),
  ];
}

/** Describes parents whose row is wrong or missing. */
export async function parentDifferences(db: Database): Promise<string[]> {
  const { posts, comments } = db.tables;
  const parents = db.tables.own(PARENTS);
  const unlisted = `NOT EXISTS (SELECT 1 FROM ${parents} WHERE parent_id =`;
  const wrong = await db.query<{ id: number; problem: string }>(
    `SELECT ID AS id, 'is public, but not counted so' AS problem FROM ${posts} WHERE ${isPublic(posts)} AND ${unlisted} ID AND is_public = 1) ` +
      `UNION SELECT parent_id, 'is counted as public' FROM ${parents} WHERE is_public = 1 AND NOT EXISTS (SELECT 1 FROM ${posts} WHERE ID = parent_id AND ${isPublic(posts)}) ` +
      `UNION SELECT post_parent, 'is missing' FROM ${posts} WHERE post_type = 'attachment' AND post_parent <> 0 AND ${unlisted} post_parent) ` +
      `UNION SELECT comment_post_ID, 'is missing' FROM ${comments} WHERE ${unlisted} comment_post_ID)`,
  );
  return wrong.map(({ id, problem }) => `parent ${id} ${problem}`);
}
