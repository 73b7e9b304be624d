import { t } from '../../texts';
import { useAction } from '../../lib/queries';
import { type Comment } from '../../lib/types';
import { deleteAll } from '../../ui/bulk-actions';
import { Button } from '../../ui/controls';
import { type CommentAction, moderateAll, PATH, refresh } from './comment-actions';

interface BulkProps {
  comments: readonly Comment[];
  onDone(): void;
}

/** The status in which an action leaves a comment. */
const STATUS_AFTER = { approve: 'approved', hold: 'hold', spam: 'spam', trash: 'trash' };

/** What can be done with all selected comments. */
export function CommentBulkActions({ comments, onDone }: BulkProps) {
  const act = useAction(async (work: () => Promise<unknown>) => {
    try {
      if ((await work()) !== false) onDone();
    } finally {
      refresh();
    }
  });
  const canDelete = comments.every(({ status }) => status === 'spam' || status === 'trash');
  const actions: CommentAction[] = canDelete ? ['hold', 'delete'] : ['approve', 'hold', 'spam', 'trash'];
  const useful = actions.filter(
    (action) => action === 'delete' || comments.some(({ status }) => status !== STATUS_AFTER[action]),
  );
  const ids = comments.map(({ id }) => id);
  return (
    <>
      {useful.map((action) => (
        <Button
          key={action}
          small
          kind={action === 'delete' || action === 'trash' ? 'danger' : 'plain'}
          disabled={act.isBusy}
          onClick={() =>
            void act.run(() => (action === 'delete' ? deleteAll(PATH, ids) : moderateAll(comments, action)))
          }
        >
          {t.comments.actions[action]}
        </Button>
      ))}
    </>
  );
}
