import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { type Entry } from '../entries/model/entry.js';
import { REVISION_AGENT, type RevisionRow, RevisionsStore } from '../entries/write/revisions.store.js';
import { autosaveSlug, AutosavesWriter } from '../entries/write/autosaves.writer.js';
import { EntriesWriter } from '../entries/write/entries.writer.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { findEdited, unknownPost } from '../entries/admin/entries.admin.policy.js';

export interface WrittenRevision extends RevisionRow {
  /** Name of the agent that wrote for the author; empty: the author. */
  agent: string;
  isAutosave: boolean;
}

/** Autosaves and revisions of the entries that the console edits. */
@Injectable()
export class EntryVersionsService {
  constructor(
    private readonly database: Database,
    private readonly entries: EntriesStore,
    private readonly autosaves: AutosavesWriter,
    private readonly writer: EntriesWriter,
    private readonly stored: RevisionsStore,
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

  /** Latest first, with the agents that wrote for their authors. */
  async revisions(
    ctx: RequestContext,
    id: number,
    part: { cursor: number | undefined; limit: number },
  ): Promise<WrittenRevision[]> {
    const entry = await this.edited(ctx, id);
    const rows = await this.stored.after(entry.id, part);
    const ids = rows.map((row) => row.id);
    const agents = ids.length > 0 ? await this.entries.metas(ids, [REVISION_AGENT]) : undefined;
    return rows.map((row) => ({
      ...row,
      agent: agents?.get(row.id)?.get(REVISION_AGENT) ?? '',
      isAutosave: row.slug === autosaveSlug(entry.id),
    }));
  }

  private async edited({ site }: RequestContext, id: number): Promise<Entry> {
    const entry = await findEdited(this.entries, site, id);
    if (!entry) throw unknownPost();
    return entry;
  }
}
