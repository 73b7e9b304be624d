import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { blockPage, type PageImage, PICTURES } from '../support/block-page.js';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite } from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { isSameBox, layoutBoxes, WIDTHS } from '../support/layout-boxes.js';
import { missing } from '../support/missing.js';
import { withProgram } from '../support/programs.js';

const STYLES = join(import.meta.dirname, '../../packages/block-editor/dist/block-styles');
/** Of WordPress 7.1, by width of the window and block: written by tools/record-layout.mjs. */
const RECORDED = JSON.parse(readFileSync(join(import.meta.dirname, 'block-layout.json'), 'utf8')) as Record<
  string,
  Record<string, string[]>
>;
/** Where the theme differs on purpose: images float inside the column of text, and not at all on narrow screens. */
const OWN_LAYOUT = new Set([
  'image at the left',
  'text next to the left image',
  'image at the right',
  'text next to the right image',
]);

withProgram(CHROMIUM, (chromium) => {
  if (!existsSync(STYLES)) return missing('the block styles are not built (npm run block-editor)');
  describe('blocks on site pages', () => {
    const site = consoleSite(chromium, 'sqlite', { VARIANT: 'C', SITE_PAGES: 'on' });
    let link = '';
    let names: string[] = [];

    beforeAll(async () => {
      for (const [index, [width, height]] of PICTURES.entries())
        await site.upload(`layout-${index}.png`, await picture(width, height));
      const media = await site.api<{ id: number; source_url: string }[]>('GET', 'wp/v2/media?orderby=id&order=asc');
      const images = media.map(({ id, source_url: url }): PageImage => ({ id, url }));
      const blocks = blockPage(images as [PageImage, PageImage, PageImage, PageImage]);
      names = blocks.map(([name]) => name);
      const content = blocks.map(([, markup]) => markup).join('\n\n');
      ({ link } = await site.api<{ link: string }>('POST', 'wp/v2/posts', {
        title: 'Blocks',
        status: 'publish',
        content,
      }));
    });

    test.each(WIDTHS)('have the boxes that WordPress gives them in a window of %d pixels', async (width) => {
      const { page } = await site.visit({ viewport: { width, height: 900 } });
      await page.goto(link);
      const found = await layoutBoxes(page, '.entry');
      expect(found).toHaveLength(names.length);
      const recorded = RECORDED[width]!;
      const boxes = names.flatMap((name, index) =>
        recorded[name]!.map((box, at) => ({ name, box, found: found[index]![at] })),
      );
      const different = boxes.filter(({ name, box, found: other }) => !OWN_LAYOUT.has(name) && !isSameBox(box, other));
      expect(different).toEqual([]);
    });
  });
});
