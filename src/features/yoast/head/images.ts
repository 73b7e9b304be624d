import { type YoastOptions } from '../yoast-options.js';
import { type HeadImage, type Subject } from './subject.js';
import { type TemplateContext } from './template-variables.js';

/** The images for social networks: the editor's, or one that was found, or that of the template or the site. */
export function imagesOf(subject: Subject, { site }: TemplateContext): HeadImage[] {
  if (subject.kind === 'missing') return [];
  if (subject.kind === 'entry' && subject.facts.isProtected) return [];
  const image = subject.openGraphImage ?? subject.foundImage ?? subject.templateImage ?? site.defaultImage;
  return image ? [image] : [];
}

/** The editor's, and without Open Graph the one that was found. */
export function twitterImageOf(
  subject: Subject,
  openGraph: readonly HeadImage[],
  { hasOpenGraph }: YoastOptions,
): string {
  if (subject.kind === 'entry' && subject.facts.isProtected) return '';
  const { twitterImage, foundImage } = subject;
  if (twitterImage) return twitterImage.url;
  return hasOpenGraph && openGraph.length > 0 ? '' : (foundImage?.url ?? '');
}

const IMAGE_TAG = /<img [^>]+>/g;
const SOURCE = /src=(["'])(.*?)\1/;

const ATTACHMENT = /\bwp-image-(\d{1,15})\b/;

/** An image in a text, and its attachment if the tag names it. */
export interface ContentImage {
  readonly url: string;
  readonly id: number;
}

/** The first image in a text. */
export function firstImage(content: string): ContentImage | undefined {
  if (!content.includes('<img')) return undefined;
  for (const [tag] of content.matchAll(IMAGE_TAG)) {
    const url = SOURCE.exec(tag)?.[2];
    if (url && /^https?:\/\//i.test(url) && URL.canParse(url))
      return { url, id: Number(ATTACHMENT.exec(tag)?.[1] ?? 0) };
  }
  return undefined;
}

const GALLERY = /\[gallery\b([^\]]*)\]/;

/** The images of the first gallery in a text: their IDs, or none if it has all images of its entry. */
export function galleryOf(content: string): { readonly ids: readonly number[] } | undefined {
  const [, attributes] = GALLERY.exec(content) ?? [];
  if (attributes === undefined) return undefined;
  const list = /\b(?:ids|include)\s*=\s*["']?([\d,\s]+)/.exec(attributes)?.[1] ?? '';
  return {
    ids: list
      .split(',')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0),
  };
}
