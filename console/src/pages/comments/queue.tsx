import { useEffect, useRef, useState } from 'preact/hooks';
import { type Comment } from '../../lib/types';
import { type Selection } from '../../ui/selection';
import { useShortcuts } from '../../ui/shortcuts';
import { type CommentAction, type CommentActions } from './comment-actions';
import { CommentCard } from './comment-card';

const KEYS: Record<string, CommentAction | 'reply' | 'edit' | 'select'> = {
  a: 'approve',
  u: 'hold',
  s: 'spam',
  d: 'trash',
  r: 'reply',
  e: 'edit',
  x: 'select',
};

interface QueueProps {
  comments: readonly Comment[];
  titles: Map<number, string>;
  actions: CommentActions;
  selection: Selection<Comment>;
  onPost(id: number): void;
}

/** J and K move between comments, other keys act on the focused one. */
export function Queue({ comments, titles, actions, selection, onPost }: QueueProps) {
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<{ id: number; mode: 'reply' | 'edit' }>();
  const focusAt = (index: number) => {
    const items = list.current?.querySelectorAll<HTMLElement>('[data-comment]');
    items?.[Math.max(0, Math.min(index, items.length - 1))]?.focus();
  };
  const [next, setNext] = useState<number>();
  useEffect(() => {
    if (next === undefined) return;
    focusAt(next);
    setNext(undefined);
  }, [next, comments.length]);

  const onKey = (event: KeyboardEvent) => {
    const focused = (event.target as Element).closest<HTMLElement>('[data-comment]');
    const index = comments.findIndex(({ id }) => String(id) === focused?.dataset.comment);
    const key = event.key.toLowerCase();
    if (key === 'j' || key === 'k') {
      event.preventDefault();
      focusAt(index === -1 ? 0 : index + (key === 'j' ? 1 : -1));
      return;
    }
    const action = KEYS[key];
    const comment = comments[index];
    if (!action || !comment) return;
    event.preventDefault();
    if (action === 'select') selection.toggle(comment, !selection.has(comment.id));
    else if (action === 'reply' || action === 'edit') setOpen({ id: comment.id, mode: action });
    else {
      void actions.run(comment, action);
      setNext(index);
    }
  };
  useShortcuts(onKey, open !== undefined);
  const setMode = (comment: Comment, mode: 'reply' | 'edit' | undefined) => {
    setOpen(mode && { id: comment.id, mode });
    // A form that is closed gives the focus back, and the keys work on.
    if (!mode) list.current?.querySelector<HTMLElement>(`[data-comment="${comment.id}"]`)?.focus();
  };

  return (
    <ul class="comments" ref={list}>
      {comments.map((comment) => (
        <CommentCard
          key={comment.id}
          comment={comment}
          postTitle={titles.get(comment.post) ?? '…'}
          isSelected={selection.has(comment.id)}
          onSelect={(isOn) => selection.toggle(comment, isOn)}
          mode={open?.id === comment.id ? open.mode : undefined}
          onMode={(mode) => setMode(comment, mode)}
          onAction={(action) => void actions.run(comment, action)}
          onPost={() => onPost(comment.post)}
        />
      ))}
    </ul>
  );
}
