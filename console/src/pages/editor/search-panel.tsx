import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { type ApiResponse, ApiError, post } from '../../lib/api';
import { textOf } from '../../lib/html';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { session } from '../../lib/session';
import { type Media } from '../../lib/types';
import { Button, Checkbox, TextArea, TextField } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { Card } from '../../ui/layout';
import { toast } from '../../ui/toasts';
import { thumbnailUrl } from '../media/media-markup';
import { MediaPicker } from '../media/picker';
import { announceChange } from './preview-channel';
import { type EntryEditor } from './use-entry-editor';

interface SeoMeta {
  title: string;
  description: string;
  /** 0: the featured image. */
  image: number;
  noindex: boolean;
  /** Empty: the entry's own address. */
  canonical: string;
  /** URLs by language tag. */
  translations: Readonly<Record<string, string>>;
}

const pathOf = (id: number) => `nestpress/v1/entries/${id}/search-meta`;

/** How search engines and social networks show the entry. */
export function SearchPanel({ editor, hasMedia }: { editor: EntryEditor; hasMedia: boolean }) {
  const { entry } = editor;
  const [isOpen, setOpen] = useState(false);
  const stored = useGet<SeoMeta>(entry && pathOf(entry.id));
  if (stored.error instanceof ApiError && stored.error.status < 500) return null;
  return (
    <Card title={t.search.title}>
      {entry ? (
        stored.data && <ResultCard editor={editor} meta={stored.data.data} />
      ) : (
        <p class="muted small">{t.search.unsaved}</p>
      )}
      <div class="row">
        <Button small disabled={!stored.data} onClick={() => setOpen(true)}>
          {t.actions.edit}
        </Button>
      </div>
      {isOpen && stored.data && (
        <SearchDialog editor={editor} stored={stored.data} hasMedia={hasMedia} onClose={() => setOpen(false)} />
      )}
    </Card>
  );
}

interface DialogProps {
  editor: EntryEditor;
  stored: ApiResponse<SeoMeta>;
  hasMedia: boolean;
  onClose(): void;
}

function SearchDialog({ editor, stored, hasMedia, onClose }: DialogProps) {
  const [meta, setMeta] = useState(stored.data);
  const [translations, setTranslations] = useState(linesOf(stored.data.translations));
  const [isPicking, setPicking] = useState(false);
  const id = editor.entry!.id;
  const save = useAction(async () => {
    await post(pathOf(id), { ...meta, translations: translationsOf(translations) });
    invalidate(pathOf(id));
    announceChange(id);
    toast.info(t.editor.saved);
    onClose();
  });
  if (isPicking)
    return (
      <MediaPicker
        title={t.search.image}
        confirm={t.actions.choose}
        onlyImages
        onClose={() => setPicking(false)}
        onPick={([picked]) => {
          setPicking(false);
          setMeta({ ...meta, image: picked!.id });
        }}
      />
    );
  return (
    <Dialog
      title={t.search.title}
      onClose={onClose}
      onSubmit={() => void save.run()}
      footer={
        <>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={save.isBusy}>
            {t.actions.save}
          </Button>
        </>
      }
    >
      <div class="stack">
        <TextField
          label={t.search.titleField}
          help={t.search.titleHelp({ length: meta.title.length })}
          value={meta.title}
          onChange={(title) => setMeta({ ...meta, title })}
          input={{ autofocus: true, maxLength: 300 }}
        />
        <TextArea
          label={t.search.description}
          help={t.search.descriptionHelp({ length: meta.description.length })}
          rows={3}
          value={meta.description}
          onChange={(description) => setMeta({ ...meta, description })}
        />
        <div>
          <strong>{t.search.image}</strong>
          <div class="row">
            {hasMedia && (
              <Button small onClick={() => setPicking(true)}>
                {meta.image > 0 ? t.editor.replaceImage : t.editor.chooseImage}
              </Button>
            )}
            {meta.image > 0 ? (
              <Button small kind="quiet" onClick={() => setMeta({ ...meta, image: 0 })}>
                {t.actions.remove}
              </Button>
            ) : (
              <span class="muted small">{t.search.imageHelp}</span>
            )}
          </div>
        </div>
        <Checkbox
          label={t.search.noindex}
          checked={meta.noindex}
          onChange={(noindex) => setMeta({ ...meta, noindex })}
        />
        <TextField
          label={t.search.canonical}
          help={t.search.canonicalHelp}
          type="url"
          value={meta.canonical}
          onChange={(canonical) => setMeta({ ...meta, canonical })}
        />
        <TextArea
          label={t.search.translations}
          help={t.search.translationsHelp}
          rows={2}
          value={translations}
          onChange={setTranslations}
        />
        <ResultCard editor={editor} meta={meta} />
      </div>
    </Dialog>
  );
}

const linesOf = (translations: SeoMeta['translations']) =>
  Object.entries(translations)
    .map(([language, url]) => `${language} ${url}`)
    .join('\n');

/** Reads lines with a language tag and a URL. */
function translationsOf(lines: string): SeoMeta['translations'] {
  const pairs = lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return Object.fromEntries(pairs.map((line) => [line.split(/\s+/, 1)[0]!, line.replace(/^\S+\s*/, '')]));
}

/** As a social network shows a link to the entry. */
function ResultCard({ editor: { entry, values }, meta }: { editor: EntryEditor; meta: SeoMeta }) {
  const id = meta.image || values.featured_media;
  const image = useGet<Media>(id > 0 ? `wp/v2/media/${id}` : undefined).data?.data;
  const { host, pathname } = new URL(entry?.link ?? session.get()!.site.home, window.location.href);
  const text = meta.description || textOf(values.excerpt || values.content).slice(0, 160);
  return (
    <figure class="result-card" aria-label={t.search.card}>
      {image && <img src={thumbnailUrl(image)} alt="" />}
      <figcaption>
        <span class="muted small">{host + (pathname === '/' ? '' : pathname)}</span>
        <strong>{meta.title || textOf(values.title) || t.entries.untitled}</strong>
        <span class="small">{text}</span>
      </figcaption>
    </figure>
  );
}
