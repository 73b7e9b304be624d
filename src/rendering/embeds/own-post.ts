import { createHash } from 'node:crypto';
import { escapeAttribute } from '../../text/escape.js';
import { decodeNumericEntities } from '../../text/entities.js';
import { escapeUrl } from '../../text/urls.js';
import { type EmbeddedPost } from '../render-context.js';

const MIN_WIDTH = 200;
const MAX_WIDTH = 600;
const MIN_HEIGHT = 200;
const SECRET_LENGTH = 10;

/** The size of the frame for a maximum width. */
export function frameSize(maxWidth: number): { width: number; height: number } {
  const width = Math.min(Math.max(maxWidth, MIN_WIDTH), MAX_WIDTH);
  return { width, height: Math.max(Math.ceil((width * 9) / 16), MIN_HEIGHT) };
}

/** The URL of the post's view for frames. */
export function embedViewUrl({ link, endsWithSlash }: Pick<EmbeddedPost, 'link' | 'endsWithSlash'>): string {
  if (link.includes('?')) return `${link}&embed=true`;
  return `${link.replace(/\/$/, '')}/embed${endsWithSlash ? '/' : ''}`;
}

/** Attributes of the frame that do not depend on where it is shown. */
export function frameAttributes({ title, siteName }: EmbeddedPost, maxWidth: number): string {
  const { width, height } = frameSize(maxWidth);
  return (
    `width="${width}" height="${height}" title="${escapeAttribute(`&#8220;${title}&#8221; &#8212; ${siteName}`)}" ` +
    'frameborder="0" marginwidth="0" marginheight="0" scrolling="no"'
  );
}

/**
 * The embed in the content of another post: a quotation, and a frame that a script of the page shows in its place. The
 * secret pairs the two. It is derived from the link, so the same content always renders to the same HTML.
 */
export function ownPostEmbed(
  post: EmbeddedPost,
  maxWidth: number,
  { blocks }: { readonly blocks: object | undefined },
): string {
  const secret = createHash('sha256').update(post.link).digest('hex').slice(0, SECRET_LENGTH);
  if (blocks) return wp7Embed(post, maxWidth, secret);
  return (
    `<blockquote class="wp-embedded-content" data-secret="${secret}"><a href="${escapeUrl(post.link)}">${post.title}</a></blockquote>` +
    '<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted" ' +
    'style="position: absolute; clip: rect(1px, 1px, 1px, 1px);" ' +
    `src="${escapeUrl(`${embedViewUrl(post)}#?secret=${secret}`)}" data-secret="${secret}" ${frameAttributes(post, maxWidth)}></iframe>`
  ).replace(/[\r\n]+/g, '');
}

/** Current releases write the title first and unescaped, and add the secret to the address twice. */
function wp7Embed(post: EmbeddedPost, maxWidth: number, secret: string): string {
  const { width, height } = frameSize(maxWidth);
  const title = decodeNumericEntities(`“${post.title}” — ${post.siteName}`).replaceAll('"', '&quot;');
  return (
    `<blockquote class="wp-embedded-content" data-secret="${secret}"><a href="${escapeUrl(post.link)}">${post.title}</a></blockquote>` +
    '<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted" ' +
    `style="position: absolute; visibility: hidden;" title="${title}" ` +
    `src="${escapeUrl(`${embedViewUrl(post)}#?secret=${secret}`)}#?secret=${secret}" data-secret="${secret}" ` +
    `width="${width}" height="${height}" frameborder="0" marginwidth="0" marginheight="0" scrolling="no"></iframe>`
  ).replace(/[\r\n]+/g, '');
}
