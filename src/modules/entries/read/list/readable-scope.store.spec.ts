import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { forEachEngine } from '../../../../../test/support/databases.js';
import { entry } from '../../../../../test/support/entries.js';
import { ANONYMOUS, Principal } from '../../../../access/principal.js';
import { type Entry } from '../../model/entry.js';
import { isReadable, mayEdit, parentsAmong } from '../../model/readable.js';
import { ReadableScope } from './readable-scope.store.js';
import { ContentModel, WP4_CONTENT } from '../../../../content-model/content-model.js';
import { definePostStatus } from '../../../../content-model/declarations.js';

const PRIVACY_PAGE = 3;
const TRAITS = { label: '', public: false, protected: false, private: false, internal: false, showInList: true };
/** With statuses that plugins of WordPress registered. */
const MODEL = new ContentModel([], WP4_CONTENT, [
  definePostStatus({ ...TRAITS, name: 'archived', public: true }),
  definePostStatus({ ...TRAITS, name: 'sealed', private: true }),
  definePostStatus({ ...TRAITS, name: 'review', protected: true }),
]);
const SITE = { model: MODEL, pageOnFront: 0, pageForPosts: 0, privacyPage: PRIVACY_PAGE, defaultTerms: {} };
const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'inherit', ...MODEL.registeredStatuses];
const CAPABILITIES = ['posts', 'pages'].flatMap((type) => [
  ...['edit', 'edit_others', 'edit_published', 'edit_private', 'read_private'].map((verb) => `${verb}_${type}`),
]);

/** Every type and status, by two authors, some below another entry. */
const ENTRIES: Entry[] = ['post', 'page', 'attachment']
  .flatMap((type) => STATUSES.flatMap((status) => [1, 2].map((author) => ({ type, status, author }))))
  .flatMap((one) => [0, 5, 9, 13].map((parent) => ({ ...one, parent })))
  .map((one, index) => entry({ ...one, id: index + 1 }));

const principals = fc
  .record({
    id: fc.integer({ min: 0, max: 2 }),
    caps: fc.subarray([...CAPABILITIES, 'read', 'manage_options']),
  })
  .map(({ id, caps }) =>
    id === 0 ? ANONYMOUS : new Principal({ ...ANONYMOUS, id, caps: new Set(caps), how: 'basic' }),
  );

forEachEngine((_engine, makeDatabase) => {
  test('the scope never contains an entry that the rules for single entries refuse, and misses few', async () => {
    const db = await makeDatabase();
    const { posts } = db.tables;
    await db.transaction((tx) =>
      tx.execute(
        `INSERT INTO ${posts} (ID, post_author, post_status, post_type, post_parent, post_content, post_title, post_excerpt, to_ping, pinged, post_content_filtered) ` +
          `VALUES ${ENTRIES.map(() => "(?, ?, ?, ?, ?, '', '', '', '', '', '')").join(', ')}`,
        ENTRIES.flatMap(({ id, author, status, type, parent }) => [id, author, status, type, parent]),
      ),
    );
    const parentOf = parentsAmong(new Map(ENTRIES.map((one) => [one.id, one])));
    const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id);
    let missed = 0;
    let found = 0;
    for (const principal of fc.sample(principals, { numRuns: 150, seed: 11 })) {
      const scope = new ReadableScope(principal, PRIVACY_PAGE, MODEL.capabilityGroups, MODEL.statuses);
      const readable = idsOf(ENTRIES.filter((one) => isReadable(principal, one, parentOf, SITE)));
      const editable = idsOf(ENTRIES.filter((one) => mayEdit(principal, one, SITE, { parent: parentOf(one) })));
      for (const [part, allowed, isAll] of [
        [scope.readable('p', posts), readable, scope.readsAll()],
        [scope.editable('p'), editable, scope.editsAll()],
      ] as const) {
        const rows = await db.query<{ id: number }>(
          `SELECT p.ID AS id FROM ${posts} p WHERE ${part.sql}`,
          part.parameters,
        );
        const selected = rows.map(({ id }) => id);
        expect({ caps: [...principal.caps], tooMany: selected.filter((id) => !allowed.includes(id)) }).toMatchObject({
          tooMany: [],
        });
        if (isAll) expect(allowed).toHaveLength(ENTRIES.length);
        found += selected.length;
        missed += allowed.length - selected.length;
      }
    }
    expect(found).toBeGreaterThan(1000);
    expect(missed).toBeLessThan(found / 10);
  });
});
