import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database, type Transaction } from '../../../database/database.js';
import { Post } from '../../../database/entities/index.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { lockParents } from '../../../database/lock-parents.js';
import { type MetaChange, MetaStore } from '../../meta/meta.store.js';
import { MetaWriter } from '../../meta/meta.writer.js';
import { EntriesStore } from '../read/entries.store.js';
import { EDIT_LOCK, holderOf } from '../model/edit-lock.js';
import { type Entry } from '../model/entry.js';
import { PermalinksLoader } from '../read/permalinks.loader.js';
import { copyRevisedMeta, insertRevision, withPlainBlanks } from './revisions.store.js';
import {
  EntryWriteError,
  siteNow,
  storedMeta,
  storedTexts,
  type EntryTexts,
  type WriteContext,
} from './entry-changes.js';
import { assertContentFits, lockEntry, updateEntry } from './entry-rows.store.js';

export const autosaveSlug = (entryId: number) => `${entryId}-autosave-v1`;

/** Stores unsaved changes of an editor: one row per user, separate from the entry. */
@Injectable()
export class AutosavesWriter {
  constructor(
    private readonly database: Database,
    private readonly entries: EntriesStore,
    private readonly permalinks: PermalinksLoader,
    private readonly meta: MetaStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** The user's own draft is changed directly, unless another user has it open. */
  async changesEntry({ id, status, author }: Entry, userId: number): Promise<boolean> {
    if ((status !== 'draft' && status !== 'auto-draft') || author !== userId) return false;
    const holder = holderOf((await this.entries.metas([id], [EDIT_LOCK])).get(id)?.get(EDIT_LOCK));
    return holder === undefined || holder.user === userId;
  }

  /** The ID of the user's autosave of an entry. */
  async find(
    manager: Pick<EntityManager, 'find'>,
    { entryId, userId }: { entryId: number; userId: number },
  ): Promise<number | undefined> {
    const [autosave] = await manager.find(Post, {
      select: { id: true },
      where: { parent: entryId, type: 'revision', status: 'inherit', slug: autosaveSlug(entryId), author: userId },
      order: { date: 'DESC', id: 'DESC' },
      take: 1,
    });
    return autosave?.id;
  }

  /** Returns the ID of the autosave. A text equal to the entry's does not replace an earlier autosave. */
  async save(
    tx: Transaction,
    entryId: number,
    sent: Partial<EntryTexts>,
    sentMeta: readonly MetaChange[],
    writing: WriteContext,
  ): Promise<number> {
    assertContentFits(this.database, sent.content);
    const { principal, site } = writing;
    const present = await lockParents(tx, this.database, 'users', [principal.id]);
    const entry = await lockEntry(tx, this.database, entryId);
    if (!entry) throw new EntryWriteError('gone');
    const former = await this.find(tx.manager, { entryId, userId: principal.id });
    const texts = this.stored(sent, writing);
    const meta = storedMeta(sentMeta, writing, this.profile.text.rules);
    const isChanged =
      Object.entries(texts).some(
        ([name, text]) => withPlainBlanks(text) !== withPlainBlanks(entry[name as keyof EntryTexts]),
      ) || (await this.isMetaChanged(entryId, meta));
    if (former !== undefined && !isChanged) return former;
    const now = siteNow(new Date(), site.zone);
    const dates = { date: now.local, dateGmt: now.gmt, modified: now.local, modifiedGmt: now.gmt };
    if (former !== undefined) {
      await updateEntry(tx, former, { ...texts, ...dates });
      await this.meta.write(tx, 'post', former, meta);
      return former;
    }
    const id = await insertRevision(
      { tx, database: this.database, permalinks: this.permalinks, site },
      {
        title: '',
        content: '',
        excerpt: '',
        ...texts,
        ...dates,
        author: present.has(principal.id) ? principal.id : 0,
        parent: entryId,
        slug: autosaveSlug(entryId),
      },
    );
    await copyRevisedMeta({ meta: new MetaWriter(tx), site }, entry, id);
    await this.meta.write(tx, 'post', id, meta);
    return id;
  }

  /** Only the texts that were sent. */
  private stored(sent: Partial<EntryTexts>, { principal, site }: WriteContext): Partial<EntryTexts> {
    const stored = storedTexts(
      { title: '', content: '', excerpt: '', ...sent },
      {
        unfilteredHtml: principal.can('unfiltered_html'),
        balancesTags: site.isOn('use_balanceTags'),
        html: this.profile.text.rules,
        uploadsUrl: site.uploadsUrl,
      },
    );
    return Object.fromEntries(Object.entries(stored).filter(([name]) => name in sent));
  }

  private async isMetaChanged(entryId: number, meta: readonly MetaChange[]): Promise<boolean> {
    const keys = meta.map(({ key }) => ({ key }));
    const stored = (await this.meta.load('post', [entryId], keys)).get(entryId);
    return meta.some(({ key, values }) => (stored?.get(key) ?? []).join('\0') !== values.join('\0'));
  }
}
