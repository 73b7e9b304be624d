import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { CommentsStore } from '../comments/comments.store.js';
import { TRASH } from '../comments/comment.js';
import { CommentsWriter } from '../comments/comments.writer.js';
import { MetaWriter } from '../meta/meta.writer.js';
import { EntryDeletionService } from '../entries/write/entry-deletion.service.js';
import { lockEntry } from '../entries/write/entry-rows.store.js';
import { MediaFilesService } from '../media/media-files.service.js';
import { MediaStore } from '../media/media.store.js';
import { TRASHED_AT, TRASHED_FROM } from '../entries/model/entry-sources.js';
import { TrashStore } from './trash.store.js';

const KIND = 'trash.purge';
const DAY_MS = 24 * 3_600_000;

/** Permanently deletes entries, media and comments that were moved to the trash some time ago, once a day. */
@Injectable()
export class TrashPurgeService implements OnModuleInit, OnApplicationBootstrap {
  private readonly logger = new Logger(TrashPurgeService.name);

  constructor(
    private readonly database: Database,
    private readonly trash: TrashStore,
    private readonly jobs: JobsService,
    private readonly deletion: EntryDeletionService,
    private readonly media: MediaStore,
    private readonly files: MediaFilesService,
    private readonly comments: CommentsStore,
    private readonly commentsWriter: CommentsWriter,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.jobs.registerDaily(KIND, () => this.purge());
  }

  /** The first run is a day away: an owner who has just connected an existing database can still set TRASH_DAYS. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.background || this.config.trashDays === 0) return;
    try {
      await this.jobs.startDaily(KIND);
    } catch (error) {
      // A read-only account still serves requests.
      this.logger.warn(`The trash is not purged: ${String(error)}`);
    }
  }

  /** Returns how many entries and comments were deleted. */
  async purge(now = Date.now()): Promise<{ entries: number; comments: number }> {
    if (this.config.trashDays === 0) return { entries: 0, comments: 0 };
    const before = Math.floor((now - this.config.trashDays * DAY_MS) / 1000);
    const entries = await this.each('post', before, (id) => this.purgeEntry(id));
    const comments = await this.each('comment', before, (id) => this.purgeComment(id));
    if (entries + comments > 0) this.logger.log(`Deleted ${entries} entries and ${comments} comments from the trash`);
    return { entries, comments };
  }

  /** Goes through what was trashed before a moment, by id. */
  private async each(
    kind: 'post' | 'comment',
    before: number,
    purge: (id: number) => Promise<boolean>,
  ): Promise<number> {
    let purged = 0;
    for (let last = 0; ;) {
      const ids = await this.trash.trashedBefore(kind, before, last);
      if (ids.length === 0) return purged;
      for (const id of ids) if (await purge(id)) purged++;
      last = ids.at(-1)!;
    }
  }

  /** False if it is no longer in the trash: then only the mark is deleted, and its files are kept. */
  private async purgeEntry(id: number): Promise<boolean> {
    return this.files.deleteAfter(await this.media.filesOf(id), () =>
      this.database.transaction(async (tx) => {
        const entry = await lockEntry(tx, this.database, id);
        if (entry?.status !== 'trash') {
          await new MetaWriter(tx).delete(id, TRASHED_AT, TRASHED_FROM);
          return false;
        }
        if (entry.type === 'attachment') await this.media.forgetFeatured(tx, id);
        return this.deletion.delete(tx, id);
      }),
    );
  }

  private async purgeComment(id: number): Promise<boolean> {
    const comment = await this.comments.byId(id);
    if (comment?.approved === TRASH) return this.commentsWriter.delete(comment);
    await this.database.transaction((tx) => new MetaWriter(tx, 'comment').delete(id, TRASHED_AT, TRASHED_FROM));
    return false;
  }
}
