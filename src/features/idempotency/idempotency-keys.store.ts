import { Injectable } from '@nestjs/common';
import { LessThan, LessThanOrEqual, MoreThan } from 'typeorm';
import { Database, deleteInChunks, type Transaction, withoutCommitCheck } from '../../database/index.js';
import { wallClock } from '../../telemetry/index.js';
import { IdempotencyKey } from './idempotency-key.entity.js';

/** How long a response is stored. */
export const STORED_MS = 24 * 3_600_000;
/** How long a claim lasts without renewal. */
export const LEASE_MS = 60_000;

/** Oldest responses that are looked at to make room for one. */
const OLDEST_AT_ONCE = 100;

/** What one account, or one anonymous client, may have stored. */
export interface Quota {
  /** Hash of the account or client. */
  readonly requester: string;
  readonly keys: number;
  readonly bytes: number;
}

/** Rows of keys. Only the request that has claimed a key changes its row. */
@Injectable()
export class IdempotencyKeysStore {
  constructor(private readonly database: Database) {}

  async find(hash: string): Promise<IdempotencyKey | undefined> {
    const row = await this.database.manager.findOneBy(IdempotencyKey, { hash });
    return row && row.createdAt > wallClock() - STORED_MS ? row : undefined;
  }

  /** Milliseconds until the requester may use another key; 0 if it may now. */
  async waitFor({ requester, keys }: Quota): Promise<number> {
    const since = wallClock() - STORED_MS;
    const [newest] = await this.database.manager.find(IdempotencyKey, {
      select: { createdAt: true },
      where: { requester, createdAt: MoreThan(since) },
      order: { createdAt: 'DESC' },
      skip: keys - 1,
      take: 1,
    });
    return newest ? newest.createdAt - since : 0;
  }

  /** Claims a key without a claim, or whose claim has expired before anything was written. */
  claim(hash: string, fingerprint: string, claimedBy: string, { requester }: Quota): Promise<boolean> {
    return this.inOwnTransaction(async (tx) => {
      const now = wallClock();
      const claim = { fingerprint, claimedBy, claimedUntil: now + LEASE_MS, requester };
      await tx.delete(IdempotencyKey, { hash, createdAt: LessThanOrEqual(now - STORED_MS) });
      await tx.insert(IdempotencyKey, { hash, ...claim, createdAt: now }, { onConflict: 'ignore' });
      const expired = { hash, state: 'running' as const, fingerprint, claimedUntil: LessThan(now) };
      await tx.update(IdempotencyKey, expired, claim);
      return tx.manager.existsBy(IdempotencyKey, { hash, claimedBy });
    });
  }

  renew(hash: string, claimedBy: string): Promise<void> {
    return this.inOwnTransaction(async (tx) => {
      await tx.update(IdempotencyKey, { hash, claimedBy }, { claimedUntil: wallClock() + LEASE_MS });
    });
  }

  /** In the transaction of the write. False if another request has claimed the key. */
  async markWritten(tx: Transaction, hash: string, claimedBy: string): Promise<boolean> {
    const { affected } = await tx.update(IdempotencyKey, { hash, claimedBy }, { state: 'written' });
    return affected === 1;
  }

  /** Older responses of the same requester make room: their writes are still not repeated. */
  storeResponse(hash: string, claimedBy: string, response: string, quota: Quota): Promise<void> {
    return this.inOwnTransaction(async (tx) => {
      const bytes = response.length;
      await this.makeRoom(tx, quota, bytes);
      await tx.update(IdempotencyKey, { hash, claimedBy }, { state: 'done', response, bytes });
    });
  }

  private async makeRoom(tx: Transaction, { requester, bytes: limit }: Quota, bytes: number): Promise<void> {
    let stored = (await tx.manager.sum(IdempotencyKey, 'bytes', { requester })) ?? 0;
    while (Number(stored) + bytes > limit) {
      const oldest = await tx.manager.find(IdempotencyKey, {
        select: { hash: true, bytes: true },
        where: { requester, bytes: MoreThan(0) },
        order: { createdAt: 'ASC' },
        take: OLDEST_AT_ONCE,
      });
      if (oldest.length === 0) return;
      const dropped: string[] = [];
      for (const row of oldest) {
        if (Number(stored) + bytes <= limit) break;
        dropped.push(row.hash);
        stored = Number(stored) - row.bytes;
      }
      const empty = { state: 'written' as const, claimedUntil: 0, response: '', bytes: 0 };
      await tx.update(IdempotencyKey, { hash: dropped }, empty);
    }
  }

  /** Gives up a claim. If something was written, the key stays without a response. */
  release(hash: string, claimedBy: string): Promise<void> {
    return this.inOwnTransaction(async (tx) => {
      await tx.update(IdempotencyKey, { hash, claimedBy, state: 'written' }, { claimedUntil: 0 });
      await tx.delete(IdempotencyKey, { hash, claimedBy, state: 'running' });
    });
  }

  async deleteExpired(): Promise<void> {
    const createdAt = LessThanOrEqual(wallClock() - STORED_MS);
    await deleteInChunks(this.database, IdempotencyKey, 'hash', { createdAt });
  }

  isUsed(): Promise<boolean> {
    return this.database.manager.exists(IdempotencyKey);
  }

  /** A transaction that is not the write of the request. */
  private inOwnTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return withoutCommitCheck(() => this.database.transaction(work));
  }
}
