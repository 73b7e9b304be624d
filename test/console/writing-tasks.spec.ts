import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { ADMIN, anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite, visualBody } from '../support/console-browser.js';
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

/** Chooses an item of the menu that a slash opens. */
async function insert(page: Page, name: string): Promise<void> {
  await page.keyboard.type(`/${name.slice(0, 4).toLowerCase()}`);
  await page.locator('.tox-collection__item', { hasText: name }).first().waitFor();
  // The menu follows what is typed with a delay, and is not there for Enter while it changes.
  await wait(300);
  await page.keyboard.press('Enter');
  await page.locator('.tox-collection__item').first().waitFor({ state: 'detached' });
}

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine, { SITE_PAGES: 'on' });
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
      await page.getByRole('button', { name: 'Schedule', exact: true }).click();
      await toastOf(page, 'Scheduled').waitFor();
      const { content, status } = await read(idOf(page));
      expect(status).toBe('future');
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
  });
});
