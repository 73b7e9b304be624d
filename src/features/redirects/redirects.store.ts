import { Injectable } from '@nestjs/common';
import { In, Raw } from 'typeorm';
import { Database, escapeLike, like, skipped, type Transaction } from '../../database/index.js';
import { Redirect } from './redirect.entity.js';

/** Rows of one statement of an import. */
const CHUNK = 200;

@Injectable()
export class RedirectsStore {
  constructor(private readonly database: Database) {}

  async page(filter: {
    search: string;
    limit: number;
    offset: number;
  }): Promise<{ redirects: Redirect[]; total: number }> {
    const words = Raw((column) => like(column).replace('?', ':words'), { words: `%${escapeLike(filter.search)}%` });
    const where = filter.search === '' ? [] : [{ source: words }, { target: words }];
    const [redirects, total] = await Promise.all([
      this.database.manager.find(Redirect, {
        where,
        order: { id: 'DESC' },
        take: filter.limit,
        skip: skipped(filter.offset),
      }),
      this.database.manager.countBy(Redirect, where),
    ]);
    return { redirects, total };
  }

  byId(id: number): Promise<Redirect | null> {
    return this.database.manager.findOneBy(Redirect, { id });
  }

  byHashes(hashes: readonly string[]): Promise<Redirect[]> {
    return this.database.manager.findBy(Redirect, { hash: In([...hashes]) });
  }

  /** Sources and targets of all. */
  all(tx: Transaction): Promise<Pick<Redirect, 'id' | 'source' | 'target'>[]> {
    return tx.manager.find(Redirect, { select: { id: true, source: true, target: true } });
  }

  /** One whose source exists gets the new target. */
  async write(tx: Transaction, redirects: readonly Pick<Redirect, 'source' | 'hash' | 'target' | 'status'>[]) {
    const createdAt = Date.now();
    for (let at = 0; at < redirects.length; at += CHUNK)
      await tx.insert(
        Redirect,
        redirects.slice(at, at + CHUNK).map((redirect) => ({ ...redirect, createdAt })),
        { onConflict: { key: ['hash'], update: ['source', 'target', 'status'] } },
      );
  }

  async delete(tx: Transaction, ids: readonly number[]): Promise<void> {
    await tx.delete(Redirect, { id: [...ids] });
  }

  count(tx: Transaction): Promise<number> {
    return tx.manager.count(Redirect);
  }
}
