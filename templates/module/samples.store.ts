import { Injectable } from '@nestjs/common';
import { Database, escapeLike, like, membersOf, selectColumns, skipped } from '@nestpress/server';
import { Sample } from './sample.entity.js';

const COLUMNS = selectColumns(Sample, membersOf(Sample));

/** The only file with SQL text. Input is always a parameter. */
@Injectable()
export class SamplesStore {
  private readonly table: string;

  constructor(private readonly db: Database) {
    this.table = db.tables.of(Sample);
  }

  async list(query: { search?: string; limit: number; offset: number }): Promise<{ samples: Sample[]; total: number }> {
    const where = query.search ? `WHERE ${like('title')}` : '';
    const parameters = query.search ? [`%${escapeLike(query.search)}%`] : [];
    const [samples, [counted]] = await Promise.all([
      this.db.query<Sample>(`SELECT ${COLUMNS} FROM ${this.table} ${where} ORDER BY id DESC LIMIT ? OFFSET ?`, [
        ...parameters,
        query.limit,
        skipped(query.offset),
      ]),
      this.db.query<{ total: number }>(`SELECT COUNT(*) AS total FROM ${this.table} ${where}`, parameters),
    ]);
    return { samples, total: Number(counted?.total ?? 0) };
  }

  async byId(id: number): Promise<Sample | undefined> {
    const [row] = await this.db.query<Sample>(`SELECT ${COLUMNS} FROM ${this.table} WHERE id = ?`, [id]);
    return row;
  }

  add(sample: Omit<Sample, 'id'>): Promise<number> {
    return this.db.transaction(async (tx) => (await tx.insert(Sample, sample)).insertId);
  }

  /** False when there is no such sample. */
  update(id: number, changes: Partial<Omit<Sample, 'id'>>): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      if (!(await tx.manager.existsBy(Sample, { id }))) return false;
      if (Object.keys(changes).length > 0) await tx.update(Sample, { id }, changes);
      return true;
    });
  }

  /** False when there is no such sample. */
  delete(id: number): Promise<boolean> {
    return this.db.transaction(async (tx) => (await tx.delete(Sample, { id })).affected > 0);
  }
}
