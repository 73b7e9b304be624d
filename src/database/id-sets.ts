/**
 * Sets of entries. IDs are grouped in blocks of 4096, and a stored row has those of one block as text: few of them as two
 * characters each, many as a bitmap, whose text has the same length however many there are.
 */
const BLOCK = 4096;
const WORDS = BLOCK / 32;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** By character code. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, DIGITS.indexOf(String.fromCharCode(code))));
const BITMAP = '=';
/** From here on a bitmap is shorter. */
const MAX_LISTED = 340;

export interface ListRow {
  token: number;
  block: number;
  ids: string;
}

export const blockOf = (id: number) => Math.floor(id / BLOCK);

/** The IDs of one block. */
export class BlockIds {
  private readonly bits = new Uint32Array(WORDS);

  static of(all: Iterable<number>): BlockIds {
    const ids = new BlockIds();
    for (const id of all) ids.add(id);
    return ids;
  }

  static read(text: string): BlockIds {
    const ids = new BlockIds();
    ids.addText(text);
    return ids;
  }

  /** Adds those of a stored row. */
  addText(text: string): void {
    if (text.startsWith(BITMAP)) {
      const bytes = Buffer.from(text.slice(1), 'base64');
      for (let at = 0; at < WORDS; at++) this.bits[at]! |= bytes.readUInt32LE(at * 4);
      return;
    }
    for (let at = 0; at < text.length; at += 2)
      this.set(VALUES[text.charCodeAt(at)]! * 64 + VALUES[text.charCodeAt(at + 1)]!);
  }

  get text(): string {
    if (this.size > MAX_LISTED) {
      const bytes = Buffer.alloc(WORDS * 4);
      this.bits.forEach((word, at) => bytes.writeUInt32LE(word, at * 4));
      return BITMAP + bytes.toString('base64');
    }
    let text = '';
    for (const place of this.ids(0)) text += DIGITS[place >> 6]! + DIGITS[place & 63]!;
    return text;
  }

  get size(): number {
    let size = 0;
    for (const word of this.bits) size += bitCount(word);
    return size;
  }

  add(id: number): void {
    this.set(id % BLOCK);
  }

  delete(id: number): void {
    const place = id % BLOCK;
    this.bits[place >> 5]! &= ~(1 << (place & 31));
  }

  has(id: number): boolean {
    const place = id % BLOCK;
    return (this.bits[place >> 5]! & (1 << (place & 31))) !== 0;
  }

  *ids(block: number): Generator<number> {
    for (let at = 0; at < WORDS; at++) {
      for (let word = this.bits[at]!; word !== 0; word &= word - 1)
        yield block * BLOCK + at * 32 + 31 - Math.clz32(word & -word);
    }
  }

  /** The same IDs, changed by those of another set of the block. */
  combined(other: BlockIds, combine: (a: number, b: number) => number): BlockIds {
    const ids = new BlockIds();
    for (let at = 0; at < WORDS; at++) ids.bits[at] = combine(this.bits[at]!, other.bits[at]!);
    return ids;
  }

  private set(place: number): void {
    this.bits[place >> 5]! |= 1 << (place & 31);
  }
}

function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Immutable. */
export class IdSet {
  private constructor(private readonly blocks: ReadonlyMap<number, BlockIds>) {}

  static readonly EMPTY = new IdSet(new Map());

  static ofRows(rows: Iterable<ListRow>): IdSet {
    const blocks = new Map<number, BlockIds>();
    for (const { block, ids } of rows) {
      const existing = blocks.get(block);
      if (existing) existing.addText(ids);
      else blocks.set(block, BlockIds.read(ids));
    }
    return new IdSet(blocks);
  }

  static of(ids: Iterable<number>): IdSet {
    const blocks = new Map<number, BlockIds>();
    for (const id of ids) {
      let block = blocks.get(blockOf(id));
      if (!block) blocks.set(blockOf(id), (block = new BlockIds()));
      block.add(id);
    }
    return new IdSet(blocks);
  }

  get size(): number {
    let size = 0;
    for (const ids of this.blocks.values()) size += ids.size;
    return size;
  }

  has(id: number): boolean {
    return this.blocks.get(blockOf(id))?.has(id) ?? false;
  }

  or(other: IdSet): IdSet {
    const blocks = new Map(this.blocks);
    for (const [block, ids] of other.blocks) {
      const own = blocks.get(block);
      blocks.set(block, own ? own.combined(ids, (a, b) => a | b) : ids);
    }
    return new IdSet(blocks);
  }

  and(other: IdSet): IdSet {
    const blocks = new Map<number, BlockIds>();
    for (const [block, ids] of this.blocks) {
      const others = other.blocks.get(block);
      if (others)
        blocks.set(
          block,
          ids.combined(others, (a, b) => a & b),
        );
    }
    return new IdSet(blocks);
  }

  without(other: IdSet): IdSet {
    const blocks = new Map(this.blocks);
    for (const [block, ids] of other.blocks) {
      const own = blocks.get(block);
      if (own)
        blocks.set(
          block,
          own.combined(ids, (a, b) => a & ~b),
        );
    }
    return new IdSet(blocks);
  }

  *[Symbol.iterator](): Generator<number> {
    for (const [block, ids] of this.blocks) yield* ids.ids(block);
  }
}
