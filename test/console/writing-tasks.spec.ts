import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { ADMIN, anyEngine } from '../support/app.js';
import { CHROMIUM, eachBrowser } from '../support/browser.js';
import {
  accessibilityProblems,
  consoleSite,
  copyToClipboard,
  publish,
  visualBody,
} from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

interface SavedPost {
  title: { raw: string };
  content: { raw: string };
  status: string;
  link: string;
}

const toastOf = (page: Page, text: string) => page.locator('.toast', { hasText: text });
const idOf = (page: Page) => Number(/\/posts\/(\d+)/.exec(page.url())?.[1]);

/** Label or text of the element that has the focus. */
const focused = (page: Page) =>
  page.evaluate<string>(
    `(document.activeElement?.ariaLabel ?? document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.textContent ?? '').trim()`,
  );
const untilFocused = (page: Page, name: string) =>
  until(async () => (await focused(page)) === name, `“${name}” has the focus`);
const isInText = (page: Page) => page.evaluate<boolean>(`document.activeElement?.closest('.tox-edit-area') !== null`);

/** Moves the focus with a key until it is on the named element. */
async function moveTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press(key);
  }
  throw new Error(`20 times ${key} do not lead to “${name}”.`);
}

/** The content as it is stored. */
async function contentOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'HTML', exact: true }).click();
  const content = await page.getByLabel('Content as HTML').inputValue();
  await page.getByRole('button', { name: 'Visual', exact: true }).click();
  await page.locator('.visual[data-ready=true]').waitFor();
  return content;
}

/** Chooses an item of the menu that a slash opens. */
async function insert(page: Page, name: string): Promise<void> {
  await page.keyboard.type(`/${name.slice(0, 4).toLowerCase()}`);
  await page.locator('.tox-collection__item', { hasText: name }).first().waitFor();
  // The menu follows what is typed with a delay, and is not there for Enter while it changes.
  await wait(300);
  await page.keyboard.press('Enter');
  await page.locator('.tox-collection__item').first().waitFor({ state: 'detached' });
}

