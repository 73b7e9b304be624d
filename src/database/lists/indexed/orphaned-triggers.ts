import { Logger } from '@nestjs/common';
import { type Database } from '../../database.js';
import { lacksDefiner } from '../../engine/errors.js';
import { type TableName } from '../../engine/table-names.js';

interface DefinedTrigger {
  name: string;
  definer: string;
  event: string;
  table: string;
}

/** Each has triggers on updates in one of the indexes; the first with a row is written. */
const PROBED: readonly (readonly [TableName, key: string])[] = [
  ['posts', 'ID'],
  ['postmeta', 'meta_id'],
  ['users', 'ID'],
];

const logger = new Logger('Database');

/** The probe has not failed. */
class ProbeDone extends Error {}

/**
 * Triggers run with the privileges of the account that created them. Without that account, or without its privileges, the server
 * refuses every write to their tables, also those of WordPress. They are dropped; what they keep is then not used before it is built.
 */
export async function dropOrphanedTriggers(db: Database): Promise<void> {
  if (db.engine === 'sqlite') return;
  const triggers = await db.query<DefinedTrigger>(
    'SELECT TRIGGER_NAME AS name, DEFINER AS definer, EVENT_MANIPULATION AS event, EVENT_OBJECT_TABLE AS `table` ' +
      'FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE() AND DEFINER <> CURRENT_USER()',
  );
  const ours = triggers.filter(({ name }) => name.startsWith(`${db.tablePrefix}nestpress`));
  for (const definer of new Set(ours.map((trigger) => trigger.definer))) {
    const ofAccount = ours.filter((trigger) => trigger.definer === definer);
    if (!(await areRefused(db, ofAccount))) continue;
    await db.transaction(async (tx) => {
      for (const { name } of ofAccount) await tx.execute(`DROP TRIGGER IF EXISTS \`${name}\``);
    });
    logger.warn(
      `The database refused every write to WordPress's tables, also those of other programs: ${ofAccount.length} triggers belonged to ` +
        `the account ${definer}, which does not exist or lacks privileges. They are dropped; build the indexes again ` +
        '(`nestpress list-index build`, `search-index build`, `change-feed build`).',
    );
  }
}

/**
 * WordPress deletes the tables of a site of a network, but not the triggers of that site on the tables of users, which all sites
 * share. Nothing would ever merge what they record.
 */
export async function dropTriggersOfDeletedSites(db: Database): Promise<void> {
  if (db.engine === 'sqlite') return;
  const shared = [db.tables.users, db.tables.usermeta].map((table) => table.replaceAll('`', ''));
  const [triggers, tables] = await Promise.all([
    db.query<{ name: string }>(
      'SELECT TRIGGER_NAME AS name FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE() AND EVENT_OBJECT_TABLE IN (?, ?)',
      shared,
    ),
    db.existingTables(),
  ]);
  const orphaned = triggers.filter(({ name }) => {
    const prefix = /^(.+_\d+_)nestpress(?:_|feed_|meta_)/.exec(name)?.[1];
    return prefix !== undefined && !tables.includes(`${prefix}posts`);
  });
  if (orphaned.length === 0) return;
  await db.transaction(async (tx) => {
    for (const { name } of orphaned) await tx.execute(`DROP TRIGGER IF EXISTS \`${name}\``);
  });
  logger.log(`${orphaned.length} triggers of deleted sites of the network are dropped.`);
}

/** Writes a row as it is, and rolls that back. */
async function areRefused(db: Database, triggers: readonly DefinedTrigger[]): Promise<boolean> {
  for (const [table, key] of PROBED) {
    const name = db.tables[table].replaceAll('`', '');
    if (!triggers.some((trigger) => trigger.event === 'UPDATE' && trigger.table === name)) continue;
    const probe = db.transaction(async (tx) => {
      const { affected } = await tx.execute(`UPDATE ${db.tables[table]} SET ${key} = ${key} ORDER BY ${key} LIMIT 1`);
      throw new ProbeDone(affected > 0 ? 'written' : 'empty');
    });
    const error = await probe.catch((reason: unknown) => reason);
    if (!(error instanceof ProbeDone)) return lacksDefiner(error);
    if (error.message === 'written') return false;
  }
  return false;
}
