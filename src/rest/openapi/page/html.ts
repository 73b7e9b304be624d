import { escapeTextarea } from '../../../text/escape.js';

/** Markup that needs no escaping. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = string | number | Html | readonly Html[] | false | undefined;

/** Template tag for markup: escapes every value that is not markup itself. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.map((text, index) => (index === 0 ? text : markupOf(parts[index - 1]) + text)).join(''));
}

function markupOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map(({ markup }) => markup).join('');
  return escapeTextarea(String(part));
}
