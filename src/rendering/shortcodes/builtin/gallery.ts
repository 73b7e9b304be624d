import { POST_SET } from '../../../text/sanitize/kses-tables.js';
import { type ListOptions, parseIdList } from '../../../text/lists.js';
import { toInteger } from '../../../text/php/php-values.js';
import { cleanHtmlClass } from '../../../text/clean.js';
import { trimAscii } from '../../../text/php-strings.js';
import { type RenderAttachment, type RenderContext, type ShortcodeHandler } from '../../render-context.js';
import { attachmentImage, attachmentLink } from '../../media/attachment-image.js';
import { texturize } from '../../../text/texturize.js';
import { type ShortcodeAttributes } from '../../shortcode-attributes.js';
import { isBlank } from './players.js';

export interface GalleryQuery {
  /** Exactly these, or … */
  include: number[];
  /** … those attached to this post. */
  post: number;
  exclude: number[];
  orderby: string;
  descending: boolean;
}

/** WordPress ends the rules with this\. */
const LAST_LINE = '/* see gallery_shortcode() in wp-includes/media.php */';

export const gallery: ShortcodeHandler = (attributes, _content, _tag, context) => {
  // Counts every call, also those that print nothing.
  const name = `gallery-${context.counters.next('gallery')}`;
  const query = galleryQuery(attributes, context.post.id, context.dialect);
  const images = queriedAttachments(query, 'image', context);
  if (images.length === 0) return '';
  const { html5 } = context.theme;
  const columns = toInteger(attributes.get('columns') ?? '3');
  const size = attributes.get('size') ?? 'thumbnail';
  const clears = !html5 && columns > 0;
  const classes = `gallery galleryid-${query.post} gallery-columns-${columns} gallery-size-${cleanHtmlClass(size)}`;
  const tags = galleryTags(attributes, html5);
  let html = `${html5 ? '' : galleryStyle(name, columns)}<div id='${name}' class='${classes}'>`;
  images.forEach((image, index) => {
    html += galleryItem(image, { name, size, link: attributes.get('link') ?? '', tags }, context);
    if (clears && (index + 1) % columns === 0) html += '<br style="clear: both" />';
  });
  if (clears && images.length % columns !== 0) html += "\n\t\t\t<br style='clear: both' />";
  return `${html}\n\t\t</div>\n`;
};

/** The attachments of a gallery or playlist; `ids` selects them in this order. */
export function galleryQuery(attributes: ShortcodeAttributes, post: number, lists: ListOptions): GalleryQuery {
  const ids = attributes.get('ids') ?? '';
  const include = isBlank(ids) ? (attributes.get('include') ?? '') : ids;
  const orderby = attributes.get('orderby') ?? '';
  const exclude = attributes.get('exclude') ?? '';
  return {
    include: isBlank(include) ? [] : selectedIds(include, lists),
    post: toInteger(attributes.get('id') ?? String(post)),
    exclude: isBlank(exclude) ? [] : parseIdList(exclude, lists),
    orderby: orderby !== '' ? orderby : isBlank(ids) ? 'menu_order ID' : 'post__in',
    descending: attributes.get('order')?.toUpperCase() === 'DESC',
  };
}

/** A selection without any ID selects nothing; an empty list would select all attachments of the post. */
function selectedIds(text: string, lists: ListOptions): number[] {
  const ids = parseIdList(text, lists);
  return ids.length > 0 ? ids : [0];
}

/** The attachments of that kind, in order. */
export function queriedAttachments(
  { include, post, exclude, orderby, descending }: GalleryQuery,
  kind: 'image' | 'audio' | 'video',
  context: RenderContext,
): RenderAttachment[] {
  const ids = include.length > 0 ? include : (context.children.get(post) ?? []).filter((id) => !exclude.includes(id));
  const found = ids
    .map((id) => context.attachments.get(id))
    .filter((attachment): attachment is RenderAttachment => attachment?.mime.startsWith(`${kind}/`) ?? false);
  const compare = ORDERS.get(orderby.toLowerCase());
  if (!compare) return found;
  return found.sort((a, b) => (descending ? compare(b, a) : compare(a, b)));
}

