// Compiles a catalogue of ICU messages into a module, so that the browser loads neither a parser nor the messages of other languages.
import { basename } from 'node:path';
import { readFileSync } from 'node:fs';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** What compiled messages call. The rules and numbers of a language are those of the browser. */
const runtime = (language) => `
const rules = new Intl.PluralRules(${language}), ordinals = new Intl.PluralRules(${language}, { type: 'ordinal' });
const numbers = new Intl.NumberFormat(${language});
const n = (value) => numbers.format(value);
const p = (value, forms, offset = 0, r = rules) => forms['=' + value] ?? forms[r.select(value - offset)] ?? forms.other;
const o = (value, forms, offset) => p(value, forms, offset, ordinals);
const s = (value, forms) => forms[value] ?? forms.other;
`;

/** The source of a module whose default export is the catalogue: strings, and functions of the values of their placeholders. */
export function compileCatalogue(catalogue, language) {
  return `${runtime(JSON.stringify(language))}export default ${compileGroup(catalogue)};\n`;
}

const compileGroup = (group) =>
  `{${Object.entries(group)
    .map(
      ([key, item]) => `${JSON.stringify(key)}:${typeof item === 'string' ? compileMessage(item) : compileGroup(item)}`,
    )
    .join(',')}}`;

/** An expression: a string, or a function where the message has placeholders. */
export function compileMessage(message) {
  const elements = parseMessage(message);
  return elements.every(({ type }) => type === TYPE.literal) ? text(elements) : `(v)=>${text(elements)}`;
}

export const parseMessage = (message) => parse(message, { ignoreTag: true, requiresOtherClause: true });

function text(elements, plural) {
  const parts = elements.map((element) => expression(element, plural));
  // An empty literal first makes a string of values that are none.
  return (elements[0]?.type === TYPE.literal ? parts : ['""', ...parts]).join('+');
}

function expression(element, plural) {
  const value = `v.${element.value}`;
  switch (element.type) {
    case TYPE.literal:
      return JSON.stringify(element.value);
    case TYPE.argument:
      return value;
    case TYPE.number:
      return `n(${value})`;
    case TYPE.pound:
      return `n(v.${plural.value}${plural.offset ? `-${plural.offset}` : ''})`;
    case TYPE.plural: {
      const call = element.pluralType === 'ordinal' ? 'o' : 'p';
      return `${call}(${value},${forms(element, element)},${element.offset})`;
    }
    case TYPE.select:
      return `s(${value},${forms(element, plural)})`;
    default:
      throw new Error(`Dates, times and tags are formatted by the caller, not in messages: ${JSON.stringify(element)}`);
  }
}

const forms = ({ options }, plural) =>
  `{${Object.entries(options)
    .map(([name, { value }]) => `${JSON.stringify(name)}:${text(value, plural)}`)
    .join(',')}}`;

/** The groups that the sign-in page and the frame of the console name. They are loaded first, the others with the first page. */
const START_GROUPS = [
  'product',
  'loading',
  'skipToContent',
  'justNow',
  'actions',
  'errors',
  'nav',
  'offline',
  'palette',
  'setup',
  'signIn',
  'types',
  'unsaved',
];

export const isStartGroup = (name) => START_GROUPS.includes(name);

/**
 * Loads `messages/LANGUAGE.json` as compiled module: with `{ part: 'start' }` the texts of the first load, with `{ group: NAME }` one
 * group, otherwise those that are not part of the first load.
 */
export const compiledCatalogues = {
  name: 'compiled catalogues',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]console[\\/]messages[\\/]\w+\.json$/ }, ({ path, with: attributes }) => {
      const groups = Object.entries(JSON.parse(readFileSync(path, 'utf8')));
      const part = groups.filter(([name]) =>
        attributes.group ? name === attributes.group : isStartGroup(name) === (attributes.part === 'start'),
      );
      return { contents: compileCatalogue(Object.fromEntries(part), basename(path, '.json')), loader: 'js' };
    });
  },
};
