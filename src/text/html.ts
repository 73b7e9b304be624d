/** Markup that needs no escaping. */
export class Html {
  constructor(readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

export type HtmlPart = string | number | Html | readonly Html[] | false | undefined;

/** A template tag for markup, which escapes every value that is not markup itself. */
export function htmlTag(escape: (text: string) => string) {
  const markupOf = (part: HtmlPart): string => {
    if (part === undefined || part === false) return '';
    if (part instanceof Html) return part.markup;
    if (typeof part === 'object') return part.map(({ markup }) => markup).join('');
    return escape(String(part));
  };
  return (texts: TemplateStringsArray, ...parts: HtmlPart[]): Html =>
    new Html(texts.map((text, index) => (index === 0 ? text : markupOf(parts[index - 1]) + text)).join(''));
}
