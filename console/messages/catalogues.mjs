// The catalogues of the console: reading, comparing and typing them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TYPE } from '@formatjs/icu-messageformat-parser';
import { parseMessage } from './compile.mjs';

const ROOT = join(import.meta.dirname, '../..');

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'ar', 'ja'];

/** Folders with one file per language, and the file with the types of their messages. */
export const CATALOGUES = [{ folder: 'console/messages', types: 'console/src/catalogue.ts' }];

export const readCatalogue = async (folder, language) =>
  JSON.parse(await readFile(join(ROOT, folder, `${language}.json`), 'utf8'));

/** The messages of a catalogue by their paths, such as `home.welcome`. */
export function flatten(catalogue, prefix = '') {
  return Object.entries(catalogue).flatMap(([key, item]) =>
    typeof item === 'string' ? [[prefix + key, item]] : flatten(item, `${prefix}${key}.`),
  );
}

/** The placeholders of a message: `number` where the message counts or formats it. */
export function placeholders(message) {
  const found = new Map();
  collect(parseMessage(message), found);
  return found;
}

function collect(elements, found) {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    const isNumber = element.type === TYPE.number || element.type === TYPE.plural;
    const known = found.get(element.value);
    found.set(element.value, isNumber || known === 'number' ? 'number' : 'string | number');
    for (const { value } of Object.values(element.options ?? {})) collect(value, found);
  }
}

/** The interface that all catalogues implement. */
export function typesOf(catalogue) {
  return `// Written by \`npm run i18n\` from the English messages.\n\nexport interface Catalogue ${typeOf(catalogue)}\n`;
}

const typeOf = (group) =>
  `{${Object.entries(group)
    .map(
      ([key, item]) =>
        `readonly ${JSON.stringify(key)}: ${typeof item === 'string' ? messageType(item) : typeOf(item)};`,
    )
    .join('\n')}}`;

function messageType(message) {
  const names = [...placeholders(message)].map(([name, type]) => `${name}: ${type}`);
  return names.length === 0 ? 'string' : `(values: { ${names.join('; ')} }) => string`;
}
