import { type YoastOptions } from '../yoast-options.js';
import { type HeadImage, type HeadSite, type Subject } from './subject.js';
import { type TemplateContext } from './template-variables.js';

/** The images for social networks: the editor's, or one that was found, or that of the template or the site. */
export function imagesOf(subject: Subject, { site }: TemplateContext): HeadImage[] {
  if (subject.kind === 'missing') return [];
  if (subject.kind === 'entry' && subject.facts.isProtected) return [];
  const chosen = subject.openGraphImage ?? subject.foundImage;
  const image = chosen && chosen.url !== '' ? chosen : (subject.templateImage ?? site.defaultImage);
  return image ? [{ ...image, url: withHost(image.url, site) }] : [];
}

/** A path gets the host of the site, as in the plugin without its port and without a query. */
function withHost(url: string, { home }: HeadSite): string {
  if (!url.startsWith('/') || url.startsWith('//')) return url;
  const { protocol, hostname } = new URL(home);
  return `${protocol}//${hostname}/${url.replace(/[?#].*$/s, '').replace(/^\/+/, '')}`;
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
  if (hasOpenGraph && openGraph.length > 0) return '';
  // Of an image in a content, the file instead of a smaller variation.
  const isContent = subject.kind === 'entry' && foundImage?.url === subject.facts.contentImageUrl;
  return (isContent ? subject.facts.contentImage : foundImage)?.url ?? '';
}

const IMAGE_TAG = /<img [^>]+>/g;
const SOURCE = /src=(["'])(.*?)\1/;

/** PHP's filter takes characters of ASCII only, and names of hosts without underscores. */
const VALID_URL = /^https?:\/\/[a-z\d.:@[\]-]+(?:[/?#][!-~]*)?$/i;

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
    if (url && VALID_URL.test(url) && URL.canParse(url)) return { url, id: Number(ATTACHMENT.exec(tag)?.[1] ?? 0) };
  }
  return undefined;
}

/** What `-300x200` in the name of a smaller variation is found by. */
const SIZE = /-\d+x\d+\.(jpg|png|gif)$/;
/** Where attachments have pages, the plugin takes both extensions of JPEG files. */
const SIZE_OR_JPEG = /-\d+x\d+\.(jpe?g|png|gif)$/;

/** The files that the attachment of an image with this URL may have, as paths below the uploads folder; the first counts. */
export function attachedFiles(url: string, uploads: string, hasAttachmentPages: boolean): string[] {
  if (!url.startsWith(`${uploads}/`)) return [];
  const file = url.slice(uploads.length + 1).replace(hasAttachmentPages ? SIZE_OR_JPEG : SIZE, '.$1');
  const dot = file.lastIndexOf('.');
  return dot > 0 ? [file, `${file.slice(0, dot)}-scaled${file.slice(dot)}`] : [file];
}

const GALLERY = /(\[?)\[gallery\b([^\]]*)\](\]?)/;

export interface Gallery {
  /** None if it has all images of its entry. */
  readonly ids: readonly number[];
  /** The name of the size in which it shows them. */
  readonly size: string;
}

/** The first gallery in a text; undefined if it is escaped by a second pair of brackets. */
export function galleryOf(content: string): Gallery | undefined {
  const [, before, attributes, after] = GALLERY.exec(content) ?? [];
  if (attributes === undefined || (before === '[' && after === ']')) return undefined;
  const list = /\b(?:ids|include)\s*=\s*["']?([\d,\s]+)/.exec(attributes)?.[1] ?? '';
  return {
    size: /\bsize\s*=\s*["']?([\w-]+)/.exec(attributes)?.[1] ?? 'thumbnail',
    ids: list
      .split(',')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0),
  };
}
