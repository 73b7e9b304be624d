import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { EntriesStore } from '../../modules/entries/entries.store.js';
import { type Entry } from '../../modules/entries/entry.js';
import { AutosavesWriter } from '../../modules/entries/write/autosaves.writer.js';
import { EntriesWriter } from '../../modules/entries/write/entries.writer.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { findEdited, unknownPost } from './nestpress.policy.js';

/** Autosaves and first revisions of the entries that the console edits. */
@Injectable()
export class EntryVersionsService {
  constructor(
    private readonly database: Database,
    private readonly entries: EntriesStore,
    private readonly autosaves: AutosavesWriter,
    private readonly writer: EntriesWriter,
  ) {}

  /** The requester's own autosave, if the entry was not saved after it. */
  async unsaved(ctx: RequestContext, id: number): Promise<Entry | undefined> {
    const entry = await this.edited(ctx, id);
    const found = await this.autosaves.find(this.database.manager, { entryId: entry.id, userId: ctx.principal.id });
    const autosave = found === undefined ? undefined : await this.entries.byId(found);
    return autosave && autosave.modifiedGmt > entry.modifiedGmt ? autosave : undefined;
  }

  /** Absent texts stay as they are in the entry. */
  async autosave(
    ctx: RequestContext,
    id: number,
    { title, content, excerpt }: Partial<Pick<Entry, 'title' | 'content' | 'excerpt'>>,
  ): Promise<Entry> {
    const entry = await this.edited(ctx, id);
    const texts = Object.fromEntries(
      Object.entries({ title, content, excerpt }).filter(([, text]) => text !== undefined),
    );
    const saved = await this.database.transaction((tx) => this.autosaves.save(tx, entry.id, texts, [], ctx));
    const autosave = await this.entries.byId(saved);
    if (!autosave) throw unknownPost();
    return autosave;
  }

  async storeRevision(ctx: RequestContext, id: number): Promise<void> {
    const entry = await this.edited(ctx, id);
    await this.database.transaction((tx) => this.writer.storeRevision(tx, entry.id, ctx));
  }

  private async edited({ site }: RequestContext, id: number): Promise<Entry> {
    const entry = await findEdited(this.entries, site, id);
    if (!entry) throw unknownPost();
    return entry;
  }
}
