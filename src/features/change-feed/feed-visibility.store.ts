import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ContentModel } from '../../content-model/index.js';
import { Database, placeholders, type Reader, type Transaction } from '../../database/index.js';
import { NOTE } from '../../modules/comments/index.js';
import { Post } from '../../database/entities/index.js';
import { PendingChange } from './change-feed.entity.js';

/** Status of a pending change of a user whose entry was published or left the public. */
export const AUTHOR = 'author';
/** SQLite limits the number of SELECTs in a statement. */
const USERS_AT_ONCE = 100;
const MAX_ANCESTORS = 10;
const MAX_CHANGES = 5000;

/** What decides who could read an entry. */
interface EntryState {
  type: string;
  status: string;
  parent: number;
  isLocked: boolean;
}

/** Decides which changes are in the feed, and whether everyone could read what was written before the write. */
@Injectable()
export class FeedVisibilityStore {
  constructor(
    private readonly db: Database,
    private readonly model: ContentModel,
  ) {}

  /** The changes that are in the feed, in the order of the pending ones. */
  async visible(tx: Transaction, rows: readonly PendingChange[]): Promise<PendingChange[]> {
    const shown = rows.filter(({ kind, type, isShown }) => isShown === 1 && !(kind === 'comment' && type === NOTE));
    const entries = await this.entriesAround(tx, rows, shown);
    const authors = await this.authors(tx, shown);
    const found: PendingChange[] = [];
    for (const row of shown) {
      if (row.kind === 'user' && !authors.isChange(row)) continue;
      found.push({ ...row, isPublic: Number(this.wasPublic(row, entries, authors)) });
    }
    return found;
  }

  /** Which of the users, existing or not, are the author of a published entry. */
  async publishing(from: Reader, ids: readonly number[]): Promise<Set<number>> {
    return new Set([...(await this.published(from, ids, 1)).keys()]);
  }

  /** How many published entries users have, counted up to a limit; without those who have none. */
  private async published(from: Reader, ids: readonly number[], limit: number): Promise<Map<number, number>> {
    const counts = new Map<number, number>();
    const types = this.model.restTypes.map(({ name }) => name);
    const unique = [...new Set(ids)];
    for (let start = 0; start < unique.length; start += USERS_AT_ONCE) {
      const part = unique.slice(start, start + USERS_AT_ONCE);
      const select =
        `SELECT ? AS id, COUNT(*) AS entries FROM (SELECT 1 AS found FROM ${this.db.tables.posts} WHERE post_author = ? ` +
        `AND post_status = 'publish' AND post_type IN (${placeholders(types.length)}) LIMIT ${limit}) AS counted`;
      const found = await from.query<{ id: number; entries: number }>(
        part.map(() => select).join(' UNION ALL '),
        part.flatMap((id) => [id, id, ...types]),
      );
      for (const { id, entries } of found) if (Number(entries) > 0) counts.set(Number(id), Number(entries));
    }
    return counts;
  }

  private wasPublic(row: PendingChange, entries: EntryStates, authors: { wasPublic(id: number): boolean }): boolean {
    if (row.kind === 'user') return row.isPublic === 1 || (row.action === 'delete' && authors.wasPublic(row.object));
    if (row.isPublic === 0) return false;
    if (row.kind === 'entry') {
      const { type, formerStatus: status, parent } = row;
      return this.isPublic({ type, status, parent, isLocked: row.isLocked === 1 }, row, entries);
    }
    if (row.kind !== 'comment' || row.parent === 0) return true;
    const post = entries.before(row, row.parent);
    return post !== undefined && !post.isLocked && this.isPublic(post, row, entries);
  }

  /** An entry that inherits its status follows its parent, and is public without one. */
  private isPublic(entry: EntryState, row: PendingChange, entries: EntryStates): boolean {
    let checked: EntryState | undefined = entry;
    for (let level = 0; checked && level < MAX_ANCESTORS; level++) {
      if (checked.status === 'publish') return this.model.types.get(checked.type)?.restrictsReading !== true;
      if (checked.status !== 'inherit') return false;
      if (checked.parent === 0) return true;
      checked = entries.before(row, checked.parent);
    }
    return false;
  }

