import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../database/database.js';
import { forEachEngine } from '../../../../test/support/databases.js';
import { insertEntry } from './entry-rows.store.js';
import { type RequestedSlug, uniqueSlug } from './slugs.js';

const ENTRY = {
  type: 'post',
  status: 'publish',
  author: 1,
  date: '2020-01-01 00:00:00',
  dateGmt: '2020-01-01 00:00:00',
  modified: '2020-01-01 00:00:00',
  modifiedGmt: '2020-01-01 00:00:00',
  title: '',
  excerpt: '',
  content: '',
  slug: '',
  password: '',
  commentStatus: 'open',
  pingStatus: 'open',
  parent: 0,
  menuOrder: 0,
  mimeType: '',
  guid: '',
};
const POST: Omit<RequestedSlug, 'slug'> = {
  id: 0,
  type: 'post',
  hierarchical: false,
  parent: 0,
  permalinkStructure: '/%year%/%postname%/',
};
const PAGE: Omit<RequestedSlug, 'slug'> = { ...POST, type: 'page', hierarchical: true };

forEachEngine((_engine, makeDatabase) => {
  describe('unique slugs', () => {
    let db: Database;
    let taken: number;
    const slugFor = (requested: RequestedSlug) => db.transaction((tx) => uniqueSlug(tx, db, requested));

    beforeAll(async () => {
      db = await makeDatabase();
      await db.transaction(async (tx) => {
        taken = await insertEntry(tx, { ...ENTRY, slug: 'taken' });
        for (let number = 2; number <= 40; number++)
          await insertEntry(tx, { ...ENTRY, slug: `taken-${number}`, status: 'trash' });
        await insertEntry(tx, { ...ENTRY, type: 'page', slug: 'about', parent: 7 });
        await insertEntry(tx, { ...ENTRY, type: 'attachment', slug: 'picture', parent: 7 });
        await insertEntry(tx, { ...ENTRY, slug: '%e6%bc%a2'.repeat(22) });
      });
    });

    test('a free one stays', async () => {
      expect(await slugFor({ ...POST, slug: 'free' })).toBe('free');
    });

    test('the first free number is appended, whatever the state of the others', async () => {
      expect(await slugFor({ ...POST, slug: 'taken' })).toBe('taken-41');
      expect(await slugFor({ ...POST, slug: '%e6%bc%a2'.repeat(22) })).toBe(`${'%e6%bc%a2'.repeat(22)}-2`);
    });

    test('an entry does not stand in its own way', async () => {
      expect(await slugFor({ ...POST, slug: 'taken', id: taken })).toBe('taken');
    });

    test('posts and pages have slugs of their own; a page only shares with its neighbours and their attachments', async () => {
      expect(await slugFor({ ...POST, slug: 'about' })).toBe('about');
      expect(await slugFor({ ...PAGE, slug: 'about', parent: 7 })).toBe('about-2');
      expect(await slugFor({ ...PAGE, slug: 'about', parent: 8 })).toBe('about');
      expect(await slugFor({ ...PAGE, slug: 'picture', parent: 7 })).toBe('picture-2');
      expect(await slugFor({ ...PAGE, slug: 'taken' })).toBe('taken');
    });

    test('an attachment shares with everything', async () => {
      expect(await slugFor({ ...POST, type: 'attachment', slug: 'about' })).toBe('about-2');
    });

    test('a reserved slug is not assigned, but an entry that has one keeps it', async () => {
      expect(await slugFor({ ...POST, slug: 'feed' })).toBe('feed-2');
      expect(await slugFor({ ...POST, slug: '7' })).toBe('7-2');
      expect(await slugFor({ ...POST, slug: '7', current: '7' })).toBe('7');
    });
  });
});
