import { useState } from 'preact/hooks';
import { labelFor, t } from '../../texts';
import { escapeHtml, textOf } from '../../lib/html';
import { useGet } from '../../lib/queries';
import { useUnsaved } from '../../lib/router';
import { type ImageSize, type Media } from '../../lib/types';
import { Button, Select, TextArea, TextField } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { MediaPicker } from '../media/picker';
import { imageValues } from '../media/media-markup';
import { type Alignment, type ImageValues } from './visual-image';

interface ImageDialogProps {
  value: ImageValues;
  hasMedia: boolean;
  onSave(value: ImageValues): void;
  onDelete(): void;
  onClose(): void;
}

/** Alternative text, caption, size, alignment and link of an image in the content. */
export function ImageDialog({ value, hasMedia, onSave, onDelete, onClose }: ImageDialogProps) {
  const [before] = useState(value);
  const [image, setImage] = useState(value);
  const leave = useUnsaved(JSON.stringify(image) !== JSON.stringify(before), onClose);
  const [isPicking, setPicking] = useState(false);
  const media = useGet<Media>(image.id > 0 ? `wp/v2/media/${image.id}` : undefined).data?.data;
  const sizes = media ? sizesOf(media) : {};
  const texts = t.editor.image;
  const set = (changes: Partial<ImageValues>) => setImage({ ...image, ...changes });
  if (isPicking) {
    return (
      <MediaPicker
        title={texts.replace}
        onlyImages
        onClose={() => setPicking(false)}
        onPick={([picked]) => {
          setPicking(false);
          const { id, src, size, width, height, alt } = imageValues(picked!);
          set({ id, src, size, width, height, alt: alt || image.alt });
        }}
      />
    );
  }
  const setSize = (name: string) => {
    const size = sizes[name];
    if (size) set({ size: name, src: size.source_url, width: size.width, height: size.height });
  };
  // Markup in a caption is edited in the content itself.
  const hasMarkup = /<[a-z]/i.test(image.caption);
  const full = sizes.full?.source_url;
  return (
    <Dialog
      title={texts.title}
      onClose={leave}
      onSubmit={() => onSave(image)}
      footer={
        <>
          <Button kind="danger" onClick={onDelete}>
            {t.actions.remove}
          </Button>
          {hasMedia && <Button onClick={() => setPicking(true)}>{texts.replace}</Button>}
          <Button kind="primary" type="submit">
            {t.actions.apply}
          </Button>
        </>
      }
    >
      <div class="stack">
        <img class="dialog-image" src={image.src} alt="" />
        <TextField label={t.media.alt} help={t.media.altHelp} value={image.alt} onChange={(alt) => set({ alt })} />
        {!hasMarkup && (
          <TextArea
            label={t.media.caption}
            rows={2}
            value={textOf(image.caption)}
            onChange={(caption) => set({ caption: escapeHtml(caption.replace(/\s*\n\s*/g, ' ')) })}
          />
        )}
        <div class="two-columns">
          {Object.keys(sizes).length > 0 && (
            <Select
              label={texts.size}
              value={sizes[image.size]?.source_url === image.src ? image.size : ''}
              options={[
                ...(sizes[image.size]?.source_url === image.src ? [] : [['', texts.ownSize] as const]),
                ...Object.entries(sizes).map(
                  ([name, { width, height }]) =>
                    [name, `${labelFor(texts.sizes, name) ?? name} (${width} × ${height})`] as const,
                ),
              ]}
              onChange={setSize}
            />
          )}
          <Select
            label={texts.align}
            value={image.align}
            options={Object.entries(texts.aligns)}
            onChange={(align) => set({ align: align as Alignment })}
          />
        </div>
        <TextField
          label={texts.link}
          help={
            full && full !== image.href ? (
              <button type="button" class="link-button" onClick={() => set({ href: full })}>
                {texts.linkToFile}
              </button>
            ) : undefined
          }
          value={image.href}
          input={{ spellcheck: false }}
          onChange={(href) => set({ href })}
        />
      </div>
    </Dialog>
  );
}

function sizesOf({ media_details: { sizes = {}, width = 0, height = 0 }, source_url: url }: Media) {
  const all: Record<string, ImageSize> = { ...sizes };
  all.full ??= { file: '', width, height, source_url: url };
  return all;
}
