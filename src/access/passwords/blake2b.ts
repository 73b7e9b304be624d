/** BLAKE2b (RFC 7693) with a key and any digest length: node:crypto only has the 64 byte digest without key. */

const BLOCK_BYTES = 128;
const ROUNDS = 12;
const WORD = 64;

const IV = BigUint64Array.of(
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
);

/** Which message word goes where, one row a round, then from the first row again. */
const SCHEDULE = [
  '0123456789abcdef',
  'ea489fd61c02b753',
  'b8c052fdae367194',
  '7931dcbe265a40f8',
  '905724afe1bc683d',
  '2c6a0b834d75fe19',
  'c51fed4a0763928b',
  'db7ec13950f4862a',
  '6fe9b308c2d714a5',
  'a2847615fb9e3cd0',
].map((row) => Array.from(row, (digit) => parseInt(digit, 16)));

/** The four words each mixing step works on: columns, then diagonals. */
const MIXES = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

export function blake2b(message: Uint8Array, digestBytes: number, key: Uint8Array = new Uint8Array()): Uint8Array {
  const state = IV.slice();
  state[0]! ^= 0x01010000n ^ (BigInt(key.length) << 8n) ^ BigInt(digestBytes);
  const input = paddedInput(message, key);
  const blocks = input.length / BLOCK_BYTES;
  const total = message.length + (key.length > 0 ? BLOCK_BYTES : 0);
  for (let block = 0; block < blocks; block++) {
    const words = new BigUint64Array(16);
    const view = new DataView(input.buffer, block * BLOCK_BYTES, BLOCK_BYTES);
    for (let i = 0; i < 16; i++) words[i] = view.getBigUint64(i * 8, true);
    const last = block === blocks - 1;
    compress(state, words, BigInt(last ? total : (block + 1) * BLOCK_BYTES), last);
  }
  const digest = new DataView(new ArrayBuffer(64));
  state.forEach((word, i) => digest.setBigUint64(i * 8, word, true));
  return new Uint8Array(digest.buffer, 0, digestBytes);
}

/** A key fills a block of its own in front; there is always at least one block. */
function paddedInput(message: Uint8Array, key: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = key.length > 0 ? BLOCK_BYTES : 0;
  const size = Math.max(BLOCK_BYTES, Math.ceil((start + message.length) / BLOCK_BYTES) * BLOCK_BYTES);
  const input = new Uint8Array(size);
  input.set(key);
  input.set(message, start);
  return input;
}

function compress(state: BigUint64Array, words: BigUint64Array, bytesSoFar: bigint, last: boolean): void {
  const v = new BigUint64Array(16);
  v.set(state);
  v.set(IV, 8);
  v[12]! ^= bytesSoFar;
  if (last) v[14] = ~v[14]!;
  for (let round = 0; round < ROUNDS; round++) {
    const row = SCHEDULE[round % SCHEDULE.length]!;
    MIXES.forEach(([a, b, c, d], i) => mix(v, a, b, c, d, words[row[2 * i]!]!, words[row[2 * i + 1]!]!));
  }
  for (let i = 0; i < 8; i++) state[i]! ^= v[i]! ^ v[i + 8]!;
}

function mix(v: BigUint64Array, a: number, b: number, c: number, d: number, x: bigint, y: bigint): void {
  v[a] = v[a]! + v[b]! + x;
  v[d] = rotateRight(v[d]! ^ v[a]!, 32);
  v[c] = v[c]! + v[d]!;
  v[b] = rotateRight(v[b]! ^ v[c]!, 24);
  v[a] = v[a]! + v[b]! + y;
  v[d] = rotateRight(v[d]! ^ v[a]!, 16);
  v[c] = v[c]! + v[d]!;
  v[b] = rotateRight(v[b]! ^ v[c]!, 63);
}

/** The array the result is stored in cuts it to 64 bits. */
function rotateRight(word: bigint, bits: number): bigint {
  return (word >> BigInt(bits)) | (word << BigInt(WORD - bits));
}
