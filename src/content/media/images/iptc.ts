import { decodeUtf8OrLatin1 } from '../../../text/php-strings.js';

/** Text entries of an image's IPTC block, by their number in the application record (105 = headline …). */
export type IptcTexts = ReadonlyMap<number, readonly string[]>;

const IPTC_RESOURCE = 0x0404;
const APPLICATION_RECORD = 2;
const ENTRY_MARK = 0x1c;
const UTF8_MARK = '\x1b%G';

/** Reads the block as an image file carries it: bare, or among the resources of an image editor. Broken blocks end early. */
export function readIptc(block: Buffer): IptcTexts {
  const records = iptcRecords(block);
  const raw = new Map<number, Buffer[]>();
  let charset = '';
  for (let at = 0; at + 5 <= records.length && records[at] === ENTRY_MARK;) {
    const length = records.readUInt16BE(at + 3);
    // Longer entries say so with a set first bit; texts never are.
    if (length > 0x7fff || at + 5 + length > records.length) break;
    const value = records.subarray(at + 5, at + 5 + length);
    const entry = records[at + 2]!;
    if (records[at + 1] === 1 && entry === 90) charset = value.toString('latin1');
    if (records[at + 1] === APPLICATION_RECORD) (raw.get(entry) ?? raw.set(entry, []).get(entry)!).push(value);
    at += 5 + length;
  }
  // Many writers use UTF-8 without declaring it.
  const decode = (value: Buffer) => (charset === UTF8_MARK ? value.toString('utf8') : decodeUtf8OrLatin1(value));
  return new Map([...raw].map(([entry, values]) => [entry, values.map(decode)]));
}

function iptcRecords(block: Buffer): Buffer {
  const first = block.indexOf('8BIM', 0, 'latin1');
  if (block[0] === ENTRY_MARK || first < 0) return block;
  for (let at = first; at + 12 <= block.length && block.toString('latin1', at, at + 4) === '8BIM';) {
    const id = block.readUInt16BE(at + 4);
    const nameLength = block[at + 6]! + 1;
    const sizeAt = at + 6 + nameLength + (nameLength % 2);
    if (sizeAt + 4 > block.length) break;
    const size = block.readUInt32BE(sizeAt);
    if (id === IPTC_RESOURCE) return block.subarray(sizeAt + 4, sizeAt + 4 + size);
    at = sizeAt + 4 + size + (size % 2);
  }
  return Buffer.alloc(0);
}
