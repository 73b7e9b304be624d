import { describe, expect, test } from '@jest/globals';
import { anonymous, requestContext, verdict } from '../../../test/support/request-context.js';
import { type Entry } from '../../content/entries/entry.js';
import { type TermsStore } from '../../content/terms/terms.store.js';
import { POST_TYPES } from '../../content/types/post-types.js';
import { type EntriesService } from './entries.service.js';
import { type EntryResource } from './entry-resource.js';
import { EntryWritePolicyService } from './entry-write-policy.service.js';

const resource = (name: string) => ({ type: POST_TYPES.get(name)! }) as EntryResource;
const [POSTS, PAGES] = [resource('post'), resource('page')];

const entry = { id: 1, type: 'post', status: 'publish', author: 1, password: '' } as Entry;
const entries = {
  find: async (_ctx: unknown, _resource: unknown, id: number) => (id === entry.id ? entry : undefined),
  mayEdit: async ({ principal }: { principal: { can(capability: string): boolean } }) =>
    principal.can('edit_others_posts'),
  background: async () => ({}),
} as unknown as EntriesService;
const terms = { byIds: async (ids: readonly number[]) => new Map(ids.map((id) => [id, { id }])) };
const policy = new EntryWritePolicyService(entries, terms as unknown as TermsStore);
const CONTRIBUTOR = ['edit_posts'];
const EDITOR = ['edit_posts', 'edit_others_posts', 'edit_published_posts', 'publish_posts'];

describe('creating', () => {
  const create = async (caps: readonly string[], values: object, query = {}) =>
    verdict(await policy.create(requestContext({ caps, method: 'POST', query }), POSTS, values));

  test('needs the capability of the post type', async () => {
    expect(await create(CONTRIBUTOR, {})).toBe(true);
    expect(await create([], {})).toBe('rest_cannot_create 403');
    expect(verdict(await policy.create(anonymous({ method: 'POST' }), POSTS, {}))).toBe('rest_cannot_create 401');
    const ctx = requestContext({ caps: CONTRIBUTOR, method: 'POST' });
    expect(verdict(await policy.create(ctx, PAGES, {}))).toBe('rest_cannot_create 403');
  });

  test('an id means that the entry exists', async () => {
    expect(await create(EDITOR, {}, { id: '3' })).toBe('rest_post_exists 400');
  });

  test('for another author, sticky, or with terms it needs more', async () => {
    expect(await create(CONTRIBUTOR, { author: 3 })).toBe('rest_cannot_edit_others 403');
    expect(await create(CONTRIBUTOR, { author: 7 })).toBe(true);
    expect(await create(CONTRIBUTOR, { sticky: true })).toBe('rest_cannot_assign_sticky 403');
    expect(await create(CONTRIBUTOR, { categories: [2] })).toBe(true);
    expect(await create(EDITOR, { author: 3, sticky: true })).toBe(true);
  });
});

test('updating and deleting need the right to the entry', async () => {
  const writer = requestContext({ caps: CONTRIBUTOR });
  const editor = requestContext({ caps: [...EDITOR, 'delete_others_posts', 'delete_published_posts'] });
  expect(verdict(await policy.update(writer, POSTS, { id: 1 }))).toBe('rest_cannot_edit 403');
  expect(await policy.update(editor, POSTS, { id: 1 })).toBe(true);
  expect(verdict(await policy.update(editor, POSTS, { id: 2 }))).toBe('rest_post_invalid_id 404');
  expect(verdict(await policy.remove(writer, POSTS, { id: 1 }))).toBe('rest_cannot_delete 403');
  expect(await policy.remove(editor, POSTS, { id: 1 })).toBe(true);
});
