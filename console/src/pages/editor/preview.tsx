import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../texts';
import { post } from '../../lib/api';
import { useAction } from '../../lib/queries';
import { href } from '../../lib/router';
import { session } from '../../lib/session';
import { Button } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { toVisual } from './markup';
import { announceChange, showInTab, usePreviewTab } from './preview-channel';
import { type EntryEditor } from './use-entry-editor';

const FOLLOW_AFTER_MS = 800;

/**
 * Opens the entry as visitors will see it, with everything that is typed: the page of the site or of its own front end in a tab that follows the changes, or
 * the content in a dialogue where the service serves no pages. The changes are stored in an autosave, so nothing is published by it.
 */
export function PreviewButton({ editor }: { editor: EntryEditor }) {
  const [visible, setShown] = useState<{ title: string; html: string }>();
  const { entry, values, isDirty } = editor;
  const open = useAction(async () => {
    const { pages, front_end: frontEnd } = session.get()?.features ?? {};
    if (!pages && !frontEnd) {
      setShown({ title: values.title, html: toVisual(values.content) });
      return;
    }
    // Opened at once: browsers block windows that open after a request.
    const tab = window.open('', entry && previewName(entry.id));
    const shown = entry ?? (await editor.save());
    if (!shown) {
      tab?.close();
      return;
    }
    if (isDirty && entry) await storeTexts(editor);
    if (!tab) return;
    if (frontEnd) showInTab(shown.id, tab, await frontEndUrl(shown.id));
    else tab.location.href = href(`preview/${shown.id}`);
  });
  useFollowing(editor);
  return (
    <>
      <Button kind="quiet" icon="eye" isBusy={open.isBusy} onClick={() => void open.run()}>
        {t.actions.preview}
      </Button>
      {visible && (
        <Dialog
          title={t.editor.previewOf({ title: visible.title || t.entries.untitled })}
          size="wide"
          onClose={() => setShown(undefined)}
        >
          <iframe
            class="preview-frame"
            title={t.actions.preview}
            sandbox=""
            srcdoc={previewDocument(visible.title, visible.html)}
          />
        </Dialog>
      )}
    </>
  );
}

/** The page of the site's own front end, with a token that ends after an hour. */
async function frontEndUrl(id: number): Promise<string> {
  const { data } = await post<{ url: string }>('nestpress/v1/preview-tokens', { post: id });
  return data.url;
}

/** The same tab for every preview of an entry. */
const previewName = (id: number) => `preview-${id}`;

async function storeTexts({ entry, values: { title, content, excerpt } }: EntryEditor): Promise<void> {
  await post(`nestpress/v1/entries/${entry!.id}/autosaves`, { title, content, excerpt });
}

/** While a tab shows the preview, changes are stored after a short pause and shown there. */
function useFollowing(editor: EntryEditor): void {
  const { entry, values, isSaving } = editor;
  const isWatched = usePreviewTab(entry?.id);
  const latest = useRef(editor);
  latest.current = editor;
  useEffect(() => {
    if (!entry || !isWatched || isSaving) return;
    const follow = async () => {
      // The next pause tries again.
      if (latest.current.isDirty) await storeTexts(latest.current).catch(() => undefined);
      announceChange(entry.id);
    };
    const timer = setTimeout(() => void follow(), FOLLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [values, isSaving, isWatched, entry]);
}

const STYLE = `body{font:18px/1.65 Charter,Cambria,Georgia,serif;max-width:42rem;margin:2rem auto;padding:0 1rem;color:#1a2130;background:#fff}
img{max-width:100%;height:auto}h1,h2,h3{font-family:system-ui,sans-serif;line-height:1.25}`;

function previewDocument(title: string, html: string): string {
  const heading = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><h1>${heading}</h1>${html}`;
}
