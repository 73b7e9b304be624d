import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { del, messageOf, post } from '../../lib/api';
import { invalidate } from '../../lib/queries';
import { type Comment } from '../../lib/types';
import { changeAll } from '../../ui/bulk-actions';
import { ask } from '../../ui/dialog';
import { toast } from '../../ui/toasts';

export type CommentAction = 'approve' | 'hold' | 'spam' | 'trash' | 'delete';

export interface CommentActions {
  /** Comments that leave the list before the server has responded. */
  gone: ReadonlySet<number>;
  run(comment: Comment, action: CommentAction): Promise<void>;
}

export const PATH = 'wp/v2/comments';

export const refresh = () => invalidate(PATH, 'nestpress/v1/counts');

const perform = ({ id }: Pick<Comment, 'id'>, action: CommentAction) =>
  action === 'delete'
    ? del(`wp/v2/comments/${id}`, { force: true })
    : action === 'trash'
      ? del(`wp/v2/comments/${id}`)
      : post(`wp/v2/comments/${id}`, { status: action });

/** Trash and spam remember the status before, which is forgotten when they return it. */
const RETURNS: Partial<Record<CommentAction, string>> = { trash: 'untrash', spam: 'unspam' };

const returned = ({ id, status }: Comment, action: CommentAction) =>
  post(`wp/v2/comments/${id}`, { status: RETURNS[action] ?? (status === 'approved' ? 'approve' : status) });

/** The same for several comments. */
export const moderateAll = (comments: readonly Comment[], action: Exclude<CommentAction, 'delete'>) =>
  changeAll(PATH, comments, {
    change: (comment) => perform(comment, action),
    undo: (comment) => returned(comment, action),
    message: action === 'trash' ? t.entries.trashed : t.entries.changed,
  });

/** Moderation. A comment disappears at once and comes back if the server refuses; everything but deleting can be undone. */
export function useCommentActions(): CommentActions {
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
  const setIsGone = (id: number, isGone: boolean) =>
    setGone((before) => {
      const next = new Set(before);
      if (isGone) next.add(id);
      else next.delete(id);
      return next;
    });
  const undo = async (comment: Comment, action: CommentAction) => {
    try {
      await returned(comment, action);
      setIsGone(comment.id, false);
      refresh();
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const run = async (comment: Comment, action: CommentAction) => {
    const question = { title: t.comments.deleteQuestion, text: t.entries.deleteText };
    if (action === 'delete' && !(await ask({ ...question, confirm: t.actions.deleteForever, isDangerous: true })))
      return;
    setIsGone(comment.id, true);
    try {
      await perform(comment, action);
      const canUndo = action !== 'delete';
      toast.info(
        t.comments.done[action],
        canUndo ? { label: t.actions.undo, run: () => void undo(comment, action) } : undefined,
      );
      refresh();
    } catch (error) {
      toast.error(messageOf(error));
    }
    // The list that is read again decides from here on.
    setTimeout(() => setIsGone(comment.id, false), 1500);
  };
  return { gone, run };
}
