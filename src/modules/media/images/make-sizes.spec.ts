import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { pictureBomb } from '../../../../test/support/files.js';
import { readImage } from './read-image.js';
import { PROFILES } from '../../../variant/profiles.js';
import { type SizePlan } from '../../../rendering/media/image-sizes.js';
import { planSizes, isScalable, makeSizes } from './image-sizes.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nestpress-sizes-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BOXES = [
  { name: 'square', width: 50, height: 50, crop: true },
  { name: 'wide', width: 200, height: 100, crop: false },
];

function targets(width: number, height: number): Map<string, SizePlan> {
  return new Map(
    planSizes({ width, height }, BOXES, PROFILES.A.media).map((plan) => [join(folder, `${plan.name}-${width}`), plan]),
  );
}

/** Left half red, right half blue, a green column in the middle. */
async function striped(format: 'jpeg' | 'png' | 'gif'): Promise<string> {
  const file = join(folder, `striped.${format}`);
  const part = (left: number, width: number, background: string) => ({
    input: { create: { width, height: 300, channels: 3 as const, background } },
    left,
    top: 0,
  });
  const image = sharp({ create: { width: 600, height: 300, channels: 3, background: '#f00' } }).composite([
    part(300, 300, '#00f'),
    part(200, 200, '#0f0'),
  ]);
  await image.toFormat(format).toFile(file);
  return file;
}

test.each(['jpeg', 'png', 'gif'] as const)(
  'sizes of a %s have their dimensions and show the right part',
  async (format) => {
    const file = await striped(format);
    const plans = targets(600, 300);
    expect(await makeSizes(file, format, { width: 600, height: 300 }, plans)).toEqual([...plans.keys()]);
    for (const [target, { width, height }] of plans)
      expect(await sharp(target).metadata()).toMatchObject({ width, height, format });
    const pixel = async (target: string, left: number, top: number) =>
      [...(await sharp(target).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer())].map(
        (value) => Math.round(value / 255),
      );
    const [square, wide] = [...plans.keys()] as [string, string];
    expect([await pixel(square, 2, 25), await pixel(square, 25, 25), await pixel(square, 47, 25)]).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    expect([await pixel(wide, 5, 5), await pixel(wide, 195, 95)]).toEqual([
      [1, 0, 0],
      [0, 0, 1],
    ]);
  },
);

test('a file that cannot be decoded has no sizes', async () => {
  const file = join(folder, 'broken.png');
  writeFileSync(file, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  expect(await makeSizes(file, 'png', { width: 600, height: 300 }, targets(600, 300))).toEqual([]);
});

test.each([
  [8000, 8, true],
  [8001, 8, false],
  [5600, 16, true],
  [8000, 16, false],
] as const)('an image of %d pixels a side at %d bit is decoded: %s', async (side, depth, expected) => {
  const [file, bytes] = [join(folder, 'bomb.png'), pictureBomb(side, depth)];
  writeFileSync(file, bytes);
  const facts = (await readImage(file, 'png', bytes))!;
  expect(facts).toMatchObject({ width: side, decodedBytes: (side * side * 4 * depth) / 8 });
  expect(isScalable(facts)).toBe(expected);
});
