import { t } from '../../texts';
import { formatAgo } from '../../lib/dates';
import { Button } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { Diff } from '../revisions/diff';
import { type EntryEditor } from './use-entry-editor';
import { valuesOf } from './values';

/** Another user has saved the entry in the meantime: shows both versions and lets the user choose. */
export function ConflictDialog({ editor }: { editor: EntryEditor }) {
  const { conflict, values, resolve } = editor;
  if (!conflict) return null;
  const theirs = valuesOf(conflict.theirs, editor.type);
  return (
    <Dialog
      title={t.conflict.title}
      size="wide"
      onClose={() => resolve('cancel')}
      footer={
        <>
          <Button onClick={() => resolve('cancel')}>{t.conflict.cancel}</Button>
          <Button kind="danger" onClick={() => resolve('theirs')}>
            {t.conflict.theirs}
          </Button>
          <Button kind="primary" onClick={() => resolve('mine')}>
            {t.conflict.mine}
          </Button>
        </>
      }
    >
      <p>{t.conflict.text({ ago: formatAgo(conflict.theirs.modified_gmt, conflict.theirs.modified) })}</p>
      <Diff
        labels={[t.conflict.theirVersion, t.conflict.yourVersion]}
        fields={(['title', 'content', 'excerpt'] as const).map((name) => ({
          label: t.revisions.fields[name],
          before: theirs[name],
          after: values[name],
        }))}
      />
    </Dialog>
  );
}
