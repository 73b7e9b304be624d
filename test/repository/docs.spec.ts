import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const EXAMPLE = join(ROOT, 'examples/events');

test.each(['adding-a-resource.md', 'adding-a-namespace.md'])('the code in docs/%s is part of the example', (page) => {
  const example = readdirSync(EXAMPLE).map((name) => readFileSync(join(EXAMPLE, name), 'utf8'));
  const quotes = [...readFileSync(join(ROOT, 'docs', page), 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(
    ([, code]) => code!,
  );
  expect(quotes.length).toBeGreaterThan(1);
  expect(quotes.filter((quote) => !example.some((text) => text.includes(quote)))).toEqual([]);
});
