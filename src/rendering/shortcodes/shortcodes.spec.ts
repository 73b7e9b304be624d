import { describe, expect, test } from '@jest/globals';
import { testVectors } from '../../../test/support/vectors.js';
import { BUILT_IN, wp7Context, DIALECTS, testContext } from '../../../test/support/rendering/context.js';
import { type ListOptions } from '../../text/lists.js';
import { parseAttributes, type ShortcodeAttributes } from '../shortcode-attributes.js';
import { captionParts } from './builtin/caption.js';
import { galleryQuery } from './builtin/gallery.js';
import { registerBuiltInShortcodes } from './builtin/index.js';
import { loadLookups, lookupsIn } from '../needs.js';
import { ShortcodeRegistry } from './registry.js';
import { runShortcodes, stripShortcodes, shortcodeUnautop } from './run.js';
import { repeated, superLinearCost } from '../../../test/support/processor-time.js';

/** As the recorder printed attributes: a list where the names are 0, 1, …; '' where older releases find none. */
function plain(attributes: ShortcodeAttributes, none: '' | [] = ''): unknown {
  if (attributes.size === 0) return none;
  const isList = [...attributes.keys()].every((name, index) => name === String(index));
  return isList ? [...attributes.values()] : Object.fromEntries(attributes);
}

function json(attributes: ShortcodeAttributes, none?: '' | []): string {
  const value = plain(attributes, none);
  if (typeof value === 'string' || Array.isArray(value)) return JSON.stringify(value);
  return `{${[...attributes].map(([name, text]) => `${JSON.stringify(name)}:${JSON.stringify(text)}`).join(',')}}`;
}

const dumpWith =
  (none?: '' | []) =>
  (attributes: ShortcodeAttributes, content: string, tag: string): string =>
    `{${tag}|${json(attributes, none)}|${JSON.stringify(content)}}`;
const dump = dumpWith();

const probes = registerBuiltInShortcodes().register('probe', dump).register('probe-two', dump).register('pro', dump);

describe('attributes', () => {
  for (const set of ['a', 'b', 'c'] as const) {
    testVectors(set, 'shortcode_parse_atts', (text: string) =>
      plain(parseAttributes(text, DIALECTS[set]), set === 'c' || text.trim() !== '' ? [] : ''),
    );
  }

  test('named, positional, escaped', () => {
    const found = parseAttributes(`One="a b" two=2 'x y' three "\\x41\\n"`, { tidiesShortcodes: true });
    expect([...found]).toEqual([
      ['one', 'a b'],
      ['two', '2'],
      ['0', 'x y'],
      ['1', 'three'],
      ['2', 'A\n'],
    ]);
    expect([...parseAttributes(`'x y'`, { tidiesShortcodes: false }).values()]).toEqual([`'x`, `y'`]);
  });

  test('numbers as names', () => {
    expect([...parseAttributes('0="x" y 5=a z', { tidiesShortcodes: true })]).toEqual([
      ['0', 'y'],
      ['5', 'a'],
      ['6', 'z'],
    ]);
  });

  test('escaped bytes may spell UTF-8', () => {
    expect(parseAttributes('a="\\xc3\\xa9 \u00fc"', { tidiesShortcodes: true }).get('a')).toBe('é ü');
  });
});

describe('execution', () => {
  for (const set of ['a', 'b'] as const) {
    const dialect = DIALECTS[set];
    testVectors(set, 'do_shortcode', (text: string) => runShortcodes(text, testContext({ dialect })));
    testVectors(set, 'do_shortcode_parse', (text: string) =>
      runShortcodes(text, testContext({ dialect, shortcodes: probes })),
    );
    testVectors(set, 'do_shortcode_width525', (text: string) => {
      return runShortcodes(text, testContext({ dialect, theme: { html5: false, contentWidth: 525 } }));
    });
  }
  testVectors('both', 'do_shortcode_html5', (text: string) => {
    return runShortcodes(text, testContext({ theme: { html5: true, contentWidth: 0 } }));
  });

  test.each([
    ['[probe a=1]x[/probe]', '{probe|{"a":"1"}|"x"}'],
    ['[[probe]] [probe-two/]', '[probe] {probe-two|""|""}'],
    ['<a href="[probe]" [pro]>', '<a href="{probe|&quot;&quot;|&quot;&quot;}" {pro|""|""}>'],
    ['<!-- [probe] --><b title="[">', '<!-- [probe] --><b title="[">'],
    ['<p>[probe]</p><p>[/probe]</p>', '<p>{probe|""|"</p><p>"}</p>'],
    ['<a style="color:red;[probe]" b>', '<a style="color:red;[probe]" b>'],
  ])('%s', (text, expected) => {
    expect(runShortcodes(text, testContext({ shortcodes: probes }))).toBe(expected);
  });

  test('what they look up is found wherever they stand, and loaded together', async () => {
    const load = (keys: readonly string[]) =>
      Promise.resolve(new Map(keys.filter((key) => key !== '3').map((key) => [key, `text ${key}`])));
    const registry = new ShortcodeRegistry()
      .register('probe', dump, { lookup: { key: (attributes) => attributes.get('id'), load } })
      .register('box', dump);
    const text =
      '[probe id=1] [box][probe id="2"][/box] <a title="[probe id=3]"> [probe] [box id=4] [probe id=1]x[/probe]';
    const lookups = lookupsIn(text, registry, testContext().dialect);
    expect([...lookups]).toEqual(['probe 1', 'probe 2', 'probe 3']);
    expect(await loadLookups([...lookups], registry)).toEqual(
      new Map([
        ['probe 1', 'text 1'],
        ['probe 2', 'text 2'],
      ]),
    );
    const run = (hostile: string) => lookupsIn(hostile, registry, testContext().dialect);
    expect(superLinearCost(run, (size) => `${repeated('[probe id=1 ')(size)}]`)).toBeUndefined();
  });

  test('names that could never be found are refused', () => {
    expect(() => new ShortcodeRegistry().register('a b', dump)).toThrow('Not a shortcode name');
    expect(() => new ShortcodeRegistry().register('', dump)).toThrow();
  });
});

