import { t } from '../../texts';
import { post } from '../../lib/api';
import { invalidate } from '../../lib/queries';
import { type Media } from '../../lib/types';
import { toast } from '../../ui/toasts';
import { imageValues } from '../media/media-markup';
import { HELD } from './markup';
import { type Editor } from './visual-options';
import { imageTag } from './visual-image';

const EMPTY_SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"/>';
let empty: string | undefined;
/** No `data:` address: images with one are uploaded as files. */
const emptyImage = () => (empty ??= URL.createObjectURL(new Blob([EMPTY_SVG], { type: 'image/svg+xml' })));

const isForeign = (url: string) =>
  /^https?:/i.test(url) && URL.canParse(url) && new URL(url).origin !== window.location.origin;

/** Images of other sites are not displayed from there: their addresses may expire, and tell that site who writes about it. */
export function holdForeignImages(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const images = [...body.querySelectorAll('img')].filter((image) => isForeign(image.getAttribute('src') ?? ''));
  if (images.length === 0) return html;
  for (const image of images) {
    image.setAttribute(HELD, image.getAttribute('src')!);
    image.setAttribute('src', emptyImage());
  }
  return body.innerHTML;
}

/** By address, for as long as the page is open: undoing and redoing fetches nothing again. */
const copies = new Map<string, Promise<Media | undefined>>();

function copyOf(url: string): Promise<Media | undefined> {
  let copy = copies.get(url);
  if (!copy) {
    copy = post<Media>('nestpress/v1/media/copies', { url }).then(
      ({ data }) => {
        invalidate('wp/v2/media', 'nestpress/v1/counts');
        return data;
      },
      () => undefined,
    );
    copies.set(url, copy);
  }
  return copy;
}

/** Copies held images into the library and displays the copies; those that cannot be fetched keep their address. */
export function fetchHeldImages(editor: Editor): void {
  const urls = new Set(editor.dom.select(`img[${HELD}]`).map((image) => image.getAttribute(HELD)!));
  if (urls.size === 0) return;
  void Promise.all([...urls].map(async (url) => ((await replace(editor, url)) ? 0 : 1))).then((failures) => {
    const failed = failures.reduce((sum: number, count) => sum + count, 0);
    if (failed > 0) toast.error(t.editor.notCopied({ count: failed }));
  });
}

async function replace(editor: Editor, url: string): Promise<boolean> {
  const media = await copyOf(url);
  if (!editor.getBody()) return true;
  const images = editor.dom.select(`img[${HELD}="${CSS.escape(url)}"]`);
  for (const image of images) {
    const alt = image.getAttribute('alt') ?? '';
    const caption = { caption: '', href: '', align: 'none' as const };
    const tag = media
      ? imageTag({ ...imageValues(media), ...caption, alt: alt || media.alt_text })
      : imageTag({ id: 0, src: url, alt, size: '', width: 0, height: 0, ...caption });
    editor.dom.setOuterHTML(image, tag);
  }
  if (images.length > 0) editor.undoManager.add();
  return media !== undefined || images.length === 0;
}
