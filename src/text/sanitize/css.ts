import { trimAscii } from '../php-strings.js';
import { WP7_PROTOCOLS, removeBadProtocols, removeNullCharacters } from './protocols.js';

const SIDES = ['top', 'right', 'bottom', 'left'];

const ALLOWED_PROPERTIES: ReadonlySet<string> = new Set([
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
  let declarations = '';
  for (const part of trimAscii(css).split(';')) {
    if (part === '') continue;
    const declaration = trimAscii(part);
    const colon = declaration.indexOf(':');
    if (colon >= 0 && !ALLOWED_PROPERTIES.has(trimAscii(declaration.slice(0, colon)))) continue;
    declarations += declarations === '' ? declaration : `;${declaration}`;
  }
  return declarations;
}

/** Properties that WordPress 7 allows on top of the older ones. */
const PROPERTIES: ReadonlySet<string> = new Set([
  ...ALLOWED_PROPERTIES,
  ...'background-image background-position background-repeat background-size background-attachment background-blend-mode'.split(
    ' ',
  ),
  ...'border-radius border-top-left-radius border-top-right-radius border-bottom-left-radius border-bottom-right-radius'.split(
    ' ',
  ),
  ...'columns column-count column-fill column-gap column-rule column-span column-width'.split(' '),
  ...'text-transform white-space writing-mode word-spacing unicode-bidi text-anchor font-size-adjust font-stretch'.split(
    ' ',
  ),
  ...['margin', 'padding'].flatMap((name) =>
    ['block-start', 'block-end', 'inline-start', 'inline-end'].map((side) => `${name}-${side}`),
  ),
  ...'aspect-ratio box-shadow'.split(' '),
  ...'display flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap gap row-gap'.split(' '),
  ...'grid-template-columns grid-auto-columns grid-column-start grid-column-end grid-column grid-column-gap'.split(' '),
  ...'grid-template-rows grid-auto-rows grid-row-start grid-row-end grid-row grid-row-gap grid-gap'.split(' '),
  ...'justify-content justify-items justify-self align-content align-items align-self'.split(' '),
  ...'position top right bottom left z-index filter object-fit object-position opacity transform transform-origin'.split(
    ' ',
  ),
  ...'visibility pointer-events clip-path clip-rule mask mask-type container-type'.split(' '),
  ...'fill fill-opacity fill-rule stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin'.split(' '),
  ...'stroke-miterlimit stroke-opacity stroke-width color-interpolation color-interpolation-filters paint-order'.split(
    ' ',
  ),
  ...'stop-color stop-opacity flood-color flood-opacity lighting-color marker marker-end marker-mid marker-start'.split(
    ' ',
  ),
  ...'cx cy r rx ry x y d alignment-baseline baseline-shift dominant-baseline glyph-orientation-horizontal'.split(' '),
  ...'glyph-orientation-vertical color-rendering image-rendering shape-rendering text-rendering vector-effect'.split(
    ' ',
  ),
]);

const GRADIENT_PROPERTIES = new Set(['background', 'background-image']);
const URL_PROPERTIES = new Set(
  (
    'background background-image cursor filter list-style list-style-image clip-path fill marker marker-end marker-mid ' +
    'marker-start mask stroke'
  ).split(' '),
);
const FUNCTION =
  /\b(?:var|calc|min|max|minmax|clamp|repeat|matrix|matrix3d|perspective|rotate(?:3d|[XYZxyz])?|scale(?:3d|[XYZxyz])?|skew(?:[XYxy])?|translate(?:3d|[XYZxyz])?|circle|ellipse|inset|path|polygon|rect|shape|xywh)$/;
const GRADIENT = /\b(?:repeating-)?(?:linear|radial|conic)-gradient$/;
const SUSPICIOUS_SYNTAX = /[\\(&=}]|\/\*/;

/** Keeps the harmless declarations of a `style` value, each judged for itself. */
export function filterWp7Style(style: string): string {
  const css = removeNullCharacters(style).replace(/[\n\r\t]/g, '');
  return trimAscii(css)
    .split(';')
    .map(trimAscii)
    .filter((declaration) => declaration !== '' && isHarmless(declaration))
    .join(';');
}

function isHarmless(declaration: string): boolean {
  const colon = declaration.indexOf(':');
  if (colon < 0) return !SUSPICIOUS_SYNTAX.test(withoutFunctions(declaration, '', false));
  const property = trimAscii(declaration.slice(0, colon));
  const isCustom = /^--[\w-]+$/.test(property);
  if (!isCustom && !PROPERTIES.has(property)) return false;
  return !SUSPICIOUS_SYNTAX.test(withoutFunctions(declaration.slice(colon + 1), property, isCustom));
}

/** The value without the calls that are allowed for its property; what is left must have no brackets. */
function withoutFunctions(value: string, property: string, isCustom: boolean): string {
  let rest = '';
  let from = 0;
  for (let open = value.indexOf('('); open !== -1; open = value.indexOf('(', from)) {
    const before = value.slice(from, open);
    const close = closingBracket(value, open);
    if (close === -1 || !mayCall(before, value.slice(open + 1, close), property, isCustom)) return value;
    rest += before.replace(/(?<![\w-])[\w-]+$/, '');
    from = close + 1;
  }
  return rest + value.slice(from);
}

function mayCall(before: string, argument: string, property: string, isCustom: boolean): boolean {
  if (/[\\&=}]|\/\*/.test(argument)) return false;
  if (FUNCTION.test(before)) return true;
  if (GRADIENT.test(before)) return isCustom || GRADIENT_PROPERTIES.has(property);
  if (!/\burl$/.test(before) || !(URL_PROPERTIES.has(property) || (isCustom && trimAscii(before) === 'url')))
    return false;
  const url = trimAscii(argument).replace(/^(["'])(.*)\1$/, '$2');
  return url !== '' && !url.includes('(') && removeBadProtocols(url, WP7_PROTOCOLS) === url;
}

function closingBracket(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return -1;
}
