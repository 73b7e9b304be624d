import { autop } from '../autop/autop.js';
import { foldBlocks } from './fold.js';

/**
 * A text written in blocks without its delimiters. Blocks that keep no HTML of their own (lists of posts, calendars and the
 * like) print nothing.
 */
export function renderBlocks(text: string): string {
  return foldBlocks(text, ({ name, html }) => ({ html: name === 'shortcode' ? autop(html) : html }))
    .map((piece) => (typeof piece === 'string' ? piece : piece.html))
    .join('');
}
