import { type Database } from '../../database.js';
import { isListed } from './count-clauses.js';
import { BY_TEXT, HIDDEN_PARENTS, HIDDEN_ROWS, VERSIONS } from './tables.js';
import { type LeftOut } from './families.js';
import { changed, type TableClauses, TRIGGER_DIALECTS } from './trigger-dialect.js';
import { HAS_CHILDREN, hasChildren, IS_HIDDEN, isHidden } from './version-conditions.js';

/*
 * Attachments and comments may be read by those who may read their parent, and a public parent everyone may read. Totals come from the
 * counters, minus what the parents hide that are not public; that is far less than joining every row with its parent. Whether a post is
 * public is a column of the table of entries by text. The table of hidden parents has those of attachments and comments that are not
 * public. It may also have others, since queries look at the parent itself; the service removes them (merge-changes.ts).
 *
 * How many rows are hidden depends on the requester, so it is counted and cached under a version that changes with every
 * write that may hide or show rows. A superfluous change costs one count.
 */

export const isPublic = (row: string) => `(${row}.post_status = 'publish' AND ${row}.post_password = '')`;

interface ParentStatements {
  /** A row of this parent was added or deleted. */
  readonly changeChild: (parent: string) => string;
  readonly addChild: (parent: string) => readonly string[];
  /** Who may read the parent has changed, but it was and is not public. */
  readonly changeParent: (parent: string) => string;
  /** The parent is no longer public. */
  readonly hide: (parent: string) => readonly string[];
  /** The parent has become public. */
  readonly show: (parent: string) => readonly string[];
  /** Rows are hidden or shown for certain. */
  readonly change: string;
}

function parentStatements(db: Database): ParentStatements {
  const { version, part, otherwise, isConcurrent } = TRIGGER_DIALECTS[db.engine];
  const [versions, parents] = [db.tables.own(VERSIONS), db.tables.own(HIDDEN_PARENTS)];
  if (isConcurrent) {
    const record = (condition: number, id: string) =>
      `INSERT INTO ${versions} (subject, part, version, condition_id, object_id) VALUES (${HIDDEN_ROWS}, ${part}, ${version}, ${condition}, ${id})`;
    const add = (parent: string) => `INSERT INTO ${parents} (parent_id, part) VALUES (${parent}, ${part})`;
    const changeChild = (parent: string) => record(IS_HIDDEN, parent);
    return {
      changeChild,
      addChild: (parent) => [add(parent), changeChild(parent)],
      changeParent: (parent) => record(HAS_CHILDREN, parent),
      hide: (parent) => [add(parent)],
      // So that the service looks at it.
      show: (parent) => [add(parent)],
      change: record(0, '0'),
    };
  }
  const change = (select: string) =>
    `INSERT INTO ${versions} (subject, part, version) ${select}${otherwise(`version = ${version}`)}`;
  const changeIf = (condition: string) => change(`SELECT ${HIDDEN_ROWS}, ${part}, ${version} WHERE ${condition}`);
  const add = (parent: string, condition: string) =>
    `INSERT INTO ${parents} (parent_id) SELECT ${parent} WHERE ${condition}${otherwise('parent_id = parent_id')}`;
  const changeChild = (parent: string) => changeIf(isHidden(db, parent));
  return {
    changeChild,
    addChild: (parent) => [add(parent, isHidden(db, parent)), changeChild(parent)],
    changeParent: (parent) => changeIf(hasChildren(db, parent)),
    hide: (parent) => [add(parent, hasChildren(db, parent))],
    show: (parent) => [`DELETE FROM ${parents} WHERE parent_id = ${parent}`],
    change: change(`VALUES (${HIDDEN_ROWS}, ${part}, ${version})`),
  };
}

