import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../../database/database.js';
import { OptionsStore } from '../../../database/options.store.js';
import { WriteHooks } from '../../../hooks/write-hooks.service.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { lockParents } from '../../../database/lock-parents.js';
import { type PostType } from '../../../content-model/post-types.js';
import { TRASHED_AT, TRASHED_FROM } from '../model/entry-sources.js';
import { type Entry } from '../model/entry.js';
import { PermalinksLoader } from '../read/permalinks.loader.js';
import { MetaStore } from '../../meta/meta.store.js';
import { newestRevision, type RevisionTexts, saveRevision } from './revisions.store.js';
import {
  type EntryPatch,
  EntryWriteError,
  type WriteContext,
  type EntryTexts,
  storedMeta,
  storedTexts,
  newEntryDefaults,
  providedValues,
  changedValues,
  datesOfChanged,
  datesOfNew,
  siteNow,
  resolveStatus,
} from './entry-changes.js';
import { decideChanges } from './entry-hooks.js';
import { isPinged, NO_PING_MARKS, pingMarks, rememberFormerAddress } from './entry-meta.js';
import { MetaWriter } from '../../meta/meta.writer.js';
import {
  assertContentFits,
  assertFits,
  type FullEntry,
  insertEntry,
  lockEntry,
  updateEntry,
  validParent,
} from './entry-rows.store.js';
import { type EntryWrite, EntryRelationsWriter } from './entry-relations.writer.js';
import { EntryTerms } from './entry-terms.js';
import { EntryOptions } from './entry-deletion.service.js';
import { EntrySlugs } from './slugs.js';
import { keepsSlug, withoutTrashedSuffix } from '../model/slugs.js';
import { restoreComments, trashComments } from './trashed-comments.store.js';

/** Stands for the ID of an entry that has none yet. */
const UNKNOWN_ID = Number.MAX_SAFE_INTEGER;

/** Creates and changes entries of every type: the row with its meta, terms, counts and revision. */
@Injectable()
export class EntriesWriter {
  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
    private readonly permalinks: PermalinksLoader,
    private readonly metaStore: MetaStore,
    private readonly hooks: WriteHooks,
    private readonly relations: EntryRelationsWriter,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** Returns the new entry's id. */
  async create(tx: Transaction, type: PostType, requested: EntryPatch, writing: WriteContext): Promise<number> {
    assertContentFits(this.database, requested.content);
    const work = this.begin(tx, writing);
    const changes = await this.decide(work, type, undefined, requested);
    const nextStatus = changes.status ?? 'draft';
    const dates = datesOfNew(changes.date, nextStatus, work.now);
    const status = this.statusForDate(type, nextStatus, dates.dateGmt, work);
    const texts = this.texts(
      { title: changes.title ?? '', content: changes.content ?? '', excerpt: changes.excerpt ?? '' },
      writing,
    );
    const entry = {
      ...newEntryDefaults(type, writing),
      ...providedValues(changes),
      ...texts,
      ...dates,
      type: type.name,
      status,
      password: status === 'private' ? '' : (changes.password ?? ''),
      guid: changes.guid ?? '',
    };
    assertValidEntry(type, entry);
    const slug = work.slugs.ofNew(type, entry, changes);
    const [, , holders] = await Promise.all([
      this.lockAuthors(work, entry.author),
      this.lockParent(work, changes),
      work.slugs.lock(slug),
      work.terms.lock(changes.terms ?? new Map()),
    ]);
    entry.slug = await work.slugs.free(slug, holders);
    if (entry.slug !== '') entry.guid ||= await this.address(work, type, entry);
    const id = await insertEntry(tx, entry);
    const stored: FullEntry = { ...entry, id };
    stored.slug ||= await work.slugs.fromId(type, stored);
    stored.guid ||= await this.address(work, type, stored);
    await updateEntry(tx, id, changedValues({ ...entry, id }, stored));
    work.terms.isNew(id);
    await this.metaStore.writeNew(tx, 'post', id, storedMeta(changes.meta ?? [], work, this.profile.text.rules));
    await this.relations.write(work, type, { entry: stored, marked: NO_PING_MARKS }, changes);
    // The first text of a person becomes a revision when it is changed, that of an agent at once: the revision names it.
    if (work.principal.agent !== undefined) await this.revise(work, stored, undefined);
    return id;
  }

