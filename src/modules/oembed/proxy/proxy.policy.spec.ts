import { expect, test } from '@jest/globals';
import { anonymous, requestContext } from '../../../../test/support/request-context.js';
import { ProxyPolicy } from './proxy.policy.js';

test('the oEmbed proxy needs edit_posts, so that visitors cannot make the service fetch URLs', () => {
  const policy = new ProxyPolicy();
  expect(policy.embed(anonymous())).toBe(false);
  expect(policy.embed(requestContext({ caps: ['read'] }))).toBe(false);
  expect(policy.embed(requestContext({ caps: ['edit_posts'] }))).toBe(true);
});
