import { type Database } from '../../database.js';
import { type ColumnValues, type RowReference } from '../../version-rule.js';
import { BY_TEXT } from './tables.js';

/*
 * Whether some writes change a version depends on other rows. Where transactions write at the same time, triggers must not read
 * those: they record the write with the condition and the id of the object that has to fulfill it. A reader of the version checks
 * the few recorded conditions, until the service has checked and merged them (merge-changes.ts).
 *
 * A condition may be true later and false again. Versions stay unique, because each write that makes a condition false changes another
 * version of what depends on it: an entry that is no longer a child has another row, and posts that become public change the version
 * of hidden rows by themselves.
 */

type Index = Pick<Database, 'tables' | 'versionRules'>;

// Scalar subqueries, because MariaDB would turn EXISTS into a list of all referring rows.

/** Attachments and comments of the object are hidden: it is not public, or does not exist. */
export const IS_HIDDEN = 100;
/** The object has attachments or comments. */
export const HAS_CHILDREN = 101;

export function isHidden({ tables }: Index, id: string): string {
  return `(SELECT parent.is_public FROM ${tables.own(BY_TEXT)} parent WHERE parent.post_id = ${id} AND parent.is_public = 1) IS NULL`;
}

export function hasChildren({ tables }: Index, id: string): string {
  return (
    `((SELECT 1 FROM ${tables.posts} child WHERE child.post_parent = ${id} AND child.post_type = 'attachment' LIMIT 1) IS NOT NULL ` +
    `OR (SELECT 1 FROM ${tables.comments} child WHERE child.comment_post_ID = ${id} LIMIT 1) IS NOT NULL)`
  );
}

/** By the key alone: MySQL would weigh the range of other values for every row, which costs more than the look-up. */
export function isReferenced({ tables }: Index, { table, column, except = {} }: RowReference, id: string): string {
  const isOther = Object.keys(except).map(
    (name) => ` AND COALESCE(referrer.${name}, '') NOT IN (${quotedTexts(except, name)})`,
  );
  return `(SELECT 1 FROM ${tables[table]} referrer WHERE referrer.${column} = ${id}${isOther.join('')} LIMIT 1) IS NOT NULL`;
}

/** The number under which triggers record a reference. */
export function conditionOf(db: Index, reference: RowReference): number {
  return referencesOf(db).findIndex((candidate) => isSame(candidate, reference)) + 1;
}

/** Predicate on rows of the versions table, named `changes`, that belong to the shared version. */
export function sharedCondition(db: Index): string {
  return anyCondition(referencesOf(db).map((reference, index) => [index + 1, isReferenced(db, reference, OBJECT)]));
}

/** The same for the version of hidden rows. */
export function hiddenCondition(db: Index): string {
  return anyCondition([
    [IS_HIDDEN, isHidden(db, OBJECT)],
    [HAS_CHILDREN, hasChildren(db, OBJECT)],
  ]);
}

const OBJECT = 'changes.object_id';

function anyCondition(conditions: readonly (readonly [id: number, sql: string])[]): string {
  const recorded = conditions.map(([id, sql]) => ` OR (changes.condition_id = ${id} AND ${sql})`);
  return `(changes.condition_id = 0${recorded.join('')})`;
}

function referencesOf({ versionRules = [] }: Index): RowReference[] {
  const all = versionRules.flatMap(({ referencedBy, insert }) => [
    referencedBy,
    typeof insert === 'object' ? insert.referencedBy : undefined,
  ]);
  const different: RowReference[] = [];
  for (const condition of all)
    if (condition && !different.some((candidate) => isSame(candidate, condition))) different.push(condition);
  return different;
}

/** Whether the same rows refer to an object. The column of the written row that has its id may differ. */
function isSame(left: RowReference, right: RowReference): boolean {
  const comparable = ({ table, column, except = {} }: RowReference) => JSON.stringify([table, column, except]);
  return comparable(left) === comparable(right);
}

export function quotedTexts(values: ColumnValues, column: string): string {
  return values[column]!.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ');
}