  /** `known` is the entry as the caller loaded it, perhaps outdated; `type` is for types that the content model does not have. */
  async update(
    tx: Transaction,
    preloaded: Pick<Entry, 'id'> & Partial<Pick<Entry, 'type' | 'slug' | 'status'>>,
    changes: EntryPatch,
    writing: WriteContext,
    type?: PostType,
  ): Promise<void> {
    assertContentFits(this.database, changes.content);
    const work = this.begin(tx, writing);
    const [, , entry, revision] = await Promise.all([
      this.lockAuthors(work, changes.author),
      // Before the entry's own row where its id is smaller, so that two entries cannot wait for each other.
      (changes.parent ?? 0) < preloaded.id && this.lockParent(work, changes),
      lockEntry(tx, this.database, preloaded.id),
      newestRevision(tx, this.database, preloaded.id),
      work.terms.load(preloaded.id),
      // Hooks may write other entries before this one is saved.
      !this.hooks.has('entry', preloaded.type ?? '') &&
        keepsSlug(preloaded, changes) &&
        work.slugs.expect(preloaded.slug ?? ''),
    ]);
    if (!entry) throw new EntryWriteError('gone');
    if ((changes.parent ?? 0) > preloaded.id) await this.lockParent(work, changes);
    await this.save(work, entry, changes, { revision, type });
  }

  /** Stores a revision of the entry as it is, unless its newest revision is the same. */
  async storeRevision(tx: Transaction, id: number, writing: WriteContext): Promise<void> {
    const work = this.begin(tx, writing);
    const [, entry, newest] = await Promise.all([
      this.lockAuthors(work),
      lockEntry(tx, this.database, id),
      newestRevision(tx, this.database, id),
    ]);
    if (!entry) throw new EntryWriteError('gone');
    await this.revise(work, entry, newest, { author: entry.author });
  }

  /** Moves an entry to the trash; false if it is there already or was deleted. Its status is stored for restoring it. */
  async trash(tx: Transaction, id: number, writing: WriteContext): Promise<boolean> {
    const work = this.begin(tx, writing);
    const [, entry, revision] = await Promise.all([
      this.lockAuthors(work),
      lockEntry(tx, this.database, id),
      newestRevision(tx, this.database, id),
    ]);
    if (!entry || entry.status === 'trash') return false;
    await new EntryOptions(tx, this.options).forget(id, entry.type);
    await work.meta.set(id, TRASHED_FROM, entry.status);
    await work.meta.set(id, TRASHED_AT, Math.floor(Date.now() / 1000));
    await this.save(work, entry, { status: 'trash' }, { revision });
    await trashComments(tx, work.meta, id);
    return true;
  }

  /**
   * Takes an entry out of the trash with the status, slug and comments it had; `former` overrides the status. False if it is not in the
   * trash.
   */
  async restore(tx: Transaction, id: number, former: EntryPatch, writing: WriteContext): Promise<boolean> {
    const work = this.begin(tx, writing);
    const [, entry, revision, [status = '']] = await Promise.all([
      this.lockAuthors(work),
      lockEntry(tx, this.database, id),
      newestRevision(tx, this.database, id),
      work.meta.values(id, TRASHED_FROM),
    ]);
    if (entry?.status !== 'trash') return false;
    const changes = { status: formerStatus(entry, status), slug: withoutTrashedSuffix(entry.slug), ...former };
    await this.save(work, entry, changes, { revision });
    await work.meta.delete(id, TRASHED_FROM, TRASHED_AT);
    await restoreComments(tx, this.database, work.meta, id);
    return true;
  }

  private revise(
    work: EntryWrite,
    entry: FullEntry,
    newest: RevisionTexts | undefined,
    by: Parameters<typeof saveRevision>[2] = { author: work.revisionAuthor, agent: work.principal.agent },
  ): Promise<void> {
    const { tx, meta, site } = work;
    const { database, permalinks } = this;
    return saveRevision({ tx, database, meta, permalinks, site }, entry, by, newest);
  }

  private async save(
    work: EntryWrite,
    entry: FullEntry,
    requested: EntryPatch,
    { revision, type = typeOf(work, entry) }: { revision: RevisionTexts | undefined; type?: PostType },
  ): Promise<void> {
    const { tx } = work;
    const changes = await this.decide(work, type, entry, requested);
    if (changes !== requested) {
      await this.lockAuthors(work, changes.author);
      await this.lockParent(work, changes);
    }
    const nextStatus = changes.status ?? entry.status;
    const dates = datesOfChanged(entry, changes.date, nextStatus, work.now, work.site.zone);
    const status = this.statusForDate(type, nextStatus, dates.dateGmt, work);
    const merged = { ...entry, ...providedValues(changes) };
    const changed: FullEntry = {
      ...merged,
      ...this.texts(merged, work),
      ...dates,
      status,
      password: status === 'private' ? '' : merged.password,
      parent: changes.parent === undefined ? entry.parent : await validParent(tx, entry.id, changes.parent),
    };
    if (status !== 'trash') assertValidEntry(type, changed);
    changed.slug = await work.slugs.ofChanged(type, entry, changed, changes.slug);
    const [marked] = await Promise.all([
      isPinged(type, changed) ? pingMarks(work.meta, entry.id) : NO_PING_MARKS,
      updateEntry(tx, entry.id, changedValues(entry, changed)),
      this.saveHistory(work, type, entry, changed, changes, revision),
    ]);
    await this.relations.write(work, type, { before: entry, entry: changed, marked }, changes);
  }

