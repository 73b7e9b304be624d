import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../../../database/database.js';
import { Post } from '../../../database/entities/index.js';
import { CacheJob } from '../cache.entities.js';

export type JobKind = 'img' | 'ucss' | 'vpi';

interface Subject {
  subject: string;
  entryId: number;
}

/** Jobs of the worker. A job changes state with one statement that checks the former state, so that it happens once. */
@Injectable()
export class OptimizationsStore {
  constructor(private readonly db: Database) {}

  /** Adds missing jobs. */
  async request(kind: JobKind, subjects: readonly Subject[]): Promise<void> {
    await this.db.transaction(async (tx) => {
      for (const { subject, entryId } of subjects) {
        const row = { kind, subject, entry: entryId, state: 'requested', result: '', createdAt: Date.now() };
        await tx.insert(CacheJob, row, { onConflict: 'ignore' });
      }
    });
  }

  requested(kind: JobKind, subject: string): Promise<CacheJob | null> {
    return this.db.manager.findOneBy(CacheJob, { kind, subject, state: 'requested' });
  }

  /** False if it was not waiting for a result. */
  async finish(kind: JobKind, id: number, state: 'notified' | 'done', result: unknown): Promise<boolean> {
    const changes = { state, result: JSON.stringify(result), finishedAt: Date.now() };
    const { affected } = await this.db.transaction((tx) =>
      tx.update(CacheJob, { id, kind, state: 'requested' }, changes),
    );
    return affected! > 0;
  }

  async delete(kind: JobKind, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.db.transaction((tx) => tx.delete(CacheJob, { kind, id: [...ids] }));
  }

  ofEntry(kind: JobKind, entry: number): Promise<CacheJob[]> {
    return this.db.manager.find(CacheJob, { where: { kind, entry }, order: { id: 'ASC' } });
  }

  /** How many jobs are in each state. */
  async tally(kind: JobKind): Promise<Record<string, number>> {
    const rows = await this.db.manager
      .createQueryBuilder(CacheJob, 'job')
      .select('job.state', 'state')
      .addSelect('COUNT(*)', 'total')
      .where({ kind })
      .groupBy('job.state')
      .orderBy('job.state')
      .getRawMany<{ state: string; total: number }>();
    return Object.fromEntries(rows.map(({ state, total }) => [state, Number(total)]));
  }
}

const IMAGES = { type: 'attachment', mimeType: In(['image/jpeg', 'image/png', 'image/gif']) };

/** The values of entries that jobs need. */
@Injectable()
export class ImagesStore {
  constructor(private readonly db: Database) {}

  isImage(id: number): Promise<boolean> {
    return this.db.manager.existsBy(Post, { id, ...IMAGES });
  }

  async counts(): Promise<{ total: number; highest: number }> {
    const { manager } = this.db;
    const [total, highest] = await Promise.all([manager.countBy(Post, IMAGES), manager.maximum(Post, 'id', IMAGES)]);
    return { total, highest: highest ?? 0 };
  }

  async contentOf(id: number): Promise<string> {
    return (await this.db.manager.findOneBy(Post, { id }))?.content ?? '';
  }
}