type Compare = (left: RenderAttachment, right: RenderAttachment) => number;
const byId: Compare = (a, b) => a.id - b.id;
const byMenuOrder: Compare = (a, b) => a.menuOrder - b.menuOrder || byId(a, b);
const byDate: Compare = (a, b) => Number(a.date > b.date) - Number(a.date < b.date) || byId(a, b);
const byTitle: Compare = (a, b) => a.title.localeCompare(b.title, 'en') || byId(a, b);

/** Any other value, such as a random order, keeps the given order. */
const ORDERS: ReadonlyMap<string, Compare> = new Map(
  Object.entries<Compare>({
    id: byId,
    menu_order: byMenuOrder,
    'menu_order id': byMenuOrder,
    date: byDate,
    post_date: byDate,
    title: byTitle,
    post_title: byTitle,
  }),
);

interface GalleryTags {
  item: string;
  icon: string;
  caption: string;
}

function galleryTags(attributes: ShortcodeAttributes, html5: boolean): GalleryTags {
  const allowed = (name: string, standard: string, fallback: string): string => {
    const tag = (attributes.get(name) ?? standard).replace(/[^a-zA-Z0-9_:]/g, '').toLowerCase();
    return POST_SET.has(tag) ? tag : fallback;
  };
  return {
    item: allowed('itemtag', html5 ? 'figure' : 'dl', 'dl'),
    icon: allowed('icontag', html5 ? 'div' : 'dt', 'dt'),
    caption: allowed('captiontag', html5 ? 'figcaption' : 'dd', 'dd'),
  };
}

function galleryItem(
  image: RenderAttachment,
  { name, size, link, tags }: { name: string; size: string; link: string; tags: GalleryTags },
  context: RenderContext,
): string {
  const captioned = trimAscii(image.caption) !== '';
  const captionId = `${name}-${image.id}`;
  const extra: Record<string, string> = captioned ? { 'aria-describedby': captionId } : {};
  const picture =
    link === 'none'
      ? attachmentImage(image, size, context, extra)
      : attachmentLink(image, size, link === 'file' ? 'file' : 'page', context, extra);
  const orientation = image.image ? (image.image.height > image.image.width ? 'portrait' : 'landscape') : '';
  const caption = captioned
    ? `\n\t\t\t\t<${tags.caption} class='wp-caption-text gallery-caption' id='${captionId}'>` +
      `\n\t\t\t\t${texturize(image.caption, context.shortcodes)}\n\t\t\t\t</${tags.caption}>`
    : '';
  return (
    `<${tags.item} class='gallery-item'>\n\t\t\t<${tags.icon} class='gallery-icon ${orientation}'>` +
    `\n\t\t\t\t${picture}\n\t\t\t</${tags.icon}>${caption}</${tags.item}>`
  );
}

/** Without HTML5 markup, galleries include the CSS for their columns. */
function galleryStyle(name: string, columns: number): string {
  const width = columns > 0 ? Math.floor(100 / columns) : 100;
  const rules: [string, string[]][] = [
    ['', ['margin: auto']],
    [' .gallery-item', ['float: left', 'margin-top: 10px', 'text-align: center', `width: ${width}%`]],
    [' img', ['border: 2px solid #cfcfcf']],
    [' .gallery-caption', ['margin-left: 0']],
  ];
  const written = rules.map(([part, declarations]) => {
    return `#${name}${part} {${declarations.map((declaration) => `\n\t\t\t\t${declaration};`).join('')}\n\t\t\t}`;
  });
  return `\n\t\t<style type="text/css">\n\t\t\t${[...written, LAST_LINE].join('\n\t\t\t')}\n\t\t</style>\n\t\t`;
}
