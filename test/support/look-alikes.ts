/** An account whose name and address have letters with many look-alikes. */
export const ORIGINAL = { login: 'kasimir', email: 'kasimir@esse.test', subject: 'kaSimir-4711' };

const MARKS = ['\u0301', '\u0300', '\u0302', '\u0308', '\u0303', '\u030A', '\u0304', '\u0323'];
/** Characters that collations ignore anywhere in a text. */
const IGNORED = [
  '\u0000',
  '\u00AD',
  '\u034F',
  '\u200B',
  '\u200C',
  '\u200D',
  '\u200E',
  '\u2060',
  '\uFE0F',
  '\uFEFF',
  '\u{E0061}',
];
const BLANKS = [' ', '   ', '\t', '\n', '\r\n', '\u00A0', '\u3000', '\u2009'];
const SIMILAR: readonly (readonly [RegExp, string])[] = [
  [/k/, '\u212A'],
  [/k/, '\uFF4B'],
  [/k/, 'ⓚ'],
  [/k/, '𝐤'],
  [/a/, 'а'],
  [/a/, 'ª'],
  [/s/i, 'ſ'],
  [/i/, 'ı'],
  [/i/, 'İ'],
  [/i/, 'і'],
  [/i/, 'ⅰ'],
  [/m/, 'ⓜ'],
  [/ss/, 'ß'],
  [/st/, 'ﬆ'],
  [/\./, '\uFF0E'],
  [/\./, '\u3002'],
  [/@/, '\uFF20'],
  [/@esse/, '@essé'],
  [/@esse/, '@ésse'],
  [/test/, 'tést'],
];

/** Texts that some collation, normalization or trimming takes for the name, without the name itself. */
export function lookAlikes(name: string): string[] {
  const middle = name.length >> 1;
  const variants = [
    ...MARKS.flatMap((mark) => [name.replace('a', `a${mark}`), name.replace('a', `a${mark}`.normalize('NFC'))]),
    ...IGNORED.flatMap((ignored) => [name + ignored, name.slice(0, middle) + ignored + name.slice(middle)]),
    ...BLANKS.flatMap((blank) => [name + blank, blank + name]),
    ...SIMILAR.map(([letter, similar]) => name.replace(letter, similar)),
    [...name].map((letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)).join(''),
    `${name}\u0000.evil.test`,
    `${name}\ud800`,
    `<${name}>`,
    `${name};`,
    `${name}.`,
    `${name}%00`,
    name.replace('a', 'Á'),
  ];
  return [...new Set(variants)].filter((variant) => variant !== name);
}

/** Texts that differ in the case of ASCII letters only. */
export function caseVariants(name: string): string[] {
  const swapped = name.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  const variants = [name.toUpperCase(), name.toLowerCase(), swapped, name[0]!.toUpperCase() + name.slice(1)];
  return [...new Set(variants)].filter((variant) => variant !== name);
}
