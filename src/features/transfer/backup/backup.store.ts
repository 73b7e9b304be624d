import { DatabaseSync } from '@photostructure/sqlite';

/** Meta key of an attachment's path. */
export const FILE_KEY = '_wp_attached_file';

/** Paths of the attachments in a copied SQLite file. */
export function* attachedFiles(database: string, tablePrefix: string): Generator<string> {
  const copy = new DatabaseSync(database, { readOnly: true });
  try {
    const sql = `SELECT meta_value AS file FROM "${tablePrefix}postmeta" WHERE meta_key = ?`;
    for (const { file } of copy.prepare(sql).all(FILE_KEY) as { file: string | null }[]) yield file ?? '';
  } finally {
    copy.close();
  }
}
