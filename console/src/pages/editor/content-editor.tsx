import { type RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../texts';
import { hasBlocks } from '../../lib/block-editor';
import { formatList } from '../../lib/dates';
import { type Media } from '../../lib/types';
import { Button, insertText } from '../../ui/controls';
import { Note } from '../../ui/layout';
import { MediaPicker } from '../media/picker';
import { countWords } from './markup';
import { type Editor, type VisualDialog } from './visual-options';
import { VisualDialogs } from './visual-dialogs';
import { VisualEditor } from './visual-editor';
import { mediaMarkup, uploadAll, uploadInPlace } from './visual-uploads';

interface ContentProps {
  value: string;
  onChange(content: string): void;
  onSave(): void;
  /** Whether the media library may be used. */
  hasMedia: boolean;
  /** Set by this component: moves the cursor into the content. */
  focus: { current: (() => void) | undefined };
  /** The mode that was chosen for this entry, while the page is open. */
  chosenMode: { current: Mode | undefined };
}

export type Mode = 'visual' | 'html';

/** The content in visual or HTML mode. Content that visual mode would damage opens as HTML. */
export function ContentEditor({ value, onChange, onSave, hasMedia, focus, chosenMode }: ContentProps) {
  const isBlocks = hasBlocks(value);
  const [mode, setMode] = useState<Mode>(isBlocks ? 'html' : (chosenMode.current ?? 'visual'));
  const [lost, setLost] = useState<readonly string[]>([]);
  const [dialog, setDialog] = useState<VisualDialog>();
  const visual = useRef<Editor | undefined>(undefined);
  const source = useRef<HTMLTextAreaElement>(null);
  const wantsFocus = useRef(false);
  // Each mode stays once it was used, so that what was done in it can be undone.
  const used = useRef({ visual: false, html: false });
  used.current[mode] = true;

  focus.current = () => {
    if (mode === 'html') source.current?.focus();
    else if (visual.current) visual.current.focus();
    else wantsFocus.current = true;
  };
  const choose = (next: Mode) => {
    chosenMode.current = next;
    setLost([]);
    setMode(next);
  };
  const insertSource = (markup: string) => {
    const area = source.current;
    if (!area) return;
    if (document.activeElement === area) return insertText(area, markup);
    // What is typed elsewhere meanwhile keeps the focus.
    area.setRangeText(markup, area.selectionStart, area.selectionEnd, 'end');
    onChange(area.value);
  };
  const picked = useRef('');
  // Once the dialog is closed: while it is open, only it can have the focus.
  useEffect(() => {
    if (picked.current && source.current) insertText(source.current, picked.current);
    picked.current = '';
  }, [dialog]);
  const insertFiles = async (files: readonly File[]) => insertSource(mediaMarkup(await uploadAll(files)));
  const takeFiles = (event: Event, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])];
    if (!hasMedia || files.length === 0) return;
    event.preventDefault();
    void insertFiles(files);
  };

  return (
    <section class="content-editor" aria-label={t.editor.content}>
      <div class="content-bar">
        {hasMedia && (
          <Button small icon="media" onClick={() => setDialog('media')}>
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
      {lost.length > 0 && mode === 'html' && (
        <Note
          kind="warning"
          actions={
            <Button small onClick={() => setMode('visual')}>
              {t.editor.visualAnyway}
            </Button>
          }
        >
          {t.editor.lossy({ lost: formatList(lost) })}
        </Note>
      )}
      {used.current.visual && (
        <VisualEditor
          value={value}
          onChange={onChange}
          onSave={onSave}
          onDialog={setDialog}
          onFiles={(files) => visual.current && void uploadInPlace(visual.current, files)}
          hasMedia={hasMedia}
          mayChangeMarkup={lost.length > 0}
          onLossy={(names) => {
            used.current.visual = false;
            setLost(names);
            setMode('html');
          }}
          onReady={(editor) => {
            if (wantsFocus.current) editor.focus();
            wantsFocus.current = false;
          }}
          editor={visual}
          isHidden={mode !== 'visual'}
        />
      )}
      {used.current.html && (
        <SourceEditor area={source} value={value} onChange={onChange} onFiles={takeFiles} isHidden={mode !== 'html'} />
      )}
      <WordCount content={value} />
      {mode === 'visual' && visual.current && (
        <VisualDialogs
          dialog={dialog}
          editor={visual.current}
          hasMedia={hasMedia}
          onClose={() => setDialog(undefined)}
        />
      )}
      {mode === 'html' && dialog === 'media' && (
        <MediaPicker
          title={t.editor.addMedia}
          several={[]}
          onClose={() => setDialog(undefined)}
          onPick={(media: readonly Media[]) => {
            picked.current = mediaMarkup(media);
            setDialog(undefined);
          }}
        />
      )}
    </section>
  );
}

interface SourceProps {
  area: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange(content: string): void;
  onFiles(event: Event, data: DataTransfer | null): void;
  isHidden: boolean;
}

/** The content as HTML. Its text is set only where it changed elsewhere, which empties what the browser can undo. */
function SourceEditor({ area, value, onChange, onFiles, isHidden }: SourceProps) {
  useLayoutEffect(() => {
    // As a text field reads it.
    const text = value.replace(/\r\n?/g, '\n');
    if (!isHidden && area.current && area.current.value !== text) area.current.value = text;
  }, [value, isHidden]);
  return (
    <textarea
      ref={area}
      class="input code source"
      aria-label={t.editor.contentHtml}
      rows={24}
      hidden={isHidden}
      onInput={(event) => onChange(event.currentTarget.value)}
      onDrop={(event) => onFiles(event, event.dataTransfer)}
      onPaste={(event) => onFiles(event, event.clipboardData)}
    />
  );
}

/** Adults read about this many words of prose in a minute. */
const WORDS_PER_MINUTE = 220;

function WordCount({ content }: { content: string }) {
  const [words, setWords] = useState(() => countWords(content));
  useEffect(() => {
    const timer = setTimeout(() => setWords(countWords(content)), 400);
    return () => clearTimeout(timer);
  }, [content]);
  const minutes = Math.max(1, Math.round(words / WORDS_PER_MINUTE));
  return (
    <p class="word-count muted small">
      <span>{t.editor.words({ count: words })}</span>
      {words > 0 && <span>{t.editor.readingTime({ minutes })}</span>}
    </p>
  );
}
