import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { useGet } from '../../lib/queries';
import { type Media } from '../../lib/types';
import { Button } from '../../ui/controls';
import { titleOf } from '../entries/entry-texts';
import { thumbnailUrl } from './media-markup';
import { MediaPicker } from './picker';

interface ImageFieldProps {
  /** Title of the dialog. */
  title: string;
  /** Label of the buttons that begin and confirm the choice. */
  confirm?: string;
  /** 0: none. */
  id: number;
  mayChoose?: boolean;
  onChange(id: number): void;
}

/** An image of the library that can be chosen, replaced and removed. */
export function ImageField({ title, confirm, id, mayChoose = true, onChange }: ImageFieldProps) {
  const [isPicking, setPicking] = useState(false);
  const media = useGet<Media>(id > 0 ? `wp/v2/media/${id}` : undefined).data?.data;
  return (
    <>
      {id > 0 && media && <img class="featured" src={thumbnailUrl(media)} alt={media.alt_text || titleOf(media)} />}
      <div class="row">
        {mayChoose && (
          <Button small onClick={() => setPicking(true)}>
            {id > 0 ? t.editor.replaceImage : (confirm ?? t.editor.chooseImage)}
          </Button>
        )}
        {id > 0 && (
          <Button small kind="quiet" onClick={() => onChange(0)}>
            {t.actions.remove}
          </Button>
        )}
      </div>
      {isPicking && (
        <MediaPicker
          title={title}
          confirm={confirm}
          onlyImages
          onClose={() => setPicking(false)}
          onPick={([picked]) => {
            setPicking(false);
            onChange(picked!.id);
          }}
        />
      )}
    </>
  );
}
