import { expect, test } from '@jest/globals';
import { anonymous, requestContext, verdict } from '../../../test/support/request-context.js';
import { DEFAULT_PROFILE as profile } from '../../variant/profiles.js';
import { STATUS_REGISTRY } from './statuses.module.js';
import { CORE_MODEL } from '../../content-model/content-model.js';

const editor = requestContext({ caps: ['edit_posts'] });
const names = ({ principal } = anonymous()) =>
  STATUS_REGISTRY.list({ principal, profile, model: CORE_MODEL }, { context: 'view' }).map(({ name }) => name);
const read = ({ principal } = anonymous(), name: string) =>
  STATUS_REGISTRY.canRead!({ principal, profile, model: CORE_MODEL }, name, 'view');
const list = ({ principal } = anonymous(), context: 'view' | 'edit') =>
  STATUS_REGISTRY.canList({ principal, profile, model: CORE_MODEL }, { context });

test('anonymous requests see public statuses, editors all but internal ones and the trash', () => {
  expect(names()).toEqual(['publish']);
  expect(names(requestContext())).toEqual(['publish']);
  expect(names(editor).sort()).toEqual(['draft', 'future', 'pending', 'private', 'publish', 'trash']);
});

test('one status follows the same rule', () => {
  expect(read(anonymous(), 'publish')).toBe(true);
  expect(verdict(read(anonymous(), 'draft'))).toBe('rest_cannot_read_status 401');
  expect(verdict(read(requestContext(), 'draft'))).toBe('rest_cannot_read_status 403');
  expect(read(editor, 'draft')).toBe(true);
  expect(verdict(read(editor, 'inherit'))).toBe('rest_cannot_read_status 403');
  expect(verdict(read(editor, 'nothing'))).toBe('rest_status_invalid 404');
});

test('context=edit needs the right to edit posts of some type', () => {
  expect(list(anonymous(), 'view')).toBe(true);
  expect(verdict(list(anonymous(), 'edit'))).toBe('rest_cannot_view 401');
  expect(list(requestContext({ caps: ['edit_pages'] }), 'edit')).toBe(true);
});
