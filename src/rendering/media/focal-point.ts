/** Post meta with the focal point of an image. */
export const FOCAL_POINT_KEY = '_nestpress_focal_point';

/** What every cropped version of an image shows, as shares of its width and height. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** Undefined if none is stored. */
export function parseFocalPoint(stored: string | undefined): FocalPoint | undefined {
  const parts = (stored ?? '').split(' ').map(Number);
  const [x, y] = parts;
  return parts.length === 2 && x! >= 0 && x! <= 1 && y! >= 0 && y! <= 1 ? { x: x!, y: y! } : undefined;
}

export const formatFocalPoint = ({ x, y }: FocalPoint): string => `${x} ${y}`;
