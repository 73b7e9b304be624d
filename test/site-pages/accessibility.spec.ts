import { beforeAll, describe, expect, test } from '@jest/globals';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite, findingsOfAllLevels } from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { withProgram } from '../support/programs.js';

interface Item {
  id: number;
  link: string;
  source_url: string;
}

withProgram(CHROMIUM, (chromium) => {
  // On one engine: the pages are the same.
  describe('pages of the site', () => {
    const site = consoleSite(chromium, 'sqlite', { SITE_PAGES: 'on' });
    const pages: string[] = [];

    beforeAll(async () => {
      const create = (path: string, values: object) => site.api<Item>('POST', path, { status: 'publish', ...values });
      await site.upload('wave.png', await picture(900, 600));
      const [image] = await site.api<Item[]>('GET', 'wp/v2/media');
      await site.api('POST', `wp/v2/media/${image!.id}`, { alt_text: 'Waves' });
      const content = [
        '<p>The keeper lit the <a href="https://other.test/">lamp</a> and went down to the quay.</p>',
        '<h2>Pictures</h2>',
        `<img class="size-full wp-image-${image!.id}" src="${image!.source_url}" alt="Waves" width="900" height="600" />`,
        `[gallery ids="${image!.id},${image!.id}"]`,
        '<table><thead><tr><th scope="col">Day</th><th scope="col">High water</th></tr></thead><tbody><tr><td>Monday</td><td>04:10</td></tr></tbody></table>',
        '<pre><code class="language-js">const tide = high ? 1 : 0;</code></pre>',
        '<blockquote><p>Nothing hurries the tide.</p></blockquote>',
      ].join('\n');
      const { id: category } = await create('wp/v2/categories', { name: 'Harbour', description: 'Boats and tides.' });
      const post = { title: 'Waves and weather', content, featured_media: image!.id, categories: [category] };
      const article = await create('wp/v2/posts', post);
      for (let index = 0; index < 11; index++) await create('wp/v2/posts', { ...post, title: `Waves ${index}` });
      const comment = await site.api<Item>('POST', 'wp/v2/comments', { post: article.id, content: 'A fine view.' });
      await site.api('POST', 'wp/v2/comments', { post: article.id, content: 'Indeed.', parent: comment.id });
      const locked = await create('wp/v2/posts', { title: 'Locked', content: 'Secret', password: 'quay' });
      const form = {
        context: 'save',
        title: 'Feedback',
        form: '<label>Name [text* your-name]</label> [submit "Send"]',
      };
      const { id: formId } = await site.api<Item>('POST', 'forms/v1/contact-forms', form);
      const contact = await create('wp/v2/pages', { title: 'Write to us', content: `[contact-form-7 id="${formId}"]` });
      const year = new Date().getUTCFullYear();
      const own = ['', 'page/2/', 'category/harbour/', 'author/admin/', `${year}/`, '?s=keeper', '?s=xyzzy', 'none/'];
      pages.push(...own.map((path) => `${site.site.url}/${path}`), article.link, locked.link, contact.link);
    });

    test.each([
      ['ltr', ''],
      ['rtl', 'ar'],
    ])(
      '%s: no finding of axe at any level, in light and dark colours, on a desktop and a phone, and no scrolling sideways',
      async (direction, locale) => {
        if (locale) {
          await site.api('POST', 'nestpress/v1/languages', { locale });
          await site.api('POST', 'wp/v2/settings', { language: locale });
        }
        const found: string[] = [];
        for (const colorScheme of ['light', 'dark'] as const) {
          const { page } = await site.visit({ colorScheme });
          for (const url of pages) {
            await page.goto(url);
            expect(await page.locator('html').getAttribute('dir')).toBe(direction);
            for (const width of [1280, 390]) {
              await page.setViewportSize({ width, height: 800 });
              const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
              const findings = [...(await findingsOfAllLevels(page)), ...(isWide ? ['scrolls sideways'] : [])];
              const path = url.slice(site.site.url.length);
              found.push(...findings.map((finding) => `${path} ${colorScheme} ${width}: ${finding.slice(0, 300)}`));
            }
          }
        }
        expect(found).toEqual([]);
      },
    );
  });
});
