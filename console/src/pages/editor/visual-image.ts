import { escapeHtml } from '../../lib/html';
import { type LinkValues } from './link-dialog';
import { captionElement } from './markup';
import { type Editor } from './visual-options';

export type Alignment = 'none' | 'left' | 'center' | 'right';

/** An image in the content, as its dialog shows it. */
export interface ImageValues {
  /** ID in the media library; 0 for other images. */
  id: number;
  src: string;
  alt: string;
  /** HTML. */
  caption: string;
  align: Alignment;
  /** Name of the size, such as `large`; empty where it has none. */
  size: string;
  width: number;
  height: number;
  href: string;
}

interface Parts {
  image: HTMLImageElement;
  /** The image with its link or its caption. */
  outer: HTMLElement;
  caption: HTMLElement | undefined;
}

/** Whether the node is an image of the content, or the frame of one with a caption. */
export function isImage(node: Node | null): boolean {
  if (!(node && node.nodeType === Node.ELEMENT_NODE)) return false;
  const element = node as HTMLElement;
  if (element.closest('[data-mce-bogus]')) return false;
  return element.nodeName === 'IMG' || element.matches('figure.np-caption');
}

function partsOf(editor: Editor): Parts | undefined {
  const node = editor.selection.getNode();
  const figure = node.closest<HTMLElement>('figure.np-caption') ?? undefined;
  const image = node.nodeName === 'IMG' ? (node as HTMLImageElement) : (figure?.querySelector('img') ?? undefined);
  if (!image) return undefined;
  const parent = image.parentElement!;
  const isLinked = parent.nodeName === 'A' && parent.children.length === 1 && parent.textContent?.trim() === '';
  const caption = figure?.querySelector<HTMLElement>('figcaption') ?? undefined;
  return { image, outer: figure ?? (isLinked ? parent : image), caption };
}

export function readImage(editor: Editor): ImageValues | undefined {
  const parts = partsOf(editor);
  if (!parts) return undefined;
  const { image, outer, caption } = parts;
  const aligned = `${outer.dataset.align ?? ''} ${image.className}`;
  return {
    id: Number(/\bwp-image-(\d+)/.exec(image.className)?.[1] ?? 0),
    src: editor.dom.getAttrib(image, 'src'),
    alt: image.getAttribute('alt') ?? '',
    caption: caption?.innerHTML.replace(/<br[^>]*data-mce-bogus[^>]*>/g, '') ?? '',
    align: (/\balign(none|left|center|right)\b/.exec(aligned)?.[1] ?? 'none') as Alignment,
    size: /\bsize-([\w-]+)/.exec(image.className)?.[1] ?? '',
    width: Number(image.getAttribute('width') ?? image.naturalWidth),
    height: Number(image.getAttribute('height') ?? image.naturalHeight),
    href: image.closest('a')?.getAttribute('href') ?? '',
  };
}

/** An image tag as WordPress writes it, in its link. */
export function imageTag({ id, src, alt, align, size, width, height, href }: ImageValues, isCaptioned = false): string {
  const classes = [!isCaptioned && `align${align}`, size && `size-${size}`, id > 0 && `wp-image-${id}`];
  const dimensions = width > 0 && height > 0 ? ` width="${width}" height="${height}"` : '';
  const image = `<img class="${classes.filter(Boolean).join(' ')}" src="${escapeHtml(src)}" alt="${escapeHtml(alt)}"${dimensions} />`;
  return href === '' ? image : `<a href="${escapeHtml(href)}">${image}</a>`;
}

/** The image as the visual editor shows it. */
function visualImage(values: ImageValues): string {
  const { caption, id, align, width } = values;
  if (caption === '' || width === 0) return `<p>${imageTag(values)}</p>`;
  const frame = { id: id > 0 ? `attachment_${id}` : '', align: `align${align}`, width: String(width) };
  return captionElement(frame, imageTag(values, true), caption);
}

/** Replaces the selected image. */
export function writeImage(editor: Editor, values: ImageValues): void {
  const parts = partsOf(editor);
  if (!parts) return;
  editor.undoManager.transact(() => {
    const { outer } = parts;
    const paragraph = outer.closest('p');
    const isAlone = paragraph !== null && paragraph.textContent?.trim() === '' && paragraph.children.length === 1;
    if (values.caption === '' && outer.nodeName !== 'FIGURE') editor.dom.setOuterHTML(outer, imageTag(values));
    else if (isAlone) editor.dom.setOuterHTML(paragraph, visualImage(values));
    else if (paragraph === null) editor.dom.setOuterHTML(outer, visualImage(values));
    else {
      outer.remove();
      paragraph.insertAdjacentHTML('beforebegin', visualImage(values));
    }
  });
  editor.nodeChanged();
}

/** The image with a caption that is selected as a whole; in its caption, links are those of the text. */
export function framedImage(editor: Editor): HTMLImageElement | undefined {
  const node = editor.selection.getNode();
  return isImage(node) ? (node.closest('figure.np-caption')?.querySelector('img') ?? undefined) : undefined;
}

/** Puts the image into a link, or takes it out of the one it is in. */
export function linkImage(editor: Editor, image: HTMLImageElement, link: LinkValues | undefined): void {
  editor.undoManager.transact(() => {
    image.closest('a')?.replaceWith(image);
    if (!link) return;
    const target: Record<string, string> = link.isNewTab ? { target: '_blank', rel: 'noopener' } : {};
    const outer = editor.dom.create('a', { href: link.href, ...target });
    image.replaceWith(outer);
    outer.append(image);
  });
  editor.nodeChanged();
}

export function deleteImage(editor: Editor): void {
  const outer = partsOf(editor)?.outer;
  if (!outer) return;
  editor.undoManager.transact(() => {
    const paragraph = outer.closest('p');
    const isAlone = paragraph?.textContent?.trim() === '' && paragraph.children.length === 1;
    editor.dom.remove(isAlone ? paragraph : outer);
    if (editor.getBody().childElementCount === 0) editor.setContent('');
  });
  editor.nodeChanged();
}
