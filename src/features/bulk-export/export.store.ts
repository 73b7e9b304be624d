import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { Database } from '../../database/index.js';
import { Post } from '../../database/entities/index.js';

@Injectable()
export class ExportStore {
  constructor(private readonly database: Database) {}

  /** IDs of the published entries of a type after this ID, in ascending order. Costs the same at any depth. */
  async idsAfter(type: string, id: number, limit: number): Promise<number[]> {
    const rows = await this.database.manager.find(Post, {
      select: { id: true },
      where: { type, status: type === 'attachment' ? 'inherit' : 'publish', id: MoreThan(id) },
      order: { id: 'ASC' },
      take: limit,
    });
    return rows.map((row) => row.id);
  }
}
