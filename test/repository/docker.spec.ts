import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

test('docker-compose.yml runs the database server that the tests run on', () => {
  const [, release] = /\| MariaDB ([\d.]+) +\| everything, in `npm run test:all`/.exec(read('docs/databases.md'))!;
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

test('the Dockerfile copies what the programs of the build import', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths]) => paths!.split(' '));
  const programs = [...copied.filter((path) => path.startsWith('tools/')), 'console/build.mjs'];
  const imported = programs.flatMap((path) =>
    [...read(path).matchAll(/^import (?:.+ from )?'(\.[^']+)';$/gm)].map(([, name]) => join(dirname(path), name!)),
  );
  expect(imported).toContain('tools/staged-folder.mjs');
  expect(imported.filter((path) => !copied.some((name) => path === name || path.startsWith(`${name}/`)))).toEqual([]);
});

test('the Dockerfile creates every folder that its last stage takes from the build', () => {
  const dockerfile = read('Dockerfile');
  const taken = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, path]) => path!);
  const created = ['dist', ...[...dockerfile.matchAll(/mkdir -p (\S+)/g)].map(([, path]) => path!)];
  expect(taken.filter((path) => !created.includes(path))).toEqual([]);
});

test('the Dockerfile has a supported release of Node.js, the dump program and the command line', () => {
  const dockerfile = read('Dockerfile');
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  const [, image] = /^ARG NODE_IMAGE=node:(\d+)-slim$/m.exec(dockerfile)!;
  expect(Number(image)).toBe(24);
  expect(Number(image)).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)![0]));
  const [, , last] = dockerfile.split(/^FROM /m).slice(1);
  expect(last).toContain(' mariadb-client ');
  const [, target] = /ln -s \/app\/(\S+) \/usr\/local\/bin\/nestpress/.exec(last!)!;
  expect(last).toMatch(/^COPY bin \.\/bin$/m);
  expect(statSync(join(ROOT, target!)).mode & 0o111).toBe(0o111);
  // Packages are installed before the account loses its rights.
  expect(last!.indexOf('apt-get')).toBeLessThan(last!.indexOf('\nUSER node'));
});

test('docs/deployment.md shows commands of the command line in the container', () => {
  const commands = [...read('docs/deployment.md').matchAll(/^docker compose exec nestpress nestpress (\S+)/gm)];
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).map((path) =>
    basename(path, '.command.ts'),
  );
  expect(commands.length).toBeGreaterThan(2);
  expect(commands.map(([, command]) => command!).filter((command) => !files.includes(command))).toEqual([]);
});
