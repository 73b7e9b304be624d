import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const VARIANTS = ['A', 'B', 'C'];
/** Files about what only these variants have, or that have another file for the others (current-…, variant-c). */
const SOME_VARIANTS = [
  'backbone.wordpress-spec.ts',
  'clients-api-fetch.e2e-spec.ts',
  'clients-wpapi.e2e-spec.ts',
  'deleted-meanwhile.e2e-spec.ts',
  'fonts-module.e2e-spec.ts',
  'interface.e2e-spec.ts',
  'statuses.e2e-spec.ts',
  'taxonomies.e2e-spec.ts',
  'types.e2e-spec.ts',
  'variants.e2e-spec.ts',
];

const specs = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('spec.ts'))
  .map((name) => join('test', name))
  .filter((path) => path !== relative(ROOT, import.meta.filename))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

test('tests that loop over the profiles loop over every variant', async () => {
  const looping = specs.filter(({ text }) => /Object\.(?:keys|values|entries)\(PROFILES\)/.test(text));
  expect(looping.length).toBeGreaterThan(3);
  const covered = await Promise.all(
    looping.map(async ({ path, text }) => {
      const from = /import \{[^}]*\bPROFILES\b[^}]*\} from '([^']+)'/.exec(text)?.[1];
      if (from === undefined) return { path, variants: [] };
      const module = (await import(join(ROOT, dirname(path), from.replace(/\.js$/, '.ts')))) as { PROFILES: object };
      return { path, variants: Object.keys(module.PROFILES).sort() };
    }),
  );
  expect(covered).toEqual(looping.map(({ path }) => ({ path, variants: VARIANTS })));
});

test('tests that loop over some variants only are known', () => {
  const lists = /\[\s*'[ABC]'(?:,\s*'[ABC]')*,?\s*\](?: as const)?(?:\)\(|;|\)\s*\{| : )/;
  const looping = specs.filter(({ text }) => lists.test(text) && /variant/i.test(text));
  const partial = looping.filter(({ text }) => !VARIANTS.every((variant) => lists.exec(text)![0].includes(variant)));
  expect(partial.map(({ path }) => basename(path)).sort()).toEqual(SOME_VARIANTS);
});
