import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { SpentProof } from '../cache.entities.js';
import { type CheckedProof } from './proof.js';

/** A proof is good once, whichever process it comes to. */
@Injectable()
export class SpentProofsStore {
  private readonly table: string;

  constructor(private readonly db: Database) {
    this.table = db.tables.of(SpentProof);
  }

  /** False when it was spent before. */
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
