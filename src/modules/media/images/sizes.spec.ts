import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PROFILES } from '../../../variant/profiles.js';
import { planSize, siteSizes } from '../../../rendering/media/image-sizes.js';
import { type ImageSizeBox } from '../../../rendering/render-context.js';
import { planSizes } from './image-sizes.js';

const SETTINGS: Record<string, number> = {
  thumbnail_size_w: 150,
  thumbnail_size_h: 150,
  medium_size_w: 300,
  medium_size_h: 300,
  medium_large_size_w: 768,
  large_size_w: 1024,
  large_size_h: 1024,
};
const SIZES = siteSizes({ integer: (name) => SETTINGS[name] ?? 0, isOn: () => true }, PROFILES.A.media);
const planned = (width: number, height: number) =>
  planSizes({ width, height }, SIZES, PROFILES.A.media).map((plan) => `${plan.name} ${plan.width}x${plan.height}`);

describe('the sizes of an image', () => {
  test('of a landscape, a portrait and a small one, as recorded', () => {
    expect(planned(1200, 800)).toEqual([
      'thumbnail 150x150',
      'medium 300x200',
      'medium_large 768x512',
      'large 1024x683',
      'twentyseventeen-thumbnail-avatar 100x100',
    ]);
    expect(planned(600, 900)).toEqual([
      'thumbnail 150x150',
      'medium 200x300',
      'twentyseventeen-thumbnail-avatar 100x100',
    ]);
    expect(planned(120, 90)).toEqual(['twentyseventeen-thumbnail-avatar 100x90']);
    expect(planned(8, 8)).toEqual([]);
  });

  test('a cut shows the middle', () => {
    const box: ImageSizeBox = { name: 'x', width: 100, height: 100, crop: true };
    expect(planSize({ width: 400, height: 200 }, box)).toEqual({
      name: 'x',
      width: 100,
      height: 100,
      source: { left: 100, top: 0, width: 200, height: 200 },
    });
  });

  test('a box as wide as the image is still made, an equal one not', () => {
    expect(planned(300, 200)).toContain('medium 300x200');
    expect(planned(150, 150)).not.toContain('thumbnail 150x150');
  });

  test('WordPress 7 makes no size that is nearly the image itself, in either direction', () => {
    const box = (width: number, height: number, crop: boolean) => ({ name: 'x', width, height, crop });
    const isMade = (width: number, height: number, size: ImageSizeBox) =>
      planSize({ width, height }, size, true) !== undefined;
    expect(isMade(2048, 1365, box(2048, 2048, false))).toBe(false);
    expect(isMade(1025, 768, box(1024, 1024, false))).toBe(false);
    expect(isMade(1026, 768, box(1024, 1024, false))).toBe(true);
    expect(isMade(150, 300, box(150, 150, true))).toBe(true);
    expect(isMade(151, 150, box(150, 150, true))).toBe(false);
    expect(isMade(160, 150, box(150, 150, true))).toBe(true);
  });

  test('never larger than the original or the box, never empty, always within', () => {
    const side = fc.integer({ min: 1, max: 40_000 });
    fc.assert(
      fc.property(
        side,
        side,
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 1, max: 3000 }),
        fc.boolean(),
        (width, height, w, h, crop) => {
          const plan = planSize({ width, height }, { name: 'x', width: w, height: h, crop });
          if (!plan) return;
          expect(plan.width).toBeGreaterThanOrEqual(1);
          expect(plan.height).toBeGreaterThanOrEqual(1);
          expect(plan.width).toBeLessThanOrEqual(w === 0 ? width : Math.min(w, width));
          expect(plan.height).toBeLessThanOrEqual(Math.min(h, height));
          const { left, top, ...part } = plan.source;
          expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
          expect(part.width).toBeGreaterThanOrEqual(1);
          expect(part.height).toBeGreaterThanOrEqual(1);
          expect(left + part.width).toBeLessThanOrEqual(width);
          expect(top + part.height).toBeLessThanOrEqual(height);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
