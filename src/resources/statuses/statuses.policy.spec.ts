import { expect, test } from '@jest/globals';
import { anonymous, requestContext, verdict } from '../../../test/support/request-context.js';
import { StatusesPolicy } from './statuses.policy.js';

const policy = new StatusesPolicy();
const editor = requestContext({ caps: ['edit_posts'] });
const names = (ctx = anonymous()) => policy.visible(ctx).map(({ name }) => name);

test('anonymous requests see public statuses, editors all but internal ones and the trash', () => {
  expect(names()).toEqual(['publish']);
  expect(names(requestContext())).toEqual(['publish']);
  expect(names(editor).sort()).toEqual(['draft', 'future', 'pending', 'private', 'publish', 'trash']);
});

test('one status follows the same rule', () => {
  expect(policy.read(anonymous(), { status: 'publish' })).toBe(true);
  expect(verdict(policy.read(anonymous(), { status: 'draft' }))).toBe('rest_cannot_read_status 401');
  expect(verdict(policy.read(requestContext(), { status: 'draft' }))).toBe('rest_cannot_read_status 403');
  expect(policy.read(editor, { status: 'draft' })).toBe(true);
  expect(verdict(policy.read(editor, { status: 'inherit' }))).toBe('rest_cannot_read_status 403');
  expect(verdict(policy.read(editor, { status: 'nothing' }))).toBe('rest_status_invalid 404');
});

test('context=edit needs the right to edit posts of some type', () => {
  expect(policy.list(anonymous(), { context: 'view' })).toBe(true);
  expect(verdict(policy.list(anonymous(), { context: 'edit' }))).toBe('rest_cannot_view 401');
  expect(policy.list(requestContext({ caps: ['edit_pages'] }), { context: 'edit' })).toBe(true);
});
