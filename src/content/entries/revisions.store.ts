import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import { type Entry, entryColumns, readEntry } from './entry.js';
import { escapeLike, like } from '../../database/engine/dialect.js';
import type { Site } from '../../site/site.js';
import { trimAscii } from '../../text/php-strings.js';
import type { PermalinksLoader } from './permalinks/permalinks.loader.js';
import { type FullEntry, insertEntry, updateEntry } from './write/entry-rows.js';

/** Former versions of entries, autosaves included. */
@Injectable()
export class RevisionsStore {
  constructor(private readonly db: Database) {}

  /** Newest first. */
  async of(parent: number, { content }: { content: boolean }): Promise<Entry[]> {
    const rows = await this.db.query<Entry>(
      `SELECT ${entryColumns({ content })} FROM ${this.db.tables.posts} ` +
        `WHERE post_parent = ? AND post_type = 'revision' AND post_status = 'inherit' ORDER BY post_date DESC, ID DESC`,
      [parent],
    );
    return rows.map(readEntry);
  }
}

type Texts = Pick<FullEntry, 'title' | 'content' | 'excerpt'>;

interface RevisionTools {
  tx: Transaction;
  database: Database;
  permalinks: PermalinksLoader;
  site: Site;
}

/** Keeps the texts of an entry that was just changed, unless the newest revision has the same. */
export async function saveRevision(tools: RevisionTools, entry: FullEntry, authorId: number): Promise<void> {
  if (!tools.site.model.types.get(entry.type)?.supports.includes('revisions') || entry.status === 'auto-draft') return;
  const newest = await newestTexts(tools, entry.id);
  if (newest && hasSameTexts(newest, entry)) return;
  const { tx, permalinks, site } = tools;
  const revision: Omit<FullEntry, 'id'> = {
    type: 'revision',
    status: 'inherit',
    author: authorId,
    date: entry.modified,
    dateGmt: entry.modifiedGmt,
    modified: entry.modified,
    modifiedGmt: entry.modifiedGmt,
    title: entry.title,
    content: entry.content,
    excerpt: entry.excerpt,
    slug: `${entry.id}-revision-v1`,
    password: '',
    commentStatus: 'closed',
    pingStatus: 'closed',
    parent: entry.id,
    menuOrder: 0,
    mimeType: '',
    guid: '',
  };
  const id = await insertEntry(tx, revision);
  const stored = { ...revision, id };
  const address = await permalinks.links(site, [stored], tx);
  await updateEntry(tx, id, { guid: address(stored) });
}

/** Of the newest revision that is no autosave. */
async function newestTexts({ tx, database }: RevisionTools, entryId: number): Promise<Texts | undefined> {
  const [newest] = await tx.query<Texts>(
    `SELECT post_title AS title, post_content AS content, post_excerpt AS excerpt FROM ${database.tables.posts} ` +
      `WHERE post_parent = ? AND post_type = 'revision' AND ${like('post_name')} ORDER BY post_date DESC, ID DESC LIMIT 1`,
    [entryId, `${escapeLike(`${entryId}-revision`)}%`],
  );
  return newest;
}

export function hasSameTexts(one: Texts, other: Texts): boolean {
  return (['title', 'content', 'excerpt'] as const).every(
    (name) => withPlainBlanks(one[name]) === withPlainBlanks(other[name]),
  );
}

/** Changes in blanks and empty lines alone are no new version. */
function withPlainBlanks(text: string): string {
  return trimAscii(text)
    .replace(/[\r\n]+/g, '\n')
    .replace(/[ \t]+/g, ' ');
}
