/** Characters by what they mean for the border of a word; the others count as lower and upper case. */
const LOWER = 'a-z\\u00df-\\u00f6\\u00f8-\\u00ff';
const UPPER = 'A-Z\\u00c0-\\u00d6\\u00d8-\\u00de';
const BREAK =
  '\\u00ac\\u00b1\\u00d7\\u00f7\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2000-\\u206f\\u3000\\ufeff';
const OTHER = `[^\\ud800-\\udfff${BREAK}\\d\\u2700-\\u27bf${LOWER}${UPPER}]`;
const SMALL = `(?:[${LOWER}]|${OTHER})`;
const CAPITAL = `(?:[${UPPER}]|${OTHER})`;

const WORDS = new RegExp(
  [
    `[${UPPER}]?[${LOWER}]+(?=[${BREAK}]|[${UPPER}]|$)`,
    `${CAPITAL}+(?=[${BREAK}]|[${UPPER}]${SMALL}|$)`,
    `[${UPPER}]?${SMALL}+`,
    `[${UPPER}]+`,
    '\\d*(?:1ST|2ND|3RD|(?![123])\\dTH)(?=\\b|[a-z_])',
    '\\d*(?:1st|2nd|3rd|(?![123])\\dth)(?=\\b|[A-Z_])',
    '\\d+',
  ].join('|'),
  'g',
);

/** The words of a name with dashes between them, digits apart from letters: names of presets in classes and variables. */
export function kebabCase(name: string): string {
  const words = name.replaceAll("'", '').match(WORDS) ?? [];
  return words.join('-').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
