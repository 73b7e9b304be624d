import { expect, test } from '@jest/globals';
import { ContentModel, defineTaxonomy } from '../../../content-model/index.js';
import { assertValid } from '../../../content-model/declaration-schema.js';
import { defineContentType } from '../../../content-model/declarations.js';
import { camelCase, enumName, GraphContent, graphTemplate } from './names.js';

const NO_NAMES = {
  templates: [],
  roles: new Map<string, string>(),
  mimeTypes: new Map<string, string>(),
  locations: new Map<string, string>(),
  statuses: [],
  sizes: [],
};

test('types and taxonomies have declared names, or those of their labels', () => {
  const declarations = [
    defineContentType({ name: 'shelf_note', label: 'Shelf notes', labels: { singular_name: 'Shelf note' } }),
    defineContentType({ name: 'news', label: 'News', graphql: { singleName: 'Story', pluralName: 'Stories' } }),
    defineContentType({ name: 'sheep', label: 'Sheep', labels: { singular_name: 'Sheep' } }),
    defineContentType({ name: 'internal', label: 'Internal', graphql: false }),
    defineTaxonomy({ name: 'genre', label: 'Genres', labels: { singular_name: 'Genre' }, types: ['news'] }),
  ];
  for (const declaration of declarations) expect(() => assertValid(declaration)).not.toThrow();
  const content = new GraphContent(new ContentModel(declarations), NO_NAMES, new Set());
  const named = content.types.map(({ definition, type, field, fields }) => [definition.name, type, field, fields]);
  expect(named).toEqual([
    ['post', 'Post', 'post', 'posts'],
    ['page', 'Page', 'page', 'pages'],
    ['attachment', 'MediaItem', 'mediaItem', 'mediaItems'],
    ['shelf_note', 'ShelfNote', 'shelfNote', 'shelfNotes'],
    ['news', 'Story', 'story', 'stories'],
    ['sheep', 'Sheep', 'sheep', 'allSheep'],
  ]);
  expect(content.taxonomiesOf(content.type('news')!).map(({ fields }) => fields)).toEqual(['genres']);
  expect(content.typeOf('SHELF_NOTE')?.definition.name).toBe('shelf_note');
});

test('content whose names are taken is left out, whichever of them it is', () => {
  const declarations = [
    defineContentType({ name: 'exhibit', label: 'Works', labels: { singular_name: 'Exhibit' } }),
    defineContentType({ name: 'opus', label: 'Works', labels: { singular_name: 'Opus' } }),
    defineContentType({ name: 'article', label: 'Articles', labels: { singular_name: 'Post' } }),
    defineTaxonomy({ name: 'work_kind', label: 'Kinds', labels: { singular_name: 'Work' }, types: ['exhibit'] }),
    defineTaxonomy({ name: 'kind', label: 'Kinds', labels: { singular_name: 'Kind' }, types: ['exhibit'] }),
    defineTaxonomy({ name: 'secret', label: 'Works', graphql: false, types: ['exhibit'] }),
  ];
  const content = new GraphContent(new ContentModel(declarations), NO_NAMES, new Set(['Kind']));
  expect(content.types.map(({ fields }) => fields)).toEqual(['posts', 'pages', 'mediaItems', 'works']);
  expect(content.taxonomies.map(({ field }) => field)).toEqual(['category', 'tag', 'postFormat', 'work']);
  expect(content.leftOut).toEqual(['opus', 'article', 'kind']);
});

test('names are valid in GraphQL, whatever they are made from', () => {
  expect([camelCase('Éclair au chocolat'), camelCase('3 wishes'), camelCase('日本')]).toEqual([
    'eclairAuChocolat',
    '_3Wishes',
    '',
  ]);
  expect([enumName('1536x1536'), enumName('image/svg+xml')]).toEqual(['_1536X1536', 'IMAGE_SVG_XML']);
  expect(graphTemplate('page-no-title')).toMatchObject({ type: 'Template_PageNoTitle', name: 'Page No Title' });
});
