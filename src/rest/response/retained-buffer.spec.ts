import { expect, test } from '@jest/globals';
import { CommitBus } from '../../database/commit-bus.js';
import { ResponseCache } from '../cache/response-cache.js';
import { Item, WireReply } from './reply.js';
import { serializeItem, retainedBuffer } from './shape.js';

const ownsItsMemory = (buffer: Buffer) => buffer.buffer.byteLength === buffer.length;

test.each(['', 'x', 'grüße 😀', 'x'.repeat(3000), 'x'.repeat(9000)])('the bytes are those of the content', (text) => {
  for (const content of [text, Buffer.from(text)]) {
    expect(retainedBuffer(content).toString()).toBe(text);
    expect(ownsItsMemory(retainedBuffer(content))).toBe(true);
  }
});

test('cached responses, compressed ones and entries retain no shared block of memory', async () => {
  const changes = new CommitBus();
  changes.watchFor(60_000);
  const cache = new ResponseCache(1_000_000, changes);
  const entry = cache.store('/', new WireReply(200, {}, 'x'.repeat(2000)), { tables: [], since: 0 })!;
  expect(ownsItsMemory(entry.body)).toBe(true);
  cache.compressLater('/', entry);
  while (!cache.get('/')?.gzipped) await new Promise((done) => setTimeout(done, 5));
  expect(ownsItsMemory(cache.get('/')!.gzipped!)).toBe(true);

  expect(ownsItsMemory(serializeItem(new Item({ id: 1 })).json)).toBe(true);
});
