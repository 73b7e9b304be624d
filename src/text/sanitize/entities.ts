import { NAMED_ENTITIES } from '../named-entities.js';

const MAX_DECIMAL_DIGITS = 7;
const MAX_HEX_DIGITS = 6;

/** Whether XML 1.0 allows the code point in a document. */
function isXmlCharacter(code: number): boolean {
  return (
    code === 0x9 ||
    code === 0xa ||
    code === 0xd ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  );
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+/, '');
}

function isKnownName(name: string): boolean {
  return name === 'apos' || NAMED_ENTITIES.has(name);
}

/**
 * Leaves only well-formed, known character references; every other ampersand becomes `&amp;`.
 * Decimal references are padded to three digits, hexadecimal ones lose their leading zeros.
 */
export function normalizeEntities(text: string): string {
  if (!text.includes('&')) return text;
  // One pass after the other on purpose: `&amp;#39;` is undone to `&#039;`, as stored data expects.
  return text
    .replaceAll('&', '&amp;')
    .replace(/&amp;([A-Za-z0-9]{2,8});/g, (all, name: string) => (isKnownName(name) ? `&${name};` : all))
    .replace(/&amp;#([0-9]+);/g, (all, digits: string) => {
      const significant = withoutLeadingZeros(digits);
      return significant.length <= MAX_DECIMAL_DIGITS && isXmlCharacter(Number(significant))
        ? `&#${significant.padStart(3, '0')};`
        : all;
    })
    .replace(/&amp;#[xX]([0-9A-Fa-f]+);/g, (all, digits: string) => {
      const significant = withoutLeadingZeros(digits);
      if (significant.length > MAX_HEX_DIGITS) return all;
      return isXmlCharacter(parseInt(significant, 16)) ? `&#x${significant};` : `&amp;#x${digits};`;
    });
}

/** Undoes numeric references only; named ones and those outside Unicode stay. */
export function decodeNumericEntities(text: string): string {
  if (!text.includes('&#')) return text;
  const character = (all: string, code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : all);
  return text
    .replace(/&#([0-9]+);/g, (all, digits: string) => character(all, Number(digits)))
    .replace(/&#[xX]([0-9A-Fa-f]+);/g, (all, digits: string) => character(all, parseInt(digits, 16)));
}
