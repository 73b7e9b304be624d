import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { t } from '../../texts';
import { useStore } from '../../lib/store';
import { theme } from '../../shell/theme';
import { ErrorNote, Loading } from '../../ui/layout';
import { toRaw, toVisual } from './markup';
import { lostMarkup } from './round-trip';
import { type Editor, type VisualOptions } from './visual-options';

interface VisualProps extends Pick<VisualOptions, 'onDialog' | 'onFiles' | 'onSave' | 'hasMedia'> {
  value: string;
  onChange(content: string): void;
  /** The user chose visual mode although it changes the markup. */
  mayChangeMarkup: boolean;
  /** Called with the names of what would be lost. */
  onLossy(lost: readonly string[]): void;
  onReady(editor: Editor): void;
  editor: { current: Editor | undefined };
}

/** The content as it will look. What is stored changes only when the user changes something. */
export function VisualEditor(props: VisualProps) {
  const id = useId();
  const [error, setError] = useState<unknown>();
  const [isReady, setReady] = useState(false);
  const latest = useRef(props);
  latest.current = props;
  const look = useStore(theme);
  useEffect(() => {
    let isClosed = false;
    let instance: Editor | undefined;
    const { editor, value, mayChangeMarkup, hasMedia } = latest.current;
    // What visual mode would store for the content as it was opened: as long as this is the result, the content is unchanged.
    let unchanged: string | undefined;
    const target = document.getElementById(id) as HTMLTextAreaElement;
    target.value = toVisual(value);
    const options: VisualOptions = {
      target,
      label: t.editor.content,
      hasMedia,
      onDialog: (dialog) => latest.current.onDialog(dialog),
      onFiles: (files) => latest.current.onFiles(files),
      onSave: () => latest.current.onSave(),
      onChange: (html) => {
        const raw = toRaw(html);
        latest.current.onChange(raw === unchanged ? value : raw);
      },
      onReady: (ready) => {
        if (isClosed) return;
        editor.current = ready;
        unchanged = toRaw(ready.getContent());
        setReady(true);
        const lost = mayChangeMarkup ? [] : lostMarkup(value, unchanged);
        if (lost.length > 0) latest.current.onLossy(lost);
        else latest.current.onReady(ready);
      },
    };
    import('./tinymce')
      .then(({ startVisualEditor }) => (isClosed ? undefined : startVisualEditor(options)))
      .then((started) => {
        instance = started;
        if (isClosed) started?.remove();
      }, setError);
    return () => {
      isClosed = true;
      editor.current = undefined;
      setReady(false);
      instance?.remove();
    };
  }, [look]);
  if (error) return <ErrorNote error={error} onRetry={() => window.location.reload()} />;
  return (
    <div class="visual" data-ready={isReady}>
      {!isReady && <Loading />}
      <div>
        <textarea id={id} class="visually-hidden" tabIndex={-1} aria-hidden="true" />
      </div>
    </div>
  );
}
