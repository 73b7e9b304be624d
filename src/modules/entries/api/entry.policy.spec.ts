import { PROFILES } from '../../../variant/profiles.js';
import { describe, expect, test } from '@jest/globals';
import { anonymous, requestContext, verdict } from '../../../../test/support/request-context.js';
import { type Entry } from '../model/entry.js';
import { type PostPasswordService } from '../read/post-password.js';
import { type TermsStore } from '../../terms/terms.store.js';
import { CORE_MODEL } from '../../../content-model/content-model.js';
import { type EntriesService } from './entries.service.js';
import { EntryPolicy } from './entry.policy.js';

const entry = { id: 1, type: 'post', status: 'publish', author: 1, password: '' } as Entry;
const entries = {
  find: async (_ctx: unknown, _resource: unknown, id: number) => (id === entry.id ? entry : undefined),
  mayEdit: async ({ principal }: { principal: { can(capability: string): boolean } }) =>
    principal.can('edit_others_posts'),
  mayDelete: async ({ principal }: { principal: { can(capability: string): boolean } }) =>
    principal.can('delete_others_posts'),
} as unknown as EntriesService;
const terms = { byIds: async (ids: readonly number[]) => new Map(ids.map((id) => [id, { id }])) };

function policyOf(type: string): EntryPolicy {
  class TestPolicy extends EntryPolicy {
    protected readonly postType = type;
  }
  return new TestPolicy(entries, terms as unknown as TermsStore, {} as PostPasswordService, CORE_MODEL, PROFILES.A);
}

const [posts, pages] = [policyOf('post'), policyOf('page')];
const CONTRIBUTOR = ['edit_posts'];
const EDITOR = ['edit_posts', 'edit_others_posts', 'edit_published_posts', 'publish_posts'];

describe('creating', () => {
  const create = async (caps: readonly string[], values: object, query = {}) =>
    verdict(await posts.create(requestContext({ caps, method: 'POST', query }), values));

  test('needs the capability of the post type', async () => {
    expect(await create(CONTRIBUTOR, {})).toBe(true);
    expect(await create([], {})).toBe('rest_cannot_create 403');
    expect(verdict(await posts.create(anonymous({ method: 'POST' }), {}))).toBe('rest_cannot_create 401');
    const ctx = requestContext({ caps: CONTRIBUTOR, method: 'POST' });
    expect(verdict(await pages.create(ctx, {}))).toBe('rest_cannot_create 403');
  });

  test('an id means that the entry exists', async () => {
    expect(await create(EDITOR, {}, { id: '3' })).toBe('rest_post_exists 400');
  });

  test('for another author, sticky, or with terms it needs more', async () => {
    expect(await create(CONTRIBUTOR, { author: 3 })).toBe('rest_cannot_edit_others 403');
    expect(await create(CONTRIBUTOR, { author: 7 })).toBe(true);
    // As sent, for types that declare no author.
    expect(await create(CONTRIBUTOR, {}, { author: '3' })).toBe('rest_cannot_edit_others 403');
    expect(await create(CONTRIBUTOR, { sticky: true })).toBe('rest_cannot_assign_sticky 403');
    expect(await create(CONTRIBUTOR, { categories: [2] })).toBe(true);
    expect(await create(EDITOR, { author: 3, sticky: true })).toBe(true);
  });
});

test('updating and deleting need the right to the entry', async () => {
  const writer = requestContext({ caps: CONTRIBUTOR });
  const editor = requestContext({ caps: [...EDITOR, 'delete_others_posts', 'delete_published_posts'] });
  expect(verdict(await posts.update(writer, { id: 1 }))).toBe('rest_cannot_edit 403');
  expect(await posts.update(editor, { id: 1 })).toBe(true);
  expect(verdict(await posts.update(editor, { id: 2 }))).toBe('rest_post_invalid_id 404');
  expect(verdict(await posts.delete(writer, { id: 1 }))).toBe('rest_cannot_delete 403');
  expect(await posts.delete(editor, { id: 1 })).toBe(true);
});
