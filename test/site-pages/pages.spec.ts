import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite, visualBody } from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

/** Style sheets of the theme as the build writes them. */
const STYLES = join(import.meta.dirname, '../../dist/src/features/site-pages/theme/styles');
const MOST_STYLE_BYTES = 15_000;
/** The bound of Lighthouse for a good page. */
const FIRST_PAINT_MS = 1800;
const LOADS = 4;

interface Measured {
  firstPaint: number;
  layoutShift: number;
  scripts: number;
  withoutSize: string[];
  lazy: boolean[];
}

/** In the page: what the browser measured since its load. */
const MEASURE = `(async () => {
  const entries = (type) => new Promise((found) => {
    const seen = [];
    new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ type, buffered: true });
    setTimeout(() => found(seen), 100);
  });
  const [paints, shifts] = await Promise.all([entries('paint'), entries('layout-shift')]);
  const images = [...document.images];
  return {
    firstPaint: paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Infinity,
    layoutShift: shifts.reduce((sum, { value }) => sum + value, 0),
    scripts: document.querySelectorAll('script[src], script:not([type="application/ld+json"])').length,
    withoutSize: images.filter((image) => !image.getAttribute('width') || !image.getAttribute('height')).map(({ src }) => src),
    lazy: images.map(({ loading }) => loading === 'lazy'),
  };
})()`;

async function load(page: Page, url: string): Promise<Measured> {
  await page.goto(url);
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
  await page.waitForLoadState('networkidle');
  return page.evaluate<Measured>(MEASURE);
}

