import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { Database, type Transaction } from '../../../database/database.js';
import { lockNames } from '../../../database/named-locks.js';
import { ResumableUpload } from './resumable-upload.entity.js';
import { wallClock } from '../../../telemetry/clock.js';

/** How long an upload can be continued, and its result be read. */
export const LIFETIME_MS = 24 * 3_600_000;

export interface Quota {
  /** Unfinished uploads of a user. */
  files: number;
  /** Sum of their complete sizes. */
  bytes: number;
}

@Injectable()
export class UploadsStore {
  constructor(private readonly database: Database) {}

  /** Undefined if it has expired. */
  async find(id: string): Promise<ResumableUpload | undefined> {
    const row = await this.database.manager.findOneBy(ResumableUpload, { id });
    return row && row.createdAt > wallClock() - LIFETIME_MS ? row : undefined;
  }

  /** False if the upload would exceed the quota of its user. */
  add(upload: Pick<ResumableUpload, 'id' | 'user' | 'size' | 'metadata'>, quota: Quota): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      await lockNames(tx, this.database, [`uploads of ${upload.user}`]);
      const open = await tx.manager.findBy(ResumableUpload, { user: upload.user, media: 0 });
      const bytes = open.reduce((sum, { size }) => sum + Number(size), upload.size);
      if (open.length >= quota.files || bytes > quota.bytes) return false;
      await tx.insert(ResumableUpload, { ...upload, createdAt: wallClock() });
      return true;
    });
  }

  /** In the transaction that creates the attachment. False if another request has finished the upload. */
  async finish(tx: Transaction, id: string, media: number): Promise<boolean> {
    const { affected } = await tx.update(ResumableUpload, { id, media: 0 }, { media });
    return affected === 1;
  }

  async delete(id: string): Promise<void> {
    await this.database.transaction((tx) => tx.delete(ResumableUpload, { id }));
  }

  expired(): Promise<ResumableUpload[]> {
    return this.database.manager.findBy(ResumableUpload, { createdAt: LessThanOrEqual(wallClock() - LIFETIME_MS) });
  }

  isUsed(): Promise<boolean> {
    return this.database.manager.exists(ResumableUpload);
  }
}
