import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { editImage, type ImageEdit } from './edit-image.js';

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
  await editImage(source, 'png', edits, target);
  const { data, info } = await sharp(target).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(`${info.width}x${info.height}`).toBe(dimensions);
  expect([...data.subarray(0, 3)]).toEqual(firstPixel);
});
