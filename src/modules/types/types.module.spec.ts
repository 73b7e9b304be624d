import { describe, expect, test } from '@jest/globals';
import { anonymous, requestContext, verdict } from '../../../test/support/request-context.js';
import { type Context } from '../../rest/args/common.dto.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { PROFILES } from '../../variant/profiles.js';
import { TYPE_REGISTRY } from './types.module.js';
import { CORE_MODEL } from '../../content-model/content-model.js';

describe.each(['A', 'B'] as const)('variant %s', (variant) => {
  const profile = PROFILES[variant];
  const writer = requestContext({ caps: ['edit_posts'] });
  const list = ({ principal }: RequestContext, context: Context) =>
    TYPE_REGISTRY.canList({ principal, profile, model: CORE_MODEL }, { context });
  const read = ({ principal }: RequestContext, name: string, context: Context) => {
    try {
      return TYPE_REGISTRY.find({ principal, profile, model: CORE_MODEL }, name, context).name;
    } catch (error) {
      return verdict(error);
    }
  };

  test('the collection is public, except for context=edit', () => {
    expect(list(anonymous(), 'view')).toBe(true);
    expect(verdict(list(anonymous(), 'edit'))).toBe('rest_cannot_view 401');
    expect(verdict(list(requestContext(), 'edit'))).toBe('rest_cannot_view 403');
    expect(list(writer, 'edit')).toBe(true);
  });

  test('context=edit of one type needs its own capability', () => {
    expect(read(writer, 'post', 'edit')).toBe('post');
    expect(read(writer, 'page', 'edit')).toBe('rest_forbidden_context 403');
    expect(read(anonymous(), 'post', 'edit')).toBe('rest_forbidden_context 401');
    expect(read(anonymous(), 'page', 'view')).toBe('page');
  });

  test('types without a route are forbidden, unknown ones are not found', () => {
    expect(read(writer, 'revision', 'view')).toBe('rest_cannot_read_type 403');
    expect(read(writer, 'nothing', 'view')).toBe('rest_type_invalid 404');
  });
});
