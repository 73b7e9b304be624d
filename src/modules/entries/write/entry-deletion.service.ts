import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database, type Transaction } from '../../../database/database.js';
import { Comment, Post } from '../../../database/entities/index.js';
import { OptionsStore } from '../../../database/options.store.js';
import { SYSTEM } from '../../../access/principal.js';
import { ContentEvents } from '../../../extend/content-events.service.js';
import { WriteHooks } from '../../../extend/write-hooks.service.js';
import { ContentModel } from '../../../site/model/content-model.js';
import { PhpArray, toIdList, toInteger, toText } from '../../../text/php/index.js';
import { lockParents } from '../../../database/lock-parents.js';
import { isCounted, lockCounted, recountTerms } from '../../terms/term-counts.store.js';
import { MetaWriter } from '../../meta/meta.writer.js';
import { emitEntryEvents } from './entry-events.js';
import { beforeEntryDelete } from './entry-hooks.js';
import { type FullEntry, lockEntry } from './entry-rows.store.js';
import { EntryTerms } from './entry-terms.js';

const STICKY = 'sticky_posts';

/** Options that refer to entries: sticky posts, the front page and the posts page. */
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

  /** Removes a deleted entry from the sticky posts, the front page and the posts page. */
  async forget(id: number, type: string): Promise<void> {
    await this.unstick(id);
    if (type !== 'page' || toText(await this.options.getForUpdate(this.tx, 'show_on_front')) !== 'page') return;
    if (toInteger(await this.options.getForUpdate(this.tx, 'page_on_front')) === id) {
      await this.options.set(this.tx, 'show_on_front', 'posts');
      await this.options.set(this.tx, 'page_on_front', 0);
    }
    if (toInteger(await this.options.getForUpdate(this.tx, 'page_for_posts')) === id)
      await this.options.set(this.tx, 'page_for_posts', 0);
  }

  private async sticky(): Promise<number[]> {
    return toIdList(await this.options.getForUpdate(this.tx, STICKY));
  }
}

/** Maximum number of rows per statement. */
const CHUNK = 1000;

const COMMENT_NODE = { id: true, parent: true } as const;

/** Further work for an entry that was deleted, in the transaction that deletes it. */
export type DeleteListener = (tx: Transaction, entry: FullEntry) => Promise<void>;

/** Deletes entries permanently, with everything that belongs to them alone. */
@Injectable()
export class EntryDeletionService {
  private readonly deleteListeners: DeleteListener[] = [];

  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
    private readonly model: ContentModel,
    private readonly hooks: WriteHooks,
    private readonly events: ContentEvents,
  ) {}

  onDelete(listener: DeleteListener): void {
    this.deleteListeners.push(listener);
  }

  /** False if there is no such entry. */
  async delete(tx: Transaction, id: number, principal = SYSTEM): Promise<boolean> {
    const entry = await lockEntry(tx, this.database, id);
    if (!entry) return false;
    await beforeEntryDelete(this.hooks, tx, entry, { principal, model: this.model });
    const terms = new EntryTerms(tx, this.database, this.model);
    const [, , comments, revisions] = await Promise.all([
      new EntryOptions(tx, this.options).forget(id, entry.type),
      this.moveChildrenUp(tx, entry),
      tx.manager.find(Comment, { select: COMMENT_NODE, where: { post: id } }),
      tx.manager.find(Post, { select: { id: true }, where: { parent: id, type: 'revision' } }),
      terms.touchAll(id),
    ]);
    await this.removeComments(tx, comments);
    const touched = isCounted(entry) ? [...terms.touched] : [];
    const [locked] = await Promise.all([
      lockCounted(tx, this.database, touched),
      this.removeRows(tx, [...revisions.map((revision) => revision.id), id]),
      terms.removeAll(id),
    ]);
    await recountTerms(tx, this.database, this.model, touched, locked);
    for (const listener of this.deleteListeners) await listener(tx, entry);
    await emitEntryEvents(this.events, tx, { before: entry, principal });
    return true;
  }

  /** A revision has neither terms nor children nor comments. */
  deleteRevision(tx: Transaction, id: number): Promise<void> {
    return this.removeRows(tx, [id]);
  }

  /** Child pages and attachments are moved to the parent of the deleted entry. */
  private async moveChildrenUp(tx: Transaction, { id, type, parent }: FullEntry): Promise<void> {
    const types = this.model.types.get(type)?.hierarchical ? [type, 'attachment'] : ['attachment'];
    await lockParents(tx, this.database, 'posts', [parent]);
    await tx.manager.update(Post, { parent: id, type: In(types) }, { parent });
  }

  private async removeComments(tx: Transaction, rows: readonly Pick<Comment, 'id' | 'parent'>[]): Promise<void> {
    await this.moveRepliesUp(tx, rows);
    for (const ids of chunks(rows.map((row) => row.id))) {
      await new MetaWriter(tx, 'comment').deleteAll(ids);
      await tx.manager.delete(Comment, { id: In(ids) });
    }
  }

  /** Replies that were moved to other entries get the nearest remaining ancestor as parent, or become top-level. */
  private async moveRepliesUp(tx: Transaction, deleted: readonly Pick<Comment, 'id' | 'parent'>[]): Promise<void> {
    const parents = new Map(deleted.map((comment) => [comment.id, comment.parent]));
    for (const ids of chunks([...parents.keys()])) {
      const replies = await tx.manager.find(Comment, { select: COMMENT_NODE, where: { parent: In(ids) } });
      for (const reply of replies.filter((one) => !parents.has(one.id))) {
        let parent = reply.parent;
        for (const passed = new Set<number>(); parents.has(parent) && !passed.has(parent);) {
          passed.add(parent);
          parent = parents.get(parent)!;
        }
        await tx.manager.update(Comment, { id: reply.id }, { parent: parents.has(parent) ? 0 : parent });
      }
    }
  }

  private async removeRows(tx: Transaction, all: readonly number[]): Promise<void> {
    const meta = new MetaWriter(tx);
    for (const ids of chunks(all)) {
      await Promise.all([meta.deleteAll(ids), tx.manager.delete(Post, { id: In(ids) })]);
    }
  }
}

function* chunks(ids: readonly number[]): Generator<number[]> {
  for (let start = 0; start < ids.length; start += CHUNK) yield ids.slice(start, start + CHUNK);
}
