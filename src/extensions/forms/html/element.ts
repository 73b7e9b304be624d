import { escapeAttribute } from '../../../text/escape.js';

/** False and undefined leave an attribute out, true writes its bare name. */
export type AttributeValue = string | number | boolean | undefined;
export type Attributes = Readonly<Record<string, AttributeValue>>;

const VOID = new Set(['br', 'img', 'input']);

/** One element. Attribute values are escaped here; `inner` is HTML already. */
export function element(name: string, attributes: Attributes, inner = ''): string {
  const start = `<${name}${Object.entries(attributes).map(attribute).join('')}>`;
  return VOID.has(name) ? start : `${start}${inner}</${name}>`;
}

function attribute([name, value]: [string, AttributeValue]): string {
  if (value === undefined || value === false) return '';
  return value === true ? ` ${name}` : ` ${name}="${escapeAttribute(String(value))}"`;
}

/** Templates are HTML, so `&amp;` in them stands for `&`; what visitors typed stands for itself. */
export function asTyped(text: string): string {
  return text.replaceAll('&', '&amp;');
}

export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ');
}
