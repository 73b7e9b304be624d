import { expect, test } from '@jest/globals';
import { findSpam, type SpamEvidence } from '../submission/spam-guard.service.js';
import { normalised } from './quiz.service.js';

const FINE: SpamEvidence = {
  userAgent: 'Browser',
  address: '192.0.2.7',
  values: ['Hello'],
  disallowed: '',
  trap: '',
  token: 'absent',
  needsToken: false,
};
const agent = (evidence: Partial<SpamEvidence>) => findSpam({ ...FINE, ...evidence })?.agent;

test('spam is detected by several signals', () => {
  expect(agent({})).toBeUndefined();
  expect(agent({ userAgent: 'x' })).toBe('agent');
  expect(agent({ disallowed: 'casino\r\nHELL\n' })).toBe('disallowed-list');
  expect(agent({ disallowed: '192.0.2.' })).toBe('disallowed-list');
  expect(agent({ disallowed: `\n\n${'h'.repeat(257)}`, values: ['h'.repeat(300)] })).toBeUndefined();
  expect(agent({ trap: 'x' })).toBe('honeypot');
  expect(agent({ needsToken: true })).toBe('form-token');
  expect(agent({ token: 'too fast' })).toBe('form-token');
  expect(agent({ token: { once: 'x' }, needsToken: true })).toBeUndefined();
});

test('answers are compared without regard to width, case and blanks', () => {
  expect(normalised(' ＦＯＵＲ ')).toBe('four');
});