  /** The entries that changes depend on, as they are now, and what the pending changes say about them. */
  private async entriesAround(
    tx: Transaction,
    rows: readonly PendingChange[],
    shown: readonly PendingChange[],
  ): Promise<EntryStates> {
    const present = new Map<number, EntryState>();
    let level = shown.filter(({ isPublic, parent }) => isPublic === 1 && parent > 0).map(({ parent }) => parent);
    for (let depth = 0; level.length > 0 && depth < MAX_ANCESTORS; depth++) {
      const found = await tx.manager.find(Post, {
        select: { id: true, type: true, status: true, parent: true, password: true },
        where: { id: In([...new Set(level)]) },
      });
      for (const { id, type, status, parent, password } of found)
        present.set(id, { type, status, parent, isLocked: password !== '' });
      level = found.map(({ parent }) => parent).filter((id) => id > 0 && !present.has(id));
    }
    const missing = shown.some(({ parent }) => parent > 0 && !present.has(parent));
    // The entry of a comment may have been deleted by a change that comes after these.
    const further = missing
      ? await tx.manager.find(PendingChange, { where: { kind: 'entry' }, order: { id: 'ASC' }, take: MAX_CHANGES })
      : [];
    return new EntryStates(present, further.length > 0 ? further : rows.filter(({ kind }) => kind === 'entry'));
  }

  /** Users become readable with their first published entry, and unreadable with their last one. */
  private async authors(tx: Transaction, rows: readonly PendingChange[]) {
    const users = rows.filter(({ kind }) => kind === 'user');
    const types = new Set(this.model.restTypes.map(({ name }) => name));
    const written = users.filter(({ status, type }) => status === AUTHOR && types.has(type));
    const arrived = new Map<number, number>();
    const left = new Set<number>();
    for (const { object, isPublic } of written) {
      if (isPublic === 1) left.add(object);
      else arrived.set(object, (arrived.get(object) ?? 0) + 1);
    }
    const unpublished = users.filter(({ status, action }) => status === AUTHOR || action === 'delete');
    const limit = Math.max(0, ...arrived.values()) + 1;
    const counts = await this.published(
      tx,
      unpublished.map(({ object }) => object),
      limit,
    );
    const count = (id: number) => counts.get(id) ?? 0;
    return {
      isChange: (row: PendingChange) =>
        row.status !== AUTHOR ||
        (types.has(row.type) &&
          (row.isPublic === 1 ? count(row.object) === 0 : count(row.object) <= (arrived.get(row.object) ?? 0))),
      wasPublic: (id: number) => left.has(id) || count(id) > 0,
    };
  }
}

/** The states of entries in the order of their changes. */
class EntryStates {
  private readonly byEntry = new Map<number, PendingChange[]>();

  constructor(
    private readonly present: ReadonlyMap<number, EntryState>,
    changes: readonly PendingChange[],
  ) {
    for (const change of changes) {
      if (change.status === '' && change.formerStatus === '') continue;
      const changesOfEntry = this.byEntry.get(change.object);
      if (changesOfEntry) changesOfEntry.push(change);
      else this.byEntry.set(change.object, [change]);
    }
  }

  /** What an entry was before a change; undefined if it did not exist. */
  before({ id }: PendingChange, entry: number): EntryState | undefined {
    const present = this.present.get(entry);
    const changes = this.byEntry.get(entry) ?? [];
    const earlier = changes.findLast((change) => change.id < id);
    const later = changes.find((change) => change.id >= id);
    const status = earlier ? earlier.status : later?.formerStatus;
    const nearest = earlier ?? later;
    if (status === undefined || !nearest) return present;
    if (status === '') return undefined;
    const isLocked = present?.isLocked ?? nearest.isLocked === 1;
    return { type: nearest.type, status, parent: present?.parent ?? nearest.parent, isLocked };
  }
}
