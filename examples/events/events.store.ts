import { Injectable } from '@nestjs/common';
import { Database, escapeLike, like, membersOf, selectColumns, skipped } from '@nestpress/server';
import { Event } from './event.entity.js';

export interface EventQuery {
  search?: string;
  after?: string;
  limit: number;
  offset: number;
}

const COLUMNS = selectColumns(Event, membersOf(Event));

/** The only file with SQL text. Input is always a parameter. */
@Injectable()
export class EventsStore {
  private readonly table: string;

  constructor(private readonly db: Database) {
    this.table = db.tables.of(Event);
  }

  async list({ search, after, limit, offset }: EventQuery): Promise<{ events: Event[]; total: number }> {
    const conditions = ['1 = 1', ...(search ? [like('title')] : []), ...(after ? ['starts_at > ?'] : [])];
    const parameters = [...(search ? [`%${escapeLike(search)}%`] : []), ...(after ? [after] : [])];
    const from = `FROM ${this.table} WHERE ${conditions.join(' AND ')}`;
    const [events, [counted]] = await Promise.all([
      this.db.query<Event>(`SELECT ${COLUMNS} ${from} ORDER BY starts_at, id LIMIT ? OFFSET ?`, [
        ...parameters,
        limit,
        skipped(offset),
      ]),
      this.db.query<{ total: number }>(`SELECT COUNT(*) AS total ${from}`, parameters),
    ]);
    return { events, total: Number(counted?.total ?? 0) };
  }

  async byId(id: number): Promise<Event | undefined> {
    const [row] = await this.db.query<Event>(`SELECT ${COLUMNS} FROM ${this.table} WHERE id = ?`, [id]);
    return row;
  }

  /** False when there is no such event. */
  update(id: number, changes: Partial<Omit<Event, 'id'>>): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      if (!(await tx.manager.existsBy(Event, { id }))) return false;
      if (Object.keys(changes).length > 0) await tx.update(Event, { id }, changes);
      return true;
    });
  }

  /** False when there is no such event. */
  delete(id: number): Promise<boolean> {
    return this.db.transaction(async (tx) => (await tx.delete(Event, { id })).affected > 0);
  }

  add(event: Omit<Event, 'id'>): Promise<number> {
    return this.db.transaction(async (tx) => (await tx.insert(Event, event)).insertId);
  }
}
