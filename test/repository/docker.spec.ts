import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

test('docker-compose.yml runs the database server that every test runs on', () => {
  const [, release] = /\| MariaDB ([\d.]+) +\| everything, in every test run/.exec(read('docs/databases.md'))!;
  expect(read('docker-compose.yml')).toContain(`image: mariadb:${release}\n`);
});

test('docker-compose.yml gives the account of the service its database, so that it may create triggers', () => {
  const compose = read('docker-compose.yml');
  const [, user, host, database] = /DATABASE_URL: mysql:\/\/(\w+)@(\w+):3306\/(\w+)/.exec(compose)!;
  expect(compose).toContain(`\n  ${host}:\n    image: mariadb:`);
  // The image grants this account all rights on this database.
  expect(compose).toContain(`MARIADB_USER: ${user}\n`);
  expect(compose).toContain(`MARIADB_DATABASE: ${database}\n`);
});

test('the Dockerfile copies only files that exist and that .dockerignore lets through', () => {
  const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path!);
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths]) => paths!.split(' '));
  expect(copied.length).toBeGreaterThan(0);
  const isMissing = (path: string) =>
    !existsSync(join(ROOT, path)) || !allowed.some((name) => path === name || path.startsWith(`${name}/`));
  expect(copied.filter(isMissing)).toEqual([]);
});

test('the Dockerfile creates every folder that its last stage takes from the build', () => {
  const dockerfile = read('Dockerfile');
  const taken = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, path]) => path!);
  const created = ['dist', ...[...dockerfile.matchAll(/mkdir -p (\S+)/g)].map(([, path]) => path!)];
  expect(taken.filter((path) => !created.includes(path))).toEqual([]);
});
