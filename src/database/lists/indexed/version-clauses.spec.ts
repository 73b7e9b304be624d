import { expect, test } from '@jest/globals';
import { forEachEngine } from '../../../../test/support/databases.js';
import { type Database } from '../../database.js';
import { type VersionRule } from '../../version-rule.js';
import { versionColumns } from './versions.js';

const RULES: readonly VersionRule[] = [
  { table: 'commentmeta', entry: 'comment_id', insert: 'never' },
  { table: 'termmeta', entry: 'term_id', where: { meta_key: ['color', "owner's"] } },
  {
    table: 'links',
    except: { link_rel: ['private'] },
    columns: ['link_name', 'link_rel'],
    insert: { referencedBy: { table: 'termmeta', column: 'term_id', key: 'link_id', except: { meta_key: ['other'] } } },
  },
];

/** Which versions a write changes: ids of entries, and 0 for the version that all entries share. */
async function changedBy(db: Database, sql: string): Promise<number[]> {
  const read = () =>
    Promise.all([1, 2, 3].map((id) => db.query<Record<string, string>>(`SELECT ${versionColumns(db, String(id))}`)));
  const before = await read();
  await db.transaction((tx) => tx.execute(sql));
  const after = await read();
  const entries = [1, 2, 3].filter((_, index) => before[index]![0]!.version !== after[index]![0]!.version);
  return before[0]![0]!.shared === after[0]![0]!.shared ? entries : [0, ...entries];
}

forEachEngine((_engine, makeDatabase) => {
  let db: Database;
  const start = async () => {
    db = await makeDatabase({ versionRules: RULES });
    await db.listIndex.build();
  };
  const changes = (sql: string) => changedBy(db, sql);

  test('a row changes the version of the entry it belongs to, and of the one it belonged to before', async () => {
    await start();
    const { commentmeta: table } = db.tables;
    expect(await changes(`INSERT INTO ${table} (meta_id, comment_id, meta_key) VALUES (1, 1, 'a')`)).toEqual([]);
    expect(await changes(`UPDATE ${table} SET meta_key = 'b'`)).toEqual([1]);
    expect(await changes(`UPDATE ${table} SET comment_id = 2`)).toEqual([1, 2]);
    expect(await changes(`DELETE FROM ${table}`)).toEqual([2]);
  });

  test('only selected rows change versions, whether they are selected before or after an update', async () => {
    await start();
    const { termmeta: table } = db.tables;
    const insert = (id: number, key: string) =>
      changes(`INSERT INTO ${table} (meta_id, term_id, meta_key) VALUES (${id}, ${id}, '${key}')`);
    expect(await insert(1, 'color')).toEqual([1]);
    expect(await insert(2, 'other')).toEqual([]);
    expect(await insert(3, "owner''s")).toEqual([3]);
    expect(await changes(`UPDATE ${table} SET meta_value = 'x' WHERE meta_id < 3`)).toEqual([1]);
    expect(await changes(`UPDATE ${table} SET term_id = 3, meta_key = 'other' WHERE meta_id = 1`)).toEqual([1]);
    expect(await changes(`DELETE FROM ${table} WHERE meta_key = 'other'`)).toEqual([]);
    expect(await changes(`DELETE FROM ${table}`)).toEqual([3]);
  });

  test('the shared version changes with the named columns, and with new rows that are referred to', async () => {
    await start();
    const { links: table, termmeta } = db.tables;
    const insert = (id: number, rel = '') =>
      changes(`INSERT INTO ${table} (link_id, link_name, link_rel, link_notes) VALUES (${id}, 'a', '${rel}', '')`);
    await changes(`INSERT INTO ${termmeta} (term_id, meta_key) VALUES (2, 'color'), (3, 'other'), (4, 'color')`);
    expect(await insert(1)).toEqual([]);
    expect(await insert(2)).toEqual([0]);
    expect(await insert(3)).toEqual([]);
    expect(await insert(4, 'private')).toEqual([]);
    expect(await changes(`UPDATE ${table} SET link_notes = 'x'`)).toEqual([]);
    expect(await changes(`UPDATE ${table} SET link_name = 'x' WHERE link_id = 1`)).toEqual([0]);
    expect(await changes(`UPDATE ${table} SET link_name = 'x' WHERE link_id = 4`)).toEqual([]);
    expect(await changes(`UPDATE ${table} SET link_rel = 'private' WHERE link_id = 1`)).toEqual([0]);
    expect(await changes(`DELETE FROM ${table} WHERE link_rel = 'private'`)).toEqual([]);
    expect(await changes(`DELETE FROM ${table}`)).toEqual([0]);
  });

  test('a database that was opened without version rules cannot build the list index', async () => {
    const without = await makeDatabase({ versionRules: null });
    await expect(without.listIndex.build()).rejects.toThrow('version rules');
    await expect(without.listIndex.poll()).rejects.toThrow('version rules');
  });
});
