import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, MoreThan } from 'typeorm';
import { Database, type Transaction } from '../../database/database.js';
import { Token } from './token.entity.js';

type Recorder = (tx: Transaction) => Promise<void>;

/** Tokens that have not expired. Expired ones are deleted when another one is created. */
@Injectable()
export class TokensStore {
  constructor(private readonly db: Database) {}

  byId(id: number): Promise<Token | null> {
    return this.db.manager.findOneBy(Token, { id, expires: MoreThan(nowSeconds()) });
  }

  byUser(user: number): Promise<Token[]> {
    const where = { user, expires: MoreThan(nowSeconds()) };
    return this.db.manager.find(Token, { where, order: { id: 'DESC' }, take: 200 });
  }

  byClient(client: string): Promise<Token[]> {
    return this.db.manager.findBy(Token, { client });
  }

  /** IDs of the clients with a current sign-in. */
  async clientIds(): Promise<ReadonlySet<string>> {
    const found = await this.db.manager
      .createQueryBuilder(Token, 'token')
      .select('DISTINCT token.client', 'client')
      .where('token.expires > :now', { now: nowSeconds() })
      .getRawMany<{ client: string }>();
    return new Set(found.map(({ client }) => client));
  }

  create(values: Omit<Token, 'id'>, record: Recorder): Promise<number> {
    return this.db.transaction(async (tx) => {
      await tx.delete(Token, { expires: LessThanOrEqual(nowSeconds()) });
      const { insertId } = await tx.insert(Token, values);
      await record(tx);
      return insertId;
    });
  }

  /** Replaces the refresh token with this digest; false if another request did before. */
  rotate(
    id: number,
    digest: string,
    next: Pick<Token, 'digest' | 'former' | 'used' | 'address' | 'expires'>,
  ): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const { affected } = await tx.update(Token, { id, digest }, next);
      return affected === 1;
    });
  }

  /** False if there was none. */
  delete({ id, user }: Pick<Token, 'id' | 'user'>, record: Recorder): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const { affected } = await tx.delete(Token, { id, user });
      if (affected === 1) await record(tx);
      return affected === 1;
    });
  }
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
