import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

test.each([
  ['adding-a-resource.md', 'events'],
  ['adding-a-namespace.md', 'events'],
  ['adding-a-content-type.md', 'books'],
  ['embedding.md', 'embedded-in-nest'],
  ['authentication.md', 'partner-keys'],
  ['jobs-and-mail.md', 'digest'],
  ['webhooks.md', 'webhook-receiver'],
  ['change-feed.md', 'static-builder'],
])('the code in docs/%s is part of examples/%s', (page, name) => {
  const folder = join(ROOT, 'examples', name);
  const example = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8'));
  const quotes = [...readFileSync(join(ROOT, 'docs', page), 'utf8').matchAll(/```[tj]s\n(.*?)```/gs)].map(
    ([, code]) => code!,
  );
  expect(quotes.length).toBeGreaterThan(0);
  expect(quotes.filter((quote) => !example.some((text) => text.includes(quote)))).toEqual([]);
});
