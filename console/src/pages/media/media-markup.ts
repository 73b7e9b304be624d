import { escapeHtml, textOf } from '../../lib/html';
import { type ImageSize, type Media } from '../../lib/types';

const PREFERRED = ['large', 'medium_large', 'full'];

/** The size to insert into content: large where it exists, the whole picture otherwise. */
function displaySize({ media_details: details, source_url: url }: Media): { name: string; size: ImageSize } {
  const sizes = details.sizes ?? {};
  const name = PREFERRED.find((size) => sizes[size]) ?? 'full';
  const whole = { file: '', width: details.width ?? 0, height: details.height ?? 0, source_url: url };
  return { name, size: sizes[name] ?? whole };
}

/** To display in the console. A replaced file has the address that the browser has stored the former one under. */
export function thumbnailUrl(media: Media, name = 'medium'): string {
  const { media_details: details, source_url: url, modified_gmt: modified } = media;
  const address = details?.sizes?.[name]?.source_url ?? details?.sizes?.thumbnail?.source_url ?? url;
  return modified ? `${address}?v=${Date.parse(modified) / 1000}` : address;
}

/** As wide as the stage of the image editor on most screens. */
const STAGE_WIDTH = 900;

/** The picture with all of its edges, for editing: sizes may be cropped. The smallest that is large enough. */
export function wholeImageUrl(media: Media): string {
  const { media_details: details, source_url: url, modified_gmt: modified } = media;
  const { width = 0, height = 0, sizes = {} } = details;
  const isUncropped = (size: ImageSize) => Math.abs(size.width / size.height - width / height) < 0.01;
  const [best] = Object.values(sizes)
    .filter((size) => size.width >= STAGE_WIDTH && isUncropped(size))
    .sort((one, other) => one.width - other.width);
  const address = best?.source_url ?? url;
  return modified ? `${address}?v=${Date.parse(modified) / 1000}` : address;
}

/** What the editor inserts for an image: its id, and the size to display. */
export function imageValues(media: Media) {
  const { name, size } = displaySize(media);
  const { width, height, source_url: src } = size;
  return { id: media.id, src, alt: media.alt_text, size: name, width, height };
}

export const galleryMarkup = (images: readonly Media[], columns = 3) =>
  `[gallery ids="${images.map(({ id }) => id).join(',')}"${columns === 3 ? '' : ` columns="${columns}"`}]`;

/** An image tag as WordPress writes it; a link for any other file. */
export function imageMarkup(media: Media): string {
  const title = media.title.raw ?? textOf(media.title.rendered);
  if (media.media_type !== 'image') return `<a href="${escapeHtml(media.source_url)}">${escapeHtml(title)}</a>`;
  const { name, size } = displaySize(media);
  const dimensions = size.width > 0 ? ` width="${size.width}" height="${size.height}"` : '';
  const image = `<img class="alignnone size-${name} wp-image-${media.id}" src="${escapeHtml(size.source_url)}" alt="${escapeHtml(media.alt_text)}"${dimensions} />`;
  const caption = media.caption.raw ?? '';
  if (!caption || size.width === 0) return image;
  return `[caption id="attachment_${media.id}" align="alignnone" width="${size.width}"]${image} ${caption}[/caption]`;
}