describe('what the built-in handlers are given', () => {
  const handlers = (none: '' | [], lists: ListOptions) => {
    const printed = (name: string) => (attributes: ShortcodeAttributes, content: string) =>
      dumpWith(none)(attributes, content, name);
    const caption = (attributes: ShortcodeAttributes, content: string): string => {
      const { image, text } = captionParts(attributes, content);
      const taken = text !== '' || /<img /.test(content);
      return printed('caption')(taken ? new Map([...attributes, ['caption', text]]) : attributes, image);
    };
    const gallery = (attributes: ShortcodeAttributes): string => {
      const { orderby } = galleryQuery(attributes, 1, lists);
      const ids = attributes.get('ids') ?? '';
      const given = ids === '' ? attributes : new Map([...attributes, ['orderby', orderby], ['include', ids]]);
      return `{gallery|${json(given, none)}}`;
    };
    return registerBuiltInShortcodes()
      .register('audio', printed('audio'))
      .register('video', printed('video'))
      .register('caption', caption)
      .register('gallery', gallery);
  };
  testVectors('c', 'do_shortcode', (text: string) => runShortcodes(text, wp7Context({ html5: false })));
  testVectors('c', 'do_shortcode_html5', (text: string) => runShortcodes(text, wp7Context({ html5: true })));
  testVectors('c', 'do_shortcode_width525', (text: string) =>
    runShortcodes(text, wp7Context({ html5: false, contentWidth: 525 })),
  );
  for (const [set, dialect, none] of [
    ['both', DIALECTS.a, ''],
    ['c', DIALECTS.c, []],
  ] as const) {
    const shortcodes = handlers(none as '' | [], dialect);
    testVectors(set, 'shortcode_filters', (text: string) => runShortcodes(text, testContext({ dialect, shortcodes })));
  }

  test('a gallery of no ID shows nothing', () => {
    const ids = (text: string, lists: ListOptions) => galleryQuery(new Map([['ids', text]]), 1, lists).include;
    expect([ids(',', {}), ids(',', { rules: 'wp7' })]).toEqual([[0], [0]]);
    expect([ids(',5', {}), ids(',5', { rules: 'wp7' })]).toEqual([[0, 5], [5]]);
  });
});

describe('removal', () => {
  testVectors('both', 'strip_shortcodes', (text: string) => stripShortcodes(text, BUILT_IN));

  test('takes the content along, spares tags and unknown names', () => {
    expect(stripShortcodes('a [caption]b[/caption] [other] <i title="[gallery]"> [[gallery]]', BUILT_IN)).toBe(
      'a  [other] <i title="[gallery]"> [gallery]',
    );
  });
});

describe('brackets', () => {
  const run = (text: string): string => runShortcodes(text, testContext({ shortcodes: probes }));

  test('inside tags are part of the tag, also for who executes the shortcode', () => {
    expect(run('[pro<]>]')).toBe('{pro|["<]>"]|""}');
    expect(run('[caption width="9" class="<]>" caption="x"]y[/caption]')).toContain(
      'class="wp-caption alignnone &lt;&#093;&gt;"',
    );
  });

  test('written as references stay references', () => {
    expect(run('[pro] &#91;pro&#93;')).toBe('{pro|""|""} &#091;pro&#093;');
    expect(run('&#91;pro&#93;')).toBe('&#91;pro&#93;');
  });
});

describe('unautop', () => {
  testVectors('both', 'shortcode_unautop', (text: string) => shortcodeUnautop(text, BUILT_IN));

  test('only a shortcode that is alone loses its paragraph', () => {
    expect(shortcodeUnautop('<p>\u00a0[gallery]</p><p>a [gallery]</p>', BUILT_IN)).toBe('[gallery]<p>a [gallery]</p>');
    expect(shortcodeUnautop('<p>[audio]</p> x [/audio] y</p>', BUILT_IN)).toBe('[audio] x [/audio] y</p>');
  });
});