export function parentClauses(db: Database, leftOut: LeftOut): TableClauses {
  const dialect = TRIGGER_DIALECTS[db.engine];
  const { changeChild, addChild, changeParent, hide, show, change } = parentStatements(db);
  const hasMoved = changed(dialect, 'ID');
  const isAttached = `NEW.post_type = 'attachment' AND NEW.post_parent <> 0`;
  const wasAttached = `OLD.post_type = 'attachment' AND OLD.post_parent <> 0`;
  // An entry that becomes a revision leaves the table of entries by text, which says what is public.
  const isListedAndPublic = (row: string) => `(${isListed(row)} AND ${isPublic(row)})`;
  const [isOpen, wasOpen] = [isListedAndPublic('NEW'), isListedAndPublic('OLD')];
  const hasOtherReaders = changed(dialect, 'ID', 'post_type', 'post_status', 'post_password', 'post_author');
  return {
    posts: {
      INSERT: [
        // Attachments and comments may exist before their parent. Revisions never have any.
        { when: `NEW.post_type <> 'revision' AND NOT ${isOpen}`, statements: [changeParent('NEW.ID')] },
        { when: isOpen, statements: [change] },
        { when: isAttached, statements: addChild('NEW.post_parent') },
      ],
      UPDATE: [
        { when: `(${isOpen} OR ${wasOpen}) AND (${hasOtherReaders})`, statements: [change] },
        {
          when: `NOT ${isOpen} AND NOT ${wasOpen} AND (${hasOtherReaders})`,
          statements: [changeParent('NEW.ID'), changeParent('OLD.ID')],
        },
        {
          when: `(${isAttached} OR ${wasAttached}) AND (${changed(dialect, 'post_parent', 'post_date', 'post_mime_type')})`,
          statements: [change],
        },
        { when: `${wasOpen} AND (NOT ${isOpen} OR ${hasMoved})`, statements: hide('OLD.ID') },
        { when: `${isOpen} AND (NOT ${wasOpen} OR ${hasMoved})`, statements: show('NEW.ID') },
        {
          when: `${isAttached} AND (${changed(dialect, 'post_parent', 'post_type')})`,
          statements: addChild('NEW.post_parent'),
        },
      ],
      // Revisions, which are deleted often, are no parents.
      DELETE: [
        { when: wasOpen, statements: [change, ...hide('OLD.ID')] },
        { when: `OLD.post_type <> 'revision' AND NOT ${wasOpen}`, statements: [changeParent('OLD.ID')] },
        { when: wasAttached, statements: [change] },
      ],
    },
    ...(!leftOut.has('comments') && {
      comments: {
        INSERT: [{ statements: addChild('NEW.comment_post_ID') }],
        UPDATE: [
          { when: changed(dialect, 'comment_post_ID'), statements: addChild('NEW.comment_post_ID') },
          {
            when: changed(
              dialect,
              'comment_post_ID',
              'comment_approved',
              'comment_type',
              'comment_date_gmt',
              'user_id',
            ),
            statements: [change],
          },
        ],
        DELETE: [{ statements: [changeChild('OLD.comment_post_ID')] }],
      },
    }),
  };
}

/** The statement that fills the table of hidden parents. The table of entries by text is filled before. */
export function parentFill({ tables }: Database, leftOut: LeftOut): string {
  const { posts, comments } = tables;
  const isUnlisted = (column: string) =>
    `${column} NOT IN (SELECT post_id FROM ${tables.own(BY_TEXT)} WHERE is_public = 1)`;
  return (
    `INSERT INTO ${tables.own(HIDDEN_PARENTS)} (parent_id) ` +
    `SELECT parent_id FROM (SELECT post_parent AS parent_id FROM ${posts} WHERE post_type = 'attachment' AND post_parent <> 0` +
    `${leftOut.has('comments') ? '' : ` UNION SELECT comment_post_ID FROM ${comments} WHERE comment_post_ID >= 0`}) parents WHERE ${isUnlisted('parent_id')}`
  );
}

/** Describes parents that are missing. */
export async function parentDifferences(db: Database, leftOut: LeftOut): Promise<string[]> {
  const { posts, comments } = db.tables;
  const isMissing = (id: string) =>
    `NOT EXISTS (SELECT 1 FROM ${db.tables.own(HIDDEN_PARENTS)} WHERE parent_id = ${id}) AND ${isHidden(db, id)}`;
  const wrong = await db.query<{ id: number }>(
    `SELECT post_parent AS id FROM ${posts} WHERE post_type = 'attachment' AND post_parent <> 0 AND ${isMissing('post_parent')}` +
      (leftOut.has('comments')
        ? ''
        : ` UNION SELECT comment_post_ID FROM ${comments} WHERE ${isMissing('comment_post_ID')}`),
  );
  return wrong.map(({ id }) => `parent ${id} is missing`);
}
