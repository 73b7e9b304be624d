import { describe, expect, test } from '@jest/globals';
import { attributeFields, blockTypeName, fieldValues, objectType } from './block-fields.js';
import { readBlockSources } from './read-blocks.js';

describe('blocks of a content', () => {
  test('have their text, attributes and inner blocks; text between them is a block of its own', () => {
    const inner = '<!-- wp:paragraph {"dropCap":true} --><p>A</p><!-- /wp:paragraph -->';
    const content = `Before\n\n<!-- wp:group -->\n<div>${inner}</div>\n<!-- /wp:group -->\n\n<!-- wp:acme/map {"zoom":3} /-->`;
    expect(readBlockSources(content)).toEqual([
      { name: 'core/freeform', attributes: { content: 'Before\n\n' }, text: 'Before\n\n', inner: [] },
      {
        name: 'core/group',
        attributes: {},
        text: `<!-- wp:group -->\n<div>${inner}</div>\n<!-- /wp:group -->`,
        inner: [{ name: 'core/paragraph', attributes: { dropCap: true }, text: inner, inner: [] }],
      },
      {
        name: 'acme/map',
        attributes: { zoom: 3 },
        text: '<!-- wp:acme/map {"zoom":3} --><!-- /wp:acme/map -->',
        inner: [],
      },
    ]);
  });

  test('that are never closed end with the text', () => {
    const [group] = readBlockSources('<!-- wp:group --><!-- wp:html --><b>');
    expect(group).toMatchObject({ name: 'core/group', inner: [{ name: 'core/html' }] });
  });

  test('nested without end have blocks up to a depth', () => {
    let depth = 0;
    for (let [block] = readBlockSources('<!-- wp:group -->'.repeat(2000)); block; [block] = block.inner) depth++;
    expect(depth).toBe(51);
  });
});

describe('attributes of blocks', () => {
  const fields = attributeFields('AcmeMapAttributes', {
    label: { type: 'string', default: 'Map' },
    zoom: { type: 'number' },
    locked: { type: ['string', 'boolean'] },
    __unstableLocation: { type: 'string' },
    points: {
      type: 'array',
      source: 'query',
      selector: 'li',
      query: { name: { type: 'rich-text', source: 'rich-text' } },
      default: [],
    },
    tags: { type: 'array', items: { type: 'string' } },
    rest: { type: 'array' },
  });

  test('are fields with types', () => {
    expect(blockTypeName('acme/store-map')).toBe('AcmeStoreMap');
    expect(objectType('AcmeMapAttributes', fields).split(/\s+/).join(' ')).toBe(
      'type AcmeMapAttributes { label: String! zoom: Float unstableLocation: String points: [AcmeMapAttributesPoints]! ' +
        'tags: [String] rest: BlockAttributesArray } type AcmeMapAttributesPoints { name: String } ',
    );
  });

  test('have values of these types, otherwise their defaults', () => {
    const none = { unstableLocation: null, points: [], tags: null, rest: null };
    expect(fieldValues(fields, {})).toEqual({ label: 'Map', zoom: null, ...none });
    expect(fieldValues(fields, { label: {}, zoom: 'far', tags: 'a' })).toEqual({ label: 'Map', zoom: null, ...none });
    expect(fieldValues(fields, { label: 3, zoom: 4.5, points: [{}], tags: ['a', {}], rest: [1, [2]] })).toEqual({
      label: '3',
      zoom: 4.5,
      unstableLocation: null,
      points: [{ name: '' }],
      tags: ['a'],
      rest: [1, [2]],
    });
  });
});
