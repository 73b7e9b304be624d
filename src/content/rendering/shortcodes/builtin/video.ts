import { toInteger } from '../../../../text/lists.js';
import { trimAscii } from '../../../../text/php-strings.js';
import { escapeUrl } from '../../../../text/urls.js';
import { type RenderContext, type ShortcodeHandler } from '../../context.js';
import { type ShortcodeAttributes } from '../attributes.js';
import {
  attachedFile,
  extensionOf,
  fileLink,
  hasMatchingFormat,
  isBlank,
  isOn,
  playerHtml,
  type PlayerSource,
  sourcesByFormat,
  typeOf,
  withoutQueryArgument,
  withQueryArgument,
} from './players.js';

const YOUTUBE = /^https?:\/\/(?:www\.)?(?:youtube\.com\/watch|youtu\.be\/)/;
const VIMEO = /^https?:\/\/(?:[^\n]+\.)?vimeo\.com\//;

export const video: ShortcodeHandler = (attributes, content, _tag, context) =>
  videoPlayer(attributes, content, context);

export function videoPlayer(attributes: ShortcodeAttributes, content: string, context: RenderContext): string {
  const instance = context.counters.next('video');
  const formats = context.dialect.videoExtensions;
  const { width, height } = displaySize(attributes, context.theme.contentWidth);
  const src = attributes.get('src');
  const sources: PlayerSource[] = [];
  if (src !== undefined && !isBlank(src)) {
    const hosted = hostedSource(src, attributes, context);
    if (!hosted && !formats.includes(extensionOf(src, context))) return fileLink('video', src);
    sources.push(hosted ?? { url: src, type: typeOf(src, context) });
  } else if (!hasMatchingFormat(attributes, formats, context)) {
    const attached = attachedFile('video', context);
    if (attached === undefined) return '';
    sources.push({ url: attached, type: typeOf(attached, context) });
  }
  sources.push(...sourcesByFormat(attributes, formats, context));
  const poster = attributes.get('poster');
  const preload = attributes.get('preload') ?? 'metadata';
  const html = playerHtml(
    {
      kind: 'video',
      instance,
      sources,
      content: trimAscii(content.includes('\n') ? content.replace(/\r\n|[\n\t]/g, '') : content),
      attributes: {
        class: attributes.get('class') ?? 'wp-video-shortcode',
        id: `video-${context.post.id}-${instance}`,
        width: String(Math.abs(width)),
        height: String(Math.abs(height)),
        poster: poster === undefined || isBlank(poster) ? undefined : escapeUrl(poster),
        loop: isOn(attributes.get('loop')) ? '1' : undefined,
        autoplay: isOn(attributes.get('autoplay')) ? '1' : undefined,
        muted: context.dialect.rendersBlocks && isOn(attributes.get('muted')) ? '1' : undefined,
        preload: isBlank(preload) ? undefined : preload,
      },
    },
    context,
  );
  return `<div style="${width === 0 ? '' : `width: ${width}px;`}" class="wp-video">${html}</div>`;
}

/** Scaled down to the width the presentation allows. */
function displaySize(attributes: ShortcodeAttributes, limit: number): { width: number; height: number } {
  const width = toInteger(attributes.get('width') ?? '640');
  const height = toInteger(attributes.get('height') ?? '360');
  if (limit <= 0 || width <= limit) return { width, height };
  return { width: limit, height: Math.round((height * limit) / width) };
}

function hostedSource(src: string, attributes: ShortcodeAttributes, context: RenderContext): PlayerSource | undefined {
  const cleans = context.dialect.cleansHostedVideoUrls;
  if (YOUTUBE.test(src)) {
    const url = cleans ? withoutQueryArgument(src, 'feature').replace(/^http:/, 'https:') : src;
    return { url, type: 'video/youtube' };
  }
  if (!VIMEO.test(src)) return undefined;
  const bare = src.replace(/^http:/, 'https:').replace(/[?#][^]*$/, '');
  const url = cleans ? withQueryArgument(bare, 'loop', isBlank(attributes.get('loop')) ? '0' : '1') : src;
  return { url, type: 'video/vimeo' };
}
