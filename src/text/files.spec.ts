import { describe, expect, test } from '@jest/globals';
import { testVectors } from '../../test/support/vectors.js';
import { baseName, cleanFileName } from './files.js';
import { allowedMimeTypes, fileTypeOf, knownMimeTypes } from './mime.js';
import { onVectors } from '../../test/support/vector-text.js';

function typesFor(unfilteredHtml: boolean, newerAudioTypes = true) {
  return {
    known: knownMimeTypes({ newerAudioTypes }),
    allowed: allowedMimeTypes({ newerAudioTypes, unfilteredHtml }),
  };
}

function mimeTable(role: string, newerAudioTypes: boolean): unknown {
  const unfilteredHtml = ['administrator', 'editor'].includes(role);
  const { known, allowed } = typesFor(unfilteredHtml, newerAudioTypes);
  return Object.fromEntries(role === '*all' ? known : allowed);
}

describe('recorded cases', () => {
  const unprivileged = typesFor(false);
  const administrator = typesFor(true);
  const noType = { ext: false, type: false };
  testVectors(
    'both',
    'sanitize_file_name',
    onVectors((name: string) => cleanFileName(name, unprivileged)),
  );
  testVectors(
    'both',
    'sanitize_file_name_admin',
    onVectors((name: string) => cleanFileName(name, administrator)),
  );
  for (const [name, unfilteredHtml] of [
    ['sanitize_file_name', false],
    ['sanitize_file_name_admin', true],
  ] as const) {
    const options = { newerAudioTypes: true, newerImageTypes: true };
    const current = { known: knownMimeTypes(options), allowed: allowedMimeTypes({ ...options, unfilteredHtml }) };
    testVectors(
      'c',
      name,
      onVectors((text: string) => cleanFileName(text, { ...current, removesAccents: true })),
      // WordPress reads names that are not UTF-8 as Latin-1; here they lose those bytes.
      (vector) => (typeof vector.in[0] === 'string' ? vector.out : undefined),
    );
  }
  testVectors('both', 'wp_check_filetype_admin', (name: string) => fileTypeOf(name, administrator.allowed) ?? noType);
  testVectors('both', 'wp_basename', baseName);
  for (const { set, newer } of [
    { set: 'a', newer: true },
    { set: 'b', newer: false },
  ] as const) {
    testVectors(set, 'wp_check_filetype', (name: string) => fileTypeOf(name, typesFor(false, newer).allowed) ?? noType);
    testVectors(
      set,
      'mime_table',
      (role: string) => mimeTable(role, newer),
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

  test('a bare extension gets a name', () => {
    expect(cleanFileName('.jpg', typesFor(false))).toBe('unnamed-file.jpg');
    expect(cleanFileName('../../etc/passwd', typesFor(false))).toBe('etcpasswd');
  });

  test('base names of paths with either slash', () => {
    expect(baseName('a\\b/c.txt', '.txt')).toBe('c');
  });
});
