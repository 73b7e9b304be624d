import { PLAYABLE } from '../../text/mime.js';
import { escapeHtml } from '../../text/escape.js';
import { toInteger } from '../../text/php/php-values.js';
import { escapeUrl } from '../../text/urls.js';
import { type RenderContext } from '../render-context.js';
import { parseAttributes, type ShortcodeAttributes } from '../shortcode-attributes.js';
import { isBlank } from '../shortcodes/builtin/players.js';
import { ShortcodeRegistry } from '../shortcodes/registry.js';
import { replaceRegistered } from '../shortcodes/run.js';
import { embedCacheKey, embedRequest, UNKNOWN_EMBED } from './embed-request.js';
import { ownPostEmbed } from './own-post.js';
import { splitHtml } from '../../text/html-tokens.js';
import { WS } from '../../text/whitespace.js';

/** Stands for a newline inside a tag; lone surrogates do not occur in decoded text. */
const TAG_NEWLINE = '\uD800';

const URL_PATTERN = 'https?://[^ \\t\\n\\r\\f\\v<>"]+';
const POSSIBLE = new RegExp(`(?:^|${WS}|>)https?://`, 'i');
const LONE_LINE = new RegExp(`^${WS}*(${URL_PATTERN})${WS}*$`, 'i');
const PARAGRAPH = new RegExp(`>${WS}*(${URL_PATTERN})${WS}*</p>`, 'gi');
const PARAGRAPH_OPENS = /<p(?: |$)/i;

const PLAYER_PATH = /youtube\.com\/(?:embed|v)\//gi;
const ONLY_EMBED = new ShortcodeRegistry().register('embed', () => '');
const NO_ATTRIBUTES: ShortcodeAttributes = new Map();

/** What expanding embeds needs of the context. */
export type EmbedContext = Pick<RenderContext, 'theme' | 'dialect' | 'embeds' | 'ownPosts'> &
  Partial<Pick<RenderContext, 'budget'>>;

/**
 * Replaces `[embed]URL[/embed]` and URLs alone on a line: those of this site by the post, others by the cached
 * embed. Rendering never fetches anything.
 */
export function expandEmbeds(content: string, context: EmbedContext): string {
  const text = content.includes('[embed')
    ? replaceRegistered(
        content,
        ONLY_EMBED,
        (match) => embedShortcode(parseAttributes(match.attributes, context.dialect), match.content, context),
        { insideElements: false },
      )
    : content;
  return embedLoneUrls(text, context);
}

function embedLoneUrls(text: string, context: EmbedContext): string {
  return replaceLoneUrls(text, (url) => {
    const target = url.replaceAll('&amp;', '&');
    return embed(target, NO_ATTRIBUTES, context) ?? target;
  });
}

function embedShortcode(attributes: ShortcodeAttributes, content: string, context: EmbedContext): string {
  const url = (isBlank(content) ? (attributes.get('src') ?? '') : content).replaceAll('&amp;', '&');
  if (isBlank(url)) return '';
  return embed(url, attributes, context) ?? `<a href="${escapeUrl(url, context.dialect.rules)}">${escapeHtml(url)}</a>`;
}

/** Media files become player shortcodes, which run later. */
function embed(url: string, attributes: ShortcodeAttributes, context: EmbedContext): string | undefined {
  const player = playedVideo(url);
  if (player !== undefined)
    return embedLoneUrls(`https://youtube.com/watch?${new URLSearchParams([['v', player]]).toString()}`, context);
  const media = mediaShortcode(url, attributes, context);
  if (media !== undefined) return media;
  const { contentWidth } = context.theme;
  const request = embedRequest(url, attributes, contentWidth);
  const post = context.ownPosts.get(url);
  const html = post
    ? ownPostEmbed(post, request.width, context.dialect)
    : context.embeds.get(embedCacheKey(url, attributes, contentWidth), request);
  if (html === undefined || html === UNKNOWN_EMBED || isBlank(html)) return undefined;
  return context.budget?.spend({ blocks: 1, html: html.length }) === false ? undefined : html;
}

/** The video a YouTube player's address shows, with or without `www` in front. */
function playedVideo(url: string): string | undefined {
  for (const { 0: path, index } of url.matchAll(PLAYER_PATH)) {
    const before = url.slice(0, index).toLowerCase();
    const scheme = before.slice(-4, -1) === 'www' ? before.slice(0, -4) : before;
    const [video = ''] = url.slice(index + path.length).split('/', 1);
    if (video !== '' && (scheme.endsWith('http://') || scheme.endsWith('https://'))) return video;
  }
  return undefined;
}

function mediaShortcode(url: string, attributes: ShortcodeAttributes, { dialect }: EmbedContext): string | undefined {
  const extension = /^https?:\/\/[^\n]+\.([a-z0-9]+)$/i.exec(url)?.[1]?.toLowerCase() ?? '';
  const playable = PLAYABLE[dialect.fileTypes];
  if (playable.audio.includes(extension)) return `[audio src="${escapeUrl(url, dialect.rules)}" /]`;
  if (!playable.video.includes(extension)) return undefined;
  const width = attributes.get('width');
  const height = attributes.get('height');
  const sized = !isBlank(width) && !isBlank(height);
  const dimensions = sized ? `width="${toInteger(width)}" height="${toInteger(height)}" ` : '';
  return `[video ${dimensions}src="${escapeUrl(url, dialect.rules)}" /]`;
}

/** Replaces each URL that is alone on its line or in its paragraph. */
function replaceLoneUrls(content: string, replace: (url: string) => string): string {
  if (!POSSIBLE.test(content)) return content;
  const guarded = splitHtml(content)
    .map((part, index) => (index % 2 === 1 ? part.replaceAll('\n', TAG_NEWLINE) : part))
    .join('');
  const lines = guarded.split('\n').map((line) => {
    const url = LONE_LINE.exec(line)?.[1];
    return url === undefined ? line : line.replace(url, () => replace(url));
  });
  return replaceInParagraphs(lines.join('\n'), replace).replaceAll(TAG_NEWLINE, '\n');
}

function replaceInParagraphs(text: string, replace: (url: string) => string): string {
  let result = '';
  let from = 0;
  for (const match of text.matchAll(PARAGRAPH)) {
    const tag = text.slice(text.lastIndexOf('>', match.index - 1) + 1, match.index);
    const url = match[1] ?? '';
    if (!PARAGRAPH_OPENS.test(tag)) continue;
    const start = text.indexOf(url, match.index);
    result += text.slice(from, start) + replace(url);
    from = start + url.length;
  }
  return result + text.slice(from);
}
