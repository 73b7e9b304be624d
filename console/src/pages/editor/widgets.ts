import { t } from '../../texts';
import { get } from '../../lib/api';
import { type Media } from '../../lib/types';
import { thumbnailUrl } from '../media/media-markup';
import { type Editor } from './visual-options';

interface Embed {
  html?: string;
  title?: string;
  provider_name?: string;
  thumbnail_url?: string;
}

export const idsOf = (shortcode: string) =>
  (/\bids=["']?([\d,\s]+)/.exec(shortcode)?.[1] ?? '').split(',').map(Number).filter(Boolean);
const columnsOf = (shortcode: string) => Number(/\bcolumns=["']?(\d+)/.exec(shortcode)?.[1] ?? 3);

const embeds = new Map<string, Promise<Embed | undefined>>();

/** Undefined where the address offers no embed, or the service has no route to ask. */
function loadEmbed(url: string): Promise<Embed | undefined> {
  const cached = embeds.get(url);
  if (cached) return cached;
  const loading = get<Embed>('oembed/1.0/proxy', { url }).then(
    ({ data }) => data,
    () => undefined,
  );
  embeds.set(url, loading);
  return loading;
}

/** Shows galleries and embeds as what they stand for. All of it is bogus to the editor: it is not content. */
export function fillWidgets(editor: Editor): void {
  for (const gallery of editor.dom.select('div.np-gallery')) {
    const shortcode = gallery.getAttribute('data-shortcode') ?? '';
    if (isFilled(gallery, shortcode)) continue;
    const frame = fill(editor, gallery, shortcode, t.editor.gallery);
    void loadGallery(shortcode).then((images) => {
      if (images.length === 0) return;
      frame.replaceChildren(...images.map((media) => thumbnail(editor, media)));
      frame.style.gridTemplateColumns = `repeat(${Math.min(columnsOf(shortcode), images.length)}, 1fr)`;
    });
  }
  for (const embed of editor.dom.select('div.np-embed')) {
    const url = embed.getAttribute('data-url') ?? '';
    if (isFilled(embed, url)) continue;
    const frame = fill(editor, embed, url, url);
    void loadEmbed(url).then((found) => {
      frame.replaceChildren(...preview(editor, url, found));
    });
  }
}

function isFilled(element: Element, source: string): boolean {
  return element.firstElementChild?.getAttribute('data-mce-bogus') === 'all' && element.ariaLabel === source;
}

function fill(editor: Editor, element: Element, source: string, text: string): HTMLElement {
  const frame = editor.getDoc().createElement('div');
  frame.setAttribute('data-mce-bogus', 'all');
  frame.className = 'np-frame';
  frame.textContent = text;
  element.replaceChildren(frame);
  element.ariaLabel = source;
  return frame;
}

async function loadGallery(shortcode: string): Promise<Media[]> {
  const ids = idsOf(shortcode);
  if (ids.length === 0) return [];
  try {
    const { data } = await get<Media[]>('wp/v2/media', { include: ids, per_page: 100 });
    return ids.flatMap((id) => data.find((media) => media.id === id) ?? []);
  } catch {
    return [];
  }
}

function thumbnail(editor: Editor, media: Media): HTMLElement {
  const image = editor.getDoc().createElement('img');
  image.src = thumbnailUrl(media);
  image.alt = media.alt_text;
  return image;
}

/** The player itself where the provider has one; a card with the title otherwise. */
function preview(editor: Editor, url: string, found: Embed | undefined): HTMLElement[] {
  const document = editor.getDoc();
  const source = new DOMParser().parseFromString(found?.html ?? '', 'text/html').querySelector('iframe');
  const address = source?.getAttribute('src') ?? '';
  const caption = document.createElement('span');
  caption.className = 'np-source';
  const name = [found?.title, found?.provider_name].filter(Boolean).join(' · ');
  caption.textContent = name ? `${name} — ${url}` : url;
  if (!/^https?:\/\//.test(address)) return [caption];
  const frame = document.createElement('iframe');
  frame.src = address;
  frame.title = found?.title ?? url;
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation');
  frame.setAttribute('loading', 'lazy');
  frame.tabIndex = -1;
  const [width, height] = [source?.getAttribute('width'), source?.getAttribute('height')].map(Number);
  if (width! > 0 && height! > 0) frame.style.aspectRatio = `${width} / ${height}`;
  return [frame, caption];
}
