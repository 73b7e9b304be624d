/** What every object inherits, and names the interface treats specially. */
export const NAMES = [
  ...['constructor', 'toString', '__proto__', 'prototype', 'hasOwnProperty', 'valueOf', 'length', '0', '-1', ''],
  ...['_fields', '_embed', '_envelope', '_jsonp', '_method', '_wpnonce', 'rest_route', 'id', 'context', 'password'],
];

const PIECES = [
  ...['a', ' ', ',', '<', '>', '&', '&#', '"', "'", '\\', '\\0', '[', ']', '{', '(', '%', '%00', '.', '../', '/', ':'],
  ...['\n', '\0', '\u0001', '\ud800', 'é', '😀', '-', '0', '<a ', '<!--', '[gallery ids="', 'http://', '@', '=', '+'],
];

const TEXTS = [
  ...['', '0', '1', '-1', 'x', 'true', 'NaN', '1e400', '9'.repeat(400), '99999999999999999999', '0x10', '1.5', ' 7 '],
  ...['2018-13-45T99:99:99', '0000-00-00T00:00:00', '2018-02-30', '9999-12-31T23:59:59', '-0001-01-01T00:00:00'],
  ...["' OR 1=1 --", '<script>alert(1)</script>', '../../etc/passwd', 'http://[::1]:99999/', 'javascript:x', '%ff%fe'],
  ...['a@b.cc', 'publish', 'any', 'edit', 'post', 'admin', 'http://127.0.0.1/?p=1', '\u202e', 'O:8:"stdClass":0:{}'],
];

export function hostileText(random) {
  if (random.chance(0.6)) return random.pick(TEXTS);
  if (random.chance(0.3)) return random.pick(NAMES);
  const length = random.pick([3, 30, 300, 3000, 30_000]);
  return random.many(4, () => random.pick(PIECES).repeat(1 + random.below(length))).join('');
}

export function hostileValue(random, depth = 0) {
  const kind = random.below(depth > 4 ? 6 : 10);
  if (kind < 4) return hostileText(random);
  if (kind === 4) return random.pick([0, -1, 1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 4294967296]);
  if (kind === 5) return random.pick([true, false, null]);
  if (kind === 6) return Array.from({ length: random.pick([0, 1, 3, 1200]) }, (_, index) => index);
  if (kind === 7) return random.many(4, () => hostileValue(random, depth + 1));
  const entries = random.many(4, () => [random.pick([...NAMES, 'raw', 'rendered']), hostileValue(random, depth + 1)]);
  return Object.fromEntries(entries);
}

/** A value of the declared type most of the time, so that more than the first check is reached. */
export function valueFor(random, arg = {}) {
  if (random.chance(0.45)) return hostileValue(random);
  if (arg.enum && random.chance(0.8)) return random.pick(arg.enum);
  switch (arg.type) {
    case 'integer':
      return random.pick([0, 1, 2, 3, 5, 10, 100, 101, 2147483648]);
    case 'boolean':
      return random.chance(0.5);
    case 'array':
      return random.chance(0.5) ? random.many(5, () => random.below(20)) : random.many(5, () => random.pick(TEXTS));
    case 'object':
      return random.pick([{ raw: hostileText(random) }, hostileText(random), {}]);
    default:
      return hostileText(random);
  }
}

const repeat = (piece, bytes) => piece.repeat(Math.ceil(bytes / piece.length)).slice(0, bytes);

/** As much as the budgets allow, and far more, in shapes that are expensive to parse. */
export const LARGE_QUERIES = ['a,', '<', '[', '%26%23', '\\', '1,', 'a%20'].map((piece) => repeat(piece, 15_000));
export const LARGE_VALUES = [
  ...['a,', '<', '[', '&#', '\\', ' a', '<a ', 'é'].map((piece) => repeat(piece, 200_000)),
  ...['a,', '<', '[', '&#', '\\', ' a', '<a ', 'é'].map((piece) => repeat(piece, 60_000)),
  Array.from({ length: 9000 }, (_, index) => index),
  Array.from({ length: 990 }, () => '<'.repeat(200)),
  Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`k${index}`, index])),
  JSON.parse('['.repeat(400) + ']'.repeat(400)),
  repeat('a,', 8_000_000),
];
