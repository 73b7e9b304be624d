import { hostname } from 'node:os';
import { expect, test } from '@jest/globals';
import { forEachEngine } from '../../test/support/databases.js';
import { type Database } from './database.js';
import { AlreadyRunning } from './engine/errors.js';
import { tableOf } from './entities/index.js';
import { DatabaseInUse, ProcessRegistration, replaceSite, RunningProcess } from './running-processes.js';

forEachEngine((engine, makeDatabase) => {
  const make = async (): Promise<Database> => {
    const db = await makeDatabase();
    await db.createTables([tableOf(RunningProcess)]);
    return db;
  };
  const replace = (db: Database) => replaceSite(db, () => Promise.resolve('replaced'));

  test('a process does not start while the site is replaced, and one replacement runs at a time', async () => {
    const db = await make();
    await replaceSite(db, async () => {
      await expect(new ProcessRegistration(db).begin()).rejects.toThrow(DatabaseInUse);
      await expect(replace(db)).rejects.toThrow(AlreadyRunning);
    });
    const process = new ProcessRegistration(db);
    await process.begin();
    await process.end();
    expect(await db.manager.count(RunningProcess)).toBe(0);
  });

  // On SQLite the open file says it (backup.e2e-spec.ts).
  if (engine === 'mysql')
    test('a site is not replaced while a process runs, is stopping or may have crashed just now', async () => {
      const db = await make();
      const [first, second] = [new ProcessRegistration(db), new ProcessRegistration(db)];
      await first.begin();
      await second.begin();
      await first.end();
      await expect(replace(db)).rejects.toThrow(
        `The database is in use by process ${process.pid} on ${hostname()}, which started at `,
      );
      await db.transaction((tx) =>
        tx.execute(
          `UPDATE ${db.tables.of(RunningProcess)} SET seen_at = seen_at - 31`,
          [],
          db.tables.of(RunningProcess),
        ),
      );
      expect(await replace(db)).toBe('replaced');
      // A process that was only slow is there again.
      await second['renew']();
      await expect(replace(db)).rejects.toThrow(DatabaseInUse);
      await second.end();
      expect(await replace(db)).toBe('replaced');
    });
});
