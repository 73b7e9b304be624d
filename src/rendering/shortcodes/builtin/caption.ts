import { filterPostHtml } from '../../../text/sanitize/kses.js';
import { escapeAttribute } from '../../../text/escape.js';
import { toInteger } from '../../../text/php/php-values.js';
import { cleanHtmlClass } from '../../../text/clean.js';
import { trimAscii } from '../../../text/php-strings.js';
import { trimEndSpace } from '../../../text/whitespace.js';
import { type ShortcodeAttributes } from '../../shortcode-attributes.js';
import { type RenderContext, type ShortcodeHandler } from '../../render-context.js';
import { runShortcodes } from '../run.js';

const IMAGE = /<img [^>]/gi;
const LINK_END = /[ \t\n\r\f\v]*<\/a>/iy;

/** A caption under an image: `[caption width="300"]<img …> text[/caption]`. */
export const caption: ShortcodeHandler = (attributes, content, _tag, context) => {
  const { image, text } = captionParts(attributes, content);
  const width = toInteger(attributes.get('width'));
  if (width < 1 || text === '' || text === '0') return image;
  const provided = attributes.get('id') ?? '';
  const id = numbered(cleanHtmlClass(provided), context);
  const idAttribute = provided === '' || provided === '0' ? '' : `id="${escapeAttribute(id)}" `;
  const classes = `wp-caption ${attributes.get('align') ?? 'alignnone'} ${attributes.get('class') ?? ''}`;
  const classAttribute = escapeAttribute(trimAscii(classes));
  const captionId = context.theme.tiesCaptions ? captionIdOf(attributes, id) : '';
  // Current releases describe the figure, older ones and other markup the image.
  const describesFigure = captionId !== '' && context.theme.html5 && context.dialect.blocks !== undefined;
  const inner = describedBy(describesFigure ? '' : captionId, runShortcodes(image, context));
  const described = describesFigure ? `aria-describedby="${captionId}" ` : '';
  const [outer, label, outerWidth] = context.theme.html5 ? ['figure', 'figcaption', width] : ['div', 'p', width + 10];
  return (
    `<${outer} ${idAttribute}${described}style="width: ${outerWidth}px" class="${classAttribute}">` +
    `${inner}<${label} ${captionId === '' ? '' : `id="${captionId}" `}class="wp-caption-text">${text}</${label}></${outer}>`
  );
};

/** In WordPress 7, repeated IDs get a numeric suffix. */
function numbered(id: string, { dialect, counters }: RenderContext): string {
  if (!dialect.blocks || id === '' || id === '0') return id;
  const count = counters.next(`caption ${id}`);
  return count > 1 ? `${id}-${count}` : id;
}

function captionIdOf(attributes: ShortcodeAttributes, id: string): string {
  const provided = cleanHtmlClass(attributes.get('caption_id') ?? '');
  if (provided !== '' && provided !== '0') return provided;
  return id === '' || id === '0' ? '' : `caption-${id.replaceAll('_', '-')}`;
}

function describedBy(captionId: string, html: string): string {
  return captionId === '' ? html : html.replaceAll('<img ', `<img aria-describedby="${captionId}" `);
}

/** The caption is an attribute, or else what follows the (linked) image; anything before the image is dropped. */
export function captionParts(attributes: ShortcodeAttributes, content: string): { image: string; text: string } {
  const provided = attributes.get('caption');
  if (provided !== undefined)
    return { image: content, text: provided.includes('<') ? filterPostHtml(provided) : provided };
  const range = imageRange(content);
  if (!range) return { image: content, text: '' };
  return { image: content.slice(range.start, range.end), text: trimAscii(content.slice(range.end)) };
}

/** The first image with the link around it. */
function imageRange(content: string): { start: number; end: number } | undefined {
  IMAGE.lastIndex = 0;
  const image = IMAGE.exec(content);
  const close = image ? content.indexOf('>', IMAGE.lastIndex) : -1;
  if (!image || close === -1) return undefined;
  LINK_END.lastIndex = close + 1;
  const end = LINK_END.test(content) ? LINK_END.lastIndex : close + 1;
  return { start: linkStart(content, image.index), end };
}

/** Start of the `<a …>` directly before the image, or of the image itself. */
function linkStart(content: string, image: number): number {
  const before = trimEndSpace(content.slice(0, image));
  if (!before.endsWith('>')) return image;
  const tag = before.lastIndexOf('>', before.length - 2) + 1;
  const link = before.slice(tag, -1).search(/<a [^]/i);
  return link === -1 ? image : tag + link;
}
