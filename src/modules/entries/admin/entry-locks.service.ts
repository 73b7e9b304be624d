import { Injectable } from '@nestjs/common';
import { type Principal } from '../../../access/principal.js';
import { Database } from '../../../database/database.js';
import { type Site } from '../../../site/site.js';
import { lockEntry } from '../write/entry-rows.store.js';
import { EntriesStore } from '../read/entries.store.js';
import { type HeldLock } from '../model/edit-lock.js';
import { EntryLocksStore } from './entry-locks.store.js';
import { findEdited, unknownPost } from './entries.admin.policy.js';

/** Who edits an entry. */
export interface EntryLock {
  id: number;
  holder: { id: number; name: string; isRequester: boolean } | null;
  /** Seconds since 1970. */
  time: number;
}

/** A lock that its holder renewed less than this ago is not written again: every write evicts cached responses. */
const RENEWED_AFTER_SECONDS = 40;

/** Who edits which entry, in the post meta that WordPress has for it, so that both notice each other. */
@Injectable()
export class EntryLocksService {
  constructor(
    private readonly database: Database,
    private readonly entries: EntriesStore,
    private readonly store: EntryLocksStore,
  ) {}

  /** Claims or renews the lock; that of another user only if it has expired or is taken over. */
  async claim(site: Site, principal: Principal, id: number, isTaken: boolean): Promise<EntryLock> {
    const entry = await this.existing(site, id);
    const now = Math.floor(Date.now() / 1000);
    const before = await this.store.read(entry);
    if (before?.user === principal.id && now - before.time < RENEWED_AFTER_SECONDS)
      return this.lockOf(entry, before, principal);
    const held = await this.database.transaction(async (tx) => {
      // Two who open the entry at the same time do not both get the lock.
      await lockEntry(tx, this.database, entry);
      const current = await this.store.readIn(tx, entry);
      if (
        current &&
        current.user !== principal.id &&
        !isTaken &&
        (await this.store.nameOf(current.user, tx)) !== undefined
      )
        return current;
      const own = { user: principal.id, time: now };
      await this.store.write(tx, entry, own);
      return own;
    });
    return this.lockOf(entry, held, principal);
  }

  /** Only the holder's own lock. */
  async release(site: Site, principal: Principal, id: number): Promise<EntryLock> {
    const entry = await this.existing(site, id);
    await this.database.transaction(async (tx) => {
      await lockEntry(tx, this.database, entry);
      if ((await this.store.readIn(tx, entry))?.user === principal.id) await this.store.delete(tx, entry);
    });
    return this.lockOf(entry, await this.store.read(entry), principal);
  }

  private async existing(site: Site, id: number): Promise<number> {
    const entry = await findEdited(this.entries, site, id);
    if (!entry) throw unknownPost();
    return entry.id;
  }

  private async lockOf(id: number, held: HeldLock | undefined, principal: Principal): Promise<EntryLock> {
    const name = held && (await this.store.nameOf(held.user));
    if (name === undefined) return { id, holder: null, time: 0 };
    return { id, holder: { id: held!.user, name, isRequester: held!.user === principal.id }, time: held!.time };
  }
}
