import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { post } from '../../lib/api';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { useUnsaved } from '../../lib/router';
import { type Media } from '../../lib/types';
import { Button, Select, TextField } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { FilterTabs } from '../../ui/lists';
import { toast } from '../../ui/toasts';
import { titleOf } from '../entries/entry-texts';
import { clamp, type Crop, isWhole, shaped, WHOLE } from './crop';
import { ImageStage, type Point } from './image-stage';

/** Quarter turns to the right first, then the mirror, then the crop. */
interface Edit {
  turns: number;
  isMirrored: boolean;
  crop: Crop;
  /** Proportions of the shape that was chosen, such as `1.5`; empty for any. */
  shape: string;
}

const UNCHANGED: Edit = { turns: 0, isMirrored: false, crop: WHOLE, shape: '' };
const SHAPES = [
  ['', 'free'],
  ['1', 'square'],
  ['1.3333', '4:3'],
  ['1.5', '3:2'],
  ['1.7778', '16:9'],
] as const;

function modifiersOf({ turns, isMirrored, crop }: Edit): object[] {
  return [
    ...(turns % 4 ? [{ type: 'rotate', args: { angle: (turns % 4) * 90 } }] : []),
    // The API names the axis.
    ...(isMirrored ? [{ type: 'flip', args: { flip: { horizontal: false, vertical: true } } }] : []),
    ...(isWhole(crop) ? [] : [{ type: 'crop', args: crop }]),
  ];
}

/** How high a part of the chosen shape is, in percent of the picture, for each percent of its width. */
function factorOf({ media_details: details }: Media, { turns, shape }: Edit): number | undefined {
  const { width = 1, height = 1 } = details;
  const aspect = turns % 2 === 1 ? height / width : width / height;
  return shape === '' ? undefined : aspect / Number(shape);
}

interface EditorProps {
  media: Media;
  onClose(): void;
  onSaved(): void;
}

/** Crops, rotates and mirrors a picture, and chooses its focal point. */
export function ImageEditor({ media, onClose, onSaved }: EditorProps) {
  const path = `nestpress/v1/media/${media.id}/image`;
  const [mode, setMode] = useState<'crop' | 'focus'>('crop');
  const [edit, setEdit] = useState(UNCHANGED);
  const [chosen, setChosen] = useState<Point>();
  const stored = useGet<{ focal_point: Point }>(path, {}, { isFresh: true }).data?.data.focal_point;
  const point = chosen ?? stored ?? { x: 0.5, y: 0.5 };
  const isCrop = mode === 'crop';
  const modifiers = modifiersOf(edit);
  const leave = useUnsaved(modifiers.length > 0 || chosen !== undefined, onClose);
  const save = useAction(async (copy: boolean) => {
    await post(path, isCrop ? { modifiers, copy } : { focal_point: point });
    invalidate('wp/v2/media', 'nestpress/v1/counts');
    toast.info(!isCrop ? t.editor.saved : copy ? t.imageEditor.copied : t.imageEditor.replaced);
    onSaved();
  });
  return (
    <Dialog
      title={t.imageEditor.title({ name: titleOf(media) })}
      size="wide"
      onClose={leave}
      // Enter saves the focal point. It does not replace a file, which cannot be undone.
      onSubmit={() => !isCrop && chosen && void save.run(false)}
      footer={
        isCrop ? (
          <>
            <Button disabled={modifiers.length === 0} isBusy={save.isBusy} onClick={() => void save.run(true)}>
              {t.imageEditor.copy}
            </Button>
            <Button
              kind="primary"
              disabled={modifiers.length === 0}
              isBusy={save.isBusy}
              onClick={() => void save.run(false)}
            >
              {t.imageEditor.inPlace}
            </Button>
          </>
        ) : (
          <Button type="submit" kind="primary" disabled={!chosen} isBusy={save.isBusy}>
            {t.actions.save}
          </Button>
        )
      }
    >
      <FilterTabs
        label={t.imageEditor.mode}
        current={mode}
        tabs={Object.entries(t.imageEditor.modes).map(([key, label]) => ({ key, label }))}
        onChange={(key) => setMode(key as typeof mode)}
      />
      <div class="image-editor">
        <ImageStage
          media={media}
          {...(isCrop ? edit : UNCHANGED)}
          factor={factorOf(media, edit)}
          point={isCrop ? undefined : point}
          onCrop={(crop) => setEdit({ ...edit, crop })}
          onPoint={setChosen}
        />
        {isCrop ? (
          <CropFields media={media} edit={edit} onChange={setEdit} />
        ) : (
          <FocusFields point={point} onChange={setChosen} />
        )}
      </div>
    </Dialog>
  );
}

function CropFields({ media, edit, onChange }: { media: Media; edit: Edit; onChange(edit: Edit): void }) {
  const { crop, turns } = edit;
  const begin = (changes: Partial<Edit>) => {
    const next = { ...edit, ...changes };
    const factor = factorOf(media, next);
    onChange({ ...next, crop: factor === undefined ? WHOLE : shaped(factor) });
  };
  const rotate = (by: number) => begin({ turns: (turns + by + 4) % 4 });
  const set = (name: keyof Crop) => (text: string) => {
    const next = { ...crop, [name]: clamp(Number(text)) };
    const fits = {
      ...next,
      width: Math.max(1, clamp(next.width, 100 - next.left)),
      height: Math.max(1, clamp(next.height, 100 - next.top)),
    };
    // Numbers are exact: the shape does not change them.
    onChange({ ...edit, crop: fits, shape: '' });
  };
  return (
    <div class="stack">
      <p class="help">{t.imageEditor.cropHelp}</p>
      <div class="row">
        <Button small onClick={() => rotate(-1)}>
          {t.imageEditor.rotateLeft}
        </Button>
        <Button small onClick={() => rotate(1)}>
          {t.imageEditor.rotateRight}
        </Button>
        <Button small aria-pressed={edit.isMirrored} onClick={() => begin({ isMirrored: !edit.isMirrored })}>
          {t.imageEditor.mirror}
        </Button>
      </div>
      <Select
        label={t.imageEditor.shape}
        value={edit.shape}
        options={SHAPES.map(([ratio, name]) => [ratio, t.imageEditor.shapes[name]])}
        onChange={(shape) => (shape === '' ? onChange({ ...edit, shape }) : begin({ shape }))}
      />
      <div class="two-columns">
        {(['left', 'top', 'width', 'height'] as const).map((name) => (
          <TextField
            key={name}
            label={t.imageEditor[name]}
            type="number"
            value={String(crop[name])}
            onChange={set(name)}
            input={{ min: 0, max: 100, step: 'any' }}
          />
        ))}
      </div>
      <Button small kind="quiet" onClick={() => onChange(UNCHANGED)}>
        {t.imageEditor.wholeImage}
      </Button>
    </div>
  );
}

function FocusFields({ point, onChange }: { point: Point; onChange(point: Point): void }) {
  return (
    <div class="stack">
      <p class="help">{t.imageEditor.focusHelp}</p>
      {(['x', 'y'] as const).map((name) => (
        <TextField
          key={name}
          label={t.imageEditor[name]}
          type="number"
          value={String(clamp(point[name] * 100))}
          onChange={(text) => onChange({ ...point, [name]: clamp(Number(text)) / 100 })}
          input={{ min: 0, max: 100, step: 'any' }}
        />
      ))}
    </div>
  );
}
