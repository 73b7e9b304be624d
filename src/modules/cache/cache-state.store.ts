import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Database, type Transaction } from '../../database/database.js';
import { CacheState, SpentProof } from './cache.entities.js';
import { OptionsStore } from '../../database/options.store.js';
import { toText } from '../../text/php/index.js';

const KEY_OPTION = 'litespeed.conf.api_key';
const ADDRESS_OPTION = 'litespeed.conf.server_ip';
const SUMMARY_OPTION = 'litespeed.cloud._summary';

/** Options of the LiteSpeed Cache plugin on a site that came from WordPress. Read only. */
@Injectable()
export class LitespeedOptionsStore {
  constructor(private readonly options: OptionsStore) {}

  key(): Promise<string> {
    return this.options.text(KEY_OPTION);
  }

  /** The site's own public address, as its owner entered it. */
  address(): Promise<string> {
    return this.options.text(ADDRESS_OPTION);
  }

  /** A token exists only during a pairing. */
  async token(): Promise<string> {
    const { token } = await this.summary();
    return typeof token === 'string' ? token : '';
  }

  async peers(): Promise<string[] | undefined> {
    const { ips } = await this.summary();
    return Array.isArray(ips) ? ips.map(String) : undefined;
  }

  private async summary(): Promise<{ token?: unknown; ips?: unknown }> {
    try {
      const parsed: unknown = JSON.parse(toText(await this.options.get(SUMMARY_OPTION)));
      return typeof parsed === 'object' && parsed !== null ? parsed : {};
    } catch {
      return {};
    }
  }
}

/** The toolset's small records, by name, as JSON. */
@Injectable()
export class CacheStateStore {
  constructor(private readonly db: Database) {}

  async read<T>(name: string): Promise<T | undefined> {
    return parse<T>(await this.db.manager.findOneBy(CacheState, { name }));
  }

  /** Reads, changes and writes a record under a row lock. */
  change<T, R>(name: string, initial: T, alter: (value: T) => { value: T; result: R }): Promise<R> {
    return this.db.transaction(async (tx) => {
      await tx.insert(CacheState, { name, value: JSON.stringify(initial) }, { onConflict: 'ignore' });
      const [row] = await tx.query<CacheState>(
        `SELECT name, value FROM ${this.db.tables.of(CacheState)} WHERE name = ?${this.db.sql.forUpdate()}`,
        [name],
      );
      const before = parse<T>(row) ?? initial;
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

function parse<T>(row: CacheState | null | undefined): T | undefined {
  return row ? (JSON.parse(row.value) as T) : undefined;
}

/** A proof that is valid, whether or not it was used before. */
export interface CheckedProof {
  nonce: string;
  expiresAt: number;
}

/** Used proofs. Each is accepted once across all processes. */
@Injectable()
export class SpentProofsStore {
  constructor(private readonly db: Database) {}

  /** False if the proof was used before. */
  spend({ nonce, expiresAt }: CheckedProof): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      await tx.delete(SpentProof, { expiresAt: LessThan(Date.now()) });
      const { affected } = await tx.insert(SpentProof, { nonce, expiresAt }, { onConflict: 'ignore' });
      return affected > 0;
    });
  }
}
