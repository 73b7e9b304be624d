import { Injectable } from '@nestjs/common';
import { And, LessThan, MoreThanOrEqual } from 'typeorm';
import { Database, type Transaction } from '../../database/database.js';
import { deleteInChunks } from '../../database/delete-in-chunks.js';
import { tableOf } from '../../database/entities/index.js';
import { AuditEntry } from './audit-entry.entity.js';
import { wallClock } from '../../telemetry/clock.js';

export interface AuditQuery {
  /** Limits to older entries than the one with this ID. */
  before?: number;
  limit: number;
  event?: string;
  actor?: number;
  /** Milliseconds since 1970. */
  from?: number;
  until?: number;
}

export type NewAuditEntry = Omit<AuditEntry, 'id' | 'createdAt'>;

@Injectable()
export class AuditLogStore {
  constructor(private readonly database: Database) {}

  async add(tx: Transaction, entry: NewAuditEntry): Promise<void> {
    const { via, objectName } = entry;
    await tx.insert(AuditEntry, { ...entry, via: cut(via), objectName: cut(objectName), createdAt: wallClock() });
  }

  /** Latest first. Costs the same at any depth. */
  find({ before, limit, event, actor, from, until }: AuditQuery): Promise<AuditEntry[]> {
    const isLimitedInTime = from !== undefined || until !== undefined;
    return this.database.manager.find(AuditEntry, {
      where: {
        ...(before !== undefined && { id: LessThan(before) }),
        ...(event !== undefined && { event }),
        ...(actor !== undefined && { actor }),
        ...(isLimitedInTime && {
          createdAt: And(MoreThanOrEqual(from ?? 0), LessThan(until ?? Number.MAX_SAFE_INTEGER)),
        }),
      },
      order: { id: 'DESC' },
      take: limit,
    });
  }

  async deleteBefore(time: number): Promise<void> {
    await deleteInChunks(this.database, AuditEntry, 'id', { createdAt: LessThan(time) });
  }
}

/** What an event is about, and what is worth knowing of the change. */
export type AuditFacts = Pick<NewAuditEntry, 'objectType' | 'objectId' | 'objectName'> & {
  details: Readonly<Record<string, unknown>>;
};

export const COMMAND_LINE = 'command line';

/** The log for commands that run without the application. Undefined on a site that never had nestpress/v1. */
export async function operatorLog(
  database: Database,
): Promise<((tx: Transaction, event: string, facts: AuditFacts) => Promise<void>) | undefined> {
  const table = database.tablePrefix + tableOf(AuditEntry).name;
  if (!(await database.existingTables()).includes(table)) return undefined;
  const rows = new AuditLogStore(database);
  const by = { actor: 0, actorLogin: '', via: COMMAND_LINE, address: '' };
  return (tx, event, { details, ...object }) =>
    rows.add(tx, { event, ...by, ...object, details: JSON.stringify(details) });
}

/** To the length of the columns, without half a character at the end. */
function cut(text: string): string {
  return text.length <= 190 ? text : Array.from(text).slice(0, 190).join('');
}
