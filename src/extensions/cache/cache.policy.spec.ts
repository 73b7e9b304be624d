import { expect, test } from '@jest/globals';
import { PeerAllowlist } from './cache.policy.js';

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
