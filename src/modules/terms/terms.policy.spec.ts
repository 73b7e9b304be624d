import { describe, expect, test } from '@jest/globals';
import { anonymous, requestContext, verdict } from '../../../test/support/request-context.js';
import { EntryTermsPolicy } from '../entries/api/entry-terms.policy.js';
import { type EntriesStore } from '../entries/read/entries.store.js';
import { PROFILES } from '../../variant/profiles.js';
import { CORE_MODEL } from '../../content-model/content-model.js';
import { TermsPolicy } from './terms.policy.js';
import { type TermsService } from './terms.service.js';

const DRAFT = 5;
const entries = {
  byId: async (id: number) =>
    id > 9 ? undefined : { id, type: 'post', status: id === DRAFT ? 'draft' : 'publish', author: 1, password: '' },
} as unknown as EntriesStore;
const find = (taxonomy: string) =>
  ({
    find: async (_ctx: unknown, _kind: unknown, id: number) => (id > 9 ? undefined : { id, taxonomy }),
  }) as unknown as TermsService;

function policyOf(taxonomy: string, variant: keyof typeof PROFILES): TermsPolicy {
  class TestPolicy extends TermsPolicy {
    protected readonly taxonomy = taxonomy;
  }
  return new TestPolicy(find(taxonomy), new EntryTermsPolicy(entries), CORE_MODEL, PROFILES[variant]);
}

describe.each(['A', 'B'] as const)('variant %s', (variant) => {
  describe.each([
    ['categories', policyOf('category', variant)],
    ['tags', policyOf('post_tag', variant)],
  ])('%s', (_name, policy) => {
    const manager = () => requestContext({ caps: ['manage_categories', 'manage_post_tags', 'edit_posts'] });

    test('context=edit needs the right to edit terms', async () => {
      expect(verdict(await policy.list(anonymous(), { context: 'edit' }))).toBe('rest_forbidden_context 401');
      expect(await policy.list(manager(), { context: 'edit' })).toBe(true);
      expect(verdict(await policy.read(requestContext(), { id: 3, context: 'edit' }))).toBe(
        'rest_forbidden_context 403',
      );
      expect(verdict(await policy.read(anonymous(), { id: 10, context: 'view' }))).toBe('rest_term_invalid 404');
    });

    test('the terms of a post are visible to those who can read it', async () => {
      expect(await policy.list(anonymous(), { context: 'view', post: 1 })).toBe(true);
      expect(verdict(await policy.list(anonymous(), { context: 'view', post: DRAFT }))).toBe(
        'rest_forbidden_context 401',
      );
      expect(verdict(await policy.list(anonymous(), { context: 'view', post: 10 }))).toBe('rest_post_invalid_id 400');
    });

    test('writing needs the right to manage terms', async () => {
      expect(verdict(await policy.create(anonymous()))).toBe('rest_cannot_create 401');
      expect(verdict(await policy.update(requestContext(), { id: 3 }))).toBe('rest_cannot_update 403');
      expect(verdict(await policy.delete(requestContext(), { id: 3 }))).toBe('rest_cannot_delete 403');
      expect(await policy.create(manager())).toBe(true);
      expect(await policy.update(manager(), { id: 3 })).toBe(true);
      expect(await policy.delete(manager(), { id: 3 })).toBe(true);
      expect(verdict(await policy.delete(manager(), { id: 10 }))).toBe('rest_term_invalid 404');
    });
  });

  test('the default category cannot be deleted', async () => {
    const policy = policyOf('category', variant);
    const manager = requestContext({ caps: ['manage_categories'] });
    expect(verdict(await policy.delete(manager, { id: 1 }))).toBe('rest_cannot_delete 403');
  });
});
