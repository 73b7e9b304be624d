import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from '@photostructure/sqlite';

const KEY = '_wp_attached_file';
/** A row of the post meta table as dump programs write it: id, post, key, value. */
const DUMPED_ROW = new RegExp(String.raw`\(\d+,\d+,'${KEY}','((?:[^'\\]|\\.|'')*)'\)`, 'g');

/** Originals of the attachments of a copied database, file or dump, that are not among the copied uploads. */
export async function missingFiles(database: string, tablePrefix: string, uploads: string): Promise<string[]> {
  const missing: string[] = [];
  const files = database.endsWith('.sql') ? dumpedFiles(database) : storedFiles(database, tablePrefix);
  for await (const file of files) {
    const isRelative = file !== '' && !file.startsWith('/') && !file.split('/').includes('..');
    const isThere = isRelative && (await access(join(uploads, file)).then(...THERE));
    if (isRelative && !isThere) missing.push(file);
  }
  return missing;
}

const THERE = [() => true, () => false] as const;

function* storedFiles(database: string, tablePrefix: string): Generator<string> {
  const copy = new DatabaseSync(database, { readOnly: true });
  try {
    const sql = `SELECT meta_value AS file FROM "${tablePrefix}postmeta" WHERE meta_key = ?`;
    for (const { file } of copy.prepare(sql).all(KEY) as { file: string | null }[]) yield file ?? '';
  } finally {
    copy.close();
  }
}

async function* dumpedFiles(dump: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(dump), crlfDelay: Infinity })) {
    if (!line.includes(KEY)) continue;
    for (const [, value = ''] of line.matchAll(DUMPED_ROW))
      yield value.replace(/\\(.)|''/g, (_, escaped?: string) => escaped ?? "'");
  }
}
