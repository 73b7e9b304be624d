import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadVectors } from '../../../test/support/vectors.js';
import {
  isSerialized,
  maybeSerialize,
  maybeUnserialize,
  PhpArray,
  PhpFloat,
  phpToJs,
  serialize,
  toIdList,
  toInteger,
  toStored,
  toText,
  unserialize,
  type PhpKey,
  type PhpValue,
} from './index.js';
import { MAX_ELEMENTS } from './parser.js';
import { phpKey } from './values.js';
import { floatText } from './writer.js';
import { processorMs } from '../../../test/support/processor-time.js';

type Tree =
  | { null: true }
  | { bool: boolean }
  | { int: string }
  | { float: string }
  | { string: string }
  | { array: Array<[PhpKey | { int: string }, Tree]> };

function toTree(value: PhpValue): Tree {
  if (value === null) return { null: true };
  if (typeof value === 'boolean') return { bool: value };
  if (typeof value === 'string') return { string: value };
  if (value instanceof PhpFloat) return { float: treeFloat(value.value) };
  if (value instanceof PhpArray)
    return { array: [...value].map(([k, v]) => [typeof k === 'bigint' ? { int: String(k) } : k, toTree(v)]) };
  return { int: String(value) };
}

/** The trees print a whole float with '.0'. */
function treeFloat(value: number): string {
  const text = floatText(value);
  return /^-?[0-9]+$/.test(text) ? `${text}.0` : text;
}

function fromTree(tree: Tree): PhpValue {
  if ('null' in tree) return null;
  if ('bool' in tree) return tree.bool;
  if ('string' in tree) return tree.string;
  if ('int' in tree) return serializedInt(tree.int);
  if ('float' in tree) return new PhpFloat(unserializedFloat(tree.float));
  return PhpArray.map(
    tree.array.map(([key, item]) => [typeof key === 'object' ? BigInt(key.int) : key, fromTree(item)]),
  );
}

const serializedInt = (digits: string) => unserialize(`i:${digits};`) as number | bigint;
const unserializedFloat = (text: string) => (unserialize(`d:${text};`) as PhpFloat).value;

describe('recorded cases', () => {
  const writable = loadVectors('both', 'serialize').filter((c) => !JSON.stringify(c).includes('"base64"'));
  test(`serialize: ${writable.length} cases (texts that are not UTF-8 cannot be in a utf8mb4 column)`, () => {
    for (const { in: input, out } of writable) {
      const stored = maybeSerialize(fromTree(input[0] as Tree));
      const back = typeof stored === 'string' ? maybeUnserialize(stored) : stored;
      const got = { stored: typeof stored === 'string' ? stored : { unchanged: toTree(stored) }, back: toTree(back) };
      expect(got).toEqual(out);
    }
  });

  const readable = loadVectors('both', 'maybe_unserialize') as unknown as Array<{
    in: [string];
    out: { is_serialized: boolean; loose: boolean; value: Tree; again: string };
  }>;
  test(`maybe_unserialize: ${readable.length} cases (objects and references are broken values here)`, () => {
    for (const { in: input, out } of readable) {
      const refused = 'object' in out.value || input[0].includes('R:');
      const value = toTree(maybeUnserialize(input[0]));
      const [loose, is_serialized] = [isSerialized(input[0], false), isSerialized(input[0])];
      const expected = { ...out, value: refused ? { bool: false } : out.value };
      expect({ value, loose, is_serialized, again: maybeSerialize(input[0]) }).toEqual(expected);
    }
  });
});

describe('reading', () => {
  test.each([
    ['plain text', 'plain text'],
    ['a:1:{s:13:"administrator";b:1;}', { administrator: true }],
    ['a:2:{i:0;i:110;i:1;i:111;}', [110, 111]],
    ['a:1:{s:4:"náme";N;}', false],
    ['a:1:{s:5:"náme";d:0.5;}', { náme: 0.5 }],
    ['O:8:"stdClass":0:{}', false],
    ['a:1:{i:0;O:8:"stdClass":0:{}}', false],
    ['a:2:{i:0;i:1;i:1;R:2;}', false],
    ['a:1:{s:9:"__proto__";i:1;}', JSON.parse('{"__proto__":1}')],
  ])('%s', (stored, value) => {
    expect(JSON.stringify(phpToJs(maybeUnserialize(stored)))).toBe(JSON.stringify(value));
  });

  test('a key order and the kind of a key survive', () => {
    const stored = 'a:3:{i:7;s:1:"x";s:2:"07";s:1:"y";i:-1;s:1:"z";}';
    expect([...(unserialize(stored) as PhpArray).keys()]).toEqual([7, '07', -1]);
    expect(serialize(unserialize(stored)!)).toBe(stored);
  });
});

