import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { ApiError, post } from '../../lib/api';
import { useAction } from '../../lib/queries';
import { session } from '../../lib/session';
import { type Entry } from '../../lib/types';
import { Button } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { toVisual } from './markup';
import { type EntryEditor } from './use-entry-editor';

/**
 * Opens the entry as visitors will see it: a signed preview link where the service serves pages, the rendered content in a dialogue
 * otherwise. A draft is saved first; changes to a published entry are shown in the dialogue, so that they stay unpublished.
 */
export function PreviewButton({ editor }: { editor: EntryEditor }) {
  const [visible, setShown] = useState<{ title: string; html: string }>();
  const open = useAction(async () => {
    const { entry, values, isDirty } = editor;
    const isLive = entry?.status === 'publish';
    if (isLive && !isDirty) {
      window.open(entry.link, '_blank', 'noopener');
      return;
    }
    const saved = isLive ? undefined : isDirty || !entry ? await editor.save() : entry;
    if (!isLive && !saved) return;
    const url = saved && (await previewUrl(saved));
    if (url) window.open(url, '_blank', 'noopener');
    else setShown({ title: values.title, html: saved?.content?.rendered ?? toVisual(values.content) });
  });
  return (
    <>
      <Button kind="quiet" icon="eye" isBusy={open.isBusy} onClick={() => void open.run()}>
        {t.actions.preview}
      </Button>
      {visible && (
        <Dialog title={t.editor.previewOf(visible.title)} size="wide" onClose={() => setShown(undefined)}>
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

/** Undefined where the service has no pages or no preview links, and for private entries, which cannot have one. */
async function previewUrl({ id }: Entry): Promise<string | undefined> {
  if (!session.get()?.features.pages) return undefined;
  try {
    return (await post<{ url: string }>('nestpress/v1/previews', { post: id })).data.url;
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) return undefined;
    throw error;
  }
}

const STYLE = `body{font:18px/1.65 Charter,Cambria,Georgia,serif;max-width:42rem;margin:2rem auto;padding:0 1rem;color:#1a2130;background:#fff}
img{max-width:100%;height:auto}h1,h2,h3{font-family:system-ui,sans-serif;line-height:1.25}`;

function previewDocument(title: string, html: string): string {
  const heading = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><h1>${heading}</h1>${html}`;
}
