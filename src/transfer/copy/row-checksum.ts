import { createHash } from 'node:crypto';
import { type SqlParameter } from '../../database/database.js';

/** Sums up rows regardless of their order, since engines sort texts differently. */
export class RowChecksum {
  rows = 0;
  private high = 0;
  private low = 0;

  add(row: readonly SqlParameter[]): void {
    const hash = createHash('sha1');
    // With its length in front no value can pass for two.
    for (const value of row) {
      const text = value === null ? '' : String(value);
      hash.update(value === null ? 'null;' : `${text.length}:${text};`);
    }
    const digest = hash.digest();
    this.high = (this.high + digest.readUInt32BE(0)) >>> 0;
    this.low = (this.low + digest.readUInt32BE(4)) >>> 0;
    this.rows++;
  }

  get sum(): string {
    return [this.high, this.low].map((part) => part.toString(16).padStart(8, '0')).join('');
  }
}
