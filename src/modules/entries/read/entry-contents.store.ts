import { type Database } from '../../../database/database.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { type Reader } from '../../../database/reader.js';
import { type Entry, entryColumns } from '../model/entry.js';

/** Whether entries are read with their contents; `fitting`: those that are too many are left out instead of refused. */
export type ContentOption = boolean | 'fitting';

/** Larger contents are read after their rows, once it is known how large all of them are. */
const READ_WITH_ROW_BYTES = 262_144;

/** The same for several rows; pass them to `readContents`. */
export function listedColumns({ sql }: Pick<Database, 'sql'>, { content }: { content: ContentOption }): string {
  const columns = entryColumns({ content: false });
  if (!content) return columns;
  const bytes = sql.byteLength('post_content');
  const isLarge = `${bytes} > ${READ_WITH_ROW_BYTES}`;
  return `${columns}, CASE WHEN ${isLarge} THEN NULL ELSE post_content END AS content, CASE WHEN ${isLarge} THEN ${bytes} END AS contentBytes`;
}

/** There is more content than one response may have. */
export class ContentsTooLarge extends Error {
  constructor(readonly limit: number) {
    super(`The entries have more than ${limit} bytes of content.`);
  }
}

/** Adds the large contents of rows that were read with `listedColumns`, unless all contents together are too large. */
export async function readContents<Row extends Entry>(
  { tables, contentLimits: { read: limit } }: Pick<Database, 'tables' | 'contentLimits'>,
  from: Pick<Reader, 'query'>,
  rows: readonly Row[],
  option: ContentOption = true,
): Promise<void> {
  if (!option) return;
  let total = 0;
  for (const row of rows) {
    const bytes = row.contentBytes ?? row.content?.length ?? 0;
    if (rows.length === 1 || total + bytes <= limit) total += bytes;
    else if (option === 'fitting') Object.assign(row, { content: '', contentBytes: null, isWithoutContent: true });
    else throw new ContentsTooLarge(limit);
  }
  const large = rows.filter(({ contentBytes }) => typeof contentBytes === 'number');
  if (large.length === 0) return;
  const contents = await from.query<{ id: number; content: string }>(
    `SELECT ID AS id, post_content AS content FROM ${tables.posts} WHERE ID IN (${placeholders(large.length)})`,
    large.map(({ id }) => id),
  );
  const byId = new Map(contents.map(({ id, content }) => [id, content]));
  for (const row of large) row.content = byId.get(row.id) ?? '';
}
