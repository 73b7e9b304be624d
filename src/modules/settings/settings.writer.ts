import { Injectable } from '@nestjs/common';
import { type Principal } from '../../access/principal.js';
import { Database, type Transaction } from '../../database/database.js';
import { lockNames } from '../../database/named-locks.js';
import { ContentEvents } from '../../hooks/content-events.service.js';
import { WriteHooks } from '../../hooks/write-hooks.service.js';

/** Writes settings that consist of several options: one request at a time, after the hooks, with one event. */
@Injectable()
export class SettingsWriter {
  constructor(
    private readonly database: Database,
    private readonly hooks: WriteHooks,
    private readonly events: ContentEvents,
  ) {}

  /** `names`: those that hooks may add. `write` is not called when nothing is to be written. */
  async update<T extends object>(
    principal: Principal,
    requested: Partial<T>,
    names: readonly (keyof T & string)[],
    write: (tx: Transaction, changes: Partial<T>, settings: readonly (keyof T & string)[]) => Promise<void>,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockNames(tx, this.database, ['settings']);
      const changes = await this.hooks.decide('settings', tx, { action: 'update', principal }, requested, names);
      const settings = names.filter((name) => changes[name] !== undefined);
      if (settings.length === 0) return;
      await write(tx, changes, settings);
      await this.events.emit(tx, 'settings.updated', principal, { settings });
    });
  }
}
