import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { hasAction } from '../../lib/permissions';
import { invalidate, useAction } from '../../lib/queries';
import { type ContentType, type Entry } from '../../lib/types';
import { deleteAll } from '../../ui/bulk-actions';
import { Button } from '../../ui/controls';
import { BulkEdit } from './bulk-edit';
import { changeStatus, moveToTrash, restoreFromTrash } from './entry-actions';

interface BulkProps {
  type: ContentType;
  entries: readonly Entry[];
  /** Whether all of them may be moved to the trash and deleted. */
  mayDelete: boolean;
  onDone(): void;
}

/** What can be done with all selected entries. */
export function EntryBulkActions({ type, entries, mayDelete, onDone }: BulkProps) {
  const path = type.route;
  const [isEditing, setEditing] = useState(false);
  const act = useAction(async (work: () => Promise<unknown>) => {
    try {
      await work();
      onDone();
    } finally {
      invalidate(path, 'nestpress/v1/counts');
    }
  });
  const button = (label: string, work: () => Promise<unknown>, isDangerous = false) => (
    <Button small kind={isDangerous ? 'danger' : 'plain'} disabled={act.isBusy} onClick={() => void act.run(work)}>
      {label}
    </Button>
  );
  const ids = entries.map(({ id }) => id);
  const isTrash = entries.every(({ status }) => status === 'trash');
  const canPublish = entries.every((entry) => hasAction(entry, 'publish'));
  return (
    <>
      {isTrash ? (
        <>
          {button(t.actions.restore, () => restoreFromTrash(path, entries))}
          {mayDelete && button(t.actions.deleteForever, () => deleteAll(path, ids), true)}
        </>
      ) : (
        <>
          <Button small disabled={act.isBusy} onClick={() => setEditing(true)}>
            {t.bulkEdit.open}
          </Button>
          {canPublish && button(t.entries.publish, () => changeStatus(path, entries, 'publish'))}
          {button(t.entries.toDraft, () => changeStatus(path, entries, 'draft'))}
          {mayDelete && button(t.actions.trash, () => moveToTrash(path, entries), true)}
        </>
      )}
      {isEditing && <BulkEdit type={type} entries={entries} onClose={() => setEditing(false)} onDone={onDone} />}
    </>
  );
}
