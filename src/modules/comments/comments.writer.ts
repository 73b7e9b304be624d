import { Injectable } from '@nestjs/common';
import { type Principal, SYSTEM } from '../../access/principal.js';
import { Database, type Transaction } from '../../database/database.js';
import { ContentEvents } from '../../hooks/content-events.service.js';
import { WriteHooks } from '../../hooks/write-hooks.service.js';
import { Comment as CommentRow } from '../../database/entities/index.js';
import { lockParents } from '../../database/lock-parents.js';
import { type MetaChange, MetaStore } from '../meta/meta.store.js';
import { MetaWriter } from '../meta/meta.writer.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { APPROVED, type Comment, NOTE, PENDING, shownStatus, type StatusChange, TRASH, SPAM } from './comment.js';
import { CommentsStore } from './comments.store.js';

export type NewComment = Omit<Comment, 'id' | 'approved'>;
export type CommentChanges = Partial<Omit<Comment, 'id' | 'approved' | 'type'>>;

interface Admission {
  /** The author, if subject to the flood limit; undefined otherwise. */
  pacedUser?: number;
  /** Whether the same author commented moments ago, whatever the date of the comment. */
  isTooSoon?: () => Promise<boolean>;
  /** The status of the comment, determined after the duplicate and flood checks. */
  judge: (tx: Transaction) => Promise<string>;
  /** The status requested by a moderator. */
  requestedStatus?: StatusChange;
  meta?: readonly MetaChange[];
  /** Runs in the transaction, after the comment has been written. */
  also?: (tx: Transaction, id: number) => Promise<void>;
  principal?: Principal;
}

interface CommentUpdate {
  status?: StatusChange;
  meta?: readonly MetaChange[];
  /** Runs in the transaction, after the comment has been written. */
  also?: (tx: Transaction, id: number) => Promise<void>;
  /** The requester; the system by default. */
  principal?: Principal;
}

/** The values that hooks see. */
const HOOKED = [
  'content',
  'author',
  'authorName',
  'authorEmail',
  'authorUrl',
  'post',
  'parent',
  'date',
  'dateGmt',
] as const satisfies (keyof Comment)[];

type Refusal = 'no-post' | 'no-parent' | 'duplicate' | 'flood';

/**
 * Writes comments. Each method is one transaction that locks the posts first, so that of two equal concurrent comments
 * one is refused as a duplicate, and counts are right.
 */
@Injectable()
export class CommentsWriter {
  constructor(
    private readonly db: Database,
    private readonly comments: CommentsStore,
    private readonly notifications: NotificationsService,
    private readonly meta: MetaStore,
    private readonly hooks: WriteHooks,
    private readonly events: ContentEvents,
  ) {}

  /** The new comment's ID, or why it was refused. */
  async create(requested: NewComment, admission: Admission): Promise<number | Refusal> {
    // A parent that never existed is accepted, as in WordPress; one that was deleted in the meantime is refused.
    const { parent } = requested;
    const requiresParent = parent > 0 && (await this.comments.byId(parent)) !== undefined;
    return this.db.transaction(async (tx) => {
      const { principal = SYSTEM } = admission;
      const about = { action: 'create', id: undefined, before: undefined, principal } as const;
      const comment = await this.hooks.decide('comment', tx, about, requested, HOOKED);
      if (!(await this.comments.lockPosts(tx, [comment.post]))) return 'no-post';
      if (requiresParent && !(await lockParents(tx, this.db, 'comments', [parent])).has(parent)) return 'no-parent';
      const isNote = comment.type === NOTE;
      if (!isNote && (await this.comments.isDuplicate(tx, comment))) return 'duplicate';
      if (admission.pacedUser !== undefined && (await this.comments.isFlood(tx, comment, admission.pacedUser)))
        return 'flood';
      if (await admission.isTooSoon?.()) return 'flood';
      const approved = await admission.judge(tx);
      const { insertId: id } = await tx.insert(CommentRow, { ...comment, approved });
      await this.meta.write(tx, 'comment', id, admission.meta ?? []);
      await admission.also?.(tx, id);
      const state = admission.requestedStatus
        ? await changeStatus(tx, { id, approved }, admission.requestedStatus)
        : approved;
      if (state === APPROVED && !isNote) await this.notifications.commentPublished(tx, id);
      // A moderator who holds the comment need not be notified.
      if (state === PENDING && !isNote && !admission.requestedStatus) await this.notifications.commentHeld(tx, id);
      await this.comments.recount(tx, [comment.post]);
      await this.emit(tx, 'comment.created', principal, { id, post: comment.post, approved: state });
      return id;
    });
  }

