import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { LIST_INDEX_TABLES } from '../../src/database/lists/indexed/tables.js';
import { TRIGGER_STATE_TABLES } from '../../src/database/lists/indexed/trigger-state.js';
import { MIGRATIONS_TABLE } from '../../src/database/migrations.js';
import { SEARCH_INDEX_TABLES } from '../../src/database/search-index/tables.js';
import '../../src/start/define-service.js';
import { derivedTables, siteTables } from '../../src/database/own-tables.js';

const ROOT = join(import.meta.dirname, '../..');

/** Of all entities in the sources, whichever module loads them, and of the indexes. */
const declared = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .flatMap((file) => [...readFileSync(join(ROOT, 'src', file), 'utf8').matchAll(/@TableEntity\('(nestpress_\w+)'/g)])
  .map(([, name]) => name!)
  .concat([...LIST_INDEX_TABLES, ...SEARCH_INDEX_TABLES, ...TRIGGER_STATE_TABLES].map(({ name }) => name))
  .sort();

test('docs/databases.md says of every own table which rows it gets, when they are deleted and what bounds them', () => {
  const section = readFileSync(join(ROOT, 'docs/databases.md'), 'utf8')
    .split(/^## /m)
    .find((text) => text.startsWith('Tables of our own'))!;
  const rows = [...section.matchAll(/^\| `(nestpress_\w+)` +\| (\S.*?) +\| (\S.*?) +\| (\S.*?) +\|$/gm)];
  expect(rows.map(([, name]) => name!).sort()).toEqual([...declared, MIGRATIONS_TABLE].sort());
});

test('every own table is copied with a site, or known as derived', () => {
  // Other files of the worker may have loaded the tables of examples.
  const loaded = [...derivedTables(), ...siteTables()].map(({ name }) => name);
  expect(loaded.filter((name) => declared.includes(name)).sort()).toEqual(declared);
});
