import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { removeAccents } from './accents.js';
import { cleanTextField, cleanHtmlClass, cleanKey, cleanUsername } from './clean.js';
import { mysqlToRfc3339, parseRestDate } from './dates.js';
import { cleanEmail, isEmail } from './email.js';
import { decodeSpecialCharacters, escapeHtml, escapeTextarea, namedToNumericEntities } from './escape.js';
import { baseName, cleanFileName } from './files.js';
import { parseIdList, parseSlugList } from './lists.js';
import { allowedMimeTypes, fileTypeOf, registeredMimeTypes } from './mime.js';
import { encodeUtf8, slugify, slugifyWithDashes } from './slug.js';
import { stripAllTags, trimWords } from './strip-tags.js';
import { capitalizeProductName, convertChars } from './texturize.js';
import { cleanUrl, escapeUrl } from './urls.js';

const types = {
  registered: registeredMimeTypes({ fileTypes: 'flac' }),
  allowed: allowedMimeTypes({ fileTypes: 'flac', unfilteredHtml: false }),
};
const slugs = { slashBecomesDash: true };

const FUNCTIONS: Record<string, (text: string) => unknown> = {
  removeAccents: (text) => removeAccents(text, { locale: 'de_DE' }),
  cleanTextField,
  mysqlToRfc3339,
  parseRestDate: (text) => parseRestDate(text, { forceUtc: true }),
  isEmail: (text) => isEmail(text, { minLength: 3 }),
  cleanEmail: (text) => cleanEmail(`a@${text}`, { minLength: 3 }),
  escapeHtml,
  escapeTextarea,
  decodeSpecialCharacters: (text) => decodeSpecialCharacters(text, 'both'),
  namedToNumericEntities,
  cleanFileName: (text) => cleanFileName(text, types),
  fileTypeOf: (text) => fileTypeOf(text, types.registered),
  baseName: (text) => baseName(text),
  parseIdList,
  parseSlugList: (text) => parseSlugList(text, slugs),
  cleanHtmlClass: (text) => cleanHtmlClass(text),
  cleanKey,
  cleanUsername: (text) => cleanUsername(text, { strict: true }),
  encodeUtf8: (text) => encodeUtf8(text),
  slugify: (text) => slugify(text, slugs),
  slugifyWithDashes: (text) => slugifyWithDashes(text, slugs),
  stripAllTags: (text) => stripAllTags(text),
  trimWords: (text) => trimWords(text),
  convertChars,
  capitalizeProductName,
  cleanUrl: (text) => cleanUrl(text),
  escapeUrl: (text) => escapeUrl(text),
};

describe.each(Object.entries(FUNCTIONS))('%s', (_name, run) => {
  test('accepts any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\ud800', 'a\udc00b', '\0')),
        (text) => void run(text),
      ),
    );
  });
});

describe('done twice, nothing more changes', () => {
  test.each(['escapeHtml', 'slugify', 'cleanKey', 'removeAccents'])('%s', (name) => {
    const run = FUNCTIONS[name] as (text: string) => string;
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(run(run(text))).toBe(run(text))));
  });
});
