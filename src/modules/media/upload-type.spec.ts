import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { allowedMimeTypes, registeredMimeTypes, typeOfExtension } from '../../text/mime.js';
import { isUploadPath } from '../../platform/uploads/upload-storage.js';
import { contentKind } from './content-kind.js';
import { SAMPLES } from '../../../test/support/media-samples.js';
import { uploadType, safeFileName, splitName } from './upload-type.js';

const registered = registeredMimeTypes({ fileTypes: 'flac' });
const author = allowedMimeTypes({ fileTypes: 'flac', unfilteredHtml: false });
const admin = allowedMimeTypes({ fileTypes: 'flac', unfilteredHtml: true });

const decide = (name: string, content: Uint8Array, allowed = author) =>
  uploadType(safeFileName(name, { registered, allowed }), contentKind(content), allowed);

describe('the type of an upload', () => {
  test.each(Object.entries(SAMPLES).filter(([, { names }]) => names.length > 0))(
    '%s is taken under its own names only',
    (_kind, { bytes, names }) => {
      for (const name of names) expect(decide(name, bytes)?.name).toBe(name);
      const others = Object.values(SAMPLES).flatMap((sample) => (sample.bytes === bytes ? [] : sample.names));
      for (const name of others.filter((other) => !(names as readonly string[]).includes(other))) {
        const decided = decide(name, bytes);
        if (decided) expect({ name, type: decided.type }).toEqual({ name, type: expect.stringMatching(/^image\//) });
      }
    },
  );

  test('an image with the name of another one gets its own extension', () => {
    expect(decide('wrong.jpg', SAMPLES.png.bytes)).toEqual({ name: 'wrong.png', type: 'image/png' });
    expect(decide('a.b.JPEG', SAMPLES.gif.bytes)).toEqual({ name: 'a.b.gif', type: 'image/gif' });
  });

  test('text, markup and programs are no images, whatever they are called', () => {
    for (const kind of ['text', 'html', 'svg', 'php', 'program', 'binary'] as const)
      expect(decide('a.png', SAMPLES[kind].bytes)).toBeUndefined();
  });

  test('pages are for those who may publish any markup, and must be pages', () => {
    expect(decide('a.html', SAMPLES.html.bytes, author)).toBeUndefined();
    expect(decide('a.html', SAMPLES.html.bytes, admin)).toEqual({ name: 'a.html', type: 'text/html' });
    expect(decide('a.html', Buffer.from('<p>x</p>'), admin)).toBeUndefined();
    expect(decide('a.html', SAMPLES.php.bytes, admin)).toBeUndefined();
  });

  test('programs and drawings with scripts are refused to everybody', () => {
    for (const name of ['a.php', 'a.exe', 'a.svg', 'a.js', 'a.swf', 'a', 'a.', '.htaccess', 'a.phar', 'a.png.php']) {
      for (const { bytes } of Object.values(SAMPLES)) expect(decide(name, bytes, admin)).toBeUndefined();
    }
  });
});

/** Pieces that names meant to do harm are made of. */
const piece = fc.oneof(
  fc.constantFrom(
    '..',
    '/',
    '\\',
    '\0',
    '%00',
    '%2e%2e%2f',
    '.php',
    '.phtml',
    '.phar',
    '.htaccess',
    '.jpg',
    '.png',
    '.PNG',
    '.svg',
    ' ',
    '-',
    '.',
    ':',
    '::$DATA',
  ),
  fc.constantFrom(
    '\u202egpj',
    '\u200b',
    '\ufeff',
    '\r\n',
    '\t',
    'ﬁ',
    'é',
    'e\u0301',
    '日本',
    '😀',
    '\ud800',
    'con',
    'a'.repeat(300),
    '<script>',
    "';--",
    '${x}',
    '`id`',
    '|',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const extension = fc.constantFrom(
  'jpg',
  'png',
  'gif',
  'pdf',
  'txt',
  'mp3',
  'zip',
  'docx',
  'PHP',
  'php',
  'html',
  'exe',
  'svg',
  'jpg.',
  'png ',
  'php-',
  'jpg\0.php',
  '',
);
const hostileName = fc
  .tuple(fc.array(piece, { maxLength: 8 }), extension)
  .map(([pieces, end]) => `${pieces.join('')}.${end}`);

const SAFE_NAME = /^[^/\\\p{Cc}\p{Cf}\p{Cs}<>:;,'"&$#*()|~`!{}%+?[\]=]+$/u;

test('2,000 hostile names with 20 contents each: what is taken is safe, allowed and what it says', () => {
  const contents = Object.values(SAMPLES).slice(0, 20);
  expect(contents).toHaveLength(20);
  let taken = 0;
  fc.assert(
    fc.property(hostileName, (name) => {
      for (const { bytes } of contents) {
        const decided = decide(name, bytes);
        if (!decided) continue;
        taken++;
        const { stem, extension: end } = splitName(decided.name);
        expect(stem).not.toBe('');
        expect(decided.name).toMatch(SAFE_NAME);
        expect(Buffer.byteLength(decided.name)).toBeLessThan(200);
        expect(isUploadPath(`2018/02/${decided.name}`)).toBe(true);
        expect(typeOfExtension(end.slice(1), author)).toBe(decided.type);
        expect(end).toBe(end.toLowerCase());
        expect(uploadType(decided.name, contentKind(bytes), author)).toEqual(decided);
      }
    }),
    { numRuns: 2000 },
  );
  expect(taken).toBeGreaterThan(1000);
});
