import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import { CacheState, SpentProof } from './cache.entities.js';
import { type CheckedProof } from './pairing/proof.js';

/** The toolset's small records, by name, as JSON. */
@Injectable()
export class CacheStateStore {
  private readonly table: string;

  constructor(private readonly db: Database) {
    this.table = db.tables.of(CacheState);
  }

  async read<T>(name: string): Promise<T | undefined> {
    return parse<T>(await this.db.query(`SELECT value FROM ${this.table} WHERE name = ?`, [name]));
  }

  /** Reads, changes and writes a record under a row lock. */
  change<T, R>(name: string, initial: T, alter: (value: T) => { value: T; result: R }): Promise<R> {
    return this.db.transaction(async (tx) => {
      await tx.insert(CacheState, { name, value: JSON.stringify(initial) }, { onConflict: 'ignore' });
      const before =
        parse<T>(await tx.query(`SELECT value FROM ${this.table} WHERE name = ?${this.db.sql.forUpdate()}`, [name])) ??
        initial;
      const { value, result } = alter(before);
      await this.write(tx, name, value);
      return result;
    });
  }

  async write(tx: Transaction, name: string, value: unknown): Promise<void> {
    const row = { name, value: JSON.stringify(value) };
    await tx.insert(CacheState, row, { onConflict: { key: ['name'], update: ['value'] } });
  }
}

function parse<T>([row]: readonly { value: string }[]): T | undefined {
  return row && (JSON.parse(row.value) as T);
}

/** Used proofs. Each is accepted once across all processes. */
@Injectable()
export class SpentProofsStore {
  private readonly table: string;

  constructor(private readonly db: Database) {
    this.table = db.tables.of(SpentProof);
  }

  /** False if the proof was used before. */
  spend({ nonce, expiresAt }: CheckedProof): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      await tx.execute(`DELETE FROM ${this.table} WHERE expires_at < ?`, [Date.now()]);
      const { affected } = await tx.execute(this.db.sql.insertIgnore(this.table, ['nonce', 'expires_at']), [
        nonce,
        expiresAt,
      ]);
      return affected > 0;
    });
  }
}
