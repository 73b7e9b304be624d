import { useState } from 'preact/hooks';
import { t } from '../texts';
import { useGet } from '../lib/queries';
import { type Media } from '../lib/types';
import { titleOf } from '../pages/entries/entry-texts';
import { thumbnailUrl } from '../pages/media/media-markup';
import { MediaPicker } from '../pages/media/picker';
import { Button, IconButton } from '../ui/controls';
import { Icon } from '../ui/icons';
import { asIds, type ControlProps, labelWithMark } from './field-spec';
import { FieldNotes } from './field-notes';
import { SortableList, useSortable } from './sortable';

const FIELDS = 'id,title,alt_text,media_type,mime_type,source_url,media_details';

/** Files of the library: one, or a list in an order of its own. */
export function MediaControl({ spec, value, path, errors, onChange }: ControlProps<'media'>) {
  const { isMany = false, onlyImages, max } = spec.control;
  const [isPicking, setPicking] = useState(false);
  const ids = asIds(value);
  const change = (next: number[]) => onChange(isMany ? next : (next[0] ?? null));
  const list = useSortable(ids, change);
  const files = useFiles(ids);
  const nameOf = (id: number) => {
    const file = files.get(id);
    return file ? titleOf(file) : `#${id}`;
  };
  return (
    <fieldset class="plain-fieldset stack">
      <legend class="field-label">{labelWithMark(spec)}</legend>
      <FieldNotes help={spec.help} error={errors[path]} />
      {ids.length > 0 && (
        <SortableList list={list} label={spec.label} class="field-files" nameOf={nameOf}>
          {(id, index, handle) => (
            <div class="field-file">
              <Preview file={files.get(id)} name={nameOf(id)} />
              <FieldNotes error={errors[`${path}[${index}]`]} />
              <div class="row">
                {isMany && handle}
                <IconButton
                  icon="close"
                  label={t.fields.removeRow({ name: nameOf(id) })}
                  onClick={() => list.remove(index)}
                />
              </div>
            </div>
          )}
        </SortableList>
      )}
      <div class="row">
        <Button
          small
          icon="media"
          disabled={isMany && max !== undefined && ids.length >= max}
          onClick={() => setPicking(true)}
        >
          {isMany ? t.fields.addFiles : onlyImages ? t.editor.chooseImage : t.fields.chooseFile}
        </Button>
      </div>
      {isPicking && (
        <MediaPicker
          title={spec.label}
          confirm={t.actions.apply}
          onlyImages={onlyImages}
          several={isMany ? ids : undefined}
          onClose={() => setPicking(false)}
          onPick={(picked) => {
            setPicking(false);
            change(picked.map(({ id }) => id).slice(0, isMany ? max : 1));
          }}
        />
      )}
    </fieldset>
  );
}

function useFiles(ids: readonly number[]): ReadonlyMap<number, Media> {
  const include = [...new Set(ids)].sort((a, b) => a - b);
  const query = { include, per_page: 100, context: 'edit', _fields: FIELDS };
  const { data } = useGet<Media[]>(include.length > 0 ? 'wp/v2/media' : undefined, query, { keepPrevious: true });
  return new Map(data?.data.map((file) => [file.id, file]));
}

function Preview({ file, name }: { file: Media | undefined; name: string }) {
  if (file?.media_type === 'image')
    return <img class="field-thumb" src={thumbnailUrl(file)} alt={file.alt_text || name} draggable={false} />;
  return (
    <span class="field-thumb field-thumb-file">
      <Icon name="file" size={26} />
      <span class="small">{name}</span>
    </span>
  );
}
