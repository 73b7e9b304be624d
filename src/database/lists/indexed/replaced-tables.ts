import { type Database } from '../../database.js';
import { ON_PRIMARY } from '../../engine/dialect.js';
import { includedTables } from './count-clauses.js';
import { type LeftOut } from './families.js';
import { BY_TEXT, COMMENT_COUNTS } from './tables.js';
import { LIST_TRIGGERS } from './trigger-dialect.js';

/**
 * TRUNCATE empties a table of WordPress without its triggers, as programs do that reset a site or import one. It begins the numbers of
 * rows again, and on MySQL creates the table again, as ALTER TABLE does, after which the index is still exact.
 */
export class ReplacedTables {
  /** The tables whose rows have been compared with the counters. */
  private compared = '';

  constructor(private readonly db: Database) {}

  /** Whether tables that may have been emptied have as many rows as the index counts. */
  async areCounted(leftOut: LeftOut): Promise<boolean> {
    const replaced = await this.findReplaced();
    if (replaced === '' || replaced === this.compared) return true;
    const { tables } = this.db;
    for (const { from, into, texts, where } of includedTables(this.db, leftOut)) {
      if (from !== tables.posts && from !== tables.comments) continue;
      const columns = texts.join(', ');
      // One statement, so that both are of the same moment.
      const [other] = await this.db.query(
        `${ON_PRIMARY}SELECT 1 FROM (SELECT ${columns}, SUM(entries) AS entries FROM ${into} WHERE counted_by = 'all' GROUP BY ${columns} ` +
          `UNION ALL SELECT ${columns}, -COUNT(*) FROM ${from}${where ? ` WHERE ${where(from)}` : ''} GROUP BY ${columns}) totals ` +
          `GROUP BY ${columns} HAVING SUM(entries) <> 0 LIMIT 1`,
      );
      if (other) return false;
    }
    this.compared = replaced;
    return true;
  }

  /** What identifies the tables that are newer than the triggers, or whose next row has a number that the index has seen. Empty: none. */
  private async findReplaced(): Promise<string> {
    const { engine, tables, tablePrefix } = this.db;
    if (engine === 'sqlite') return '';
    const [posts, comments] = [`${tablePrefix}posts`, `${tablePrefix}comments`];
    const triggers = tablePrefix + LIST_TRIGGERS;
    const [row] = await this.db.query<{ found: string | null }>(
      `${ON_PRIMARY}SELECT GROUP_CONCAT(CONCAT_WS(' ', TABLE_NAME, CREATE_TIME, AUTO_INCREMENT) ORDER BY TABLE_NAME) AS found ` +
        'FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN (?, ?) AND (CREATE_TIME > ' +
        '(SELECT MAX(CREATED) FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE() AND LEFT(TRIGGER_NAME, ?) = ?) ' +
        `OR AUTO_INCREMENT <= CASE TABLE_NAME WHEN ? THEN (SELECT MAX(post_id) FROM ${tables.own(BY_TEXT)}) ELSE ` +
        `(SELECT SUM(entries) FROM ${tables.own(COMMENT_COUNTS)} WHERE comment_type IN ('', 'comment') AND comment_approved = '1' AND counted_by = 'all') END)`,
      [posts, comments, triggers.length, triggers, posts],
    );
    return row?.found ?? '';
  }
}
