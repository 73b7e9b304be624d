import { expect, test } from '@jest/globals';
import { ConsoleLanguageService } from './console-language.service.js';

/** The language for a profile, a site and a browser. */
function choose(ofUser: string | undefined, ofSite: string, ofBrowser: string): Promise<string> {
  const files = { languages: ['en', 'de', 'fr', 'ar'] };
  const service = new ConsoleLanguageService(files as never, { read: () => Promise.resolve(ofUser) } as never);
  const request = {
    acceptsLanguages: (languages: string[]) => languages.find((language) => ofBrowser.startsWith(language)) ?? false,
  };
  return service.choose(request as never, { option: () => ofSite } as never, ofUser === undefined ? undefined : 7);
}

test.each([
  ['de_DE', 'fr_FR', 'ar', 'de'],
  ['de_AT_formal', 'fr_FR', 'ar', 'de'],
  ['en_US', 'fr_FR', 'ar', 'en'],
  ['', 'fr_FR', 'ar', 'fr'],
  [undefined, 'fr_FR', 'ar', 'fr'],
  ['', '', 'ar', 'ar'],
  ['nl_NL', '', 'de-CH', 'de'],
  ['', '', 'nl', 'en'],
])('a profile in %s on a site in %s with a browser in %s gets %s', async (ofUser, ofSite, ofBrowser, language) => {
  expect(await choose(ofUser, ofSite, ofBrowser)).toBe(language);
});
