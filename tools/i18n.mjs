#!/usr/bin/env node
// What a translator must do, language by language: missing messages, and those whose English has changed since they were translated.
// Writes the types of the messages. `npm run i18n -- done de [PATH...]` marks changed messages of a language as translated again.
import './usage.mjs';
import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'oxfmt';
import {
  CATALOGUES,
  compare,
  flatten,
  messagesOfTypes,
  pathOf,
  readCatalogue,
  readJson,
  TRANSLATIONS,
  typesOf,
} from '../console/messages/catalogues.mjs';

const [command, language, ...paths] = process.argv.slice(2);
if (command !== undefined && (command !== 'done' || !TRANSLATIONS.includes(language)))
  throw new Error(`Usage: npm run i18n [-- done ${TRANSLATIONS.join('|')} [PATH...]]`);

for (const catalogue of CATALOGUES) await update(catalogue);

async function update({ folder, types }) {
  const english = await readCatalogue(folder, 'en');
  const outdated = await outdatedAfter(folder, types, new Map(flatten(english)));
  await write(types, typesOf(english));
  await write(`${folder}/outdated.json`, JSON.stringify(outdated, null, 2));
  console.log(`\n${folder}`);
  for (const name of TRANSLATIONS) await report(folder, name, english, outdated);
}

/** The English text that each outdated translation was made from, by language and path. */
async function outdatedAfter(folder, types, english) {
  const outdated = await readJson(`${folder}/outdated.json`);
  const before = messagesOfTypes(await readFile(pathOf(types), 'utf8'));
  for (const name of TRANSLATIONS) {
    const ofLanguage = (outdated[name] ??= {});
    for (const [path, message] of before)
      if (message !== undefined && english.has(path) && english.get(path) !== message) ofLanguage[path] ??= message;
    for (const path of Object.keys(ofLanguage)) {
      const isDone = name === language && (paths.length === 0 || paths.includes(path));
      if (isDone || !english.has(path) || english.get(path) === ofLanguage[path]) delete ofLanguage[path];
    }
  }
  return outdated;
}

async function report(folder, name, english, outdated) {
  const messages = new Map(flatten(english));
  const { missing, unknown } = compare(english, await readCatalogue(folder, name));
  const changed = Object.entries(outdated[name]);
  const isDone = missing.length + unknown.length + changed.length === 0;
  console.log(
    `  ${name}: ${isDone ? 'complete' : `${missing.length} missing, ${changed.length} changed, ${unknown.length} that English has not`}`,
  );
  for (const path of missing) console.log(`    missing  ${path}: ${messages.get(path)}`);
  for (const [path, was] of changed) console.log(`    changed  ${path}: ${messages.get(path)} (was: ${was})`);
  for (const path of unknown) console.log(`    unknown  ${path}`);
}

async function write(name, text) {
  const filepath = pathOf(name);
  const { code } = await format(filepath, text, { printWidth: 120, singleQuote: true });
  await writeFile(filepath, code);
}
