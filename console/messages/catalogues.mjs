// The catalogues: reading them, comparing them with the English one, and the types of their messages.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TYPE } from '@formatjs/icu-messageformat-parser';
import ts from 'typescript';
import { parseMessage } from './compile.mjs';

const ROOT = join(import.meta.dirname, '../..');

/** English, in which the messages are written, then the languages that they are translated into. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'ar', 'ja'];
export const TRANSLATIONS = LANGUAGES.slice(1);

/**
 * Folders with a file for each language, and the file with the types of their messages. `outdated.json` lists translations of English
 * messages that have changed since.
 */
export const CATALOGUES = [
  { folder: 'console/messages', types: 'console/src/catalogue.ts' },
  { folder: 'src/site/messages', types: 'src/site/messages/catalogue.ts' },
];

export const pathOf = (name) => join(ROOT, name);

export const readJson = async (name) => JSON.parse(await readFile(pathOf(name), 'utf8'));

export const readCatalogue = (folder, language) => readJson(`${folder}/${language}.json`);

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
    const type = isNumber || found.get(element.value) === 'number' ? 'number' : 'string | number';
    found.set(element.value, type);
    for (const { value } of Object.values(element.options ?? {})) collect(value, found);
  }
}

/** What a language lacks, and what it has that English has not. */
export function compare(english, translation) {
  const source = new Map(flatten(english));
  const translated = new Map(flatten(translation));
  return {
    missing: [...source.keys()].filter((path) => !translated.has(path)),
    unknown: [...translated.keys()].filter((path) => !source.has(path)),
  };
}

/** The interface that all catalogues implement. Its comments are the English messages that it was written from. */
export function typesOf(catalogue) {
  return `// Written by \`npm run i18n\` from the English messages.\n\nexport interface Catalogue ${typeOf(catalogue)}\n`;
}

const typeOf = (group) =>
  `{${Object.entries(group)
    .map(([key, item]) =>
      typeof item === 'string'
        ? `/** ${item.replaceAll('*/', '*\u200b/')} */\nreadonly ${JSON.stringify(key)}: ${messageType(item)};`
        : `readonly ${JSON.stringify(key)}: ${typeOf(item)};`,
    )
    .join('\n')}}`;

function messageType(message) {
  const names = [...placeholders(message)].map(([name, type]) => `${name}: ${type}`);
  return names.length === 0 ? 'string' : `(values: { ${names.join('; ')} }) => string`;
}

/** The English messages that the types were written from, by path. */
export function messagesOfTypes(source) {
  const file = ts.createSourceFile('catalogue.ts', source, ts.ScriptTarget.Latest);
  const found = new Map();
  const walk = (members, prefix) => {
    for (const member of members) {
      const path = prefix + member.name.text;
      if (ts.isTypeLiteralNode(member.type)) walk(member.type.members, `${path}.`);
      else found.set(path, /\/\*\* ([^]*?) \*\//.exec(member.getFullText(file))?.[1].replaceAll('*\u200b/', '*/'));
    }
  };
  for (const statement of file.statements) if (ts.isInterfaceDeclaration(statement)) walk(statement.members, '');
  return found;
}
