import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../texts';
import { type Media } from '../../lib/types';
import { titleOf } from '../entries/entry-texts';
import { clamp, type Crop, type Handle, HANDLES, isWhole, moved, resized, SMALLEST_PERCENT, WHOLE } from './crop';
import { wholeImageUrl } from './media-markup';

export interface Point {
  x: number;
  y: number;
}

interface StageProps {
  media: Media;
  turns: number;
  isMirrored: boolean;
  crop: Crop;
  /** Height in percent for each percent of the width, of a shape that was chosen. */
  factor: number | undefined;
  /** The focal point, which is chosen instead of a crop. */
  point: Point | undefined;
  onCrop(crop: Crop): void;
  onPoint(point: Point): void;
}

/** What the pointer does until it is released. */
interface Drag {
  from: Point;
  crop: Crop;
  handle: Handle | 'move' | 'new' | 'point';
}

/** The edited picture; the pointer chooses a part or a point of it. The number fields do the same for the keyboard. */
export function ImageStage({ media, turns, isMirrored, crop, factor, point, onCrop, onPoint }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [image, setImage] = useState<HTMLImageElement>();
  const drag = useRef<Drag | undefined>(undefined);
  useEffect(() => {
    const loading = new Image();
    loading.onload = () => setImage(loading);
    loading.src = wholeImageUrl(media);
  }, [media]);
  useEffect(() => {
    if (image && canvas.current) draw(canvas.current, image, turns, isMirrored);
  }, [image, turns, isMirrored]);
  const placeOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = stage.current!.getBoundingClientRect();
    return { x: clamp(((clientX - left) / width) * 100), y: clamp(((clientY - top) / height) * 100) };
  };
  const begin = (handle: Drag['handle']) => (event: PointerEvent) => {
    event.stopPropagation();
    event.preventDefault();
    stage.current!.setPointerCapture(event.pointerId);
    drag.current = { from: placeOf(event), crop, handle };
    if (handle === 'point') move(event);
  };
  const move = (event: PointerEvent) => {
    if (!drag.current) return;
    const { from, crop: before, handle } = drag.current;
    const to = placeOf(event);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    if (handle === 'point') return onPoint({ x: to.x / 100, y: to.y / 100 });
    if (handle === 'move') return onCrop(moved(before, dx, dy));
    if (handle !== 'new') return onCrop(resized(before, handle, dx, dy, factor));
    if (Math.abs(dx) < SMALLEST_PERCENT || Math.abs(dy) < SMALLEST_PERCENT) return;
    const empty = { left: from.x, top: from.y, width: 0, height: 0 };
    onCrop(resized(empty, { x: dx < 0 ? -1 : 1, y: dy < 0 ? -1 : 1 }, dx, dy, factor));
  };
  return (
    <div
      ref={stage}
      class="image-stage"
      onPointerDown={begin(point ? 'point' : 'new')}
      onPointerMove={move}
      onPointerUp={() => (drag.current = undefined)}
    >
      <canvas ref={canvas} role="img" aria-label={media.alt_text || titleOf(media)} />
      {point ? (
        <span class="focal-mark" style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }} />
      ) : (
        <span
          class="crop-box"
          title={t.imageEditor.cropHelp}
          // All of the picture cannot be moved: there, a drag draws a part.
          onPointerDown={isWhole(crop) ? undefined : begin('move')}
          onDblClick={() => onCrop(WHOLE)}
          style={{ left: `${crop.left}%`, top: `${crop.top}%`, width: `${crop.width}%`, height: `${crop.height}%` }}
        >
          {HANDLES.map((handle) => (
            <span
              key={`${handle.x} ${handle.y}`}
              class="crop-handle"
              data-x={handle.x}
              data-y={handle.y}
              onPointerDown={begin(handle)}
            />
          ))}
        </span>
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
