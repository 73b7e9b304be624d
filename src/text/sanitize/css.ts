import { trimAscii } from '../php-strings.js';
import { removeNullCharacters } from './protocols.js';

const SIDES = ['top', 'right', 'bottom', 'left'];

export const ALLOWED_PROPERTIES: ReadonlySet<string> = new Set([
  ...'background background-color caption-side clear color cursor direction float'.split(' '),
  ...'font font-family font-size font-style font-variant font-weight'.split(' '),
  ...'height min-height max-height width min-width max-width'.split(' '),
  ...'letter-spacing line-height list-style-type overflow text-align text-decoration text-indent vertical-align'.split(
    ' ',
  ),
  ...'border border-width border-style border-color border-collapse border-spacing margin padding'.split(' '),
  ...SIDES.flatMap((side) => [`margin-${side}`, `padding-${side}`, `border-${side}`]),
  ...SIDES.flatMap((side) => ['width', 'style', 'color'].map((part) => `border-${side}-${part}`)),
]);

/** Escapes, functions, references, expressions, blocks, comments. */
const SUSPICIOUS = ['\\', '(', '&', '=', '}', '/*'];

/** Keeps the harmless declarations of a `style` value; '' if the whole value is suspicious. */
export function filterStyle(style: string): string {
  const css = removeNullCharacters(style).replace(/[\n\r\t]/g, '');
  if (SUSPICIOUS.some((mark) => css.includes(mark))) return '';
  let kept = '';
  for (const part of trimAscii(css).split(';')) {
    if (part === '') continue;
    const declaration = trimAscii(part);
    const colon = declaration.indexOf(':');
    if (colon >= 0 && !ALLOWED_PROPERTIES.has(trimAscii(declaration.slice(0, colon)))) continue;
    kept += kept === '' ? declaration : `;${declaration}`;
  }
  return kept;
}
