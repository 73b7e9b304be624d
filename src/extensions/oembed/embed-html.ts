import { escapeAttribute } from '../../content/text/escape.js';
import { escapeUrl } from '../../content/text/urls.js';
import { EMBED_SCRIPT } from './embed-script.js';

export interface EmbeddedEntry {
  link: string;
  /** Rendered. */
  title: string;
  siteName: string;
  width: number;
  height: number;
  /** The site's addresses end with a slash. */
  endsWithSlash: boolean;
}

/** Where the entry's small view for frames is. */
export function embedViewUrl({ link, endsWithSlash }: Pick<EmbeddedEntry, 'link' | 'endsWithSlash'>): string {
  if (link.includes('?')) return `${link}&embed=true`;
  return `${link.replace(/\/$/, '')}/embed${endsWithSlash ? '/' : ''}`;
}

/** A quotation for those who show no frames, the frame itself, and the script that joins them. */
export function embedHtml(entry: EmbeddedEntry): string {
  const { link, title, siteName, width, height } = entry;
  const frameTitle = escapeAttribute(`&#8220;${title}&#8221; &#8212; ${siteName}`);
  return (
    `<blockquote class="wp-embedded-content"><a href="${escapeUrl(link)}">${title}</a></blockquote>\n${EMBED_SCRIPT}` +
    `<iframe sandbox="allow-scripts" security="restricted" src="${escapeUrl(embedViewUrl(entry))}" width="${width}" height="${height}" ` +
    `title="${frameTitle}" frameborder="0" marginwidth="0" marginheight="0" scrolling="no" class="wp-embedded-content"></iframe>`
  );
}
