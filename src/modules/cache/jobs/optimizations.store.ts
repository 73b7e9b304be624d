import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../../../database/database.js';
import { CacheJob } from '../cache.entities.js';

export type JobKind = 'img' | 'ucss' | 'vpi';

interface JobRow {
  id: number;
  subject: string;
  state: string;
  result: string;
}

interface Subject {
  subject: string;
  entryId: number;
}

/** Jobs of the worker. A job changes state with one statement that checks the former state, so that it happens once. */
@Injectable()
export class OptimizationsStore {
  private readonly table: string;

  constructor(private readonly db: Database) {
    this.table = db.tables.of(CacheJob);
  }

  /** Adds missing jobs. */
  async request(kind: JobKind, subjects: readonly Subject[]): Promise<void> {
    await this.db.transaction(async (tx) => {
      for (const { subject, entryId } of subjects) {
        const row = { kind, subject, entry: entryId, state: 'requested', result: '', createdAt: Date.now() };
        await tx.insert(CacheJob, row, { onConflict: 'ignore' });
      }
    });
  }

  async requested(kind: JobKind, subject: string): Promise<{ id: number; entryId: number } | undefined> {
    const [row] = await this.db.query<{ id: number; entryId: number }>(
      `SELECT id, entry_id AS entryId FROM ${this.table} WHERE kind = ? AND subject = ? AND state = 'requested'`,
      [kind, subject],
    );
    return row;
  }

  /** False if it was not waiting for a result. */
  async finish(kind: JobKind, id: number, state: 'notified' | 'done', result: unknown): Promise<boolean> {
    const changes = { state, result: JSON.stringify(result), finishedAt: Date.now() };
    const { affected } = await this.db.transaction((tx) =>
      tx.manager.update(CacheJob, { id, kind, state: 'requested' }, changes),
    );
    return affected! > 0;
  }

  async delete(kind: JobKind, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.db.transaction((tx) => tx.manager.delete(CacheJob, { kind, id: In([...ids]) }));
  }

  ofEntry(kind: JobKind, entryId: number): Promise<JobRow[]> {
    return this.db.query<JobRow>(
      `SELECT id, subject, state, result FROM ${this.table} WHERE kind = ? AND entry_id = ? ORDER BY id`,
      [kind, entryId],
    );
  }

  /** How many jobs are in each state. */
  async tally(kind: JobKind): Promise<Record<string, number>> {
    const rows = await this.db.query<{ state: string; total: number }>(
      `SELECT state, COUNT(*) AS total FROM ${this.table} WHERE kind = ? GROUP BY state ORDER BY state`,
      [kind],
    );
    return Object.fromEntries(rows.map(({ state, total }) => [state, Number(total)]));
  }
}

/** The values of entries that jobs need. */
@Injectable()
export class ImagesStore {
  constructor(private readonly db: Database) {}

  async isImage(id: number): Promise<boolean> {
    const rows = await this.db.query(
      `SELECT ID FROM ${this.db.tables.posts} WHERE ID = ? AND post_type = 'attachment' AND post_mime_type IN ('image/jpeg', 'image/png', 'image/gif')`,
      [id],
    );
    return rows.length > 0;
  }

  async counts(): Promise<{ total: number; highest: number }> {
    const [row] = await this.db.query<{ total: number; highest: number | null }>(
      `SELECT COUNT(*) AS total, MAX(ID) AS highest FROM ${this.db.tables.posts} WHERE post_type = 'attachment' AND post_mime_type IN ('image/jpeg', 'image/png', 'image/gif')`,
    );
    return { total: Number(row?.total ?? 0), highest: row?.highest ?? 0 };
  }

  async contentOf(id: number): Promise<string> {
    const [row] = await this.db.query<{ content: string }>(
      `SELECT post_content AS content FROM ${this.db.tables.posts} WHERE ID = ?`,
      [id],
    );
    return row?.content ?? '';
  }
}
