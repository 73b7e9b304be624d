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
  /** While the content is edited as HTML. The editor stays, and with it what can be undone. */
  isHidden: boolean;
}

/** Content, and what visual mode stores for it: as long as this is the result, the content is unchanged. */
interface Shown {
  value: string;
  raw: string | undefined;
}

/** The content as it will look. What is stored changes only when the user changes something. */
export function VisualEditor(props: VisualProps) {
  const id = useId();
  const [error, setError] = useState<unknown>();
  const [isReady, setReady] = useState(false);
  const latest = useRef(props);
  latest.current = props;
  const look = useStore(theme);
  const shown = useRef<Shown>({ value: props.value, raw: undefined });
  // What this editor reported last, or shows.
  const reported = useRef(props.value);
  const isTaking = useRef(false);
  /** Content that visual mode would damage is reported instead of shown. */
  const adopt = (ready: Editor, value: string): boolean => {
    const { mayChangeMarkup, onLossy } = latest.current;
    shown.current = { value, raw: toRaw(ready.getContent()) };
    reported.current = value;
    const lost = mayChangeMarkup ? [] : lostMarkup(value, shown.current.raw!);
    if (lost.length > 0) onLossy(lost);
    return lost.length === 0;
  };
  useEffect(() => {
    let isClosed = false;
    let instance: Editor | undefined;
    const { editor, value, hasMedia } = latest.current;
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
        if (isTaking.current) return;
        const raw = toRaw(html);
        reported.current = raw === shown.current.raw ? shown.current.value : raw;
        latest.current.onChange(reported.current);
      },
      onReady: (ready) => {
        if (isClosed) return;
        editor.current = ready;
        setReady(true);
        if (adopt(ready, value)) latest.current.onReady(ready);
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
  const { isHidden } = props;
  useEffect(() => {
    const ready = props.editor.current;
    if (isHidden || !ready) return;
    // What was changed as HTML meanwhile is one step that can be undone.
    if (props.value !== reported.current) {
      isTaking.current = true;
      ready.undoManager.transact(() => ready.setContent(toVisual(props.value)));
      isTaking.current = false;
      if (!adopt(ready, props.value)) return;
    }
    ready.execCommand('mceAutoResize');
    // The toolbar had no width while it was hidden.
    ready.dispatch('ResizeEditor');
  }, [isHidden]);
  if (error) return <ErrorNote error={error} onRetry={() => window.location.reload()} />;
  return (
    <div class="visual" data-ready={isReady} hidden={isHidden}>
      {!isReady && <Loading />}
      <div>
        <textarea id={id} class="visually-hidden" tabIndex={-1} aria-hidden="true" />
      </div>
    </div>
  );
}
