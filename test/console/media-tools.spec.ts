import { beforeAll, expect, test } from '@jest/globals';
import { type Locator } from 'playwright-core';
import sharp from 'sharp';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

interface Media {
  id: number;
  alt_text: string;
  source_url: string;
  media_details: { width: number; height: number };
}

const picture = (background: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** Where an element is once the page around it has been laid out. */
async function settledBox(element: Locator) {
  const boxes: string[] = [];
  await until(async () => {
    boxes.unshift(JSON.stringify(await element.boundingBox()));
    await element.page().waitForTimeout(100);
    return boxes[0] !== 'null' && boxes[0] === boxes[1];
  }, 'the element stays where it is');
  return (await element.boundingBox())!;
}

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine);
    const find = async (name: string) => {
      const [media] = await site.api<Media[]>('GET', `wp/v2/media?search=${name}&orderby=id&order=asc&context=edit`);
      return media!;
    };

    beforeAll(async () => {
      for (const name of ['quay', 'mast', 'sail']) await site.upload(`${name}.png`, await picture('red', 800, 400));
    });

    test('crops and rotates a picture in place, and saves its focal point', async () => {
      const before = await find('quay');
      const { page } = await site.open('media');
      const openEditor = async () => {
        await page.getByRole('button', { name: 'quay', exact: true }).click();
        await page.getByRole('dialog', { name: 'quay' }).getByRole('button', { name: 'Edit image' }).click();
        return page.getByRole('dialog', { name: 'Edit “quay”' });
      };
      let editor = await openEditor();
      // All of the picture, although it has no size between the cropped thumbnail and the file itself.
      const stage = editor.locator('.image-stage');
      const { x, y, width, height } = await settledBox(stage);
      expect(width / height).toBeCloseTo(2, 1);
      const drag = async (from: [number, number], to: [number, number]) => {
        await page.mouse.move(x + width * from[0], y + height * from[1]);
        await page.mouse.down();
        await page.mouse.move(x + width * to[0], y + height * to[1], { steps: 4 });
        await page.mouse.up();
      };
      const fields = async () =>
        Promise.all(
          ['Left (%)', 'Top (%)', 'Width (%)', 'Height (%)'].map(async (name) =>
            Math.round(Number(await editor.getByLabel(name).inputValue())),
          ),
        );
      await drag([0.2, 0.2], [0.6, 0.8]);
      expect(await fields()).toEqual([20, 20, 40, 60]);
      await drag([0.4, 0.5], [0.5, 0.4]);
      expect(await fields()).toEqual([30, 10, 40, 60]);
      await drag([0.7, 0.4], [0.9, 0.4]);
      expect(await fields()).toEqual([30, 10, 60, 60]);
      await editor.getByLabel('Shape').selectOption('Square');
      await drag([0.745, 0.99], [0.495, 0.49]);
      expect(await fields()).toEqual([25, 0, 25, 50]);
      expect(await editor.getByLabel('Shape').inputValue()).toBe('1');
      await editor.getByRole('button', { name: 'Reset' }).click();
      await editor.getByRole('button', { name: 'Rotate right' }).click();
      await editor.getByLabel('Shape').selectOption('Square');
      expect(await editor.getByLabel('Height (%)').inputValue()).toBe('50');
      expect(await accessibilityProblems(page)).toEqual([]);
      await editor.getByRole('button', { name: 'Replace the image' }).click();
      await page.locator('.toast', { hasText: 'The file has been replaced' }).waitFor();
      await editor.waitFor({ state: 'detached' });
      const after = await find('quay');
      expect(after).toMatchObject({ id: before.id, source_url: before.source_url });
      expect(after.media_details).toMatchObject({ width: 400, height: 400 });
      editor = await openEditor();
      await editor.getByRole('button', { name: 'Focal point' }).click();
      await editor.getByLabel('From the left (%)').fill('20');
      await page.keyboard.press('Enter');
      await editor.waitFor({ state: 'detached' });
      const stored = await site.api('GET', `nestpress/v1/media/${before.id}/image`);
      expect(stored).toMatchObject({ focal_point: { x: 0.2, y: 0.5 } });
    });

    test('replaces a file by another of its type, and says why it refuses one of another type', async () => {
      const before = await find('mast');
      const { page } = await site.open('media');
      await page.getByRole('button', { name: 'mast', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'mast' });
      const input = dialog.locator('input[type=file]');
      const jpeg = await sharp(await picture('blue', 500, 500))
        .jpeg()
        .toBuffer();
      await input.setInputFiles({ name: 'other.jpg', mimeType: 'image/jpeg', buffer: jpeg });
      await page.locator('.toast', { hasText: 'Only another file of the type image/png' }).waitFor();
      const png = await picture('blue', 500, 500);
      await input.setInputFiles({ name: 'other.png', mimeType: 'image/png', buffer: png });
      await dialog.waitFor({ state: 'detached' });
      const after = await find('mast');
      expect(after).toMatchObject({ id: before.id, source_url: before.source_url, media_details: { width: 500 } });
      const bytes = Buffer.from(await (await fetch(after.source_url)).arrayBuffer());
      expect(bytes.equals(png)).toBe(true);
    });

    test('lists the pictures without alternative text, and saves the texts of several at once', async () => {
      const { page } = await site.open('media');
      await page.getByRole('button', { name: 'Missing alternative text' }).click();
      await page.getByLabel('Alternative text of “quay”').fill('The old quay');
      await page.getByLabel('Alternative text of “sail”').fill('A white sail');
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save 2 texts' }).click();
      await page.getByLabel('Alternative text of “sail”').waitFor({ state: 'detached' });
      await page.getByLabel('Alternative text of “mast”').waitFor();
      await until(async () => (await find('quay')).alt_text === 'The old quay', 'the text is stored');
    });
  });
});
