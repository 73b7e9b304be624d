import { t } from '../../texts';
import { ApiError, type ApiResponse, get, post } from '../../lib/api';
import { invalidate, useAction } from '../../lib/queries';
import { type Entry } from '../../lib/types';
import { Button } from '../../ui/controls';
import { Note } from '../../ui/layout';
import { type EntryEditor } from './use-entry-editor';

interface GoneProps {
  editor: EntryEditor;
  /** The entry as it is stored now. */
  current: { data?: ApiResponse<Entry> | undefined; error: unknown };
}

/** Says that the entry was moved to the trash or deleted while it is open, and how to go on. */
export function GoneNote({ editor, current }: GoneProps) {
  const { entry, type, rebase, saveAsNew } = editor;
  const restore = useAction(async () => {
    await post(`nestpress/v1/entries/${entry!.id}/restore`);
    rebase(await get<Entry>(`${type.route}/${entry!.id}`, { context: 'edit' }));
    invalidate(type.route, 'nestpress/v1/counts');
  });
  if (!entry) return null;
  if (current.error instanceof ApiError && current.error.status === 404)
    return (
      <Note
        kind="warning"
        actions={
          <Button small onClick={saveAsNew}>
            {t.goneEntry.saveAsNew}
          </Button>
        }
      >
        {t.goneEntry.deleted}
      </Note>
    );
  if ((current.data?.data ?? entry).status !== 'trash') return null;
  return (
    <Note
      kind="warning"
      actions={
        <Button small isBusy={restore.isBusy} onClick={() => void restore.run()}>
          {t.goneEntry.restore}
        </Button>
      }
    >
      {t.goneEntry.inTrash}
    </Note>
  );
}
