import { stripAllTags } from '../../text/index.js';

const VARIABLE = /%([a-z_]+)(?:\(([^)%]{0,200})\))?%/gi;

/** The values of variables by name; one without a value vanishes. */
export type TemplateValues = Readonly<Record<string, (argument: string) => string | undefined>>;

/** A template with its variables, as plain text on one line. */
export function fillTemplate(template: string, values: TemplateValues, separator: string): string {
  const filled = stripAllTags(template).replace(VARIABLE, (_whole, name: string, argument = '') =>
    Object.hasOwn(values, name) ? (values[name]!(String(argument)) ?? '') : '',
  );
  const parts = filled
    .split(separator)
    .filter((part, at, all) => at === 0 || at === all.length - 1 || part.trim() !== '');
  const text = parts.join(separator).replace(/\s+/g, ' ').trim();
  // A separator with nothing after it goes.
  return text.endsWith(` ${separator}`) ? text.slice(0, -separator.length - 1).trim() : text;
}

/** Meta keys that a template names. */
export function namedMetaKeys(template: string): string[] {
  return [...template.matchAll(VARIABLE)].flatMap(([, name, argument]) =>
    name === 'customfield' && argument ? [argument] : [],
  );
}

const EXCERPT_CHARACTERS = 160;

/** The manual excerpt, or the beginning of the text up to a word boundary. */
export function excerptOf({ excerpt, content }: { readonly excerpt: string; readonly content: string }): string {
  const text = stripAllTags((excerpt || content).replace(/\[[^\]]+\]/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...text];
  if (excerpt !== '' || characters.length <= EXCERPT_CHARACTERS) return text;
  const cut = characters.slice(0, EXCERPT_CHARACTERS).join('');
  const end = cut.lastIndexOf(' ');
  return end > 0 ? cut.slice(0, end) : cut;
}
