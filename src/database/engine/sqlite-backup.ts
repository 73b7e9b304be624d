import { backup, DatabaseSync } from '@photostructure/sqlite';

/** In one step: in several, every commit of the service in between would start the copy anew. Writers do not wait for it. */
const ALL_PAGES = -1;
const WAIT_MS = 10_000;

/** Copies the database as it is at one moment, while the service goes on, and checks the copy. */
export async function backupSqlite(file: string, target: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: WAIT_MS });
  try {
    await backup(source, target, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(target);
  try {
    // One file, without the side files of a database that is in use.
    copy.exec('PRAGMA journal_mode = DELETE');
    const [result] = copy.prepare('PRAGMA integrity_check(1)').all() as [{ integrity_check: string }];
    if (result.integrity_check !== 'ok')
      throw new Error(`The copy of the database is damaged: ${result.integrity_check}`);
  } finally {
    copy.close();
  }
}
