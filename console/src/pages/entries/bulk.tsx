import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { actionsFor, runAction } from '../../lib/extension-actions';
import { useExtensions } from '../../lib/extensions';
import { hasAction, useMe } from '../../lib/permissions';
import { invalidate, useAction } from '../../lib/queries';
import { statusLabel } from '../../lib/statuses';
import { declaredStatuses, possibleStatuses } from '../../lib/transitions';
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
      // A question may have been answered with no.
      if ((await work()) !== false) onDone();
    } finally {
      invalidate(path, 'nestpress/v1/counts');
    }
  });
  const button = (label: string, work: () => Promise<unknown>, isDangerous = false) => (
    <Button
      key={label}
      small
      kind={isDangerous ? 'danger' : 'plain'}
      disabled={act.isBusy}
      onClick={() => void act.run(work)}
    >
      {label}
    </Button>
  );
  const ids = entries.map(({ id }) => id);
  const isTrash = entries.every(({ status }) => status === 'trash');
  const canPublish = entries.every((entry) => hasAction(entry, 'publish'));
  const me = useMe();
  const offered = ['publish', 'draft', ...(type.members.status?.transitions ? declaredStatuses(type) : [])];
  // Where the type declares transitions, those that all of the entries can make.
  const reachable = offered.filter((status) =>
    entries.every((entry) => possibleStatuses(type, entry.status, offered, me).includes(status)),
  );
  const titleOfChange = (status: string) =>
    status === 'publish' ? t.entries.publish : status === 'draft' ? t.entries.toDraft : statusLabel(type, status);
  const modules = actionsFor(useExtensions(), type);
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
          {reachable
            .filter((status) => status !== 'publish' || canPublish)
            .map((status) => button(titleOfChange(status), () => changeStatus(path, entries, status)))}
          {modules.map((module) => button(module.action.label, () => runAction(module, type, ids)))}
          {mayDelete && button(t.actions.trash, () => moveToTrash(path, entries), true)}
        </>
      )}
      {isEditing && <BulkEdit type={type} entries={entries} onClose={() => setEditing(false)} onDone={onDone} />}
    </>
  );
}
