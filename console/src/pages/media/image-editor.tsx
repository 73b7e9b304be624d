import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../texts';
import { post } from '../../lib/api';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { type Media } from '../../lib/types';
import { Button, Select, TextField } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { FilterTabs } from '../../ui/lists';
import { toast } from '../../ui/toasts';
import { titleOf } from '../entries/entry-texts';
import { thumbnailUrl } from './media-markup';

/** In percent of the picture as it is shown. */
interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

/** Quarter turns to the right first, then the mirror, then the crop. */
interface Edit {
  turns: number;
  isMirrored: boolean;
  crop: Crop;
}

const WHOLE: Crop = { left: 0, top: 0, width: 100, height: 100 };
const UNCHANGED: Edit = { turns: 0, isMirrored: false, crop: WHOLE };
const SHAPES = [
  ['', 'free'],
  ['1', 'square'],
  ['1.3333', '4:3'],
  ['1.5', '3:2'],
  ['1.7778', '16:9'],
] as const;
const SMALLEST_PERCENT = 2;

const clamp = (value: number, most = 100) => Math.round(Math.min(Math.max(value, 0), most) * 10) / 10;
const isWhole = ({ width, height }: Crop) => width === 100 && height === 100;

function modifiersOf({ turns, isMirrored, crop }: Edit): object[] {
  return [
    ...(turns % 4 ? [{ type: 'rotate', args: { angle: (turns % 4) * 90 } }] : []),
    // The API names the axis.
    ...(isMirrored ? [{ type: 'flip', args: { flip: { horizontal: false, vertical: true } } }] : []),
    ...(isWhole(crop) ? [] : [{ type: 'crop', args: crop }]),
  ];
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
      onClose={onClose}
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
        <Stage
          media={media}
          edit={isCrop ? edit : UNCHANGED}
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

interface StageProps {
  media: Media;
  edit: Edit;
  /** The focal point, which is chosen instead of a crop. */
  point: Point | undefined;
  onCrop(crop: Crop): void;
  onPoint(point: Point): void;
}

/** The edited picture; the pointer chooses a part or a point of it. The number fields do the same for the keyboard. */
function Stage({ media, edit: { turns, isMirrored, crop }, point, onCrop, onPoint }: StageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [image, setImage] = useState<HTMLImageElement>();
  const start = useRef<Point | undefined>(undefined);
  useEffect(() => {
    const loading = new Image();
    loading.onload = () => setImage(loading);
    loading.src = thumbnailUrl(media, 'large');
  }, [media]);
  useEffect(() => {
    if (image && canvas.current) draw(canvas.current, image, turns, isMirrored);
  }, [image, turns, isMirrored]);
  const placeOf = ({
    clientX,
    clientY,
    currentTarget,
  }: {
    clientX: number;
    clientY: number;
    currentTarget: Element;
  }) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return { x: clamp(((clientX - left) / width) * 100), y: clamp(((clientY - top) / height) * 100) };
  };
  const move = (event: PointerEvent & { currentTarget: Element }) => {
    if (!start.current) return;
    const to = placeOf(event);
    if (point) return onPoint({ x: to.x / 100, y: to.y / 100 });
    const [left, top] = [Math.min(start.current.x, to.x), Math.min(start.current.y, to.y)];
    const width = clamp(Math.abs(to.x - start.current.x));
    const height = clamp(Math.abs(to.y - start.current.y));
    onCrop(width < SMALLEST_PERCENT || height < SMALLEST_PERCENT ? WHOLE : { left, top, width, height });
  };
  return (
    <div
      class="image-stage"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = placeOf(event);
        if (point) move(event);
      }}
      onPointerMove={move}
      onPointerUp={() => (start.current = undefined)}
    >
      <canvas ref={canvas} role="img" aria-label={media.alt_text || titleOf(media)} />
      {point ? (
        <span class="focal-mark" style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }} />
      ) : (
        !isWhole(crop) && (
          <span
            class="crop-box"
            style={{
              left: `${crop.left}%`,
              top: `${crop.top}%`,
              width: `${crop.width}%`,
              height: `${crop.height}%`,
            }}
          />
        )
      )}
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, image: HTMLImageElement, turns: number, isMirrored: boolean): void {
  const { naturalWidth: width, naturalHeight: height } = image;
  const isLying = turns % 2 === 1;
  canvas.width = isLying ? height : width;
  canvas.height = isLying ? width : height;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.translate(canvas.width / 2, canvas.height / 2);
  if (isMirrored) context.scale(-1, 1);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(image, -width / 2, -height / 2);
}

function CropFields({ media, edit, onChange }: { media: Media; edit: Edit; onChange(edit: Edit): void }) {
  const { crop, turns } = edit;
  const { width = 1, height = 1 } = media.media_details;
  const aspect = turns % 2 === 1 ? height / width : width / height;
  const rotate = (by: number) => onChange({ ...edit, turns: (turns + by + 4) % 4, crop: WHOLE });
  /** The largest part in the middle with these proportions. */
  const shape = (ratio: number) => {
    const part =
      ratio > aspect ? { width: 100, height: (aspect / ratio) * 100 } : { width: (ratio / aspect) * 100, height: 100 };
    const [left, top] = [clamp((100 - part.width) / 2), clamp((100 - part.height) / 2)];
    onChange({ ...edit, crop: { left, top, width: clamp(part.width), height: clamp(part.height) } });
  };
  const set = (name: keyof Crop) => (text: string) => {
    const next = { ...crop, [name]: clamp(Number(text)) };
    const fits = {
      ...next,
      width: Math.max(1, clamp(next.width, 100 - next.left)),
      height: Math.max(1, clamp(next.height, 100 - next.top)),
    };
    onChange({ ...edit, crop: fits });
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
        <Button
          small
          aria-pressed={edit.isMirrored}
          onClick={() => onChange({ ...edit, isMirrored: !edit.isMirrored, crop: WHOLE })}
        >
          {t.imageEditor.mirror}
        </Button>
      </div>
      <Select
        label={t.imageEditor.shape}
        value=""
        options={SHAPES.map(([ratio, name]) => [ratio, t.imageEditor.shapes[name]])}
        onChange={(ratio) => ratio !== '' && shape(Number(ratio))}
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
