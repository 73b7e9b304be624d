import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
/** Folders whose styles run in both directions. */
const FOLDERS = ['console/src', 'src/features/site-pages', 'src/modules/popups', 'src/modules/forms'];
/** The sizes of a picture, and what is measured on one, do not depend on the direction of reading. */
const PHYSICAL =
  /(?:^|[;{\s])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:|text-align\s*:\s*(?:left|right)|float\s*:\s*(?:left|right)/;
/** `top right bottom left`, whose sides differ. */
const FOUR_SIDES = /(?:margin|padding|inset)\s*:\s*\S+ (\S+) \S+ (?!\1[;}\s])[^\s;]+\s*[;}]/;
/** WordPress's own classes, which name a side, and handles on a picture, which is the same in every language. */
const NAMED_SIDE = /\.crop-|\balign(?:left|right)\b|\bhas-text-align-(?:left|right)\b|\.is-\w+-(?:left|right)\b/;

/** Declarations of the innermost blocks, without those of selectors that name a side themselves. */
const physicalDeclarations = (css: string): string[] =>
  [...css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]*)\{([^{}]*)\}/g)]
    .filter(([, selector]) => !NAMED_SIDE.test(selector!))
    .flatMap(([, , declarations]) => declarations!.split(';').map((one) => `${one.trim()};`))
    .filter((declaration) => PHYSICAL.test(declaration) || FOUR_SIDES.test(declaration));

test('styles name sides by the direction of reading', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(10);
  const found = files.flatMap((name) =>
    physicalDeclarations(readFileSync(join(ROOT, name), 'utf8')).map((line) => `${name}: ${line}`),
  );
  expect(found).toEqual([]);
});

test('physical sides are found', () => {
  const css = `
    a { margin-left: 4px; right: 0 }
    @media print { p { text-align: left; padding: 1px 2px 3px 4px; } }
    p { padding: 1px 2px 3px 2px; inset-inline-start: 0; border-top-left-radius: 0 }
    .alignleft { float: left; }
  `;
  expect(physicalDeclarations(css)).toEqual([
    'margin-left: 4px;',
    'right: 0;',
    'text-align: left;',
    'padding: 1px 2px 3px 4px;',
    'border-top-left-radius: 0;',
  ]);
});
