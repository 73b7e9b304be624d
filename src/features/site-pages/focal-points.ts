import { type FocalPoint } from '../../modules/entries/index.js';
import { type RenderAttachment } from '../../rendering/index.js';

const IMG = /<img\s[^>]*>/gi;
const STYLE = /\sstyle=(["'])(.*?)\1/i;

/** The CSS that keeps a focal point in view where an image is cropped to its box. */
export function objectPosition({ x, y }: FocalPoint): string {
  const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
  return `object-position:${percent(x)} ${percent(y)}`;
}

/** IDs of the attachments in the gallery shortcodes of a text. */
export function galleryIds(content: string): number[] {
  const lists = [...content.matchAll(/\[gallery\b[^\]]*?\b(?:ids|include)=["']?([\d,\s]+)/g)];
  return lists.flatMap(([, ids]) => ids!.split(',').map(Number)).filter((id) => id > 0);
}

/** Adds the focal points of the attachments to their images. A position that the author chose in the content stays. */
export function withFocalPoints(content: string, attachments: readonly RenderAttachment[]): string {
  const positions = new Map<string, string>();
  for (const { id, url, image, focalPoint } of attachments) {
    if (!focalPoint) continue;
    const position = objectPosition(focalPoint);
    const folder = url.slice(0, url.lastIndexOf('/') + 1);
    positions.set(`wp-image-${id}`, position).set(url, position);
    for (const { file } of image?.sizes.values() ?? []) positions.set(folder + file, position);
  }
  if (positions.size === 0) return content;
  return content.replace(IMG, (img) => {
    const name = /\bwp-image-\d+/.exec(img)?.[0] ?? /\ssrc=["']([^"'?]+)/i.exec(img)?.[1] ?? '';
    const position = positions.get(name);
    return position === undefined ? img : withPosition(img, position);
  });
}

function withPosition(img: string, position: string): string {
  const style = STYLE.exec(img);
  if (!style) return `<img style="${position}"${img.slice(4)}`;
  const [whole, quote, rules = ''] = style;
  if (/object-position/i.test(rules)) return img;
  const before = rules.trim().replace(/;$/, '');
  return img.replace(whole, () => ` style=${quote}${before === '' ? '' : `${before};`}${position}${quote}`);
}
