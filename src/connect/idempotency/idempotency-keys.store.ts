import { Injectable } from '@nestjs/common';
import { LessThan, LessThanOrEqual } from 'typeorm';
import { withoutCommitCheck } from '../../database/commit-check.js';
import { Database, type Transaction } from '../../database/database.js';
import { IdempotencyKey } from './idempotency-key.entity.js';

/** How long a response is stored. */
export const STORED_MS = 24 * 3_600_000;
/** How long a claim lasts without renewal. */
export const LEASE_MS = 60_000;

/** Rows of keys. Only the request that has claimed a key changes its row. */
@Injectable()
export class IdempotencyKeysStore {
  constructor(private readonly database: Database) {}

  async find(hash: string): Promise<IdempotencyKey | undefined> {
    const row = await this.database.manager.findOneBy(IdempotencyKey, { hash });
    return row && row.createdAt > wallClock() - STORED_MS ? row : undefined;
  }

  /** Claims a key without a claim, or whose claim has expired before anything was written. */
  claim(hash: string, fingerprint: string, claimedBy: string): Promise<boolean> {
    return this.inOwnTransaction(async (tx) => {
      const now = wallClock();
      const claim = { fingerprint, claimedBy, claimedUntil: now + LEASE_MS };
      await tx.manager.delete(IdempotencyKey, { hash, createdAt: LessThanOrEqual(now - STORED_MS) });
      await tx.insert(IdempotencyKey, { hash, ...claim, createdAt: now }, { onConflict: 'ignore' });
      const expired = { hash, state: 'running' as const, fingerprint, claimedUntil: LessThan(now) };
      await tx.manager.update(IdempotencyKey, expired, claim);
      return tx.manager.existsBy(IdempotencyKey, { hash, claimedBy });
    });
  }

  renew(hash: string, claimedBy: string): Promise<void> {
    return this.inOwnTransaction(async (tx) => {
      await tx.manager.update(IdempotencyKey, { hash, claimedBy }, { claimedUntil: wallClock() + LEASE_MS });
    });
  }

  /** In the transaction of the write. False if another request has claimed the key. */
  async markWritten(tx: Transaction, hash: string, claimedBy: string): Promise<boolean> {
    const { affected } = await tx.manager.update(IdempotencyKey, { hash, claimedBy }, { state: 'written' });
    return affected === 1;
  }

  storeResponse(hash: string, claimedBy: string, response: string): Promise<void> {
    return this.inOwnTransaction(async (tx) => {
      await tx.manager.update(IdempotencyKey, { hash, claimedBy }, { state: 'done', response });
    });
  }

  /** Gives up a claim, unless something was written. */
  release(hash: string, claimedBy: string): Promise<void> {
    return this.inOwnTransaction(async (tx) => {
      await tx.manager.delete(IdempotencyKey, { hash, claimedBy, state: 'running' });
    });
  }

  async deleteExpired(): Promise<void> {
    const createdAt = LessThanOrEqual(wallClock() - STORED_MS);
    await this.inOwnTransaction((tx) => tx.manager.delete(IdempotencyKey, { createdAt }));
  }

  isUsed(): Promise<boolean> {
    return this.database.manager.exists(IdempotencyKey);
  }

  /** A transaction that is not the write of the request. */
  private inOwnTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return withoutCommitCheck(() => this.database.transaction(work));
  }
}

/** Keys live longer than the process. */
export function wallClock(): number {
  return Date.now();
}
