import { expect, test } from '@jest/globals';
import { VisitLimiter } from './visit-limiter.js';

test('an event of a visitor counts thirty times in a while, and apart from other events and visitors', () => {
  const limiter = new VisitLimiter();
  const counted = (visitor: string, subject: string) => Array.from({ length: 100 }, () => limiter.admits(visitor, subject)).filter(Boolean).length;
  expect(counted('10.0.0.1', '5 open')).toBe(30);
  expect(counted('10.0.0.1', '5 conversion')).toBe(30);
  expect(counted('10.0.0.2', '5 open')).toBe(30);
  expect(counted('10.0.0.1', '5 open')).toBe(0);
});

test('nothing of the visitor is kept in clear', () => {
  const limiter = new VisitLimiter();
  limiter.admits('203.0.113.77', '5 open');
  const kept = (limiter as unknown as { counted: Map<string, number> }).counted;
  expect([...kept.keys()].join()).not.toContain('203.0.113');
});
