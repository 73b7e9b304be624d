import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { blake2b } from './blake2b.js';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const counting = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => i);

describe('blake2b', () => {
  test('the example of RFC 7693', () => {
    expect(hex(blake2b(Buffer.from('abc'), 64))).toBe(
      'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
    );
  });

  test('keyed, known answers', () => {
    expect(hex(blake2b(new Uint8Array(), 64, counting(64)))).toBe(
      '10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786b5e996e8f0f4eb981fc214b005f42d2ff4233499391653df7aefcbc13fc51568',
    );
    const key = Buffer.from('wp_fast_hash_6.8+');
    expect(hex(blake2b(counting(200), 30, key))).toBe('2dc7fa3e278e4686c3c45df064699a1c540293f6c4b87eb4083f58b000b0');
  });

  test('whole blocks and short digests, known answers', () => {
    expect(hex(blake2b(Buffer.from('x'.repeat(128)), 32))).toBe(
      '164ffb7089bae6f5a62fb0795e751dc9e88eac92e1a5b2fafe93a25abf2d9c3b',
    );
    const twoBlocks = Buffer.from('y'.repeat(256));
    expect(hex(blake2b(twoBlocks, 30, Buffer.from('k')))).toBe(
      '39d7901675a3ff83193f9351ca5ee289b586d81507369340f90371b888ac',
    );
  });

  test('without key and at full length it is the one of node:crypto', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (message) => {
        expect(hex(blake2b(message, 64))).toBe(createHash('blake2b512').update(message).digest('hex'));
      }),
    );
  });
});
