import parseRange from 'range-parser';
import { type ByteRange } from './upload-storage.js';

/**
 * The part of a file that a `Range` header requests: undefined for the whole file (also for several ranges or a malformed
 * header), 'unsatisfiable' for a range beyond the end.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined) return undefined;
  // RFC 9110: a suffix longer than the file is the whole file; range-parser reports it as unsatisfiable.
  const ranges = parseRange(
    size,
    header.replace(/^bytes=-(\d+)$/, (suffix, length) => (Number(length) > size ? 'bytes=0-' : suffix)),
  );
  if (ranges === -2 || (ranges !== -1 && (ranges.type !== 'bytes' || ranges.length > 1))) return undefined;
  return ranges === -1 ? 'unsatisfiable' : { from: ranges[0]!.start, to: ranges[0]!.end };
}
