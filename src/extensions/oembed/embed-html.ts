import { embedViewUrl, type EmbeddedPost, frameAttributes } from '../../content/rendering/index.js';
import { escapeUrl } from '../../text/urls.js';
import { EMBED_SCRIPT } from './embed-script.js';

/** The embed for pages of other sites: a quotation for browsers without frames, the frame, and the script that pairs them. */
export function embedHtml(post: EmbeddedPost, maxWidth: number): string {
  return (
    `<blockquote class="wp-embedded-content"><a href="${escapeUrl(post.link)}">${post.title}</a></blockquote>\n${EMBED_SCRIPT}` +
    `<iframe sandbox="allow-scripts" security="restricted" src="${escapeUrl(embedViewUrl(post))}" ` +
    `${frameAttributes(post, maxWidth)} class="wp-embedded-content"></iframe>`
  );
}
