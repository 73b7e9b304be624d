import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { pictureBomb } from '../../../../test/support/files.js';
import { editImage, type ImageEdit } from './edit-image.js';
import { makeSizes, type SizePlan } from './image-sizes.js';

let folder: string;
let source: string;

/** 80 by 40 pixels, the left half red, the right half blue. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nestpress-edit-'));
  source = join(folder, 'source.png');
  const blue = { create: { width: 40, height: 40, channels: 3 as const, background: '#00f' } };
  await sharp({ create: { width: 80, height: 40, channels: 3, background: '#f00' } })
    .composite([{ input: blue, left: 40, top: 0 }])
    .png()
    .toFile(source);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each<[string, ImageEdit[], string, number[]]>([
  ['a quarter turn clockwise', [{ type: 'rotate', angle: 90 }], '40x80', [255, 0, 0]],
  ['a flip around the vertical axis', [{ type: 'flip', horizontal: false, vertical: true }], '80x40', [0, 0, 255]],
  ['the right half', [{ type: 'crop', left: 50, top: 0, width: 50, height: 100 }], '40x40', [0, 0, 255]],
  [
    'steps in their order',
    [
      { type: 'crop', left: 50, top: 0, width: 50, height: 50 },
      { type: 'rotate', angle: 90 },
    ],
    '20x40',
    [0, 0, 255],
  ],
])('%s', async (_name, edits, dimensions, firstPixel) => {
  const target = join(folder, 'target.png');
  expect(await editImage(source, 'png', edits, target)).toBe('edited');
  const { data, info } = await sharp(target).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(`${info.width}x${info.height}`).toBe(dimensions);
  expect([...data.subarray(0, 3)]).toEqual(firstPixel);
});

test('rotations that would enlarge the image without end are refused', async () => {
  const turns = Array.from({ length: 20 }, (): ImageEdit => ({ type: 'rotate', angle: 45 }));
  expect(await editImage(source, 'png', turns, join(folder, 'large.png'))).toBe('too large');
});

test('an image that would take too much memory is not decoded', async () => {
  const file = join(folder, 'bomb.png');
  writeFileSync(file, pictureBomb(8000, 16));
  expect(await editImage(file, 'png', [{ type: 'rotate', angle: 90 }], join(folder, 'turned.png'))).toBe('too large');
});

test('a damaged image is not edited', async () => {
  const file = join(folder, 'damaged.png');
  writeFileSync(file, pictureBomb(100, 8).subarray(0, 60));
  expect(await editImage(file, 'png', [{ type: 'rotate', angle: 90 }], join(folder, 'turned.png'))).toBe('unreadable');
});

test('one image is decoded at a time, for sizes and edits together', async () => {
  const plan: SizePlan = { name: 'half', width: 40, height: 20, source: { left: 0, top: 0, width: 80, height: 40 } };
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, sharp.counters().process)), 0);
  try {
    await Promise.all(
      Array.from({ length: 20 }, (_, number) => {
        const target = join(folder, `concurrent-${number}.png`);
        return number % 2 === 0
          ? makeSizes(source, 'png', { width: 80, height: 40 }, new Map([[target, plan]]))
          : editImage(source, 'png', [{ type: 'rotate', angle: 45 }], target);
      }),
    );
  } finally {
    clearInterval(watch);
  }
  expect(most).toBe(1);
});
