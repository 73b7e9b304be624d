import { constrain } from '../../content/rendering/media/dimensions.js';
import { type RenderAttachment } from '../../content/rendering/index.js';

/** Members of an answer, in the order of the interface. */
export interface OembedData {
  version: string;
  provider_name: string;
  provider_url: string;
  author_name: string;
  author_url: string;
  title: string;
  type: 'rich' | 'video';
  width: number;
  height: number;
  html: string;
  thumbnail_url?: string;
  thumbnail_width?: number;
  thumbnail_height?: number;
}

/** The picture, scaled down to the width of the frame. */
export function thumbnail(image: RenderAttachment | undefined, width: number): Partial<OembedData> {
  if (!image?.mime.startsWith('image/')) return {};
  const shown = constrain({ width: image.image?.width ?? 0, height: image.image?.height ?? 0 }, width, 0);
  return { thumbnail_url: image.url, thumbnail_width: shown.width, thumbnail_height: shown.height };
}
