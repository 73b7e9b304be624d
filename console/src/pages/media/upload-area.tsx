import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../texts';
import { formatBytes } from '../../lib/dates';
import { useStore } from '../../lib/store';
import { type Media } from '../../lib/types';
import { Button, IconButton } from '../../ui/controls';
import { Icon } from '../../ui/icons';
import { addUploads, cancelUpload, retryUpload, type Upload, uploads } from './uploads';

/** A button that opens the file dialogue. */
export function UploadButton({ onDone }: { onDone?(media: Media): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button kind="primary" icon="upload" onClick={() => input.current?.click()}>
        {t.media.upload}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t.media.upload}
        onChange={(event) => {
          addUploads(event.currentTarget.files ?? [], onDone);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Takes files dropped anywhere on the page while it is mounted. */
export function DropTarget({ onDone }: { onDone?(media: Media): void }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth++;
      setOver(true);
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      addUploads(event.dataTransfer?.files ?? [], onDone);
    };
    const handlers = { dragenter: enter, dragleave: leave, dragover: over, drop };
    for (const [name, handler] of Object.entries(handlers)) window.addEventListener(name as 'drop', handler);
    return () => {
      for (const [name, handler] of Object.entries(handlers)) window.removeEventListener(name as 'drop', handler);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div class="drop-overlay">
      <Icon name="upload" size={40} />
      {t.media.drop}
    </div>
  );
}

export function UploadList() {
  const list = useStore(uploads);
  if (list.length === 0) return null;
  const isFinished = list.every(({ state }) => state === 'done');
  return (
    <section class="card uploads" aria-label={t.media.uploads}>
      <div class="card-header">
        <h2>{t.media.uploads}</h2>
        {isFinished && (
          <Button small kind="quiet" onClick={() => uploads.set([])}>
            {t.actions.dismiss}
          </Button>
        )}
      </div>
      <ul class="simple-list">
        {list.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

function UploadRow({ upload: { id, file, state, share, error, isRefused } }: { upload: Upload }) {
  return (
    <li>
      <div class="grow">
        <div class="row spread">
          <span>{file.name}</span>
          <span class="muted small">
            {formatBytes(file.size)} · {t.media.states[state]}
          </span>
        </div>
        {state === 'failed' ? (
          <p class="field-error">{error}</p>
        ) : (
          <progress class="progress" max={1} value={share} aria-label={t.media.progress({ name: file.name })} />
        )}
      </div>
      {state === 'failed' && !isRefused && (
        <Button small onClick={() => retryUpload(id)}>
          {t.actions.retry}
        </Button>
      )}
      {state !== 'done' && (
        <IconButton icon="close" label={t.media.cancel({ name: file.name })} onClick={() => cancelUpload(id)} />
      )}
      {state === 'done' && <Icon name="check" />}
    </li>
  );
}
