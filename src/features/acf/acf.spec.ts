import { describe, expect, test } from '@jest/globals';
import { PhpArray, serialize } from '../../text/php/index.js';
import { type LocationContext, type Subject } from './definitions/location.js';
import { DefinitionBuilder } from './definitions/definition-builder.js';
import { fromJson } from './definitions/json-folder.js';
import { FieldSets } from './field-sets.js';
import { readAll } from './values/field-format.js';
import { ItemValues, toNumbers } from './values/item-values.js';
import { ValueChanges } from './writing/value-changes.js';

const CONTEXT: LocationContext = {
  requester: { isAnonymous: true, roles: [], can: () => false },
  pageOnFront: 7,
  pageForPosts: 8,
};
const ENTRY: Extract<Subject, { kind: 'post' }> = {
  kind: 'post',
  id: 1,
  type: 'post',
  status: 'publish',
  parent: 0,
  template: '',
  hasTemplates: false,
  format: 'standard',
  hasChildren: false,
  terms: new Set(['category:news']),
};

const rule = (param: string, value: string, operator = '==') => ({ param, operator, value });

function setsOf(groups: readonly object[]): FieldSets {
  const builder = new DefinitionBuilder();
  for (const [index, group] of groups.entries())
    builder.addFile(fromJson({ key: `group_${index}`, title: `G${index}`, show_in_rest: 1, ...group }), 'test.json');
  return new FieldSets(builder.definitions);
}

const text = (name: string, more: object = {}) => ({ key: `field_${name}`, name, type: 'text', ...more });

/** The values of a post in the default format. */
function light(fields: readonly object[], rows: Readonly<Record<string, string>>) {
  const sets = setsOf([{ location: [[rule('post_type', 'post')]], fields }]);
  const set = sets.of('post', 'post').setOf(ENTRY, CONTEXT)!;
  const values = new ItemValues(1, new Map(Object.entries(rows)));
  return { members: readAll(set.light, values, '', { hidesSecrets: false }), problem: values.problem, sets };
}

describe('location rules', () => {
  const isOn = (location: unknown, subject: Subject = ENTRY, context = CONTEXT) =>
    setsOf([{ location, fields: [text('a')] }])
      .of(subject.kind, 'type' in subject ? subject.type : undefined)
      .setOf(subject, context) !== undefined;

  test.each<[string, unknown, Partial<typeof ENTRY>, boolean]>([
    ['the type', [[rule('post_type', 'post')]], {}, true],
    ['another type', [[rule('post_type', 'page')]], {}, false],
    ['not another type', [[rule('post_type', 'page', '!=')]], {}, true],
    ['one of two alternatives', [[rule('post_type', 'page')], [rule('post', '1')]], {}, true],
    ['both of two', [[rule('post_type', 'post'), rule('post_status', 'draft')]], {}, false],
    ['a category', [[rule('post_category', 'category:news')]], {}, true],
    ['no category', [[rule('post_taxonomy', 'category:news', '!=')]], {}, false],
    ['a format', [[rule('post_format', 'standard')]], {}, true],
    ['the front page', [[rule('page_type', 'front_page')]], { type: 'page', id: 7 }, true],
    ['a page with pages', [[rule('page_type', 'parent')]], { type: 'page', hasChildren: true }, true],
    ['a child', [[rule('page_type', 'child')]], {}, false],
    ['a template of pages', [[rule('page_template', 'default')]], {}, false],
    ['a template of the type', [[rule('post_template', 'wide')]], { template: 'wide', hasTemplates: true }, true],
    ['something else', [[rule('taxonomy', 'all', '!=')]], {}, false],
    ['what is unknown', [[rule('moon_phase', 'full', '!=')]], {}, false],
    ['nothing', [], {}, false],
    ['an empty alternative', [[]], {}, false],
    ['visitors', [[rule('current_user', 'logged_in', '!=')]], {}, true],
  ])('%s', (_name, location, entry, expected) => {
    expect(isOn(location, { ...ENTRY, ...entry })).toBe(expected);
  });

  test('of users and terms', () => {
    expect(isOn([[rule('user_role', 'editor')]], { kind: 'user', roles: ['editor'] })).toBe(true);
    expect(isOn([[rule('user_role', 'editor')]], { kind: 'user', roles: [] })).toBe(false);
    expect(isOn([[rule('taxonomy', 'all')]], { kind: 'term', taxonomy: 'genre' })).toBe(true);
    expect(isOn([[rule('comment', 'page')]], { kind: 'comment', postType: 'post' })).toBe(false);
  });

  test('name what has to be read for them', () => {
    const sets = setsOf([
      {
        location: [[rule('post_category', 'category:news')], [rule('page_type', 'parent')]],
        fields: [{ key: 'field_t', name: 't', type: 'taxonomy', taxonomy: 'genre', load_terms: 1 }],
      },
    ]);
    expect(sets.of('post', 'post').needs).toEqual({
      template: false,
      children: true,
      taxonomies: ['category', 'genre'],
      requester: false,
      layouts: false,
    });
    expect(sets.of('user').isEmpty).toBe(true);
  });
});

