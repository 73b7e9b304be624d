import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { WORDPRESS_TABLES } from '../../../../src/database/schema/index.js';
import { openConfiguredDatabase } from '../../../../src/platform/start/prepare-database.js';
import { startTestApp } from '../../../support/app.js';
import { loadDumpIntoTables } from '../../../support/corpus-db.js';
import { runTypedClient } from '../../../support/documented-client.js';
import { missing } from '../../../support/missing.js';

const RECORDINGS = join(import.meta.dirname, '../../../../../shared/headless/recordings');

/** Compiles only where the generated types know the fields of the recorded groups, nested ones included. */
const program = (ofRows: string, ofWrites: string) => `
import createClient from 'openapi-fetch';
import { type paths } from './api.js';

const [root = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: root });
const { data: pages = [] } = await client.GET('/wp/v2/pages', { params: { query: { per_page: 100 } } });
let [rows, texts, layouts, related] = [0, 0, 0, 0];
for (const { acf } of pages) {
  if (!acf || Array.isArray(acf)) continue;
  const deep: string | null | undefined = acf.grp?.inner?.deep;
  const flag: boolean | null | undefined = acf.grp?.inner?.flag;
  if (typeof deep === 'string' && typeof flag === 'boolean') texts++;
  ${ofRows}
  const ids: number | number[] | null | undefined = acf.rel_id;
  related += Array.isArray(ids) ? ids.length : 0;
  // @ts-expect-error There is no such field.
  void acf.unknown_field;
}
${ofWrites}
// @ts-expect-error Numbers of nested fields are no lists.
const nested = () => client.POST('/wp/v2/pages', { body: { title: 'Wrong', acf: { grp: { n: [1] } } } });
const right = () =>
  client.POST('/wp/v2/pages', {
    body: { title: 'Right', acf: { grp: { a: 'A', inner: { deep: 'B' } } } },
  });
void [nested, right];
console.log(rows, texts > 0, layouts, related > 0);
`;

/** The free edition of Advanced Custom Fields has neither repeaters nor flexible content. */
const ROWS = `
for (const row of acf.rep ?? []) {
  const name: string | null | undefined = row.name;
  const count: number | string | null | undefined = row.count;
  // @ts-expect-error Rows have no such field.
  const unknown: unknown = row.deep;
  if (unknown === undefined && name !== undefined && count !== undefined) rows++;
}
for (const part of acf.flex ?? []) {
  const layout: string = part.acf_fc_layout;
  if (part.acf_fc_layout === 'texts') {
    for (const { t } of part.items ?? []) if (typeof t === 'string') texts++;
    // @ts-expect-error A field of another layout.
    void part.posts;
  }
  if (layout !== '') layouts++;
}
`;
const WRITES = `
// @ts-expect-error A text is no list of rows.
void (() => client.POST('/wp/v2/pages', { body: { title: 'Wrong', acf: { rep: 'many' } } }));
void (() => client.POST('/wp/v2/pages', { body: { title: 'Right', acf: { rep: [{ name: 'One', count: 1 }] } } }));
`;

const SITES = [
  { name: 'scf', source: program(ROWS, WRITES), printed: /^[1-9]\d* true [1-9]\d* true$/ },
  { name: 'acf', source: program('', ''), printed: /^0 true 0 true$/ },
];

describe.each(SITES)('a typed client on the recorded site with $name', ({ name, source, printed }) => {
  const file = join(RECORDINGS, `${name}.sql.gz`);
  if (!existsSync(file)) return missing('the recorded databases (../shared/headless) are not there');

  test('knows nested fields', async () => {
    const dump = gunzipSync(readFileSync(file)).toString('utf8');
    const service = await startTestApp({ VARIANT: 'C' }, 'sqlite', {}, {}, async (config) => {
      const database = await openConfiguredDatabase(config);
      try {
        await database.transaction(async (tx) => {
          for (const { name: table } of WORDPRESS_TABLES) await tx.execute(`DELETE FROM wp_${table}`);
        });
        await loadDumpIntoTables(database, dump);
      } finally {
        await database.close();
      }
    });
    try {
      expect(await runTypedClient(service, source)).toEqual([expect.stringMatching(printed)]);
    } finally {
      await service.close();
    }
  });
});
