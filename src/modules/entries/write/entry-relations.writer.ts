import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../../database/database.js';
import { OptionsStore } from '../../../database/options.store.js';
import { TransactionEvent } from '../../../database/transaction-event.js';
import { ContentEvents } from '../../../hooks/content-events.service.js';
import { isCounted, recountTerms } from '../../terms/term-counts.store.js';
import { type DatePair } from '../../../text/dates.js';
import { type PostType } from '../../../content-model/post-types.js';
import { MetaWriter } from '../../meta/meta.writer.js';
import { type EntryPatch, type WriteContext } from './entry-changes.js';
import { EntryOptions } from './entry-deletion.service.js';
import { emitEntryEvents } from './entry-events.js';
import { isPinged, markForPings, type PingMarks, setFeaturedMedia } from './entry-meta.js';
import { type FullEntry } from './entry-rows.store.js';
import { EntryTerms } from './entry-terms.js';
import { PublishingScheduleService } from './publishing-schedule.service.js';
import { EntrySlugs } from './slugs.js';

/** A write in progress, with the helpers of its transaction. */
export interface EntryWrite extends WriteContext {
  tx: Transaction;
  now: DatePair;
  meta: MetaWriter;
  terms: EntryTerms;
  slugs: EntrySlugs;
  /** Author of the revision; 0 if the account was deleted in the meantime. */
  revisionAuthor: number;
}

/** Writes what belongs to an entry but is not in its row: terms and their counts, marks and events. */
@Injectable()
export class EntryRelationsWriter {
  /** Entries that are published, in the transaction that publishes them. */
  readonly onPublish = new TransactionEvent<[entry: FullEntry, writing: WriteContext]>();
  /** Entries that are changed, in the transaction that changes them. */
  readonly onUpdate = new TransactionEvent<[entry: FullEntry, before: FullEntry]>();

  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
    private readonly schedule: PublishingScheduleService,
    private readonly events: ContentEvents,
  ) {}

  /** Everything that depends on an entry, after its row has been written. */
  async write(
    work: EntryWrite,
    type: PostType,
    { before, entry, marked }: { before?: FullEntry; entry: FullEntry; marked: PingMarks },
    changes: EntryPatch,
  ): Promise<void> {
    const { tx, meta } = work;
    const writeTerms = await this.assignTerms(work, type, entry, changes);
    const pointers = new EntryOptions(tx, this.options);
    if (changes.sticky === true) await pointers.stick(entry.id);
    if (changes.sticky === false) await pointers.unstick(entry.id);
    if (changes.featuredMedia !== undefined)
      await setFeaturedMedia(tx, this.database, meta, entry.id, changes.featuredMedia);
    if (changes.template !== undefined) await meta.set(entry.id, '_wp_page_template', changes.template);
    const pings = work.site.isOn('default_pingback_flag');
    await Promise.all([
      writeTerms(),
      isPinged(type, entry) && markForPings(meta, entry.id, { pings, marked }),
      // Last, since it locks the counts of the terms until the end of the transaction.
      this.recount(work, before, entry),
    ]);
    if (entry.status === 'publish' && before?.status !== 'publish') await this.onPublish.emit(tx, entry, work);
    if (before) await this.onUpdate.emit(tx, entry, before);
    await emitEntryEvents(this.events, tx, { before, after: entry, principal: work.principal });
    if (entry.status === 'future') tx.afterCommit(() => this.schedule.wakeAt(entry.dateGmt));
  }

  private async assignTerms(
    { terms, slugs, site }: EntryWrite,
    type: PostType,
    entry: FullEntry,
    changes: EntryPatch,
  ): Promise<() => Promise<unknown>> {
    // Also of taxonomies without routes, such as the menus of menu items where menus have none.
    const isOfType = (name: string) =>
      type.taxonomies.includes(name) || site.model.taxonomies.get(name)?.types.includes(type.name);
    const assigned = new Map([...(changes.terms ?? [])].filter(([name]) => isOfType(name)));
    for (const name of entry.status === 'auto-draft' ? [] : type.taxonomies) {
      // Of the types that have categories, only posts get the default one.
      const standard = name === 'category' && type.name !== 'post' ? 0 : site.defaultTerm(name);
      if (standard > 0 && !assigned.has(name) && !(await terms.has(entry.id, name))) assigned.set(name, [standard]);
    }
    if (changes.format !== undefined) assigned.set(...(await terms.ofFormat(changes.format)));
    for (const [taxonomy, name] of changes.namedTerms ?? [])
      assigned.set(taxonomy, [await terms.termOf(taxonomy, name, slugs.ofName(name))]);
    return terms.assign(entry.id, assigned);
  }

  private async recount(
    { tx, terms, site }: EntryWrite,
    before: FullEntry | undefined,
    entry: FullEntry,
  ): Promise<void> {
    const was = isCounted(before);
    const isCountedNow = isCounted(entry);
    if (was !== isCountedNow) await terms.touchAll(entry.id);
    if (was || isCountedNow) await recountTerms(tx, this.database, site.model, [...terms.touched], terms.locked);
  }
}
