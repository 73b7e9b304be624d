import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, MoreThan } from 'typeorm';
import { Database } from '../../database/database.js';
import { Preview } from './preview.entity.js';

export type PreviewLink = Pick<Preview, 'id' | 'post' | 'author' | 'created' | 'expires'>;

const LINK = { id: true, post: true, author: true, created: true, expires: true } as const;

/** Preview links. Expired ones are deleted when another one is created. */
@Injectable()
export class PreviewsStore {
  constructor(private readonly db: Database) {}

  byPost(post: number): Promise<PreviewLink[]> {
    const where = { post, expires: MoreThan(nowSeconds()) };
    return this.db.manager.find(Preview, { select: LINK, where, order: { id: 'DESC' }, take: 100 });
  }

  byId(id: number): Promise<PreviewLink | null> {
    return this.db.manager.findOne(Preview, { select: LINK, where: { id } });
  }

  /** The token is returned only here. */
  async create(post: number, author: number, lifetimeSeconds: number): Promise<PreviewLink & { token: string }> {
    const token = randomBytes(24).toString('base64url');
    const created = nowSeconds();
    const row = { post, author, created, expires: created + lifetimeSeconds };
    const id = await this.db.transaction(async (tx) => {
      await tx.manager.delete(Preview, { expires: LessThanOrEqual(created) });
      return (await tx.insert(Preview, { ...row, digest: digestOf(token) })).insertId;
    });
    return { id, ...row, token };
  }

  async delete(id: number): Promise<void> {
    await this.db.transaction((tx) => tx.manager.delete(Preview, { id }));
  }

  /** The link with this token, unless it has expired. */
  byToken(post: number, token: string): Promise<PreviewLink | null> {
    const where = { post, digest: digestOf(token), expires: MoreThan(nowSeconds()) };
    return this.db.manager.findOne(Preview, { select: LINK, where });
  }
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
