import { t } from '../../texts';
import { messageOf } from '../../lib/api';
import { invalidate } from '../../lib/queries';
import { type Media } from '../../lib/types';
import { isInterrupted, untilOnline, uploadFile } from '../../lib/upload';
import { toast } from '../../ui/toasts';
import { galleryMarkup, imageMarkup } from '../media/media-markup';
import { caretBelow } from './caret';
import { toVisual } from './markup';
import { type Editor } from './visual-options';
import { fillWidgets } from './widgets';

/** What is inserted for uploaded or chosen files: an image, a gallery of several, links for other files. */
export function mediaMarkup(files: readonly Media[]): string {
  const images = files.filter(({ media_type: type }) => type === 'image');
  const others = files.filter(({ media_type: type }) => type !== 'image').map((media) => imageMarkup(media));
  const first = images.length > 1 ? galleryMarkup(images) : images.map((media) => imageMarkup(media)).join('');
  return [first, ...others].filter(Boolean).join('\n\n');
}

/** Uploads the files one after the other and reports those that were refused; without a network, waits for one. */
export async function uploadAll(
  files: readonly File[],
  onProgress: (index: number, share: number | 'paused') => void = () => undefined,
): Promise<Media[]> {
  const done: Media[] = [];
  for (const [index, file] of files.entries()) {
    try {
      done.push(await uploadOnline(file, (share) => onProgress(index, share)));
    } catch (error) {
      toast.error(t.editor.notUploaded({ name: file.name, why: messageOf(error) }));
    }
  }
  invalidate('wp/v2/media', 'nestpress/v1/counts');
  return done;
}

async function uploadOnline(file: File, onProgress: (share: number | 'paused') => void): Promise<Media> {
  for (;;) {
    try {
      return await uploadFile(file, { onProgress });
    } catch (error) {
      if (!isInterrupted(error)) throw error;
      onProgress('paused');
      await untilOnline();
    }
  }
}

/** Uploads files and inserts them where the cursor is; until then their place shows the progress. */
export async function uploadInPlace(editor: Editor, files: readonly File[]): Promise<void> {
  const place = editor.getDoc().createElement('div');
  place.className = 'np-upload';
  place.contentEditable = 'false';
  place.setAttribute('data-mce-bogus', 'all');
  const label = editor.getDoc().createElement('span');
  const bar = editor.getDoc().createElement('progress');
  bar.max = files.length;
  const show = (index: number, share: number | 'paused') => {
    const { name } = files[index]!;
    const isPaused = share === 'paused';
    label.textContent = isPaused
      ? `${name} · ${t.media.states.paused}`
      : t.editor.uploading({ name, index: index + 1, all: files.length });
    bar.value = index + (isPaused ? 0 : share);
    bar.setAttribute('aria-label', label.textContent);
  };
  show(0, 0);
  place.append(label, bar);
  const block = topBlock(editor);
  if (block) block.after(place);
  else editor.getBody().append(place);
  const done = await uploadAll(files, show);
  if (!editor.getBody() || done.length === 0) return place.remove();
  const html = toVisual(mediaMarkup(done));
  editor.undoManager.transact(() => {
    if (!place.isConnected) return void editor.insertContent(html);
    place.insertAdjacentHTML('afterend', `${html}<i data-np-end="1"></i>`);
    const end = editor.dom.select('[data-np-end]')[0];
    const last = end?.previousElementSibling as HTMLElement | null | undefined;
    end?.remove();
    place.remove();
    const isReplaced = block?.isConnected && block.nodeName === 'P' && isEmpty(block);
    const holdsCaret = isReplaced && block.contains(editor.selection.getNode());
    if (isReplaced) block.remove();
    // The text goes on below the picture.
    if (holdsCaret && last?.isConnected) caretBelow(editor, last);
  });
  fillWidgets(editor);
  editor.dispatch('change');
  editor.nodeChanged();
}

const isEmpty = (block: Element) => block.textContent?.trim() === '' && !block.querySelector('img,iframe,hr');

/** The element directly in the body that holds the cursor. */
function topBlock(editor: Editor): Element | undefined {
  const body = editor.getBody();
  let node: Node | null = editor.selection.getNode();
  while (node && node.parentNode !== body) node = node.parentNode;
  return node?.nodeType === Node.ELEMENT_NODE ? (node as Element) : (body.lastElementChild ?? undefined);
}
