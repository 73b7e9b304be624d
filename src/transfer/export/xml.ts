import { isSerialized, PhpArray, type PhpValue, serialize, unserialize } from '../../text/php/index.js';

/** What XML cannot hold, however it is written. */
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** The text without what XML cannot hold. */
export function xmlSafe(text: string): string {
  return text.toWellFormed().replace(IMPOSSIBLE, '');
}

export function escapeXml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };
  return xmlSafe(text).replace(/[&<>"\r]/g, (character) => entities[character]!);
}

/** Any text as CDATA. Its end mark is split; a return is written outside, because parsers turn one inside into a line feed. */
export function cdata(text: string): string {
  const inner = xmlSafe(text).replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[');
  return `<![CDATA[${inner}]]>`;
}

export function element(name: string, text: string | number): string {
  return `<${name}>${typeof text === 'number' ? text : escapeXml(text)}</${name}>`;
}

export function cdataElement(name: string, text: string): string {
  return `<${name}>${cdata(text)}</${name}>`;
}

/** A stored meta value; serialised ones count their bytes, so characters are left out inside, not from the text. */
export function metaText(value: string): string {
  if (value.search(IMPOSSIBLE) < 0 || !isSerialized(value)) return value;
  const decoded = unserialize(value);
  return decoded === undefined ? value : serialize(withoutImpossible(decoded));
}

function withoutImpossible(value: PhpValue): PhpValue {
  if (typeof value === 'string') return xmlSafe(value);
  if (!(value instanceof PhpArray)) return value;
  return PhpArray.map(
    [...value].map(([key, item]) => [typeof key === 'string' ? xmlSafe(key) : key, withoutImpossible(item)] as const),
  );
}
