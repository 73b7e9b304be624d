// Module hooks of the test workers and of scripts: TypeScript compiled by swc, './x.js' found as './x.ts', and Jest's globals as a module.
import { access, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

/** Examples import the package by its name; in the tree that is the source. */
const PACKAGE = new URL('../../src/index.ts', import.meta.url).href;
const JEST_GLOBALS = new URL('jest-globals.mjs', import.meta.url).href;

export async function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: JEST_GLOBALS, shortCircuit: true };
  if (specifier === '@nestpress/server') return { url: PACKAGE, format: 'module', shortCircuit: true };
  if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.includes('.ts')) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (await exists(url)) return { url: url.href, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  const { pathname, protocol } = new URL(url);
  if (protocol !== 'file:' || !pathname.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(new URL(pathname, 'file:'));
  const { code } = await transform(await readFile(filename, 'utf8'), {
    filename,
    swcrc: false,
    sourceMaps: 'inline',
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      target: 'es2022',
      keepClassNames: true,
      experimental: { keepImportAttributes: true },
    },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}

function exists(url) {
  return access(url).then(
    () => true,
    () => false,
  );
}
