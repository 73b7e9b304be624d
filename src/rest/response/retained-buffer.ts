/**
 * Bytes for a cache, in memory of their own. Node cuts buffers below 4 KB out of shared blocks of 8 KB, and a block lives
 * as long as any part of it: retaining one small body in a cache would retain whatever else was in its block.
 */
export function retainedBuffer(content: string | Buffer): Buffer {
  if (typeof content === 'string') {
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(content));
    bytes.write(content);
    return bytes;
  }
  if (content.buffer.byteLength === content.length) return content;
  const copy = Buffer.allocUnsafeSlow(content.length);
  content.copy(copy);
  return copy;
}
