import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../../database/database.js';
import { Comment, Post } from '../../../database/entities/index.js';
import { OptionsStore } from '../../../database/options.store.js';
import { TransactionEvent } from '../../../database/transaction-event.js';
import { SYSTEM } from '../../../access/principal.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { ContentEvents } from '../../../hooks/content-events.service.js';
import { WriteHooks } from '../../../hooks/write-hooks.service.js';
import { ContentModel } from '../../../content-model/content-model.js';
import { PhpArray, toIdList, toInteger } from '../../../text/php/index.js';
import { lockParents } from '../../../database/lock-parents.js';
import { isCounted, lockCounted, recountTerms } from '../../terms/term-counts.store.js';
import { MetaWriter } from '../../meta/meta.writer.js';
import { emitEntryEvents } from './entry-events.js';
import { beforeEntryDelete } from './entry-hooks.js';
import { type FullEntry, lockEntry } from './entry-rows.store.js';
import { EntryTerms } from './entry-terms.js';

const STICKY = 'sticky_posts';

/** Options that refer to entries: sticky posts, the front page, the posts page and the privacy policy. */
export class EntryOptions {
  constructor(
    private readonly tx: Transaction,
    private readonly options: OptionsStore,
  ) {}

  async stick(id: number): Promise<void> {
    const ids = await this.sticky();
    if (!ids.includes(id)) await this.options.set(this.tx, STICKY, PhpArray.list([...ids, id]));
  }

  async unstick(id: number): Promise<void> {
    const ids = await this.sticky();
    if (ids.includes(id)) await this.options.set(this.tx, STICKY, PhpArray.list(ids.filter((other) => other !== id)));
  }

  /** Removes a deleted or trashed entry from the sticky posts, the front page and the posts page. */
  async forget(id: number, type: string): Promise<void> {
    await this.unstick(id);
    if (type !== 'page') return;
    if (await this.reset('page_on_front', id)) await this.options.set(this.tx, 'show_on_front', 'posts');
    await this.reset('page_for_posts', id);
  }

  /** A page in the trash stays the privacy policy. */
  async forgetPrivacyPage(id: number, type: string): Promise<void> {
    if (type === 'page') await this.reset('wp_page_for_privacy_policy', id);
  }

  /** Sets an option that is the ID of this entry to 0. */
  private async reset(option: string, id: number): Promise<boolean> {
    if (toInteger(await this.options.getForUpdate(this.tx, option)) !== id) return false;
    await this.options.set(this.tx, option, 0);
    return true;
  }

  private async sticky(): Promise<number[]> {
    return toIdList(await this.options.getForUpdate(this.tx, STICKY));
  }
}

/** Maximum number of rows per statement. */
const CHUNK = 1000;

const COMMENT_NODE = ['id', 'parent'] as const;

/** Deletes entries permanently, with everything that belongs to them alone. */
@Injectable()
export class EntryDeletionService {
  /** Entries that were deleted, in the transaction that deletes them. */
  readonly onDelete = new TransactionEvent<[entry: FullEntry]>();

  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
    private readonly model: ContentModel,
    private readonly hooks: WriteHooks,
    private readonly events: ContentEvents,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** False if there is no such entry. */
  async delete(tx: Transaction, id: number, principal = SYSTEM): Promise<boolean> {
    let rows = await this.rowsOf(tx, id);
    const { entry } = rows;
    if (!entry) return false;
    // Hooks may have written rows that belong to the entry.
    if (await beforeEntryDelete(this.hooks, tx, entry, { principal, model: this.model }))
      rows = await this.rowsOf(tx, id);
    const { terms, comments, revisions } = rows;
    await this.removeComments(tx, comments);
    await terms.touchAll(id);
    const touched = isCounted(entry) ? [...terms.touched] : [];
    if (entry.parent > 0) await lockParents(tx, this.database, 'posts', [entry.parent]);
    const pointers = new EntryOptions(tx, this.options);
    const [, locked] = await Promise.all([
      this.moveChildrenUp(tx, entry),
      lockCounted(tx, this.database, touched),
      pointers.forget(id, entry.type),
      this.profile.entries.resetsPrivacyPage && pointers.forgetPrivacyPage(id, entry.type),
      this.removeRows(tx, [...revisions.map((revision) => revision.id), id]),
      terms.removeAll(id),
    ]);
    await recountTerms(tx, this.database, this.model, touched, locked);
    await this.onDelete.emit(tx, entry);
    await emitEntryEvents(this.events, tx, { before: entry, principal });
    return true;
  }

  /** The entry, locked, and what belongs to it alone. */
  private async rowsOf(tx: Transaction, id: number) {
    const terms = new EntryTerms(tx, this.database, this.model);
    const [entry, comments, revisions] = await Promise.all([
      lockEntry(tx, this.database, id),
      tx.find(Comment, COMMENT_NODE, { post: id }),
      tx.find(Post, ['id'], { parent: id, type: 'revision' }),
      terms.load(id),
    ]);
    return { entry, comments, revisions, terms };
  }

  /** A revision has neither terms nor children nor comments. */
  deleteRevision(tx: Transaction, id: number): Promise<void> {
    return this.removeRows(tx, [id]);
  }

  /** Child pages and attachments are moved to the parent of the deleted entry, which is locked. */
  private async moveChildrenUp(tx: Transaction, { id, type, parent }: FullEntry): Promise<void> {
    const types = this.model.types.get(type)?.hierarchical ? [type, 'attachment'] : ['attachment'];
    await tx.update(Post, { parent: id, type: types }, { parent });
  }

  private async removeComments(tx: Transaction, rows: readonly Pick<Comment, 'id' | 'parent'>[]): Promise<void> {
    await this.moveRepliesUp(tx, rows);
    for (const ids of chunks(rows.map((row) => row.id))) {
      await new MetaWriter(tx, 'comment').deleteAll(ids);
      await tx.delete(Comment, { id: ids });
    }
  }

  /** Replies that were moved to other entries get the nearest remaining ancestor as parent, or become top-level. */
  private async moveRepliesUp(tx: Transaction, deleted: readonly Pick<Comment, 'id' | 'parent'>[]): Promise<void> {
    const parents = new Map(deleted.map((comment) => [comment.id, comment.parent]));
    for (const ids of chunks([...parents.keys()])) {
      const replies = await tx.find(Comment, COMMENT_NODE, { parent: ids });
      for (const reply of replies.filter((reply) => !parents.has(reply.id))) {
        let parent = reply.parent;
        for (const passed = new Set<number>(); parents.has(parent) && !passed.has(parent);) {
          passed.add(parent);
          parent = parents.get(parent)!;
        }
        await tx.update(Comment, { id: reply.id }, { parent: parents.has(parent) ? 0 : parent });
      }
    }
  }

  private async removeRows(tx: Transaction, all: readonly number[]): Promise<void> {
    const meta = new MetaWriter(tx);
    for (const ids of chunks(all)) {
      await Promise.all([meta.deleteAll(ids), tx.deferDelete(Post, { id: ids })]);
    }
  }
}

function* chunks(ids: readonly number[]): Generator<number[]> {
  for (let start = 0; start < ids.length; start += CHUNK) yield ids.slice(start, start + CHUNK);
}
