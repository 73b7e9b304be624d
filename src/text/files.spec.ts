import { describe, expect, test } from '@jest/globals';
import { testVectors } from '../../test/support/vectors.js';
import { baseName, cleanFileName } from './files.js';
import { allowedMimeTypes, fileTypeOf, registeredMimeTypes } from './mime.js';
import { PROFILES } from '../variant/profiles.js';
import { onVectors } from '../../test/support/vector-text.js';

const PROFILE_OF = { a: PROFILES.A, b: PROFILES.B, c: PROFILES.C };

/** The types that users with or without the right to publish unfiltered HTML may upload, and the rules for names. */
function typesFor(unfilteredHtml: boolean, set: keyof typeof PROFILE_OF = 'a') {
  const { rendering, text } = PROFILE_OF[set];
  return {
    registered: registeredMimeTypes(rendering),
    allowed: allowedMimeTypes({ ...rendering, unfilteredHtml }),
    rules: text.rules,
  };
}

function mimeTable(role: string, set: keyof typeof PROFILE_OF): unknown {
  const { registered, allowed } = typesFor(['administrator', 'editor'].includes(role), set);
  return Object.fromEntries(role === '*all' ? registered : allowed);
}

describe('recorded cases', () => {
  const noType = { ext: false, type: false };
  for (const [name, unfilteredHtml] of [
    ['sanitize_file_name', false],
    ['sanitize_file_name_admin', true],
  ] as const) {
    testVectors(
      'both',
      name,
      onVectors((text: string) => cleanFileName(text, typesFor(unfilteredHtml))),
    );
    testVectors(
      'c',
      name,
      onVectors((text: string) => cleanFileName(text, typesFor(unfilteredHtml, 'c'))),
      // WordPress reads names that are not UTF-8 as Latin-1; here they lose those bytes.
      (vector) => (typeof vector.in[0] === 'string' ? vector.out : undefined),
    );
  }
  testVectors('both', 'wp_check_filetype_admin', (name: string) => fileTypeOf(name, typesFor(true).allowed) ?? noType);
  testVectors('both', 'wp_basename', baseName);
  for (const set of ['a', 'b', 'c'] as const) {
    testVectors(set, 'wp_check_filetype', (name: string) => fileTypeOf(name, typesFor(false, set).allowed) ?? noType);
    testVectors(
      set,
      'mime_table',
      (role: string) => mimeTable(role, set),
      // Kinds of files by extension choose icons, which the API does not show.
      ({ in: [role], out }) => (role === '*ext_types' ? undefined : out),
    );
  }
});

describe('files', () => {
  test('inner extensions that are no allowed types are defused', () => {
    expect(cleanFileName('shell.php.jpg', typesFor(false))).toBe('shell.php_.jpg');
    expect(cleanFileName('page.html.jpg', typesFor(false))).toBe('page.html_.jpg');
    expect(cleanFileName('page.html.jpg', typesFor(true))).toBe('page.html.jpg');
  });

  test('accents of the site language are transcribed', () => {
    expect(cleanFileName('Straße.jpg', { ...typesFor(false, 'c'), locale: 'de_AT' })).toBe('Strasse.jpg');
    expect(cleanFileName('Straße.jpg', typesFor(false, 'c'))).toBe('Strase.jpg');
  });

  test('a bare extension gets a name', () => {
    expect(cleanFileName('.jpg', typesFor(false))).toBe('unnamed-file.jpg');
    expect(cleanFileName('../../etc/passwd', typesFor(false))).toBe('etcpasswd');
  });

  test('base names of paths with either slash', () => {
    expect(baseName('a\\b/c.txt', '.txt')).toBe('c');
  });
});
