import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { answerTo, canonical, checkProof, makeProof, PROOF_LIFETIME_S, signingKey } from './proof.js';

const KEY = signingKey('a secret');
const STATEMENT = { purpose: 'ip_validate', fields: { b: '1', a: ['x'] } };
const NOW = 1_700_000_000_000;
const proof = makeProof(KEY, STATEMENT, NOW / 1000);

test('a proof speaks for its message, whatever the order of its fields', () => {
  expect(checkProof(proof, KEY, { purpose: 'ip_validate', fields: { a: ['x'], b: '1' } }, NOW)).toBeDefined();
});

test.each([
  ['another message', proof, KEY, { purpose: 'ip_validate', fields: { b: '2', a: ['x'] } }, NOW],
  ['another route', proof, KEY, { ...STATEMENT, purpose: 'cdn_status' }, NOW],
  ['another key', proof, signingKey('another'), STATEMENT, NOW],
  ['too late', proof, KEY, STATEMENT, NOW + (PROOF_LIFETIME_S + 1) * 1000],
  ['too early', proof, KEY, STATEMENT, NOW - (PROOF_LIFETIME_S + 1) * 1000],
  ['another time', proof.replace(/^v1\.\d+/, `v1.${NOW / 1000 + 1}`), KEY, STATEMENT, NOW],
  ['a plain digest', '3229847a0ae7085d2ce0463b063f03e2', KEY, STATEMENT, NOW],
  ['nothing', '', KEY, STATEMENT, NOW],
])('%s is refused', (_what, provided, key, statement, now) => {
  expect(checkProof(provided, key, statement, now)).toBeUndefined();
});

test('an answer cannot be used as a proof, nor for another route', () => {
  expect(answerTo(KEY, 'token', 'n')).not.toBe(answerTo(KEY, 'ip_validate', 'n'));
  expect(
    checkProof(
      `v1.${NOW / 1000}.${'n'.repeat(20)}.${answerTo(KEY, 'ip_validate', 'n'.repeat(20))}`,
      KEY,
      STATEMENT,
      NOW,
    ),
  ).toBeUndefined();
});

test('no text is a proof by accident, and none makes it fail', () => {
  fc.assert(fc.property(fc.string(), (text) => checkProof(text, KEY, STATEMENT, NOW) === undefined));
});

test('the canonical form keeps every value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) =>
      expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value))),
    ),
  );
});
