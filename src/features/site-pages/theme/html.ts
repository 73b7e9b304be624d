import { escapeHtml, escapeUrl, Html, htmlTag } from '../../../text/index.js';

export { Html };

/** Template tag for markup. Character references in stored text, such as names of terms, stay as they are. */
export const html = htmlTag(escapeHtml);

/** HTML that is already safe: rendered titles, contents and excerpts. */
export const raw = (markup: string): Html => new Html(markup);

/** A URL as an attribute value; empty if its scheme is not allowed. */
export const url = (address: string): Html => new Html(escapeUrl(address));

/** A message with markup in the place of a placeholder: `write` puts the given text into the message. */
export function around(write: (text: string) => string, value: Html): Html {
  const [before = '', after = ''] = write('\u0001').split('\u0001');
  return html`${before}${value}${after}`;
}