describe('values', () => {
  test('of a later group take the place of those of an earlier one', () => {
    const location = [[rule('post_type', 'post')]];
    const sets = setsOf([
      { location, fields: [text('a', { default_value: 'first' }), text('b')] },
      { location, fields: [text('a', { default_value: 'second' })] },
    ]);
    const set = sets.of('post', 'post').setOf(ENTRY, CONTEXT)!;
    expect(readAll(set.light, new ItemValues(1, new Map()), '', { hidesSecrets: false })).toEqual({
      a: 'second',
      b: '',
    });
  });

  test('of flexible content keep the positions of rows after a disabled one', () => {
    const layouts = serialize(PhpArray.list(['a', 'gone', 'a']));
    const field = {
      key: 'field_f',
      name: 'f',
      type: 'flexible_content',
      layouts: { layout_1: { key: 'layout_1', name: 'a', sub_fields: [text('t')] } },
    };
    const rows = { f: layouts, f_0_t: 'zero', f_2_t: 'two' };
    expect(light([field], rows).members.f).toEqual([
      { acf_fc_layout: 'a', t: 'zero' },
      { acf_fc_layout: 'gone' },
      { acf_fc_layout: 'a', t: 'two' },
    ]);
    const meta = serialize(PhpArray.map([['disabled', PhpArray.list([0])]]));
    expect(light([field], { ...rows, _f_layout_meta: meta }).members.f).toEqual({
      1: { acf_fc_layout: 'gone' },
      2: { acf_fc_layout: 'a', t: 'two' },
    });
  });

  test('of clones have the names and rows of what they repeat', () => {
    const { members, sets } = light(
      [
        text('a'),
        { key: 'field_c', name: 'c', type: 'clone', clone: ['field_a'], display: 'group', prefix_name: 1 },
        { key: 'field_s', name: 's', type: 'clone', clone: ['group_0'], display: 'seamless' },
      ],
      { a: 'one', c_a: 'two' },
    );
    expect(members).toMatchObject({ a: 'one', c: { c_a: 'two' } });
    expect(sets.problems).toEqual([expect.stringContaining('repeats itself')]);
  });

  test('that are broken count as empty and are named', () => {
    const { members, problem } = light([text('a')], { a: 'a:1:{i:0;s:9:"x";}' });
    expect(members).toEqual({ a: '' });
    expect(problem).toBe('has a value that cannot be read (a)');
  });

  test('are bounded, whatever the rows say', () => {
    const field = { key: 'field_r', name: 'r', type: 'repeater', sub_fields: [text('t')] };
    const { members, problem } = light([field], { r: '999999999' });
    expect(members.r).toHaveLength(10_000);
    expect(problem).toBe('has more than 10000 rows (r)');
  });

  test('nested deeply are left out from a depth on', () => {
    let field: object = text('deepest');
    for (let depth = 0; depth < 80; depth++)
      field = { key: `field_g${depth}`, name: 'g', type: 'group', sub_fields: [field] };
    const { members, sets } = light([field], {});
    expect(members).toHaveProperty('g');
    expect(sets.problems).toEqual([expect.stringContaining('nested deeper than 50 levels')]);
  });

  test.each([
    ['12', 12],
    ['-1.5', -1.5],
    [' 7 ', 7],
    ['1e3', 1000],
    ['', ''],
    ['12px', '12px'],
    [
      ['1', 'x'],
      [1, 'x'],
    ],
    [null, null],
  ])('%j as a number is %j', (value, expected) => {
    expect(toNumbers(value)).toEqual(expected);
  });
});

describe('changes', () => {
  const changesOf = (fields: readonly object[], values: object, stored: Readonly<Record<string, string>> = {}) => {
    const set = setsOf([{ location: [[rule('post_type', 'post')]], fields }])
      .of('post', 'post')
      .setOf(ENTRY, CONTEXT)!;
    const changes = new ValueChanges(new Map(Object.entries(stored)), (value) => value.replace(/<script>/g, ''));
    changes.setNamed(set.fields, set.all, values as Record<string, unknown>);
    return Object.fromEntries(changes.rows);
  };
  const rows = { key: 'field_r', name: 'r', type: 'repeater', sub_fields: [text('t')] };

  test('write value and reference rows, nested ones first', () => {
    expect(Object.entries(changesOf([rows], { r: [{ t: '<script>a' }] }))).toEqual([
      ['r_0_t', 'a'],
      ['_r_0_t', 'field_t'],
      ['r', '1'],
      ['_r', 'field_r'],
    ]);
  });

  test('delete the rows of what is left out', () => {
    expect(changesOf([rows], { r: [] }, { r: '2' })).toEqual({
      r_0_t: undefined,
      _r_0_t: undefined,
      r_1_t: undefined,
      _r_1_t: undefined,
      r: '',
      _r: 'field_r',
    });
  });

  test('of a group delete everything with null', () => {
    const group = { key: 'field_g', name: 'g', type: 'group', sub_fields: [text('t')] };
    expect(changesOf([group], { g: null })).toEqual({ g_t: undefined, _g_t: undefined, g: undefined, _g: undefined });
  });
});
