import { createHash } from 'node:crypto';
import { type Site } from '../site/site.js';
import { type ConsolePage } from './console-files.service.js';

/** The one inline script of the block editor, in the document in which it edits the content. */
const CANVAS_SCRIPT = 'document.currentScript.parentElement.remove()';
const CANVAS_HASH = `'sha256-${createHash('sha256').update(CANVAS_SCRIPT).digest('base64')}'`;

/**
 * The content security policy of a page or file. Editors set inline styles; images and players of posts may come from anywhere over
 * HTTPS, uploads from their own host. The block editor's canvas is a `blob:` document with a `base` element, which has the policy of
 * the page that made it.
 */
export function contentPolicy({ uploadsUrl }: Site, page: ConsolePage | undefined): string {
  const uploads = URL.canParse(uploadsUrl) ? ` ${new URL(uploadsUrl).origin}` : '';
  const hasCanvas = page === 'block-editor/index.html';
  return [
    "default-src 'self'",
    `script-src 'self'${hasCanvas ? ` ${CANVAS_HASH}` : ''}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: https:${uploads}`,
    `media-src 'self' blob: https:${uploads}`,
    "font-src 'self' data:",
    `frame-src 'self'${hasCanvas ? ' blob:' : ''} https:`,
    "object-src 'none'",
    `base-uri ${hasCanvas ? "'self'" : "'none'"}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
