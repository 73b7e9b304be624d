import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { invalidParams } from '../../../rest/errors/catalogue.js';
import { type RequestContext } from '../../../rest/http/request-context.js';
import { type Site } from '../../../site/site.js';
import { SiteService } from '../../../site/site.service.js';
import { dateWithGmt } from '../../../text/dates.js';
import { EntriesStore } from '../read/entries.store.js';
import { type Entry } from '../model/entry.js';
import { type EntryPatch } from '../write/entry-changes.js';
import { EntriesWriter } from '../write/entries.writer.js';
import { findEdited, unknownPost } from './entries.admin.policy.js';

/** What an entry is to return to; absent members stay as they are. */
export interface FormerState {
  status?: string;
  slug?: string;
  /** Empty: the entry has no date of its own. */
  date_gmt?: string;
  sticky?: boolean;
}

@Injectable()
export class EditedEntriesService {
  constructor(
    private readonly database: Database,
    private readonly sites: SiteService,
    private readonly entries: EntriesStore,
    private readonly writer: EntriesWriter,
  ) {}

  /** The entry that is edited under this number: for a revision, the one it belongs to. */
  async read(site: Site, id: number): Promise<Entry> {
    const entry = await findEdited(this.entries, site, id);
    if (!entry) throw unknownPost();
    return entry;
  }

  /** Takes the entry out of the trash, unless it is not there, and returns it to this state. */
  async restore(ctx: RequestContext, id: number, former: FormerState): Promise<{ site: Site; entry: Entry }> {
    const entry = await this.read(ctx.site, id);
    const changes = changesOf(ctx.site, former);
    await this.database.transaction(async (tx) => {
      const isRestored = await this.writer.restore(tx, entry.id, changes, ctx);
      if (!isRestored && Object.keys(former).length > 0) await this.writer.update(tx, entry, changes, ctx);
    });
    // Which entries are sticky is an option of the site.
    const site = await this.sites.current();
    return { site, entry: await this.read(site, entry.id) };
  }
}

function changesOf(site: Site, { status, slug, date_gmt: gmt, sticky }: FormerState): EntryPatch {
  const date = gmt ? dateWithGmt(gmt, true, site.zone) : null;
  if (date === undefined) throw invalidParams({ date_gmt: `date_gmt: "${gmt}" is not a date.` });
  return {
    // Texts stay as they are.
    skipsRevision: true,
    ...(status !== undefined && { status }),
    ...(slug !== undefined && { slug }),
    ...(gmt !== undefined && { date }),
    ...(sticky !== undefined && { sticky }),
  };
}
