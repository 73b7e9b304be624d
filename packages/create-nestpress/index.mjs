#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';

const USAGE = `npm create nestpress site FOLDER               a site with the console and the REST API
npm create nestpress module NAME               a module with a table, routes, policy and test
npm create nestpress front-end next FOLDER     pages in Next.js
npm create nestpress front-end astro FOLDER    pages in Astro`;
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));
const SERVER = '@nestpress/server';

const [kind, ...args] = process.argv.slice(2);
if (kind === 'site' && args.length === 1) createSite(emptyFolder(args[0]));
else if (kind === 'module' && args.length === 1) createModule(args[0]);
else if (kind === 'front-end' && args.length === 2 && ['next', 'astro'].includes(args[0]))
  createFrontEnd(args[0], emptyFolder(args[1]));
else fail(USAGE, 2);

function createSite(folder) {
  const manifest = {
    name: nameOf(folder),
    private: true,
    type: 'module',
    scripts: { start: 'nestpress start' },
    dependencies: { [SERVER]: `^${version}` },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), json(manifest));
  writeFileSync(join(folder, '.gitignore'), 'node_modules\ndata\n');
  next(folder, 'npm install, npm start: it prints a link to set up an account');
}

/** The server has the templates of modules. */
function createModule(name) {
  const command = ['exec', '--yes', `--package=${SERVER}@^${version}`, '--', 'nestpress', 'new-module', name];
  const { status } = spawnSync('npm', command, { stdio: 'inherit', shell: process.platform === 'win32' });
  process.exitCode = status ?? 1;
}

function createFrontEnd(framework, folder) {
  cpSync(join(import.meta.dirname, 'dist', framework), folder, { recursive: true });
  const file = join(folder, 'package.json');
  writeFileSync(file, json({ ...JSON.parse(readFileSync(file, 'utf8')), name: nameOf(folder) }));
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n.next\n.astro\ndist\n.env\n');
  next(folder, 'npm install, API=http://localhost:3000/wp-json WEBHOOK_SECRET=… npm run build, npm start');
}

function emptyFolder(name) {
  const folder = resolve(name);
  if (existsSync(folder) && readdirSync(folder).length > 0) fail(`The folder ${folder} is not empty.`, 1);
  return folder;
}

/** Names of packages are in lower case, without spaces. */
function nameOf(folder) {
  return (
    basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'site'
  );
}

function next(folder, commands) {
  console.log(`Wrote ${folder}.\nNext: cd ${relative('', folder) || '.'}, ${commands}.`);
}

function json(value) {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function fail(message, status) {
  console.error(message);
  process.exit(status);
}
