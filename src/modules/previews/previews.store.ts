import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { Database } from '../../database/database.js';
import { selectColumns } from '../../database/entities/index.js';
import { Preview } from './preview.entity.js';

export type PreviewLink = Pick<Preview, 'id' | 'post' | 'author' | 'created' | 'expires'>;

const COLUMNS = selectColumns(Preview, ['id', 'post', 'author', 'created', 'expires']);

/** Preview links. Expired ones are deleted when another one is created. */
@Injectable()
export class PreviewsStore {
  constructor(private readonly db: Database) {}

  byPost(post: number): Promise<PreviewLink[]> {
    return this.db.query<PreviewLink>(
      `SELECT ${COLUMNS} FROM ${this.table} WHERE post_id = ? AND expires > ? ORDER BY id DESC LIMIT 100`,
      [post, nowSeconds()],
    );
  }

  async byId(id: number): Promise<PreviewLink | undefined> {
    const [row] = await this.db.query<PreviewLink>(`SELECT ${COLUMNS} FROM ${this.table} WHERE id = ?`, [id]);
    return row;
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
  async byToken(post: number, token: string): Promise<PreviewLink | undefined> {
    const [row] = await this.db.query<PreviewLink>(
      `SELECT ${COLUMNS} FROM ${this.table} WHERE post_id = ? AND digest = ? AND expires > ? LIMIT 1`,
      [post, digestOf(token), nowSeconds()],
    );
    return row;
  }

  private get table(): string {
    return this.db.tables.of(Preview);
  }
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