  /** False if the comment no longer exists. */
  update(
    comment: Comment,
    requested: CommentChanges,
    { status: requestedStatus, meta = [], also, principal = SYSTEM }: CommentUpdate = {},
  ): Promise<boolean> {
    const posts = [comment.post, requested.post ?? comment.post];
    return this.onLocked(comment.id, posts, async (tx, current) => {
      const action = requestedStatus === 'trash' ? 'trash' : 'update';
      const about = { action, id: comment.id, before: current, principal } as const;
      const changes = await this.hooks.decide('comment', tx, about, requested, HOOKED);
      if (changes.post !== requested.post) posts.push(changes.post ?? current.post);
      if (Object.keys(changes).length > 0) await tx.update(CommentRow, { id: comment.id }, changes);
      await this.meta.write(tx, 'comment', comment.id, meta);
      await also?.(tx, comment.id);
      const state = requestedStatus ? await changeStatus(tx, current, requestedStatus) : current.approved;
      if (current.approved === PENDING && state === APPROVED) await this.notifications.commentPublished(tx, current.id);
      const { id, post } = { ...current, ...changes };
      const changed = { id, post, approved: state, former: current.approved };
      await this.emit(tx, 'comment.updated', principal, changed);
      if (state !== current.approved) await this.emit(tx, 'comment.status-changed', principal, changed);
      return true;
    });
  }

  /** False if the comment no longer exists or is already in the trash. */
  trash(comment: Comment, principal = SYSTEM): Promise<boolean> {
    return this.onLocked(comment.id, [comment.post], async (tx, current) => {
      if (current.approved === TRASH) return false;
      const about = { action: 'trash', id: current.id, before: current, principal } as const;
      await this.hooks.decide('comment', tx, about, {}, HOOKED);
      await changeStatus(tx, current, 'trash');
      const { id, post, approved: former } = current;
      await this.emit(tx, 'comment.status-changed', principal, { id, post, approved: TRASH, former });
      return true;
    });
  }

  /** Its replies move up to its parent; those to a note are deleted with it. False if the comment no longer exists. */
  delete(comment: Comment, principal = SYSTEM): Promise<boolean> {
    return this.onLocked(comment.id, [comment.post], async (tx, current) => {
      const { id, parent, type } = current;
      const about = { action: 'delete', id, before: current, principal } as const;
      await this.hooks.decide('comment', tx, about, {}, HOOKED);
      if (type === NOTE && parent === 0) await this.deleteReplies(tx, id);
      await tx.update(CommentRow, { parent: id }, { parent });
      await new MetaWriter(tx, 'comment').deleteAll([id]);
      await tx.delete(CommentRow, { id });
      await this.emit(tx, 'comment.deleted', principal, current);
      return true;
    });
  }

  private emit(
    tx: Transaction,
    event: 'comment.created' | 'comment.updated' | 'comment.status-changed' | 'comment.deleted',
    principal: Principal,
    { id, post, approved, former }: Pick<Comment, 'id' | 'post' | 'approved'> & { former?: string },
  ): Promise<void> {
    const formerly = former === undefined ? {} : { formerStatus: shownStatus(former) };
    return this.events.emit(tx, event, principal, { id, post, status: shownStatus(approved), ...formerly });
  }

  private async deleteReplies(tx: Transaction, note: number): Promise<void> {
    const replies = await tx.manager.find(CommentRow, { select: { id: true }, where: { parent: note, type: NOTE } });
    if (replies.length === 0) return;
    const ids = replies.map(({ id }) => id);
    await new MetaWriter(tx, 'comment').deleteAll(ids);
    await tx.delete(CommentRow, { id: ids });
  }

  private onLocked(
    id: number,
    posts: readonly number[],
    work: (tx: Transaction, current: Comment) => Promise<boolean>,
  ): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      await this.comments.lockPosts(tx, posts);
      const current = await this.comments.lock(tx, id);
      if (!current || !(await work(tx, current))) return false;
      await this.comments.recount(tx, posts);
      return true;
    });
  }
}

/** Comment meta with the status before a comment was trashed or marked as spam, and the time. */
const FORMER_STATE = '_wp_trash_meta_status';
const SINCE = '_wp_trash_meta_time';

/** Changes a comment to the requested status, which it returns. Spam and trash store the former status; restoring uses it. */
async function changeStatus(
  tx: Transaction,
  comment: Pick<Comment, 'id' | 'approved'>,
  requestedStatus: StatusChange,
): Promise<string> {
  const next = await nextState(tx, comment.id, requestedStatus);
  if (next === comment.approved) return next;
  const meta = new MetaWriter(tx, 'comment');
  if (requestedStatus === 'spam' || requestedStatus === 'trash') {
    const seconds = String(Math.floor(Date.now() / 1000));
    const former = new Map([
      [FORMER_STATE, comment.approved],
      [SINCE, seconds],
    ]);
    await meta.replace(comment.id, former);
  }
  if (requestedStatus === 'unspam' || requestedStatus === 'untrash') await meta.delete(comment.id, FORMER_STATE, SINCE);
  await tx.update(CommentRow, { id: comment.id }, { approved: next });
  return next;
}

async function nextState(tx: Transaction, id: number, requestedStatus: StatusChange): Promise<string> {
  switch (requestedStatus) {
    case 'approve':
      return APPROVED;
    case 'hold':
      return PENDING;
    case 'spam':
      return SPAM;
    case 'trash':
      return TRASH;
    default:
      return formerState(tx, id);
  }
}

async function formerState(tx: Transaction, id: number): Promise<string> {
  const [status] = await new MetaWriter(tx, 'comment').values(id, FORMER_STATE);
  return status || PENDING;
}
