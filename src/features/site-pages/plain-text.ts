import { decodeSpecialCharacters, namedToNumericEntities, stripAllTags } from '../../text/index.js';

/** HTML as text. */
export function plainText(markup: string): string {
  const text = namedToNumericEntities(stripAllTags(markup, { removeBreaks: true }));
  return decodeSpecialCharacters(
    text.replace(/&#(\d{2,7});/g, (all, code: string) =>
      Number(code) < 0x110000 ? String.fromCodePoint(Number(code)) : all,
    ),
    'both',
  ).toWellFormed();
}