eachBrowser((browser) => {
  anyEngine((engine) => {
    const site = consoleSite(browser, engine, { SITE_PAGES: 'on' });
    const read = (id: number) => site.api<SavedPost>('GET', `wp/v2/posts/${id}?context=edit`);

    test('from the sign-in to the published post with the keyboard alone, without barriers', async () => {
      const { page } = await site.visit({ viewport: { width: 1360, height: 850 } });
      const { keyboard } = page;
      await page.goto(site.url());
      await untilFocused(page, 'Username or email address');
      expect(await accessibilityProblems(page)).toEqual([]);
      await keyboard.type(ADMIN.user);
      await keyboard.press('Tab');
      await keyboard.type(ADMIN.password);
      await keyboard.press('Enter');
      await page.locator('.shell').waitFor();
      await keyboard.press('Control+k');
      await untilFocused(page, 'Search or go to');
      await keyboard.type('new post');
      await page.getByRole('option', { name: 'New post' }).waitFor();
      await keyboard.press('Enter');
      await untilFocused(page, 'Title');
      await keyboard.type('By keyboard');
      await page.locator('.visual[data-ready=true]').waitFor();
      const toolbar = page.locator('.tox-toolbar__primary');
      for (const name of ['Link', 'Add media', 'Bullet list', 'Numbered list', 'Blockquote', 'Undo'])
        expect([name, await toolbar.getByRole('button', { name, exact: true }).isVisible()]).toEqual([name, true]);
      await keyboard.press('Tab');
      await until(() => isInText(page), 'the text has the focus');
      await moveTo(page, 'Title', 'Shift+Tab');
      await keyboard.press('Enter');
      await until(() => isInText(page), 'the text has the focus');
      await keyboard.type('Some text');
      await keyboard.press('Enter');
      await insert(page, 'Quote');
      await keyboard.type('Quoted');
      await until(async () => {
        // Again, if the editor still put the quotation in place.
        await keyboard.press('Alt+F10');
        return page.evaluate<boolean>(`document.activeElement?.closest('.tox-editor-header') !== null`);
      }, 'the toolbar has the focus');
      await moveTo(page, 'Bullet list', 'Tab');
      // The first press hides the tooltip.
      for (let presses = 0; presses < 2 && !(await isInText(page)); presses++) await keyboard.press('Escape');
      await until(() => isInText(page), 'the text has the focus again');
      expect(await accessibilityProblems(page)).toEqual([]);
      await keyboard.press('Control+s');
      await page.getByText('Saved', { exact: true }).first().waitFor();
      await moveTo(page, 'Publish', 'Shift+Tab');
      await keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Ready to publish?' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await keyboard.press('Enter');
      await toastOf(page, 'Published').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await read(idOf(page))).toMatchObject({
        status: 'publish',
        title: { raw: 'By keyboard' },
        content: { raw: 'Some text\n\n<blockquote><p>Quoted</p></blockquote>' },
      });
    });

    test('a scheduled post with two images, a gallery, an embed, a table and code, without touching HTML', async () => {
      for (const name of ['quay.png', 'mole.png', 'buoy.png']) await site.upload(name, await picture(120, 80));
      const { page } = await site.open('posts/new');
      const { keyboard } = page;
      const body = visualBody(page);
      const pick = async (item: string, ...names: string[]) => {
        await insert(page, item);
        const dialog = page.getByRole('dialog');
        for (const name of names) await dialog.getByRole('button', { name, exact: true }).click();
        await dialog.getByRole('button', { name: 'Insert' }).click();
        await dialog.waitFor({ state: 'detached' });
      };
      /** A new line at the end of the text, unless it ends with one. */
      const nextLine = async () => {
        await keyboard.press('Control+End');
        const isEmpty = await body.evaluate(
          `({ lastElementChild: last }) => last.textContent === '' && !last.querySelector('img')`,
        );
        if (!isEmpty) await keyboard.press('Enter');
      };
      await page.getByRole('textbox', { name: 'Title' }).fill('A day at the coast');
      await page.locator('.visual[data-ready=true]').waitFor();
      await keyboard.press('Enter');
      await keyboard.type('We left at dawn.');
      await nextLine();
      await pick('Image', 'quay');
      await body.locator('img[src*="quay"]').waitFor();
      await nextLine();
      await pick('Image', 'mole');
      await body.locator('img[src*="mole"]').waitFor();
      await nextLine();
      await pick('Gallery', 'quay', 'buoy');
      await body.locator('.np-gallery img').nth(1).waitFor();
      await nextLine();
      await insert(page, 'Embed');
      const embed = page.getByRole('dialog');
      await embed.getByRole('textbox').fill('https://video.example/watch/1');
      await keyboard.press('Enter');
      await body.locator('.np-embed').waitFor();
      await nextLine();
      await insert(page, 'Table');
      await body.locator('table').waitFor();
      await keyboard.type('Time');
      await keyboard.press('Tab');
      await keyboard.type('Height');
      await nextLine();
      await insert(page, 'Code');
      await body.locator('pre code').waitFor();
      await keyboard.type('tide(4)');
      await page.getByLabel('Publication date').fill('2035-06-01T08:30');
      await publish(page, 'Schedule');
      await toastOf(page, 'Scheduled').waitFor();
      const { content, status } = await read(idOf(page));
      expect(status).toBe('future');
      await page.getByLabel('Publication date').fill('2020-06-01T08:30');
      await page.getByRole('button', { name: 'Publish now' }).waitFor();
      const order = [
        'dawn',
        'quay.png',
        'mole.png',
        '[gallery ids="',
        '\nhttps://video.example/watch/1\n',
        '<table',
        'tide(4)',
      ];
      const places = order.map((part) => content.raw.indexOf(part));
      expect(places.every((place) => place >= 0)).toBe(true);
      expect([...places].sort((one, other) => one - other)).toEqual(places);
      expect(content.raw.match(/<img class="[^"]*\bwp-image-\d+"/g)).toHaveLength(2);
      expect(content.raw).toMatch(/<th[^>]*>Time<\/th>\s*<th[^>]*>Height<\/th>/);
      expect(content.raw).toContain('<pre><code class="language-plaintext">tide(4)</code></pre>');
    });

    test('below a gallery, an embed and a lone address there is a paragraph to type in', async () => {
      for (const name of ['crane.png', 'dock.png']) await site.upload(name, await picture(120, 80));
      const { page } = await site.open('posts/new');
      const { keyboard } = page;
      const body = visualBody(page);
      await page.getByRole('textbox', { name: 'Title' }).fill('Widgets');
      await page.locator('.visual[data-ready=true]').waitFor();
      await keyboard.press('Enter');
      await keyboard.type('/head');
      const heading = page.locator('.tox-collection__item', { hasText: 'Heading 2' });
      await heading.waitFor();
      expect((await heading.innerText()).trim()).toBe('Heading 2');
      for (let presses = 0; presses < '/head'.length; presses++) await keyboard.press('Backspace');
      await insert(page, 'Gallery');
      const picker = page.getByRole('dialog');
      for (const name of ['crane', 'dock']) await picker.getByRole('button', { name, exact: true }).click();
      await picker.getByRole('button', { name: 'Insert' }).click();
      await picker.waitFor({ state: 'detached' });
      await body.locator('.np-gallery img').nth(1).waitFor();
      await keyboard.type('After the gallery.');
      await keyboard.press('Enter');
      await insert(page, 'Embed');
      await page.getByRole('dialog').getByRole('textbox').fill('https://video.example/watch/1');
      await keyboard.press('Enter');
      await body.locator('.np-embed').waitFor();
      await keyboard.type('After the embed.');
      await keyboard.press('Enter');
      await keyboard.type('https://video.example/watch/2');
      await keyboard.press('Enter');
      await body.locator('.np-embed').nth(1).waitFor();
      await keyboard.type('After the address.');
      // A widget that is selected takes no text.
      await body.locator('.np-embed').first().click();
      await keyboard.press('Enter');
      await keyboard.type('Between');
      const [, gallery] = /(\[gallery [^\]]*\])/.exec(await contentOf(page)) ?? [];
      expect(await contentOf(page)).toBe(
        [
          ...[gallery, 'After the gallery.', 'https://video.example/watch/1', 'Between', 'After the embed.'],
          ...['https://video.example/watch/2', 'After the address.'],
        ].join('\n\n'),
      );
      const only = await site.api<{ id: number }>('POST', 'wp/v2/posts', { content: 'https://video.example/watch/3' });
      const { page: other } = await site.open(`posts/${only.id}`);
      await other.locator('.visual[data-ready=true]').waitFor();
      await visualBody(other).locator('.np-embed').click();
      await other.keyboard.type('Typed');
      expect(await contentOf(other)).toBe('https://video.example/watch/3\n\nTyped');
    });
  });
});

