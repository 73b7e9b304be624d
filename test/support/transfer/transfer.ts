import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestApp } from '../app.js';
import { Database } from '../../../src/database/database.js';
import { ExportService } from '../../../src/features/transfer/export/export.service.js';
import { type ExportFilter } from '../../../src/features/transfer/export/export-filter.js';
import { ImportService } from '../../../src/features/transfer/import/import.service.js';
import { type ImportOptions, type ImportReport } from '../../../src/features/transfer/import/import.store.js';

export async function exportOf({ app }: TestApp, filter: ExportFilter = {}): Promise<string> {
  const parts: string[] = [];
  for await (const part of app.get(ExportService, { strict: false }).document(filter)) parts.push(part);
  return parts.join('');
}

export async function importInto(
  { app }: TestApp,
  xml: string,
  options: Partial<ImportOptions> = {},
  notes: string[] = [],
): Promise<ImportReport> {
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-wxr-'));
  const file = join(folder, 'site.xml');
  writeFileSync(file, xml);
  try {
    const listener = { progress: () => undefined, note: (sentence: string) => void notes.push(sentence) };
    return await app.get(ImportService, { strict: false }).run(file, { files: { fetch: false }, ...options }, listener);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Takes the sample away, so that ids are free; the administrator and the default category stay. */
export async function emptySite({ app }: TestApp): Promise<void> {
  const db = app.get(Database);
  const { posts, postmeta, comments, commentmeta, terms, term_taxonomy, term_relationships } = db.tables;
  await db.transaction(async (tx) => {
    for (const table of [posts, postmeta, comments, commentmeta, term_relationships])
      await tx.execute(`DELETE FROM ${table}`);
    await tx.execute(`DELETE FROM ${term_taxonomy} WHERE term_id <> 1`);
    await tx.execute(`DELETE FROM ${terms} WHERE term_id <> 1`);
    await tx.execute(`UPDATE ${term_taxonomy} SET count = 0`);
    await tx.execute(`UPDATE ${db.tables.options} SET option_value = 'a:0:{}' WHERE option_name = 'sticky_posts'`);
  });
}

/** Everything in the tables that content is made of, to see that nothing changed. */
export async function contentOf({ app }: TestApp): Promise<unknown[]> {
  const db = app.get(Database);
  const names = [
    'posts',
    'postmeta',
    'terms',
    'termmeta',
    'term_taxonomy',
    'term_relationships',
    'comments',
    'commentmeta',
    'users',
  ] as const;
  return Promise.all(names.map((name) => db.query(`SELECT * FROM ${db.tables[name]} ORDER BY 1, 2`)));
}

/** Counts that are not what the rows say. */
export async function wrongCounts({ app }: TestApp): Promise<unknown[]> {
  const db = app.get(Database);
  const { posts, comments, term_taxonomy, term_relationships } = db.tables;
  return [
    ...(await db.query(
      `SELECT p.ID FROM ${posts} p WHERE p.comment_count <> (SELECT COUNT(*) FROM ${comments} c WHERE c.comment_post_ID = p.ID AND c.comment_approved = '1')`,
    )),
    ...(await db.query(
      `SELECT t.term_taxonomy_id FROM ${term_taxonomy} t WHERE t.count <> (SELECT COUNT(*) FROM ${term_relationships} r JOIN ${posts} p ON p.ID = r.object_id ` +
        "WHERE r.term_taxonomy_id = t.term_taxonomy_id AND p.post_status = 'publish')",
    )),
    ...(await db.listIndex.differences()),
  ];
}