test('the style sheet of the theme is small', () => {
  if (!existsSync(STYLES)) throw new Error('Run `npm run build` first.');
  const bytes = readdirSync(STYLES).map((name) => statSync(join(STYLES, name)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_STYLE_BYTES);
});

withProgram(CHROMIUM, (chromium) => {
  // On one engine: the pages are the same, and other tests compare what the engines return.
  describe('pages of the site in a browser', () => {
    const site = consoleSite(chromium, 'sqlite', { SITE_PAGES: 'on' });
    let link = '';

    beforeAll(async () => {
      const media: { id: number; source_url: string }[] = [];
      for (let index = 0; index < 5; index++) await site.upload(`wave-${index}.png`, await picture(900, 600));
      media.push(...(await site.api<{ id: number; source_url: string }[]>('GET', 'wp/v2/media')));
      const [first] = media;
      const text = '<p>The keeper lit the lamp and went down to the quay, where the boats lay still.</p>\n';
      const image = `<img class="size-full wp-image-${first!.id}" src="${first!.source_url}" alt="Waves" width="900" height="600" />`;
      for (const { id } of media) {
        await site.api('POST', `wp/v2/media/${id}`, { alt_text: 'Waves' });
        const post = await site.api<{ link: string }>('POST', 'wp/v2/posts', {
          title: 'Waves and weather',
          status: 'publish',
          featured_media: id,
          content: `${text.repeat(12)}<h2>Pictures</h2>${image}\n\n[gallery ids="${media.map((one) => one.id).join(',')}"]`,
        });
        link = post.link;
      }
    });

    test('pages paint fast, do not shift, and load images with dimensions and late', async () => {
      for (const [url, scripts] of [
        [`${site.site.url}/`, 0],
        [link, 1],
      ] as const) {
        const { page } = await site.visit({ viewport: { width: 412, height: 823 } });
        const loads: Measured[] = [];
        for (let count = 0; count < LOADS; count++) loads.push(await load(page, url));
        expect(Math.min(...loads.map(({ firstPaint }) => firstPaint))).toBeLessThan(FIRST_PAINT_MS);
        const [measured] = loads;
        expect(measured).toMatchObject({ layoutShift: 0, scripts, withoutSize: [] });
        expect(measured!.lazy[0]).toBe(false);
        expect(measured!.lazy.slice(3).every(Boolean)).toBe(true);
        expect(measured!.lazy.length).toBeGreaterThan(4);
        const cached = async () => (await fetch(url)).headers.get('x-nestpress-cache') === 'hit';
        await until(cached, 'the page is cached');
      }
    });

    test('a phone with a dense screen loads pictures of the size that they are shown in', async () => {
      await site.upload('storm.png', await picture(2400, 1600));
      const [image] = await site.api<{ id: number }[]>('GET', 'wp/v2/media?search=storm');
      await site.api('POST', `wp/v2/media/${image!.id}`, { alt_text: 'A storm' });
      const post = {
        title: 'Storm',
        status: 'publish',
        sticky: true,
        featured_media: image!.id,
        content: '<p>Wind.</p>',
      };
      const { id, link: article } = await site.api<{ id: number; link: string }>('POST', 'wp/v2/posts', post);
      const { page } = await site.visit({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 2.625 });
      for (const url of [`${site.site.url}/`, article]) {
        await page.goto(url);
        const shown = await page.evaluate<string>(`(async () => {
          const image = document.querySelector('main img');
          await image.decode();
          return image.currentSrc;
        })()`);
        expect(shown).toMatch(/storm-1024x683\.png$/);
      }
      await site.api('DELETE', `wp/v2/posts/${id}?force=true`);
    });

    test('an article, its pictures, the search and the comment form work without scripts', async () => {
      const { page } = await site.visit({ javaScriptEnabled: false });
      await page.goto(link);
      await page.getByRole('heading', { name: 'Waves and weather', level: 1 }).waitFor();
      expect(await page.locator('.gallery img').count()).toBe(5);
      const form = page.locator('#commentform');
      await form.getByLabel('Comment').fill('What a view');
      await form.getByLabel('Name').fill('Ann');
      await form.getByLabel('Email').fill('ann@people.test');
      await form.getByRole('button', { name: 'Post comment' }).click();
      await page.getByRole('status').filter({ hasText: 'waiting for approval' }).waitFor();
      await page.getByRole('link', { name: 'Search' }).click();
      await page.getByRole('searchbox').fill('keeper');
      await page.keyboard.press('Enter');
      expect(await page.locator('mark').first().innerText()).toBe('keeper');
    });

    test('the editor shows texts in the type of the pages, with the common tools in sight', async () => {
      const type = (selector: string) => `(() => {
        const { fontFamily, fontSize, lineHeight } = getComputedStyle(document.querySelector(${JSON.stringify(selector)}));
        return [fontFamily.replaceAll('"', ''), fontSize, lineHeight];
      })()`;
      const [post] = await site.api<{ id: number }[]>('GET', 'wp/v2/posts?per_page=1');
      const { page } = await site.load(`posts/${post!.id}`, undefined, { viewport: { width: 1360, height: 850 } });
      await visualBody(page).locator('h2').waitFor();
      const canvas = page.frames().find((frame) => frame !== page.mainFrame())!;
      for (const name of ['Link', 'Add media', 'Bullet list', 'Blockquote', 'Undo'])
        expect([name, await page.locator('.tox-toolbar__primary').getByRole('button', { name }).isVisible()]).toEqual([
          name,
          true,
        ]);
      const edited = [await canvas.evaluate(type('p')), await canvas.evaluate(type('h2'))];
      await page.goto(link);
      expect(edited).toEqual([await page.evaluate(type('.entry p')), await page.evaluate(type('.entry h2'))]);
    });

    test('the documentation of the API sends requests with the session, and shows them as code', async () => {
      const { page } = await site.load();
      await page.goto(`${site.site.url}/docs`);
      await page.getByText('You are signed in to the console').waitFor();
      const operation = page.locator('details', { hasText: '/wp/v2/users/me' }).first();
      await operation.locator('summary').click();
      await operation.getByRole('button', { name: 'Send' }).first().click();
      await operation.locator('output', { hasText: '200' }).waitFor();
      await operation.getByRole('button', { name: 'Typed client' }).click();
      await operation.getByText('client.GET("/wp/v2/users/me"').waitFor();
    });
  });
});
