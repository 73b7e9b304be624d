import { describe, expect, test } from '@jest/globals';
import { anonymous, requestContext, verdict } from '../../../test/support/request-context.js';
import { PROFILES } from '../../variant/profiles.js';
import { TaxonomiesPolicy } from './taxonomies.policy.js';

describe.each(['A', 'B'] as const)('variant %s', (variant) => {
  const policy = new TaxonomiesPolicy(PROFILES[variant]);
  const manager = requestContext({ caps: ['manage_categories', 'edit_posts'] });

  test('context=edit needs the right to edit or assign terms', () => {
    expect(policy.list(anonymous(), { context: 'view' })).toBe(true);
    expect(verdict(policy.list(anonymous(), { context: 'edit' }))).toBe('rest_cannot_view 401');
    expect(verdict(policy.list(requestContext(), { context: 'edit' }))).toBe('rest_cannot_view 403');
    expect(policy.list(manager, { context: 'edit' })).toBe(true);
    expect(verdict(policy.list(manager, { context: 'edit', type: 'page' }))).toBe('rest_cannot_view 403');
  });

  test('one taxonomy', () => {
    expect(policy.read(anonymous(), { taxonomy: 'category', context: 'view' })).toBe(true);
    expect(verdict(policy.read(anonymous(), { taxonomy: 'category', context: 'edit' }))).toBe(
      'rest_forbidden_context 401',
    );
    expect(policy.read(manager, { taxonomy: 'category', context: 'edit' })).toBe(true);
    expect(policy.read(manager, { taxonomy: 'post_format', context: 'view' })).toBe(false);
  });

  test('an unknown taxonomy is allowed, so that the service answers 404', () => {
    expect(policy.read(anonymous(), { taxonomy: 'nothing', context: 'view' })).toBe(true);
  });
});
