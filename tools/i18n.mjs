#!/usr/bin/env node
// npm run i18n: what a translator must do, language by language. It also writes the types of the messages.
import './usage.mjs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { CATALOGUES, readCatalogue, typesOf } from '../console/messages/catalogues.mjs';

for (const { folder, types } of CATALOGUES) {
  const source = typesOf(await readCatalogue(folder, 'en'));
  const path = join(import.meta.dirname, '..', types);
  await writeFile(path, await format(source, { ...(await resolveConfig(path)), filepath: path }));
}
