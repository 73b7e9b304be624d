import { expect, test } from '@jest/globals';
import { entry } from '../../../test/support/entries.js';
import { anonymous, requestContext, verdict } from '../../../test/support/request-context.js';
import { type EntriesStore } from '../entries/read/entries.store.js';
import { EntriesService } from '../entries/api/entries.service.js';
import { RevisionsPolicy } from './revisions.policy.js';
import { RevisionsService } from './revisions.service.js';
import { PROFILES } from '../../variant/profiles.js';

const [POST, OTHER_POST, REVISION, PAGE] = [1, 2, 3, 4];
const rows = new Map(
  [
    entry({ id: POST, author: 8 }),
    entry({ id: OTHER_POST, author: 8 }),
    entry({ id: REVISION, author: 8, type: 'revision', status: 'inherit', parent: POST }),
    entry({ id: PAGE, type: 'page' }),
  ].map((row) => [row.id, row]),
);
const store = { byId: async (id: number) => rows.get(id), metas: async () => new Map() } as unknown as EntriesStore;
/** The policy uses nothing else of the services. */
const unused = undefined as never;
const revisions = new RevisionsService(unused, store, unused, unused, unused, unused);
const entries = new EntriesService(store, unused, unused, unused, unused, unused, unused);

class PostRevisionsPolicy extends RevisionsPolicy {
  protected readonly postType = 'post';
}
const policy = new PostRevisionsPolicy(revisions, entries, PROFILES.A);

const EDITOR = ['edit_posts', 'edit_others_posts', 'edit_published_posts'];
const DELETES = ['delete_posts', 'delete_others_posts', 'delete_published_posts'];

test('revisions are readable for those who may edit the entry, although it is public', async () => {
  expect(await policy.read(requestContext({ caps: EDITOR }), { parent: POST })).toBe(true);
  expect(verdict(await policy.read(requestContext({ caps: ['edit_posts'] }), { parent: POST }))).toBe(
    'rest_cannot_read 403',
  );
  expect(verdict(await policy.read(anonymous(), { parent: POST }))).toBe('rest_cannot_read 401');
});

test.each([PAGE, REVISION, 99, 0])('%i is not an entry of the post type', async (parent) => {
  expect(verdict(await policy.read(requestContext({ caps: EDITOR }), { parent }))).toBe('rest_post_invalid_parent 404');
});

test('deleting a revision needs the right to read it and to delete its entry', async () => {
  const remove = async (caps: readonly string[], parent = POST, id = REVISION) =>
    verdict(await policy.delete(requestContext({ caps }), { parent, id, force: true }));
  expect(await remove([...EDITOR, ...DELETES])).toBe(true);
  expect(await remove(EDITOR)).toBe(false);
  expect(await remove(DELETES)).toBe('rest_cannot_read 403');
  expect(await remove([...EDITOR, ...DELETES], OTHER_POST)).toMatch(/^rest_/);
  expect(await remove([...EDITOR, ...DELETES], POST, 99)).toBe('rest_post_invalid_id 404');
});

test('WordPress 7 keeps every revision', async () => {
  const current = new PostRevisionsPolicy(revisions, entries, PROFILES.C);
  const remove = async (caps: readonly string[]) =>
    verdict(await current.delete(requestContext({ caps }), { parent: POST, id: REVISION, force: true }));
  expect(await remove([...EDITOR, ...DELETES])).toBe('rest_cannot_delete 403');
  expect(await remove(DELETES)).toBe('rest_cannot_delete 403');
});
