import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Environment } from './environment.js';
import { configurationPage } from './reference-page.js';
import { descriptionOf, variablesOf } from './variable.decorators.js';

const names = [...variablesOf(Environment).keys()];

test('every variable says what it means', () => {
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !descriptionOf(Environment, name)?.meaning)).toEqual([]);
});

test('every variable with a default has a check, without which it would not be read', () => {
  expect(Object.keys(new Environment()).filter((name) => !names.includes(name))).toEqual([]);
});

test('what holds a credential is a secret', () => {
  const telling = names.filter((name) =>
    /PASSWORD$|SECRET|_SALT$|^(?!S3_ACCESS).*_KEY$|^(?:DATABASE|REDIS|SMTP)_URL$|REPLICAS/.test(name),
  );
  expect(telling.length).toBeGreaterThan(13);
  expect(telling.filter((name) => !descriptionOf(Environment, name)?.isSecret)).toEqual([]);
});

test('docs/configuration.md is what the declarations say; `npm run docs:config` writes it', () => {
  const written = readFileSync(join(import.meta.dirname, '../../../docs/configuration.md'), 'utf8');
  expect(written).toBe(configurationPage());
});
