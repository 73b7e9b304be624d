import { expect, test } from '@jest/globals';
import { anonymous, requestContext, verdict } from '../../../test/support/request-context.js';
import { FormsPolicy } from './forms.policy.js';
import { type FormsService } from './forms.service.js';

const policyFor = (exists: boolean) =>
  new FormsPolicy({ find: async () => (exists ? {} : undefined) } as unknown as FormsService);
const editor = () => requestContext({ caps: ['edit_posts', 'publish_pages'] });

test('listing forms needs edit_posts, writing them publish_pages', async () => {
  const policy = policyFor(true);
  expect(await policy.list(editor())).toBe(true);
  expect(verdict(await policy.list(anonymous()))).toMatch(/ 403$/);
  expect(await policy.create(editor())).toBe(true);
  expect(verdict(await policy.create(requestContext({ caps: ['edit_posts'] })))).toMatch(/ 403$/);
  expect(await policy.manage(editor(), { id: 1 })).toBe(true);
  expect(verdict(await policy.manage(requestContext(), { id: 1 }))).toMatch(/ 403$/);
});

test('anyone may visit a form that exists; a missing one is not found, whatever the rights', async () => {
  expect(await policyFor(true).visit(anonymous(), { id: 1 })).toBe(true);
  expect(verdict(await policyFor(false).visit(anonymous(), { id: 1 }))).toMatch(/ 404$/);
  expect(verdict(await policyFor(false).manage(editor(), { id: 1 }))).toMatch(/ 404$/);
});
