import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Command } from 'commander';
import { type Cli } from '../../platform/command-line/cli.js';

const KINDS = [
  { command: 'new-module', template: 'module', what: 'a Nest module with a table, routes, policy and test' },
  { command: 'new-content-type', template: 'content-type', what: 'a content type with meta and test' },
] as const;

/** Longest name of a post type; the plural is the name of a table too. */
const NAME = /^[a-z][a-z0-9]{0,18}$/;

export function register(program: Command, cli: Pick<Cli, 'print' | 'fail'>): void {
  for (const { command, template, what } of KINDS) {
    program
      .command(command)
      .description(`writes ${what} into a new folder`)
      .argument('<name>', 'in the singular, such as recipe')
      .option('--plural <name>', 'where it is not the singular and an s')
      .option('--folder <folder>', 'where to; the plural by default')
      .action((name: string, { plural = `${name}s`, folder = plural }: { plural?: string; folder?: string }) => {
        for (const word of [name, plural])
          if (!NAME.test(word)) cli.fail(`${JSON.stringify(word)} is not a name: use up to 19 of a-z and 0-9.`, 2);
        if (name === plural) cli.fail('Singular and plural must differ; see --plural.', 2);
        const target = resolve(folder);
        if (existsSync(target) && readdirSync(target).length > 0) cli.fail(`The folder ${target} is not empty.`);
        const files = write(template, target, (text) => renamed(text, name, plural));
        useInstalledPackages(target);
        cli.print(
          { folder: target, files },
          `Wrote ${target}: ${files.join(', ')}.\nNext, in this folder: npm install, npm test, npm start.`,
        );
      });
  }
}

function write(template: string, target: string, rename: (text: string) => string): string[] {
  const source = join(packageFolder(), 'templates', template);
  mkdirSync(target, { recursive: true });
  return readdirSync(source).map((file) => {
    const name = rename(file);
    writeFileSync(join(target, name), rename(readFileSync(join(source, file), 'utf8')));
    return name;
  });
}

/**
 * Where this package is installed in a folder above the new one, the new package depends on the copies installed there, so that
 * it is served by the same copy that wrote it, and is installed without a registry.
 */
function useInstalledPackages(target: string): void {
  const modules = join(packageFolder(), '../..');
  const isAbove = target.startsWith(dirname(modules) + sep);
  if (!modules.endsWith(`${sep}node_modules`) || !isAbove) return;
  const file = join(target, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string> | undefined>;
  for (const kind of ['dependencies', 'devDependencies'])
    for (const name of Object.keys(manifest[kind] ?? {})) {
      const copy = join(modules, name);
      if (existsSync(copy)) manifest[kind]![name] = `file:${relative(target, copy)}`;
    }
  writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Templates are working code for sample names. */
function renamed(text: string, name: string, plural: string): string {
  const words = new Map([
    ['samples', plural],
    ['sample', name],
  ]);
  return text.replace(/samples?/gi, (word) => {
    const replacement = words.get(word.toLowerCase())!;
    if (word === word.toUpperCase()) return replacement.toUpperCase();
    return word.startsWith('S') ? replacement.charAt(0).toUpperCase() + replacement.slice(1) : replacement;
  });
}

/** Above this file, whether it is compiled or not. */
function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}