  /** Former addresses, meta and the revision; the first of these statements is sent with the update of the row. */
  private async saveHistory(
    work: EntryWrite,
    type: PostType,
    before: FullEntry,
    entry: FullEntry,
    changes: EntryPatch,
    revision: RevisionTexts | undefined,
  ): Promise<void> {
    const { tx, meta } = work;
    await rememberFormerAddress(meta, type, before, entry, { days: this.profile.entries.remembersOldDates });
    await this.metaStore.write(tx, 'post', entry.id, storedMeta(changes.meta ?? [], work, this.profile.text.rules));
    if (!changes.skipsRevision) await this.revise(work, entry, revision);
  }

  /** The changes after the hooks of the write. */
  private decide(
    { tx, principal, site }: EntryWrite,
    type: PostType,
    before: FullEntry | undefined,
    changes: EntryPatch,
  ): EntryPatch | Promise<EntryPatch> {
    const name = before?.type ?? type.name;
    if (!this.hooks.has('entry', name)) return changes;
    return decideChanges(this.hooks, tx, { type: name, before, changes, principal, model: site.model });
  }

  /** Empty if it depends on the ID of an entry that has none yet. Types that the content model does not have have no pages. */
  private async address(work: EntryWrite, { name }: PostType, values: Omit<FullEntry, 'id'>): Promise<string> {
    const { tx, site } = work;
    const entry = { id: UNKNOWN_ID, ...values };
    const address = site.model.types.has(name)
      ? (await this.permalinks.links(site, [entry], tx))(entry)
      : `${site.home}/?post_type=${name}&p=${entry.id}`;
    return address.includes(String(UNKNOWN_ID)) ? '' : address;
  }

  /** Prevents the accounts of the entry and its revision from being deleted until the entry is written. */
  private async lockAuthors(work: EntryWrite, author?: number): Promise<void> {
    const { id } = work.principal;
    const present = await lockParents(work.tx, this.database, 'users', [author ?? 0, id]);
    if (author && !present.has(author)) throw new EntryWriteError('unknown_author');
    work.revisionAuthor = present.has(id) ? id : 0;
  }

  private async lockParent({ tx }: EntryWrite, { parent = 0, requiresParent }: EntryPatch): Promise<void> {
    const present = await lockParents(tx, this.database, 'posts', [parent]);
    if (requiresParent && parent > 0 && !present.has(parent)) throw new EntryWriteError('unknown_parent');
  }

  private begin(tx: Transaction, writing: WriteContext): EntryWrite {
    const { principal, site } = writing;
    const meta = new MetaWriter(tx);
    const slugs = new EntrySlugs(tx, this.database, meta, {
      permalinkStructure: site.option('permalink_structure'),
      ...this.profile.text,
      locale: site.option('WPLANG'),
      reservesDraftSlugs: this.profile.entries.reservesDraftSlugs,
      principal,
    });
    return {
      tx,
      principal,
      site,
      meta,
      slugs,
      terms: new EntryTerms(tx, this.database, site.model),
      revisionAuthor: principal.id,
      now: siteNow(new Date(), site.zone),
    };
  }

  private texts(texts: EntryTexts, { principal, site }: WriteContext): EntryTexts {
    return storedTexts(texts, {
      unfilteredHtml: principal.can('unfiltered_html'),
      balancesTags: site.isOn('use_balanceTags'),
      html: this.profile.text.rules,
      uploadsUrl: site.uploadsUrl,
    });
  }

  private statusForDate(type: PostType, status: string, dateGmt: string, { now }: EntryWrite): string {
    return type.name === 'attachment' ? status : resolveStatus(status, dateGmt, now.gmt);
  }
}

/** Other software may not have stored the status of an entry that it moved to the trash. */
function formerStatus({ type }: FullEntry, stored: string): string {
  if (stored !== '' && stored !== 'trash' && stored !== 'auto-draft') return stored;
  return type === 'attachment' ? 'inherit' : 'draft';
}

/** Entries of unknown types are written as posts. */
function typeOf({ site }: WriteContext, { type }: FullEntry): PostType {
  return site.model.types.get(type) ?? site.model.types.get('post')!;
}

/** If every text can be given, one must be. The calendar begins with the year 1. */
function assertValidEntry(
  type: PostType,
  { title, content, excerpt, password, date }: EntryTexts & { password: string; date: string },
): void {
  const needsText = (['title', 'editor', 'excerpt'] as const).every((feature) => type.supports.includes(feature));
  if (needsText && [title, content, excerpt].every((text) => text === '' || text === '0'))
    throw new EntryWriteError('empty_content');
  if (/^(?:0000|-)/.test(date)) throw new EntryWriteError('invalid_date');
  assertFits({ title, excerpt, password }, type.name === 'attachment' ? { excerpt: 'caption' } : {});
}
