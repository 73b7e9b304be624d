import { useRef, useState } from 'preact/hooks';
import { t } from '../../texts';
import { post } from '../../lib/api';
import { invalidate, useAction } from '../../lib/queries';
import { type Media } from '../../lib/types';
import { Button } from '../../ui/controls';
import { toast } from '../../ui/toasts';
import { ImageEditor } from './image-editor';

const EDITABLE = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'];

/** Edits a picture, and replaces a file under its addresses. */
export function FileActions({ media, onReplaced }: { media: Media; onReplaced(): void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isEditing, setEditing] = useState(false);
  const replace = useAction(async (file: File) => {
    const form = new FormData();
    form.append('file', file, file.name);
    await post(`nestpress/v1/media/${media.id}/file`, form);
    invalidate('wp/v2/media');
    toast.info(t.imageEditor.replaced);
    onReplaced();
  });
  return (
    <div class="row">
      {EDITABLE.includes(media.mime_type) && <Button onClick={() => setEditing(true)}>{t.imageEditor.open}</Button>}
      <Button icon="upload" isBusy={replace.isBusy} onClick={() => input.current?.click()}>
        {t.imageEditor.replace}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={media.mime_type}
        aria-label={t.imageEditor.replace}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void replace.run(file);
          event.currentTarget.value = '';
        }}
      />
      {isEditing && <ImageEditor media={media} onClose={() => setEditing(false)} onSaved={onReplaced} />}
    </div>
  );
}
