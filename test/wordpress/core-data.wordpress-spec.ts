import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { CHROMIUM, launchBrowser } from '../support/browser.js';
import { createEditorContent, type SelectorCall, selectorCalls, written } from '../support/core-data-calls.js';
import { callSelectors, HAS_CORE_DATA, type SelectorResult } from '../support/core-data.js';
import { picture } from '../support/files.js';
import { missingOptional } from '../support/missing.js';
import { withProgram } from '../support/programs.js';
import { restRoot } from '../support/wordpress-client.js';
import { type ImportedService, type Pair, startImportedService, startPair } from '../support/wordpress-pair.js';
import { withWordPress, wordpressRelease } from '../support/wordpress.js';

/** What differs with WORDPRESS_URL, and why. */
const DIFFERENT = new Map([
  ['getEmbedPreview', 'the HTML has a random secret and a script'],
  ['getEntityRecords("root", "widgetType", {"per_page":-1})', 'descriptions are in words of our own'],
]);

/** Members that are sentences of our own. */
const OWN_WORDS: ReadonlySet<string> = new Set(['description']);

/** What differs without WORDPRESS_URL, besides sentences of our own. */
const ONLY_IN_FILES = [
  'getEmbedPreview',
  'getCurrentTheme()',
  'getThemeSupports()',
  'getEntityRecords("root", "plugin", {"per_page":-1})',
  'getBlockPatterns()',
  'getEntityRecords("postType", "wp_template", {"per_page":-1})',
  'getDefaultTemplateId({"slug":"page"})',
  '__experimentalGetCurrentThemeBaseGlobalStyles()',
  '__experimentalGetCurrentThemeGlobalStylesVariations()',
];

withWordPress(() =>
  withProgram(CHROMIUM, (chromium) => {
    if (!HAS_CORE_DATA) return missingOptional('@wordpress/core-data is not installed (npm run block-editor)');
    if (Number(wordpressRelease()) < 7.1) return missingOptional('WordPress is older than 7.1');
    let browser: Browser;
    let pair: Pair;
    let imported: ImportedService;
    let calls: SelectorCall[];

    beforeAll(async () => {
      pair = await startPair({ VARIANT: 'C' });
      browser = await launchBrowser(chromium);
      const content = await createEditorContent(
        async (method, path, body) => {
          const response = await pair.theirs(method, path, body);
          if (response.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
          return response.body as never;
        },
        await picture(320, 200),
      );
      calls = selectorCalls(content);
      imported = await startImportedService(pair);
    });
    afterAll(async () => {
      await browser?.close();
      await imported?.close();
      await pair?.close();
    });

    const isResolved = ({ error, failed }: SelectorResult) => error === undefined && failed.length === 0;
    const nameOf = (call: SelectorCall) => (call[0] === 'getEmbedPreview' ? call[0] : written(call));
    const callsThat = (differ: (index: number) => boolean) =>
      calls.flatMap((call, index) => (differ(index) ? [nameOf(call)] : []));

    test('with WORDPRESS_URL, 53 of 55 selectors of @wordpress/core-data return exactly what they return at WordPress', async () => {
      const { authorization } = pair;
      const theirs = await callSelectors(browser, { root: `${restRoot(pair.wordpress)}/`, authorization }, calls);
      const ours = await callSelectors(browser, { root: `${imported.root}/`, authorization }, calls);
      expect([theirs.filter(isResolved).length, ours.filter(isResolved).length]).toEqual([55, 55]);
      const isDifferent = (index: number) => !isDeepStrictEqual(ours[index]!.value, theirs[index]!.value);
      expect(callsThat(isDifferent)).toEqual([...DIFFERENT.keys()]);
      const differs = (index: number) =>
        !isDeepStrictEqual(withoutOwnWords(ours[index]!.value), withoutOwnWords(theirs[index]!.value));
      expect(callsThat(differs)).toEqual(['getEmbedPreview']);
    });

    test('without it, 46 of 55 do, apart from descriptions', async () => {
      const { authorization } = pair;
      const theirs = await callSelectors(browser, { root: `${restRoot(pair.wordpress)}/`, authorization }, calls);
      const ours = await callSelectors(browser, { root: `${pair.root}/`, authorization }, calls);
      expect(ours.filter(isResolved)).toHaveLength(53);
      const differs = (index: number) =>
        !isDeepStrictEqual(withoutOwnWords(ours[index]!.value), withoutOwnWords(theirs[index]!.value));
      expect(callsThat(differs)).toEqual(ONLY_IN_FILES);
    });
  }),
);

/** A value without sentences of our own; the names of the members stay. */
function withoutOwnWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOwnWords);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      OWN_WORDS.has(name) && typeof one === 'string' ? one !== '' : withoutOwnWords(one),
    ]),
  );
}
