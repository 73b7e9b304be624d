import { describe, expect, test } from '@jest/globals';
import { anonymous, requestContext, verdict } from '../../../test/support/request-context.js';
import { PROFILES } from '../../variant/profiles.js';
import { TypesPolicy } from './types.policy.js';

describe.each(['A', 'B'] as const)('variant %s', (variant) => {
  const policy = new TypesPolicy(PROFILES[variant]);
  const writer = requestContext({ caps: ['edit_posts'] });
  const readable = (...args: Parameters<TypesPolicy['readable']>) => {
    try {
      return policy.readable(...args).name;
    } catch (error) {
      return verdict(error);
    }
  };

  test('the collection is public, except for context=edit', () => {
    expect(policy.list(anonymous(), { context: 'view' })).toBe(true);
    expect(verdict(policy.list(anonymous(), { context: 'edit' }))).toBe('rest_cannot_view 401');
    expect(verdict(policy.list(requestContext(), { context: 'edit' }))).toBe('rest_cannot_view 403');
    expect(policy.list(writer, { context: 'edit' })).toBe(true);
  });

  test('context=edit of one type needs its own capability', () => {
    expect(readable(writer, 'post', 'edit')).toBe('post');
    expect(readable(writer, 'page', 'edit')).toBe('rest_forbidden_context 403');
    expect(readable(anonymous(), 'post', 'edit')).toBe('rest_forbidden_context 401');
    expect(readable(anonymous(), 'page', 'view')).toBe('page');
  });

  test('types without a route are forbidden, unknown ones are not found', () => {
    expect(readable(writer, 'revision', 'view')).toBe('rest_cannot_read_type 403');
    expect(readable(writer, 'nothing', 'view')).toBe('rest_type_invalid 404');
  });
});
