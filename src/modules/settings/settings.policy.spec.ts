import { expect, test } from '@jest/globals';
import { anonymous, requestContext } from '../../../test/support/request-context.js';
import { SettingsPolicy } from './settings.policy.js';

test('settings need manage_options', () => {
  const policy = new SettingsPolicy();
  expect(policy.manage(requestContext({ caps: ['manage_options'] }))).toBe(true);
  expect(policy.manage(requestContext({ caps: ['edit_posts', 'edit_others_posts'] }))).toBe(false);
  expect(policy.manage(anonymous())).toBe(false);
});
