import { expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite, copyToClipboard, visualBody } from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

interface SavedPost {
  id: number;
  content: { raw: string };
}

const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const untilSaved = (page: Page) => page.locator('.editor-state', { hasText: /^Saved$/ }).waitFor();

/** In the page: counts how often the text as a whole is turned into what is stored. */
const countReads = `
  globalThis.reads = 0;
  const { parseFromString } = DOMParser.prototype;
  DOMParser.prototype.parseFromString = function (text, type) {
    if (text.length > 100_000) globalThis.reads++;
    return parseFromString.call(this, text, type);
  };
`;

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine);
    const create = (values: object) => site.api<SavedPost>('POST', 'wp/v2/posts', values);
    const read = (id: number) => site.api<SavedPost>('GET', `wp/v2/posts/${id}?context=edit`);

    test('lines that are pasted into a title are one line, in place; what is inserted into HTML can be undone', async () => {
      await site.upload('reed.png', await picture(40, 30));
      const { page } = await site.open('posts/new');
      const { keyboard } = page;
      await page.locator('.visual[data-ready=true]').waitFor();
      await copyToClipboard(page, { 'text/html': '<b>high</b><p>water</p>', 'text/plain': 'high\n\nwater\n' });
      await title(page).focus();
      await keyboard.type('At  mark');
      for (let presses = 0; presses < ' mark'.length; presses++) await keyboard.press('ArrowLeft');
      await keyboard.press('Control+v');
      await keyboard.type('!');
      expect(await title(page).inputValue()).toBe('At high water! mark');
      await page.getByRole('button', { name: 'HTML', exact: true }).click();
      const html = page.getByLabel('Content as HTML');
      await html.focus();
      await keyboard.type('Before\n\n\n\nAfter');
      for (let presses = 0; presses < '\n\nAfter'.length; presses++) await keyboard.press('ArrowLeft');
      await page.locator('.content-bar').getByRole('button', { name: 'Add media' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'reed', exact: true }).click();
      await dialog.getByRole('button', { name: 'Insert' }).click();
      await until(async () => (await html.inputValue()).includes('reed.png'), 'the image is inserted');
      await keyboard.type(' in between');
      expect(await html.inputValue()).toMatch(/^Before\n\n<img [^>]*reed\.png[^>]*> in between\n\nAfter$/);
      for (let presses = 0; presses < 30 && (await html.inputValue()).includes('<img'); presses++)
        await keyboard.press('Control+z');
      expect(await html.inputValue()).toBe('Before\n\n\n\nAfter');
    });

    test('what was done can be undone after a look at the HTML, and what was changed there is one step', async () => {
      const { id } = await create({ title: 'Steps', content: 'First', status: 'draft' });
      const { page } = await site.open(`posts/${id}`);
      const { keyboard } = page;
      const body = visualBody(page);
      const show = async (mode: 'HTML' | 'Visual') => {
        await page.getByRole('button', { name: mode, exact: true }).click();
        await (mode === 'HTML' ? source : page.locator('.visual[data-ready=true]')).waitFor();
      };
      const source = page.getByLabel('Content as HTML');
      await page.locator('.visual[data-ready=true]').waitFor();
      await body.getByText('First').click();
      await keyboard.press('Control+End');
      await keyboard.press('Enter');
      await keyboard.type('Second');
      await show('HTML');
      expect(await source.inputValue()).toBe('First\n\nSecond');
      await show('Visual');
      await body.getByText('Second').click();
      for (let presses = 0; presses < 4 && (await body.innerText()).includes('Second'); presses++)
        await keyboard.press('Control+z');
      await body.getByText('Second').waitFor({ state: 'detached' });
      for (let presses = 0; presses < 4 && !(await body.innerText()).includes('Second'); presses++)
        await keyboard.press('Control+y');
      await body.getByText('Second').waitFor();

      await show('HTML');
      await source.focus();
      await keyboard.press('Control+End');
      await keyboard.type('\n\n<h2>Third</h2>');
      await show('Visual');
      await body.getByRole('heading', { name: 'Third' }).click();
      await keyboard.press('Control+z');
      await body.getByRole('heading', { name: 'Third' }).waitFor({ state: 'detached' });
      await body.getByText('Second').waitFor();
      await keyboard.press('Control+y');
      await body.getByRole('heading', { name: 'Third' }).waitFor();
      // A look at the text as it is shown does not empty what can be undone in the HTML.
      await show('HTML');
      await source.focus();
      for (let presses = 0; presses < 30 && (await source.inputValue()).includes('<'); presses++)
        await keyboard.press('Control+z');
      expect(await source.inputValue()).toBe('First\n\nSecond');
      await page.getByRole('button', { name: 'Save draft', exact: true }).click();
      await untilSaved(page);
      expect((await read(id)).content.raw).toBe('First\n\nSecond');
    });

    test('in a very long text not every key reads all of it, and a save has the last one', async () => {
      const paragraph = 'The harbour master wrote down every boat that came in with the tide. '.repeat(8);
      const content = Array.from({ length: 400 }, (_, index) => `${index} ${paragraph}`.trim()).join('\n\n');
      const { id } = await create({ title: 'Annals', content, status: 'draft' });
      const { page } = await site.open(`posts/${id}`);
      await page.locator('.visual[data-ready=true]').waitFor();
      await visualBody(page)
        .getByText(/^0 The/)
        .click();
      await page.keyboard.press('Control+Home');
      await page.evaluate(countReads);
      const typed = 'In the beginning there was a quay and nothing else. ';
      await page.keyboard.type(typed);
      await page.keyboard.press('Control+s');
      await untilSaved(page);
      expect((await read(id)).content.raw).toBe(typed + content);
      expect(await page.evaluate<number>('globalThis.reads')).toBeLessThan(typed.length);
    });

    test('text that is dragged to another place is moved without styles, and moved back by one undo', async () => {
      const { id } = await create({ title: 'Moved', content: 'Alpha beta\n\n<h2>Second</h2>', status: 'draft' });
      const { page } = await site.open(`posts/${id}`);
      const { keyboard, mouse } = page;
      await page.locator('.visual[data-ready=true]').waitFor();
      const text = visualBody(page).getByText('Alpha beta');
      const heading = visualBody(page).getByRole('heading');
      await text.dblclick({ position: { x: 12, y: 10 } });
      const [from, to] = [(await text.boundingBox())!, (await heading.boundingBox())!];
      await mouse.move(from.x + 12, from.y + 10);
      await mouse.down();
      await mouse.move(to.x + 60, to.y + 12, { steps: 8 });
      await mouse.move(to.x + to.width - 4, to.y + 12, { steps: 4 });
      await mouse.up();
      await heading.filter({ hasText: 'SecondAlpha' }).waitFor();
      await keyboard.press('Control+s');
      await untilSaved(page);
      expect((await read(id)).content.raw).toMatch(/^(&nbsp;| )?beta\n\n<h2>SecondAlpha<\/h2>$/);
      await keyboard.press('Control+z');
      await keyboard.press('Control+s');
      await untilSaved(page);
      expect((await read(id)).content.raw).toBe('Alpha beta\n\n<h2>Second</h2>');
    });

    test('a picture with a caption gets a link, and Enter leaves its caption', async () => {
      await site.upload('mole.png', await picture(64, 40));
      const [media] = await site.api<{ id: number; source_url: string }[]>('GET', 'wp/v2/media?search=mole');
      const image = `<img class="size-full wp-image-${media!.id}" src="${media!.source_url}" alt="Mole" width="64" height="40">`;
      const caption = (content: string, text: string) =>
        `[caption id="attachment_${media!.id}" align="alignnone" width="64"]${content} ${text}[/caption]`;
      const { id } = await create({ title: 'Mole', content: caption(image, 'The mole'), status: 'draft' });
      const { page } = await site.open(`posts/${id}`);
      const { keyboard } = page;
      await page.locator('.visual[data-ready=true]').waitFor();
      await visualBody(page).locator('img').click();
      await keyboard.press('Control+k');
      const dialog = page.getByRole('dialog', { name: 'Link' });
      await dialog.waitFor();
      await keyboard.type('https://example.org/mole');
      await keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await visualBody(page).getByText('The mole').click();
      await keyboard.press('End');
      await keyboard.type(' at noon');
      await keyboard.press('Enter');
      await keyboard.type('Below it.');
      await keyboard.press('Control+s');
      await untilSaved(page);
      expect((await read(id)).content.raw).toBe(
        `${caption(`<a href="https://example.org/mole">${image}</a>`, 'The mole at noon')}\n\nBelow it.`,
      );
      await visualBody(page).locator('img').click();
      await keyboard.press('Control+k');
      await dialog.getByRole('button', { name: 'Remove the link' }).click();
      await dialog.waitFor({ state: 'detached' });
      await keyboard.press('Control+s');
      await untilSaved(page);
      expect((await read(id)).content.raw).toBe(`${caption(image, 'The mole at noon')}\n\nBelow it.`);
    });
  });
});
