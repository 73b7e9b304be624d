import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { isOffline } from '../../lib/connection';
import { formatTime } from '../../lib/dates';
import { Link } from '../../lib/router';
import { useStore } from '../../lib/store';
import { Button } from '../../ui/controls';
import { Icon } from '../../ui/icons';
import { toast } from '../../ui/toasts';
import { PreviewButton } from './preview';
import { PublishCheck } from './publish-check';
import { type EntryEditor } from './use-entry-editor';
import { isFuture, isPublic } from './values';

/** What saving does to an entry that is public or scheduled. */
function updateLabel({ status, date }: EntryEditor['values']): string {
  if (status === 'draft') return t.editor.toDraft;
  if (status === 'pending') return t.editor.toPending;
  if (status === 'future') return isFuture(date) ? t.editor.update : t.editor.publishNow;
  return status === 'publish' && isFuture(date) ? t.editor.schedule : t.editor.update;
}

/** Where the entry belongs, whether it is saved, and what can be done with it. */
export function EditorBar({ editor, mayPublish }: { editor: EntryEditor; mayPublish: boolean }) {
  const { type, entry, values, isDirty, isSaving, save } = editor;
  const isLive = isPublic(entry?.status ?? 'draft');
  const willSchedule = isFuture(values.date);
  const [isChecking, setChecking] = useState(false);
  const publish = async () => {
    setChecking(false);
    const status = values.status === 'private' ? 'private' : 'publish';
    const saved = await save({ status });
    if (saved) {
      toast.info(saved.status === 'future' ? t.editor.scheduled : t.editor.published, {
        label: t.actions.view,
        run: () => window.open(saved.link, '_blank', 'noopener'),
      });
    }
  };
  const saveDraft = async () => {
    const before = entry?.status;
    const saved = await save();
    if (!saved) return;
    if (before !== 'publish' && saved.status === 'publish') toast.info(t.editor.published);
    else toast.info(before !== 'future' && saved.status === 'future' ? t.editor.scheduled : t.editor.saved);
  };
  const isAway = useStore(isOffline);
  const unsaved = isAway
    ? t.offline.local
    : editor.autosavedAt
      ? t.editor.autosaved({ time: formatTime(editor.autosavedAt.getTime() / 1000, { timeStyle: 'short' }) })
      : t.editor.unsaved;
  const state = isSaving ? t.editor.saving : isDirty ? unsaved : entry ? t.editor.allSaved : '';
  return (
    <div class="editor-bar">
      <Link to={type.to} class="button button-quiet" aria-label={type.name}>
        <Icon name="chevronLeft" size={16} />
        <span class="wide-only">{type.name}</span>
      </Link>
      <span class="editor-state" role="status">
        {state}
      </span>
      {entry && ['publish', 'private'].includes(entry.status) && (
        <a class="button button-quiet" href={entry.link} target="_blank" rel="noopener">
          <Icon name="external" size={16} />
          <span>{t.actions.view}</span>
        </a>
      )}
      <PreviewButton editor={editor} />
      {isLive ? (
        <Button kind="primary" isBusy={isSaving} disabled={!isDirty} onClick={() => void saveDraft()}>
          {updateLabel(values)}
        </Button>
      ) : (
        <>
          <Button isBusy={isSaving} disabled={!isDirty} onClick={() => void saveDraft()}>
            {t.editor.saveDraft}
          </Button>
          {mayPublish ? (
            <Button kind="primary" disabled={isSaving} onClick={() => setChecking(true)}>
              {willSchedule ? t.editor.schedule : t.editor.publish}
            </Button>
          ) : (
            <Button kind="primary" disabled={isSaving} onClick={() => void save({ status: 'pending' })}>
              {t.editor.submit}
            </Button>
          )}
        </>
      )}
      {isChecking && (
        <PublishCheck editor={editor} onClose={() => setChecking(false)} onPublish={() => void publish()} />
      )}
    </div>
  );
}
