import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../src/database/database.js';
import { escapeLike, like } from '../../src/database/engine/dialect.js';
import { skipped } from '../../src/database/engine/parameters.js';
import { EVENTS, EVENTS_TABLE } from './events.table.js';

export interface EventRow {
  id: number;
  title: string;
  place: string;
  starts_at: string;
  seats: number;
  author: number;
}

export interface EventQuery {
  search?: string;
  after?: string;
  limit: number;
  offset: number;
}

const COLUMNS = 'id, title, place, starts_at, seats, author';

/** The only file with SQL text. Input is always a parameter. */
@Injectable()
export class EventsStore implements OnModuleInit {
  private readonly table: string;

  constructor(private readonly db: Database) {
    this.table = db.tables.own(EVENTS);
  }

  async onModuleInit(): Promise<void> {
    await this.db.createTables([EVENTS_TABLE]);
  }

  async list({ search, after, limit, offset }: EventQuery): Promise<{ events: EventRow[]; total: number }> {
    const conditions = ['1 = 1', ...(search ? [like('title')] : []), ...(after ? ['starts_at > ?'] : [])];
    const parameters = [...(search ? [`%${escapeLike(search)}%`] : []), ...(after ? [after] : [])];
    const from = `FROM ${this.table} WHERE ${conditions.join(' AND ')}`;
    const [events, [counted]] = await Promise.all([
      this.db.query<EventRow>(`SELECT ${COLUMNS} ${from} ORDER BY starts_at, id LIMIT ? OFFSET ?`, [
        ...parameters,
        limit,
        skipped(offset),
      ]),
      this.db.query<{ total: number }>(`SELECT COUNT(*) AS total ${from}`, parameters),
    ]);
    return { events, total: Number(counted?.total ?? 0) };
  }

  async byId(id: number): Promise<EventRow | undefined> {
    const [row] = await this.db.query<EventRow>(`SELECT ${COLUMNS} FROM ${this.table} WHERE id = ?`, [id]);
    return row;
  }

  add(event: Omit<EventRow, 'id'>): Promise<number> {
    return this.db.transaction(async (tx) => {
      const { insertId } = await tx.execute(
        `INSERT INTO ${this.table} (title, place, starts_at, seats, author) VALUES (?, ?, ?, ?, ?)`,
        [event.title, event.place, event.starts_at, event.seats, event.author],
      );
      return insertId;
    });
  }
}
