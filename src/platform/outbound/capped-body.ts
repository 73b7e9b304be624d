import { type Readable } from 'node:stream';
import { OutboundError } from './outbound-error.js';

export interface BodyLimit {
  maxBytes: number;
  /** What becomes of longer bodies. */
  oversize: 'cut' | 'refuse';
}

/** Reads a body up to a size; a longer one is cut there or refused, and no more of it is taken from the other side. */
export async function readCapped(stream: Readable, { maxBytes, oversize }: BodyLimit): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) {
      // Leaving the loop destroys the stream.
      if (oversize === 'refuse') throw new OutboundError('size');
      break;
    }
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
