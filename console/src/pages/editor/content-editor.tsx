import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { t } from '../../texts';
import { hasBlocks } from '../../lib/block-editor';
import { messageOf } from '../../lib/api';
import { formatNumber } from '../../lib/dates';
import { useStore } from '../../lib/store';
import { type Media } from '../../lib/types';
import { uploadFile } from '../../lib/upload';
import { theme } from '../../shell/theme';
import { Button } from '../../ui/controls';
import { ErrorNote, Loading, Note } from '../../ui/layout';
import { toast } from '../../ui/toasts';
import { imageMarkup } from '../media/media-markup';
import { MediaPicker } from '../media/picker';
import { countWords, isSameMarkup, toRaw, toVisual } from './markup';
import { type Editor, type VisualOptions } from './tinymce';

interface ContentProps {
  value: string;
  onChange(content: string): void;
  onSave(): void;
  /** Whether the media library may be used. */
  hasMedia: boolean;
}

type Mode = 'visual' | 'html';
const MODE_KEY = 'nestpress:editor-mode';

/** The content in visual or HTML mode. Content that visual mode would change opens as HTML. */
export function ContentEditor({ value, onChange, onSave, hasMedia }: ContentProps) {
  const isBlocks = hasBlocks(value);
  const [mode, setMode] = useState<Mode>(() =>
    isBlocks || localStorage.getItem(MODE_KEY) === 'html' ? 'html' : 'visual',
  );
  const [isLossy, setLossy] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const visual = useRef<Editor | undefined>(undefined);
  const source = useRef<HTMLTextAreaElement>(null);

  const choose = (next: Mode) => {
    localStorage.setItem(MODE_KEY, next);
    setLossy(false);
    setMode(next);
  };
  const insert = (markup: string) => {
    if (mode === 'visual' && visual.current) {
      visual.current.focus();
      visual.current.insertContent(markup);
      return;
    }
    const area = source.current;
    if (!area) return;
    const { selectionStart: start, selectionEnd: end } = area;
    onChange(value.slice(0, start) + markup + value.slice(end));
  };
  const insertFiles = async (files: readonly File[]) => {
    for (const file of files) {
      try {
        insert(imageMarkup(await uploadFile(file)));
      } catch (error) {
        toast.error(messageOf(error));
      }
    }
  };

  return (
    <section class="content-editor" aria-label={t.editor.content}>
      <div class="content-bar">
        {hasMedia && (
          <Button small icon="media" onClick={() => setPicking(true)}>
            {t.editor.addMedia}
          </Button>
        )}
        <div class="segmented" role="group" aria-label={t.editor.mode}>
          <button type="button" aria-pressed={mode === 'visual'} disabled={isBlocks} onClick={() => choose('visual')}>
            {t.editor.visual}
          </button>
          <button type="button" aria-pressed={mode === 'html'} onClick={() => choose('html')}>
            {t.editor.html}
          </button>
        </div>
      </div>
      {isBlocks && <Note kind="warning">{t.editor.blocks}</Note>}
      {isLossy && (
        <Note
          kind="warning"
          actions={
            <Button small onClick={() => setMode('visual')}>
              {t.editor.visualAnyway}
            </Button>
          }
        >
          {t.editor.lossy}
        </Note>
      )}
      {mode === 'visual' ? (
        <VisualEditor
          value={value}
          onChange={onChange}
          onSave={onSave}
          onMedia={hasMedia ? () => setPicking(true) : undefined}
          mayChangeMarkup={isLossy}
          onLossy={() => {
            setLossy(true);
            setMode('html');
          }}
          editor={visual}
        />
      ) : (
        <textarea
          ref={source}
          class="input code source"
          aria-label={t.editor.contentHtml}
          rows={24}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
          onDrop={(event) => {
            const files = [...(event.dataTransfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
            if (!hasMedia || files.length === 0) return;
            event.preventDefault();
            void insertFiles(files);
          }}
          onPaste={(event) => {
            const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
            if (!hasMedia || files.length === 0) return;
            event.preventDefault();
            void insertFiles(files);
          }}
        />
      )}
      <WordCount content={value} />
      {isPicking && (
        <MediaPicker
          title={t.editor.addMedia}
          onClose={() => setPicking(false)}
          onPick={(media: Media) => {
            setPicking(false);
            insert(imageMarkup(media));
          }}
        />
      )}
    </section>
  );
}

function WordCount({ content }: { content: string }) {
  const [words, setWords] = useState(() => countWords(content));
  useEffect(() => {
    const timer = setTimeout(() => setWords(countWords(content)), 400);
    return () => clearTimeout(timer);
  }, [content]);
  return <p class="word-count muted small">{t.editor.words(words, formatNumber(words))}</p>;
}

interface VisualProps {
  value: string;
  onChange(content: string): void;
  onSave(): void;
  onMedia: (() => void) | undefined;
  /** The user chose visual mode although it changes the markup. */
  mayChangeMarkup: boolean;
  onLossy(): void;
  editor: { current: Editor | undefined };
}

function VisualEditor(props: VisualProps) {
  const id = useId();
  const [error, setError] = useState<unknown>();
  const [isReady, setReady] = useState(false);
  const latest = useRef(props);
  latest.current = props;
  const look = useStore(theme);
  useEffect(() => {
    let isClosed = false;
    let instance: Editor | undefined;
    const { editor, value, mayChangeMarkup } = latest.current;
    const target = document.getElementById(id) as HTMLTextAreaElement;
    const visible = toVisual(value);
    target.value = visible;
    const options: VisualOptions = {
      target,
      label: t.editor.content,
      onMedia: latest.current.onMedia && (() => latest.current.onMedia?.()),
      onSave: () => latest.current.onSave(),
      onChange: (html) => latest.current.onChange(toRaw(html)),
      upload: (file, onProgress) => uploadFile(file, { onProgress: (share) => onProgress(Math.round(share * 100)) }),
      onReady: (ready) => {
        if (isClosed) return;
        editor.current = ready;
        setReady(true);
        if (!mayChangeMarkup && !isSameMarkup(visible, ready.getContent())) latest.current.onLossy();
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
