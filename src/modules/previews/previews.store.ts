import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, MoreThan } from 'typeorm';
import { AccessEvents } from '../../access/access-events.service.js';
import { type Principal } from '../../access/principal.js';
import { Database } from '../../database/database.js';
import { Preview } from './preview.entity.js';

/** The entry of a preview link. */
export type PreviewedEntry = Readonly<Record<'type' | 'title', string> & { id: number }>;

export type PreviewLink = Pick<Preview, 'id' | 'post' | 'author' | 'created' | 'expires'>;

const LINK = { id: true, post: true, author: true, created: true, expires: true } as const;

/** Preview links. Expired ones are deleted when another one is created. */
@Injectable()
export class PreviewsStore {
  constructor(
    private readonly db: Database,
    private readonly events: AccessEvents,
  ) {}

  byPost(post: number): Promise<PreviewLink[]> {
    const where = { post, expires: MoreThan(nowSeconds()) };
    return this.db.manager.find(Preview, { select: LINK, where, order: { id: 'DESC' }, take: 100 });
  }

  byId(id: number): Promise<PreviewLink | null> {
    return this.db.manager.findOne(Preview, { select: LINK, where: { id } });
  }

  /** The token is returned only here. */
  async create(
    entry: PreviewedEntry,
    by: Principal,
    lifetimeSeconds: number,
  ): Promise<PreviewLink & { token: string }> {
    const token = randomBytes(24).toString('base64url');
    const created = nowSeconds();
    const row = { post: entry.id, author: by.id, created, expires: created + lifetimeSeconds };
    const id = await this.db.transaction(async (tx) => {
      await tx.delete(Preview, { expires: LessThanOrEqual(created) });
      const { insertId } = await tx.insert(Preview, { ...row, digest: digestOf(token) });
      const details = { link: insertId, expires: new Date(row.expires * 1000).toISOString() };
      await this.events.emit(tx, { event: 'preview-link.created', entry, by, details });
      return insertId;
    });
    return { id, ...row, token };
  }

  /** `reason`: why the service itself deletes it. */
  async delete({ id, author }: PreviewLink, entry: PreviewedEntry, by: Principal, reason?: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { affected } = await tx.delete(Preview, { id });
      const details = { link: id, made_by: Number(author), ...(reason !== undefined && { reason }) };
      if (affected === 1) await this.events.emit(tx, { event: 'preview-link.deleted', entry, by, details });
    });
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
