import { expect, test } from '@jest/globals';
import { entry } from '../../../../../test/support/entries.js';
import { PhpArray, type PhpInput, serialize } from '../../../../text/php/index.js';
import { PROFILES } from '../../../../variant/profiles.js';
import { AttachedFiles } from './attached-files.loader.js';

const box = (name: string, width: number) => ({ name, width, height: width, crop: false });
const SIZES = [box('thumbnail', 150), box('medium', 300), box('medium_large', 768), box('large', 1024)];

function missingSizes(mimeType: string, details: PhpInput): string[] {
  const meta = new Map([[9, new Map([['_wp_attachment_metadata', serialize(details)]])]]);
  const files = new AttachedFiles(meta, new Map(), SIZES, PROFILES.C.media, new Map());
  return files.missingSizes(entry({ id: 9, type: 'attachment', mimeType }));
}

test('missing sizes of an image are listed as they are registered, without those that are larger', () => {
  expect(missingSizes('image/png', { width: 800, height: 600 })).toEqual(['thumbnail', 'medium', 'medium_large']);
  const sizes = PhpArray.map([['medium', new PhpArray()]]);
  expect(
    missingSizes(
      'image/png',
      PhpArray.map([
        ['width', 800],
        ['height', 600],
        ['sizes', sizes],
      ]),
    ),
  ).toEqual(['thumbnail', 'medium_large']);
});

test('a PDF lacks the sizes of its cover', () => {
  expect(missingSizes('application/pdf', { filesize: 15 })).toEqual(['thumbnail', 'medium', 'large']);
});

test('other files have no sizes', () => {
  expect(missingSizes('audio/mpeg', { filesize: 15 })).toEqual([]);
});
