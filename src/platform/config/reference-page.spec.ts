import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import '../../feature-config.js';
import { expect, test } from '@jest/globals';
import { getMetadataStorage } from 'class-validator';
import { Config } from './config.js';
import { configurationPage } from './reference-page.js';
import { Group, membersOf, sortMembersAfter } from './variable.decorators.js';

type Declaration = new () => object;

const declarations: Declaration[] = [Config, ...membersOf(Config).flatMap(({ group }) => group ?? [])];
const variables = declarations.flatMap((declaration) => membersOf(declaration).filter((member) => !member.group));

test('every variable says what it means', () => {
  expect(variables.length).toBeGreaterThan(60);
  expect(variables.filter((member) => !member.group && !member.meaning)).toEqual([]);
});

test('members that features add are in the order of their names', () => {
  class Declaration {}
  for (const name of ['port', 'sso', 'metrics']) Group(class {})(Declaration.prototype, name);
  sortMembersAfter(Declaration, 1);
  expect(membersOf(Declaration).map(({ property }) => property)).toEqual(['port', 'metrics', 'sso']);
});

test('every variable has a check', () => {
  const checked = declarations.flatMap((declaration) =>
    getMetadataStorage()
      .getTargetValidationMetadatas(declaration, '', false, false)
      .map(({ propertyName }) => propertyName),
  );
  expect(variables.filter(({ property }) => !checked.includes(property))).toEqual([]);
});

/** Timings and limits that operators do not tune, and what follows from other variables. */
const FIXED = [
  'headerSeconds',
  'requestSeconds',
  'keepAliveSeconds',
  'shutdownSeconds',
  'background',
  'timeoutSeconds',
  'importMinutes',
  'maxRequests',
  'contentWaitMs',
  'contentMinutes',
  'fieldMinutes',
];

test('every other property with a default is read from a variable', () => {
  const unread = declarations.flatMap((declaration) => {
    const declared = membersOf(declaration).map(({ property }) => property);
    return Object.entries(new declaration()).flatMap(([property, value]) =>
      value === undefined || declared.includes(property) ? [] : [property],
    );
  });
  expect(unread).toEqual(FIXED);
});

test('variables that hold a credential are secrets', () => {
  const credentials = variables.flatMap((member) =>
    !member.group &&
    /PASSWORD$|SECRET|_SALT$|_KEY$|^(?:DATABASE|OIDC|REDIS|SMTP|S3|WORDPRESS)_URL$|REPLICAS/.test(member.name)
      ? [member]
      : [],
  );
  expect(credentials.length).toBeGreaterThan(13);
  expect(credentials.filter(({ isSecret }) => !isSecret)).toEqual([]);
});

test('docs/configuration.md matches the declarations; `npm run docs:config` writes it', () => {
  const written = readFileSync(join(import.meta.dirname, '../../../docs/configuration.md'), 'utf8');
  expect(written).toBe(configurationPage());
});
