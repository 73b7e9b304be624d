import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { LessThan, MoreThan } from 'typeorm';
import { EntryDeletionService } from '../write/entry-deletion.service.js';
import { lockEntry } from '../write/entry-rows.store.js';
import { type WriteContext } from '../write/entry-changes.js';
import { EntriesWriter } from '../write/entries.writer.js';
import { Database } from '../../../database/database.js';
import { Post } from '../../../database/entities/index.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { JobsService } from '../../../platform/jobs/jobs.service.js';
import { type PostType } from '../../../content-model/post-types.js';
import { utcText } from '../../../text/dates.js';

const STATUS = 'auto-draft';
/** WordPress gives them this title, since an entry without any text is not accepted. */
const TITLE = 'Auto Draft';
const KIND = 'auto-drafts.purge';
const DAY_MS = 24 * 3_600_000;
/** As in WordPress. */
const RETENTION_DAYS = 7;
const BATCH = 100;

/** Entries created when an editor is opened and not saved yet. No list contains them; they are deleted after a week. */
@Injectable()
export class AutoDraftsService implements OnModuleInit, OnApplicationBootstrap {
  private readonly logger = new Logger('AutoDrafts');

  constructor(
    private readonly database: Database,
    private readonly writer: EntriesWriter,
    private readonly deletion: EntryDeletionService,
    private readonly jobs: JobsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.jobs.registerDaily(KIND, () => this.purge());
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.background) return;
    try {
      await this.jobs.startDaily(KIND);
    } catch (error) {
      // The service also runs with a database account that may only read.
      this.logger.warn(`Entries that were never saved are not deleted: ${String(error)}`);
    }
  }

  /** Returns the new entry's id. */
  create(type: PostType, writing: WriteContext): Promise<number> {
    const changes = { status: STATUS, title: TITLE, author: writing.principal.id };
    return this.database.transaction((tx) => this.writer.create(tx, type, changes, writing));
  }

  /** Returns how many were deleted. */
  async purge(now = Date.now()): Promise<number> {
    // Dates are local to the site; a day more or less does not matter.
    const before = utcText(new Date(now - RETENTION_DAYS * DAY_MS));
    let purged = 0;
    for (let last = 0; ;) {
      const where = { status: STATUS, date: LessThan(before), id: MoreThan(last) };
      const rows = await this.database.transaction((tx) =>
        tx.manager.find(Post, { select: { id: true }, where, order: { id: 'ASC' }, take: BATCH }),
      );
      if (rows.length === 0) break;
      for (const { id } of rows) if (await this.delete(id)) purged++;
      last = rows.at(-1)!.id;
    }
    if (purged > 0) this.logger.log(`Deleted ${purged} entries that were never saved`);
    return purged;
  }

  /** False when it was saved meanwhile. */
  private delete(id: number): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const entry = await lockEntry(tx, this.database, id);
      return entry?.status === STATUS && this.deletion.delete(tx, id);
    });
  }
}
