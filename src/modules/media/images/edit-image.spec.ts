import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import sharp from 'sharp';
import { pictureBomb } from '../../../../test/support/files.js';
import { editImage, type ImageEdit } from './edit-image.js';
import { planEdits } from './edit-passes.js';
import { type SizePlan } from '../../../rendering/media/image-sizes.js';
import { makeSizes } from './image-sizes.js';

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

const random = fc.oneof(
  fc.record({ type: fc.constant('flip' as const), horizontal: fc.boolean(), vertical: fc.boolean() }),
  fc.record({ type: fc.constant('rotate' as const), angle: fc.constantFrom(-270, -90, 0, 90, 180, 270, 360) }),
  fc.record({
    type: fc.constant('crop' as const),
    left: fc.integer({ min: 0, max: 60 }),
    top: fc.integer({ min: 0, max: 60 }),
    width: fc.integer({ min: 20, max: 40 }),
    height: fc.integer({ min: 20, max: 40 }),
  }),
);

test('combined steps have the effect of single ones', async () => {
  const noise = join(folder, 'noise.png');
  const raw = { width: 60, height: 44, channels: 3 as const };
  await sharp(Buffer.from(Array.from({ length: 60 * 44 * 3 }, (_, index) => (index * 7919) % 251)), { raw })
    .png()
    .toFile(noise);
  const pixels = async (file: string) => {
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    return `${info.width}x${info.height} ${data.toString('base64')}`;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(random, { maxLength: 6 }), async (edits) => {
      const [together, alone] = [join(folder, 'together.png'), join(folder, 'alone.png')];
      await editImage(noise, 'png', edits, together);
      await editImage(noise, 'png', [], alone);
      for (const edit of edits) {
        expect(await editImage(alone, 'png', [edit], `${alone}.next`)).toBe('edited');
        renameSync(`${alone}.next`, alone);
      }
      expect(await pixels(together)).toBe(await pixels(alone));
    }),
    { numRuns: 40 },
  );
});

test('a thousand steps take at most three passes, and other angles are limited by what they cost', async () => {
  const size = { width: 6000, height: 4000 };
  const steps = Array.from({ length: 1000 }, (_, index): ImageEdit[] => [
    { type: 'rotate', angle: 90 },
    { type: 'flip', horizontal: index % 2 === 0, vertical: true },
    { type: 'crop', left: 0, top: 0, width: 100, height: 99.99 },
  ]).flat();
  expect(planEdits(size, steps).length).toBeLessThanOrEqual(3);
  expect(planEdits(size, [...steps, { type: 'rotate', angle: 10 }, ...steps]).length).toBeLessThanOrEqual(7);
  expect(
    planEdits(size, [
      { type: 'rotate', angle: 360 },
      { type: 'rotate', angle: 0 },
    ]),
  ).toEqual([]);
  const slow = Array.from({ length: 1000 }, (): ImageEdit[] => [
    { type: 'rotate', angle: 1 },
    { type: 'crop', left: 2, top: 2, width: 96, height: 96 },
  ]).flat();
  const large = join(folder, 'large-source.png');
  await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#f00' } })
    .png()
    .toFile(large);
  expect(await editImage(large, 'png', slow, join(folder, 'slow.png'))).toBe('too large');
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
