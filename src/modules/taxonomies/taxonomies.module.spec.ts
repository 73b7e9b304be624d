import { describe, expect, test } from '@jest/globals';
import { anonymous, requestContext, verdict } from '../../../test/support/request-context.js';
import { type Context } from '../../rest/args/common.dto.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { PROFILES } from '../../variant/profiles.js';
import { TAXONOMY_REGISTRY } from './taxonomies.module.js';
import { CORE_MODEL } from '../../content-model/content-model.js';

describe.each(['A', 'B'] as const)('variant %s', (variant) => {
  const profile = PROFILES[variant];
  const list = ({ principal }: RequestContext, args: { context: Context; type?: string }) =>
    TAXONOMY_REGISTRY.canList({ principal, profile, model: CORE_MODEL }, args);
  const read = ({ principal }: RequestContext, name: string, context: Context) =>
    TAXONOMY_REGISTRY.canRead!({ principal, profile, model: CORE_MODEL }, name, context);
  const manager = requestContext({ caps: ['manage_categories', 'edit_posts'] });

  test('context=edit needs the right to edit or assign terms', () => {
    expect(list(anonymous(), { context: 'view' })).toBe(true);
    expect(verdict(list(anonymous(), { context: 'edit' }))).toBe('rest_cannot_view 401');
    expect(verdict(list(requestContext(), { context: 'edit' }))).toBe('rest_cannot_view 403');
    expect(list(manager, { context: 'edit' })).toBe(true);
    expect(verdict(list(manager, { context: 'edit', type: 'page' }))).toBe('rest_cannot_view 403');
  });

  test('one taxonomy', () => {
    expect(read(anonymous(), 'category', 'view')).toBe(true);
    expect(verdict(read(anonymous(), 'category', 'edit'))).toBe('rest_forbidden_context 401');
    expect(read(manager, 'category', 'edit')).toBe(true);
    expect(read(manager, 'post_format', 'view')).toBe(false);
  });

  test('an unknown taxonomy is allowed, so that the service answers 404', () => {
    expect(read(anonymous(), 'nothing', 'view')).toBe(true);
  });
});
