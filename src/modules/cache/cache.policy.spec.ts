import { expect, test } from '@jest/globals';
import { anonymous, requestContext } from '../../../test/support/request-context.js';
import { type OptionsStore } from '../../database/options.store.js';
import { CachePolicy, PeerAllowlist } from './cache.policy.js';
import { type LitespeedOptionsStore } from './cache-state.store.js';

const peers = new PeerAllowlist([
  '127.0.0.1',
  ' 10.1.0.0/16',
  '2001:db8::/32',
  'nonsense',
  '1.2.3.4/99',
  '1.2.3.4/8/8',
  '',
]);

test.each(['127.0.0.1', '::ffff:127.0.0.1', '10.1.255.1', '2001:db8::5'])('%s is one of them', (address) => {
  expect(peers.includes(address)).toBe(true);
});

test.each(['127.0.0.2', '10.2.0.1', '2001:db9::5', '1.2.3.4', '', 'nonsense', '::ffff:nonsense'])(
  '%s is none',
  (address) => {
    expect(peers.includes(address)).toBe(false);
  },
);

/** `own`: the option of this service; `adopted`: the list that the LiteSpeed plugin stored. */
const policyWith = (own: string, adopted?: readonly string[]) =>
  new CachePolicy(
    { text: async () => own } as unknown as OptionsStore,
    { peers: async () => adopted } as unknown as LitespeedOptionsStore,
  );
const callFrom = (address: string) => Object.assign(requestContext(), { request: { address } });

test('managing the cache needs manage_options', () => {
  expect(policyWith('').manage(requestContext({ caps: ['manage_options'] }))).toBe(true);
  expect(policyWith('').manage(requestContext({ caps: ['edit_posts'] }))).toBe(false);
  expect(policyWith('').manage(anonymous())).toBe(false);
});

test('workers may call from anywhere unless an allowlist is set; the own one wins over the adopted one', async () => {
  expect(await policyWith('').call(callFrom('203.0.113.9'))).toBe(true);
  expect(await policyWith('', ['10.0.0.1']).call(callFrom('203.0.113.9'))).toBe(false);
  expect(await policyWith('', ['10.0.0.1']).call(callFrom('10.0.0.1'))).toBe(true);
  expect(await policyWith('203.0.113.0/24', ['10.0.0.1']).call(callFrom('203.0.113.9'))).toBe(true);
  expect(await policyWith('203.0.113.0/24', ['10.0.0.1']).call(callFrom('10.0.0.1'))).toBe(false);
  expect(await policyWith('', []).call(callFrom('10.0.0.1'))).toBe(false);
});
