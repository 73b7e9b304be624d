import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { type Entry, entryColumns, readEntry } from '../entry.js';

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