// Firefox says nothing of the requests' bodies, and reports what the page's policy blocks as an error of the page.
withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine);

    test('what other programs copy is pasted with Ctrl+V: bold text, pictures of theirs, Markdown', async () => {
      await site.upload('copied.png', await picture(120, 80));
      const [media] = await site.api<{ id: number; source_url: string }[]>('GET', 'wp/v2/media?search=copied');
      const { page } = await site.open('posts/new');
      await page.route('**/nestpress/v1/media/copies', (route) =>
        route.request().postData()?.includes('docs.example/1') === true
          ? route.fulfill({ status: 201, json: media })
          : route.fulfill({ status: 400, json: { code: 'http_request_failed', message: 'Not there.' } }),
      );
      await page.route('https://docs.example/**', (route) => route.abort());
      const { keyboard } = page;
      await page.getByRole('textbox', { name: 'Title' }).fill('Pasted');
      await page.locator('.visual[data-ready=true]').waitFor();
      const paste = async (content: Record<string, string>) => {
        await copyToClipboard(page, content);
        await visualBody(page).focus();
        await keyboard.press('Control+End');
        await keyboard.press('Control+v');
      };
      const span = (style: string, text: string) => `<span style="font-size:11pt;${style}">${text}</span>`;
      const image = '<img src="https://docs.example/1?key=2" width="624" height="416">';
      await paste({
        'text/html': `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38">${span('font-weight:700', 'Bold')}${span('', ' and ')}${span('font-style:italic;font-weight:400', 'italic')}</p><p>${span('', image)}</p><p>End</p></b>`,
        'text/plain': 'Bold and italic',
      });
      await visualBody(page).locator('img[src*="copied"]').waitFor();
      await keyboard.press('Enter');
      for (let lines = 0; lines < 30; lines++) await keyboard.press('Enter');
      const toolbar = page.getByRole('button', { name: 'Bold' });
      await until(async () => (await page.evaluate<number>('scrollY')) > 300, 'the page is scrolled');
      expect((await toolbar.boundingBox())!.y).toBeGreaterThanOrEqual(50);
      await keyboard.press('Control+End');
      await paste({ 'text/plain': '## Tides\n\nHigh **water** at [noon](https://example.org/).\n\n1. One\n2. Two\n' });
      await visualBody(page).locator('ol li').nth(1).waitFor();
      const content = await contentOf(page);
      expect(content).toMatch(/^<strong>Bold<\/strong> and <em>italic<\/em>\n\n<img class="[^"]*wp-image-\d+"/);
      expect(content).toContain(media!.source_url);
      expect(content).toMatch(/\n\nEnd\n\n(&nbsp;\n\n)*<h2>Tides<\/h2>/);
      expect(content).toContain('High <strong>water</strong> at <a href="https://example.org/">noon</a>.');
      expect(content).toContain('<ol>\n<li>One</li>\n<li>Two</li>\n</ol>');
    });

    test('a report of Word is pasted with Ctrl+V: headings, lists below each other, a table and footnotes', async () => {
      const { page } = await site.open('posts/new');
      await page.getByRole('textbox', { name: 'Title' }).fill('Report');
      await page.locator('.visual[data-ready=true]').waitFor();
      await copyToClipboard(page, {
        'text/html': readFileSync(join(import.meta.dirname, 'clipboard/word.in.html'), 'utf8'),
        'text/plain': 'Harbour report',
      });
      await visualBody(page).focus();
      await page.keyboard.press('Control+v');
      await visualBody(page).locator('#fn-1').waitFor();
      await page.keyboard.type(' Typed after it.');
      const content = (await contentOf(page)).replace(/\s*\n\s*/g, '');
      expect(content).not.toMatch(/mso|<o:p|style=/i);
      for (const part of [
        '<h2>Summary</h2>',
        'The <strong>ferry</strong> was late on <em>Monday</em>',
        '<ul><li>Boats<ul><li>Small ones</li></ul></li><li>Nets</li></ul>',
        '<td colspan="2">Boats</td>',
        '<h3>Order</h3><ul><li>Ropes</li></ul><ol><li>First<ul><li>Detail</li></ul></li><li>Second</li></ol>In between.<ol start="3"><li>Third</li></ol>',
        'The tide<sup id="fnref-1"><a href="#fn-1">1</a></sup> was high.',
        '<li id="fn-1">At <strong>noon</strong>.',
        'Typed after it.',
      ])
        expect(content).toContain(part);
    });
  });
});
