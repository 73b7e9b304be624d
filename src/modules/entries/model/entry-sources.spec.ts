import { expect, test } from '@jest/globals';
import { EMBEDDABLE } from '../../../rest/cache/response-cache-writer.js';
import { ENTRY_TABLES, ENTRY_VERSION_RULES } from './entry-sources.js';

test('the cache tags of entries are the tables that their JSON without `_embed` is rendered from', () => {
  expect([...ENTRY_TABLES].sort()).toEqual([
    'postmeta',
    'posts',
    'term_relationships',
    'term_taxonomy',
    'terms',
    'users',
  ]);
});

test('a response with `_embed` is tagged with every table that changes the versions of entries', () => {
  const tables = ENTRY_VERSION_RULES.map(({ table }) => table);
  expect(tables.filter((table) => !EMBEDDABLE.includes(table))).toEqual([]);
});