describe('writing', () => {
  test('a text that looks serialised is wrapped once more', () => {
    expect(toStored('i:1;')).toBe('s:4:"i:1;";');
    expect(toStored('a:1:{i:0;i:1;}x')).toBe('s:15:"a:1:{i:0;i:1;}x";');
    expect(toStored('a: no')).toBe('a: no');
  });

  test('scalars as columns hold them', () => {
    expect([true, false, null, 5, new PhpFloat(1.5), 2n ** 60n].map(toStored)).toEqual([
      '1',
      '',
      '',
      '5',
      '1.5',
      '1152921504606846976',
    ]);
  });

  test('plain lists and objects', () => {
    expect(toStored({ width: 10, sizes: ['é', 1.5] })).toBe(
      'a:2:{s:5:"width";i:10;s:5:"sizes";a:2:{i:0;s:2:"é";i:1;d:1.5;}}',
    );
  });

  test.each([
    [1e16, '10000000000000000'],
    [1e17, '1.0E+17'],
    [1.5e-7, '1.5E-7'],
    [0.0001, '0.0001'],
    [0.00001, '1.0E-5'],
    [-0, '-0'],
    [-123.25, '-123.25'],
  ])('float %d', (value, text) => expect(floatText(value)).toBe(text));
});

describe('conversions', () => {
  test('ids, ints and texts', () => {
    expect(toIdList(maybeUnserialize('a:3:{i:0;s:2:"12";i:1;i:0;i:2;i:7;}'))).toEqual([12, 7]);
    expect(toIdList('')).toEqual([]);
    expect(['12px', 'x', new PhpFloat(2.9), true, null, undefined].map(toInteger)).toEqual([12, 0, 2, 1, 0, 0]);
    expect([true, false, null, 3, new PhpArray()].map(toText)).toEqual(['1', '', '', '3', '']);
  });
});

describe('properties', () => {
  const scalar = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((n) => (Number.isSafeInteger(Number(n)) ? Number(n) : n)),
    fc.double().map((n) => new PhpFloat(n)),
    fc.string({ unit: 'grapheme' }),
  );
  const key = fc.oneof(fc.string(), fc.integer(), fc.integer().map(String)).map(phpKey);
  const { value } = fc.letrec<{ value: PhpValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      scalar,
      fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map((e) => PhpArray.map(e)),
    ),
  }));

  test('whatever is written reads back', () => {
    fc.assert(fc.property(value, (v) => expect(toTree(unserialize(serialize(v))!)).toEqual(toTree(v))));
  });

  test('texts always come back as they were', () => {
    const texts = fc.oneof(fc.string(), fc.stringMatching(/^[abdiNsO][:;][0-9.E-]{0,4}[:;]["{}a-z;]{0,6}$/));
    fc.assert(
      fc.property(texts, (t) => expect(maybeUnserialize(toStored(t))).toBe(t)),
      { numRuns: 1000 },
    );
  });

  test('no cut or altered text throws', () => {
    fc.assert(
      fc.property(value, fc.nat(), fc.string({ maxLength: 3 }), (v, at, junk) => {
        const text = serialize(v);
        const cut = at % (text.length + 1);
        maybeUnserialize(text.slice(0, cut));
        maybeUnserialize(text.slice(0, cut) + junk + text.slice(cut));
      }),
    );
  });
});

/** An array of `count` elements that says it has `declared`. */
function wide(count: number, declared: number, element: (i: number) => string): string {
  return `a:${declared}:{${Array.from({ length: count }, (_, i) => element(i)).join('')}}`;
}
const digitKey = (i: number) => `s:${String(i).length}:"${i}";d:1.5;`;

test('the most elements a value may have, over all its arrays', () => {
  expect((unserialize(wide(MAX_ELEMENTS, MAX_ELEMENTS, digitKey)) as PhpArray).size).toBe(MAX_ELEMENTS);
  expect(unserialize(wide(MAX_ELEMENTS + 1, MAX_ELEMENTS + 1, digitKey))).toBeUndefined();
  expect(unserialize(wide(MAX_ELEMENTS / 2 + 1, MAX_ELEMENTS / 2 + 1, (i) => `i:${i};a:1:{i:0;N;}`))).toBeUndefined();
});

test.each([
  ['as many elements as allowed', wide(MAX_ELEMENTS, MAX_ELEMENTS, digitKey)],
  ['the last element missing', wide(MAX_ELEMENTS - 1, MAX_ELEMENTS, digitKey)],
  ['ints beyond the largest', wide(MAX_ELEMENTS, MAX_ELEMENTS, (i) => `i:${i};i:9999999999999999999;`)],
  ['far too many elements', wide(600_000, 600_000, (i) => `i:${i};i:1;`)],
  ['a million levels', 'a:1:{i:0;'.repeat(1_000_000) + '}'],
  ['a huge count', 'a:999999999:{i:0;i:1;}'],
  ['a huge length', 's:99999999999:"a";'],
  ['endless digits', `i:${'9'.repeat(1_000_000)};`],
  ['an endless float', `d:${'9'.repeat(1_000_000)};`],
  ['floats without end', `a:9999999:{${'i:0;d:1'.repeat(500_000)}}`],
  ['blanks only', ' '.repeat(1_000_000)],
])('hostile text neither throws nor takes long: %s', (_name, text) => {
  // The best of five: the first run also compiles.
  const times = [1, 2, 3, 4, 5].map(() => processorMs(() => maybeUnserialize(text)));
  expect(Math.min(...times)).toBeLessThan(150);
  expect(() => maybeSerialize(text)).not.toThrow();
});
