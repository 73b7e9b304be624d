import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parsePipe, TAG_TYPES, throughPipes } from './form-tag.js';
import { parseTemplate, tagsOf, decodeEscapes, parseTagBody } from './parse-template.js';
import { repeated, superLinearCost } from '../../../../test/support/processor-time.js';

const only = (template: string) => {
  const tags = tagsOf(template);
  expect(tags).toHaveLength(1);
  return tags[0]!;
};

describe('tags', () => {
  test('have a type, a name, options and values', () => {
    const tag = only('Before [select* menu id:m class:a class:b include_blank "One" \'Two|2\'] behind');
    expect(tag).toMatchObject({
      type: 'select*',
      base: 'select',
      name: 'menu',
      isStarred: true,
      rawValues: ['One', 'Two|2'],
      values: ['One', 'Two'],
      id: 'm',
    });
    expect(tag.optionValues('class')).toEqual(['a', 'b']);
    expect(tag.has('include_blank')).toBe(true);
    expect(tag.has('multiple')).toBe(false);
  });

  test('may span lines, and take blanks of any width', () => {
    expect(only('[text\n\tyour-name\u00a0size:20 "a"]')).toMatchObject({
      name: 'your-name',
      options: ['size:20'],
      rawValues: ['a'],
    });
  });

  test('may enclose text', () => {
    expect(only('[acceptance terms optional] I <b>agree</b> [/acceptance]')).toMatchObject({
      content: 'I <b>agree</b>',
      options: ['optional'],
    });
    expect(only('[textarea a] text [b] [/textarea]').content).toBe('');
    expect(only('[text a /] no content [/text]').content).toBe('');
  });

  test('are only brackets that start with a known type', () => {
    for (const text of [
      '[nope x]',
      '[]',
      '[text',
      '[textx y]',
      '[ text x]',
      '[/text]',
      '[text 1name]',
      '[text]',
      'a ] b [ c',
    ])
      expect(tagsOf(text)).toEqual([]);
    expect(tagsOf('[submit] [response]').map(({ base }) => base)).toEqual(['submit', 'response']);
  });

  test('are text between doubled brackets', () => {
    expect(parseTemplate('a [[text x]] b')).toEqual([
      { kind: 'text', text: 'a ', source: 'a ' },
      { kind: 'text', text: '[text x]', source: '[[text x]]' },
      { kind: 'text', text: ' b', source: ' b' },
    ]);
    expect(only('[[text x]').name).toBe('x');
  });

  test('with an unreadable body are kept as tags without options', () => {
    expect(only('[text "value" option]')).toMatchObject({
      name: '',
      options: [],
      rawValues: [],
      unreadable: '"value" option',
    });
  });

  test('accept lengths in several notations', () => {
    expect(only('[text a maxlength:5 minlength:2]')).toMatchObject({ maxLength: 5, minLength: 2 });
    expect(only('[text a 40/100]').maxLength).toBe(100);
    expect(only('[text a /7]').maxLength).toBe(7);
    expect(only('[textarea a 40x10/500]').maxLength).toBe(500);
    expect(only('[textarea a x5]').maxLength).toBeUndefined();
  });
});

test('the front of a pipe is seen, what follows is mailed', () => {
  expect(parsePipe('Sales|sales@site.test|x')).toEqual({ before: 'Sales', after: 'sales@site.test|x' });
  const pipes = ['Sales|sales@site.test', 'Other'].map(parsePipe);
  expect(['Sales', 'Other', 'Unknown'].map((text) => throughPipes(pipes, text))).toEqual([
    'sales@site.test',
    'Other',
    'Unknown',
  ]);
});

test('escapes are those of C', () => {
  expect(decodeEscapes(String.raw`a\tb\x41\101\q\\`)).toBe('a\tbAAq\\');
  expect(decodeEscapes('end\\')).toBe('end');
});

const name = fc.stringMatching(/^[A-Za-z][-A-Za-z0-9_:.]{0,12}$/);
const option = fc.stringMatching(/^[-+*=0-9a-zA-Z:.!?#$&@_|%]{1,10}$/);
const value = fc.stringMatching(/^[^"\\\][\u00a0\u1680\u180e\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]{0,15}$/);
const blank = fc.constantFrom(' ', '  ', '\n', '\t ');

test('what is written is what is read', () => {
  const types = [...TAG_TYPES].filter(([, kind]) => kind.named).map(([type]) => type);
  const written = fc.record({
    type: fc.constantFrom(...types),
    name,
    options: fc.array(option, { maxLength: 4 }),
    values: fc.array(value, { maxLength: 4 }),
    gap: blank,
  });
  fc.assert(
    fc.property(written, fc.stringMatching(/^[^[\]]{0,20}$/), ({ type, name: field, options, values, gap }, around) => {
      const source = `[${[type, field, ...options, ...values.map((text) => `"${text}"`)].join(gap)}]`;
      const [before, found, behind] = parseTemplate(`|${around}${source}${around}|`);
      expect([before?.source, behind?.source]).toEqual([`|${around}`, `${around}|`]);
      expect(found).toMatchObject({ kind: 'tag', source, tag: { type, name: field, options, rawValues: values } });
    }),
  );
});

test('no template loses a character or fails to be read', () => {
  const piece = fc.constantFrom(
    '[',
    ']',
    '[[',
    ']]',
    '/',
    '*',
    ' ',
    '"',
    "'",
    '\\',
    'text',
    'text*',
    '[text a]',
    '[/text]',
    'name',
    '[acceptance t]',
    '[/acceptance]',
    'ü',
    '\u200b',
    '<label>',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
      const template = pieces.join('');
      expect(
        parseTemplate(template)
          .map(({ source }) => source)
          .join(''),
      ).toBe(template);
    }),
  );
});

test('hostile templates take linear time', () => {
  const hostile = [
    '[text a',
    '[',
    '[[',
    '[text a "',
    '[text a]',
    '[text a] [/tex',
    '[acceptance a]x',
    '[text a ]]',
    '\\',
  ];
  for (const part of hostile) expect(superLinearCost(parseTemplate, repeated(part))).toBeUndefined();
});

test('a body without end of quote does not fit', () => {
  expect(parseTagBody('a "b')).toBeUndefined();
  expect(parseTagBody('a, b')).toBeUndefined();
  expect(parseTagBody('')).toEqual({ options: [], values: [] });
});
