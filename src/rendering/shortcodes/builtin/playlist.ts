import { escapeAttribute } from '../../../text/escape.js';
import { type RenderAttachment, type RenderContext, type ShortcodeHandler } from '../../render-context.js';
import { attachmentLink, sizedImage } from '../../media/attachment-image.js';
import { galleryQuery, queriedAttachments } from './gallery.js';
import { isBlank, isOn, oldBrowsers, type PlayerKind, typeOf } from './players.js';

/** Padding and border around the player. */
const OUTER_PIXELS = 22;
const DEFAULT_SIZE = { width: 640, height: 360 };
const ICON_SIZE = { width: 48, height: 64 };

interface Size {
  width: number;
  height: number;
}

/** The markup that WordPress's player script fills: an empty player, links for browsers without scripts, and the tracks as JSON. */
export const playlist: ShortcodeHandler = (attributes, _content, _tag, context) => {
  // Counts every call, also those that print nothing.
  const instance = context.counters.next('playlist');
  const kind: PlayerKind = (attributes.get('type') ?? 'audio') === 'audio' ? 'audio' : 'video';
  const files = queriedAttachments(galleryQuery(attributes, context.post.id, context.dialect), kind, context);
  if (files.length === 0) return '';
  const withImages = !isBlank(attributes.get('images') ?? '1');
  let size = playerSize(context);
  const tracks = files.map((file) => {
    const original = originalSize(file);
    if (kind === 'video' && original)
      size = { ...size, height: Math.round((original.height * size.width) / original.width) };
    return trackData(file, kind === 'video' ? size : undefined, withImages, context);
  });
  const data = {
    type: kind,
    tracklist: isOn(attributes.get('tracklist') ?? '1'),
    tracknumbers: isOn(attributes.get('tracknumbers') ?? '1'),
    images: isOn(attributes.get('images') ?? '1'),
    artists: isOn(attributes.get('artists') ?? '1'),
    tracks,
  };
  const style = escapeAttribute(attributes.get('style') ?? 'light');
  const links = files.map((file) => `<li>${attachmentLink(file, 'thumbnail', 'file', context)}</li>`).join('');
  if (context.dialect.blocks) return wp7Playlist(kind, style, size, files, data, context);
  return (
    `${instance === 1 ? oldBrowsers(kind) : ''}<div class="wp-playlist wp-${kind}-playlist wp-playlist-${style}">\n\t` +
    (kind === 'audio' ? '\t<div class="wp-playlist-current-item"></div>\n\t' : '') +
    `\t<${kind} controls="controls" preload="none" width="${size.width}"${kind === 'video' ? ` height="${size.height}"` : ''}></${kind}>\n` +
    '\t<div class="wp-playlist-next"></div>\n\t<div class="wp-playlist-prev"></div>\n' +
    `\t<noscript>\n\t<ol>${links}</ol>\n\t</noscript>\n` +
    `\t<script type="application/json" class="wp-playlist-script">${scriptJson(data)}</script>\n</div>\n\t`
  );
};

/** The same in WordPress 7, which differs in white space. */
function wp7Playlist(
  kind: PlayerKind,
  style: string,
  size: Size,
  files: readonly RenderAttachment[],
  data: unknown,
  context: RenderContext,
): string {
  const current = kind === 'audio' ? '\t\t\t<div class="wp-playlist-current-item"></div>\n' : '';
  const height = kind === 'video' ? `\t\t\t\t height="${size.height}"\n` : '';
  const links = files.map((file) => `\t\t<li>${attachmentLink(file, 'thumbnail', 'file', context)}</li>`).join('');
  return (
    `<div class="wp-playlist wp-${kind}-playlist wp-playlist-${style}">\n${current}` +
    `\t\t<${kind} controls="controls" preload="none" width="${size.width}"\n${height}\t\t\t></${kind}>\n` +
    '\t<div class="wp-playlist-next"></div>\n\t<div class="wp-playlist-prev"></div>\n' +
    `\t<noscript>\n\t<ol>\n${links}\t</ol>\n\t</noscript>\n` +
    `\t<script type="application/json" class="wp-playlist-script">${wp7ScriptJson(data)}</script>\n</div>\n\t`
  );
}

function playerSize({ theme }: RenderContext): Size {
  if (theme.contentWidth <= 0) return DEFAULT_SIZE;
  const width = theme.contentWidth - OUTER_PIXELS;
  return { width, height: Math.round((DEFAULT_SIZE.height * width) / DEFAULT_SIZE.width) };
}

function originalSize({ image }: RenderAttachment): Size | undefined {
  return image && image.width > 0 && image.height > 0 ? { width: image.width, height: image.height } : undefined;
}

/** `resized` is the size of the video in the player. */
function trackData(file: RenderAttachment, resized: Size | undefined, withImages: boolean, context: RenderContext) {
  const { description = '', tags = {}, hasMetadata = false } = file.track ?? {};
  return {
    src: file.url,
    type: typeOf(file.url, context),
    title: file.title,
    caption: file.caption,
    description,
    // PHP writes an empty map as a list.
    meta: Object.keys(tags).length > 0 ? tags : [],
    ...(resized && hasMetadata && { dimensions: { original: originalSize(file) ?? DEFAULT_SIZE, resized } }),
    ...(withImages && { image: cover(file, 'full', context), thumb: cover(file, 'thumbnail', context) }),
  };
}

function cover(file: RenderAttachment, size: string, context: RenderContext): Size & { src: string } {
  const image = file.track?.cover && sizedImage(file.track.cover, size, context);
  if (image) return { src: image.url, width: image.width, height: image.height };
  return {
    src: `${context.site.url}/wp-includes/images/media/${file.mime.split('/')[0]}.${context.dialect.blocks ? 'svg' : 'png'}`,
    ...ICON_SIZE,
  };
}

/** As WordPress 7 encodes it: slashes stay, tags do not. */
function wp7ScriptJson(data: unknown): string {
  return escapeNonAscii(JSON.stringify(data).replaceAll('<', '\\u003C').replaceAll('>', '\\u003E'));
}

/** As PHP encodes it. Neither the end of the script nor a comment, which would hide the end, can occur in it. */
function scriptJson(data: unknown): string {
  return escapeNonAscii(JSON.stringify(data).replaceAll('/', '\\/').replaceAll('<!--', '\\u003c!--'));
}

function escapeNonAscii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
