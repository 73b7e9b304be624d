import { type PageRendering } from '../entries/read/rendering/page-rendering.js';
import { escapeAttribute } from '../../text/escape.js';
import { isTruthy } from '../../text/php/php-values.js';
import { PhpArray, toInteger, toText } from '../../text/php/index.js';
import { filterPostHtml } from '../../text/sanitize/kses.js';
import { escapeUrl } from '../../text/urls.js';

const MEDIA = new Set(['media_audio', 'media_gallery', 'media_image', 'media_video']);
/** Sites whose films players show. */
const FILM_SITES = /^https?:\/\/(?:www\.)?(?:youtube\.com\/watch|youtu\.be\/|(?:.+\.)?vimeo\.com\/)/;

export const isMediaWidget = (base: string) => MEDIA.has(base);

/** Text that needs the attachments which the widget shows. */
export function attachmentsOf(settings: PhpArray): string {
  const ids = settings.get('ids');
  const all = [settings.get('attachment_id'), ...(ids instanceof PhpArray ? ids.values() : [])];
  return all.map((id) => `<img class="wp-image-${toInteger(id)}">`).join('') + '[gallery ids="0"]';
}

interface Media {
  readonly base: string;
  readonly settings: PhpArray;
  readonly page: PageRendering;
}

/** The file of a widget; undefined if it has none, empty if that cannot be shown. */
export function mediaHtml(media: Media): string | undefined {
  switch (media.base) {
    case 'media_image':
      return image(media);
    case 'media_gallery':
      return gallery(media);
    default:
      return player(media);
  }
}

const text = (settings: PhpArray, name: string) => toText(settings.get(name));

/** Attributes of a shortcode; what would end one is left out. */
function shortcode(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === '' ? [] : [` ${key}="${value.replace(/["[\]<>]/g, '')}"`],
  );
  return `[${name}${written.join('')}]`;
}

function rendered(page: PageRendering, content: string): string {
  return asOutsideContents(page.content({ id: 0, type: '', content, excerpt: '' }).trim());
}

/** Outside of contents, what controls the loading of an image stands before its sources. */
function asOutsideContents(html: string): string {
  return html.replace(
    /<img loading="lazy" decoding="async" ([^>]*?)( srcset="[^>]*)? \/>/g,
    (_all, attributes: string, sources = '') => `<img ${attributes} decoding="async" loading="lazy"${sources} />`,
  );
}

function gallery({ settings, page }: Media): string | undefined {
  const ids = settings.get('ids');
  if (!(ids instanceof PhpArray) || ids.size === 0) return undefined;
  const link = text(settings, 'link_type');
  const attributes = {
    ids: [...ids.values()].map((id) => toInteger(id)).join(','),
    columns: text(settings, 'columns'),
    size: text(settings, 'size'),
    link: link === 'post' ? '' : link,
  };
  return `${rendered(page, shortcode('gallery', attributes))}\n`;
}

/** Films of other sites are shown only where players can. */
function player({ base, settings, page }: Media): string | undefined {
  const kind = base === 'media_audio' ? 'audio' : 'video';
  const file = page.attachment(toInteger(settings.get('attachment_id')));
  const src = file?.url ?? text(settings, 'url');
  if (src === '') return undefined;
  if (file ? !file.mime.startsWith(`${kind}/`) : kind === 'video' && !FILM_SITES.test(src)) return '';
  const attributes = {
    src,
    preload: text(settings, 'preload'),
    loop: isTruthy(settings.get('loop')) ? '1' : '',
  };
  const html = rendered(page, shortcode(kind, attributes));
  if (kind === 'audio') return html;
  return html
    .replace(/style="width: \d+px;"/, 'style="width:100%;"')
    .replace(/(<video [^>]*?) width="\d+" height="\d+"/, '$1');
}

function image(media: Media): string | undefined {
  const { settings, page } = media;
  const attachment = page.attachment(toInteger(settings.get('attachment_id')));
  const shown = attachment ? storedImage(media, attachment.id) : linkedImage(settings);
  if (shown.html === '') return undefined;
  const links = new Map([
    ['file', attachment?.url],
    ['post', attachment?.link],
    ['custom', text(settings, 'link_url')],
  ]);
  const html = linked(shown.html, links.get(text(settings, 'link_type')) ?? '', settings);
  const caption = text(settings, 'caption');
  if (caption === '') return html;
  return (
    `<figure style="width: ${shown.width}px" class="wp-caption alignnone">${html}` +
    `<figcaption class="wp-caption-text">${filterPostHtml(caption, 'wp7')}</figcaption></figure>`
  );
}

interface Shown {
  readonly html: string;
  readonly width: number;
}

function storedImage({ settings, page }: Media, id: number): Shown {
  const [width, height] = [toInteger(settings.get('width')), toInteger(settings.get('height'))];
  const isCustom = text(settings, 'size') === 'custom';
  const size = isCustom ? `${width}x${height}` : text(settings, 'size') || 'medium';
  const alt = text(settings, 'alt');
  const title = text(settings, 'image_title');
  const html = page.image(id, {
    size,
    ...(isCustom && { box: { width, height } }),
    attributes: {
      class: `image wp-image-${id} ${text(settings, 'image_classes')} attachment-${size} size-${size}`,
      ...(alt !== '' && { alt }),
      style: 'max-width: 100%; height: auto;',
      ...(title !== '' && { title }),
    },
  });
  return { html: asOutsideContents(html), width: isCustom ? width : Number(/ width="(\d+)"/.exec(html)?.[1] ?? 0) };
}

/** An image of another site. */
function linkedImage(settings: PhpArray): Shown {
  const url = text(settings, 'url');
  const width = toInteger(settings.get('width'));
  if (url === '') return { html: '', width };
  const html =
    `<img class="image ${escapeAttribute(text(settings, 'image_classes'))}" src="${escapeUrl(url, 'wp7')}" ` +
    `alt="${escapeAttribute(text(settings, 'alt'))}" width="${width}" height="${toInteger(settings.get('height'))}" decoding="async" loading="lazy" />`;
  return { html, width };
}

function linked(html: string, url: string, settings: PhpArray): string {
  if (url === '') return html;
  const attributes = [
    ['class', text(settings, 'link_classes')],
    ['rel', text(settings, 'link_rel')],
    ['target', isTruthy(settings.get('link_target_blank')) ? '_blank' : ''],
  ].filter(([, value]) => value !== '');
  const written = attributes.map(([name, value]) => ` ${name}="${escapeAttribute(value!)}"`).join('');
  return `<a href="${escapeUrl(url, 'wp7')}"${written}>${html}</a>`;
}
