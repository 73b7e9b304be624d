import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite } from '../support/console-browser.js';
import { missing } from '../support/missing.js';
import { withProgram } from '../support/programs.js';

const INSTALLED = existsSync(join(import.meta.dirname, '../../packages/block-editor/dist/index.html'));
const canvasOf = (page: Page) => page.frameLocator('iframe[name="editor-canvas"]');

interface Pattern {
  title: string;
  content: string;
}

withProgram(CHROMIUM, (chromium) => {
  if (!INSTALLED) return missing('the block editor is not built (npm run block-editor)');
  describe('the block editor of a new site', () => {
    const site = consoleSite(chromium, 'sqlite', { VARIANT: 'C', SITE_PAGES: 'on' });
    /** Font and width of an element. */
    const lookOf = async (element: ReturnType<Page['locator']>) =>
      element.evaluate((node) => {
        const style = (
          globalThis as unknown as { getComputedStyle(of: unknown): Record<string, string> }
        ).getComputedStyle(node);
        return [style.fontFamily, style.fontSize, style.width];
      });

    test('offers patterns, inserts one by the keyboard, and finds no mistake in any of them', async () => {
      const patterns = await site.api<Pattern[]>('GET', 'wp/v2/block-patterns/patterns');
      const content = patterns.map((pattern) => pattern.content).join('\n\n');
      const { id } = await site.api<{ id: number }>('POST', 'wp/v2/pages', { title: 'All', content });
      const { page } = await site.load();
      await page.goto(site.url(`block-editor/post.php?post=${id}&action=edit`));
      await canvasOf(page).getByText('Who we are').waitFor();
      expect(await canvasOf(page).locator('.block-editor-warning').count()).toBe(0);

      await page.goto(site.url('block-editor/post-new.php?post_type=post'));
      await canvasOf(page).getByRole('textbox', { name: 'Add title' }).fill('Questions');
      await page.getByRole('button', { name: 'Block Inserter' }).click();
      await page.getByRole('tab', { name: 'Patterns' }).click();
      await page.getByRole('searchbox', { name: 'Search' }).fill('Questions and');
      await page.getByRole('option', { name: 'Questions and answers' }).focus();
      await page.keyboard.press('Enter');
      await canvasOf(page).getByText('What does it cost?').waitFor();
    });

    test('shows texts in the fonts and widths of the site pages', async () => {
      const content = ['<h2 class="wp-block-heading">Tides</h2>', '<p>Boats come in with the tide.</p>']
        .map((html, index) => {
          const name = ['heading', 'paragraph'][index];
          return `<!-- wp:${name} -->\n${html}\n<!-- /wp:${name} -->`;
        })
        .join('\n\n');
      const post = await site.api<{ id: number; link: string }>('POST', 'wp/v2/posts', {
        title: 'Tides',
        content,
        status: 'publish',
      });
      const { page } = await site.load('', undefined, { viewport: { width: 1600, height: 900 } });
      for (const font of ['mixed', 'serif']) {
        await site.api('POST', 'nestpress/v1/public-site', { font });
        await page.goto(post.link);
        const shown = [
          await lookOf(page.locator('.entry h2')),
          await lookOf(page.locator('.entry p').filter({ hasText: 'Boats' })),
        ];
        await page.goto(site.url(`block-editor/post.php?post=${post.id}&action=edit`));
        const heading = canvasOf(page).getByText('Tides', { exact: true }).nth(1);
        await heading.waitFor();
        const paragraph = canvasOf(page).getByText('Boats come in');
        expect([await lookOf(heading), await lookOf(paragraph)]).toEqual(shown);
      }
    });
  });
});
