import { describe, expect, test } from '@jest/globals';
import { forEachEngine } from '../../../../test/support/databases.js';
import { insertEntry } from './entry-rows.store.js';
import { DueEntriesStore } from '../read/list/due-entries.store.js';
import { publishDue } from './publishing-schedule.service.js';
import { CORE_MODEL } from '../../../content-model/content-model.js';

const DATE = '2020-01-01 00:00:00';
const ENTRY = {
  type: 'post',
  status: 'future',
  author: 1,
  date: DATE,
  dateGmt: DATE,
  modified: DATE,
  modifiedGmt: DATE,
  title: 'T',
  excerpt: '',
  content: '',
  slug: 's',
  password: '',
  commentStatus: 'open',
  pingStatus: 'open',
  parent: 0,
  menuOrder: 0,
  mimeType: '',
  guid: '',
};

forEachEngine((_engine, makeDatabase) => {
  describe('scheduled entries', () => {
    test('come up soonest first and are published by one of many', async () => {
      const db = await makeDatabase();
      await db.transaction(async (tx) => {
        await insertEntry(tx, { ...ENTRY, dateGmt: '2030-01-01 00:00:00' });
        await insertEntry(tx, { ...ENTRY, dateGmt: '2020-01-02 00:00:00' });
        await insertEntry(tx, { ...ENTRY, type: 'page' });
        await insertEntry(tx, { ...ENTRY, status: 'draft' });
      });
      const scheduled = await new DueEntriesStore(db, CORE_MODEL).next();
      expect(scheduled.map(({ type, dateGmt }) => [type, dateGmt])).toEqual([
        ['page', DATE],
        ['post', '2020-01-02 00:00:00'],
        ['post', '2030-01-01 00:00:00'],
      ]);
      const due = scheduled[1]!;
      const claims = await Promise.all(
        Array.from({ length: 6 }, () => publishDue(db, CORE_MODEL, due, '2020-01-02 00:00:00', { pings: true })),
      );
      expect(claims.filter(Boolean)).toHaveLength(1);
      const marks = await db.query<{ name: string }>(
        `SELECT meta_key AS name FROM ${db.tables.postmeta} WHERE post_id = ? ORDER BY meta_key`,
        [due.id],
      );
      expect(marks.map((row) => row.name)).toEqual(['_encloseme', '_pingme']);
    });

    test('are not published before their time', async () => {
      const db = await makeDatabase();
      const id = await db.transaction((tx) => insertEntry(tx, ENTRY));
      expect(
        await publishDue(db, CORE_MODEL, { id, type: 'post', parent: 0, dateGmt: DATE }, '2019-12-31 23:59:59', {
          pings: false,
        }),
      ).toBe(false);
    });
  });
});
