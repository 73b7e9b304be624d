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
import { type Pair, startPair } from '../support/wordpress-pair.js';
import { withWordPress, wordpressRelease } from '../support/wordpress.js';

/** Selectors whose value the database does not tell, and why. */
const DIFFERENT = new Map([
  ['getEntityRecords("root", "postType", {"per_page":-1})', 'a label says whether attachments have pages'],
  ['getEmbedPreview', 'the HTML has a random secret and a script'],
  ['getEntityRecords("root", "widgetType", {"per_page":-1})', 'descriptions are empty'],
  ['getCurrentTheme()', 'files of the theme'],
  ['getThemeSupports()', 'files of the theme'],
  ['getEntityRecords("root", "plugin", {"per_page":-1})', 'files of plugins'],
  ['getBlockPatterns()', 'files of WordPress and of the theme'],
  ['getBlockPatternCategories()', 'descriptions are empty'],
  ['getEntityRecords("postType", "wp_template", {"per_page":-1})', 'files of the theme'],
  ['getDefaultTemplateId({"slug":"page"})', 'files of the theme'],
  ['__experimentalGetCurrentThemeBaseGlobalStyles()', 'files of the theme'],
  ['__experimentalGetCurrentThemeGlobalStylesVariations()', 'files of the theme'],
]);

withWordPress(() =>
  withProgram(CHROMIUM, (chromium) => {
    if (!HAS_CORE_DATA) return missingOptional('@wordpress/core-data is not installed (npm run block-editor)');
    if (Number(wordpressRelease()) < 7.1) return missingOptional('WordPress is older than 7.1');
    let browser: Browser;
    let pair: Pair;
    let calls: SelectorCall[];

    beforeAll(async () => {
      pair = await startPair({ VARIANT: 'C' });
      browser = await launchBrowser(chromium);
      const content = await createEditorContent(
        async (method, path, body) => {
          const answer = await pair.theirs(method, path, body);
          if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
          return answer.body as never;
        },
        await picture(320, 200),
      );
      calls = selectorCalls(content);
    });
    afterAll(async () => {
      await browser?.close();
      await pair?.close();
    });

    const isResolved = ({ error, failed }: SelectorResult) => error === undefined && failed.length === 0;

    test('43 of 55 selectors of @wordpress/core-data return what they return at WordPress', async () => {
      const { authorization } = pair;
      const theirs = await callSelectors(browser, { root: `${restRoot(pair.wordpress)}/`, authorization }, calls);
      const ours = await callSelectors(browser, { root: `${pair.root}/`, authorization }, calls);
      const different = calls.flatMap((call, index) =>
        isDeepStrictEqual(ours[index]!.value, theirs[index]!.value)
          ? []
          : [call[0] === 'getEmbedPreview' ? call[0] : written(call)],
      );
      expect([theirs.filter(isResolved).length, ours.filter(isResolved).length]).toEqual([55, 53]);
      expect(different).toEqual([...DIFFERENT.keys()]);
    });
  }),
);
