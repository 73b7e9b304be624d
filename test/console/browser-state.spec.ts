import { expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { ADMIN } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite, navigate, signIn, visualBody } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

interface SavedPost {
  id: number;
  title: { raw: string };
}

const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const storedIn = (page: Page) => page.evaluate('JSON.stringify({ ...localStorage })') as Promise<string>;

// What the console stores in the browser and sends to its other tabs does not depend on the database.
withProgram(CHROMIUM, (chromium) => {
  const site = consoleSite(chromium, 'sqlite');
  const create = (values: object) => site.api<SavedPost>('POST', 'wp/v2/posts', values);

  test('loses nothing when the tab is killed in the middle of writing', async () => {
    const { page, context } = await site.load('posts/new');
    await title(page).fill('Half a thought');
    await visualBody(page).click();
    await page.keyboard.type('This sentence is not fin');
    await until(async () => (await storedIn(page)).includes('not fin'), 'the text is stored in the browser');
    const again = await context.newPage();
    await page.goto('chrome://crash').catch(() => undefined);
    await again.goto(site.url('posts/new'));
    await again.getByText('have been restored from this browser').waitFor();
    expect(await title(again).inputValue()).toBe('Half a thought');
    await visualBody(again).getByText('This sentence is not fin').waitFor();
    await again.getByRole('button', { name: 'Save draft' }).click();
    await again.getByText('have been restored from this browser').waitFor({ state: 'detached' });
    await again.reload();
    await visualBody(again).getByText('This sentence is not fin').waitFor();
    expect(await again.getByText('have been restored from this browser').count()).toBe(0);
  });

  test('changes that were restored from the browser can be discarded', async () => {
    const { id } = await create({ title: 'As saved', content: 'Saved text', status: 'draft' });
    const { page } = await site.open(`posts/${id}`);
    await title(page).fill('Never saved');
    await until(async () => (await storedIn(page)).includes('Never saved'), 'the title is stored in the browser');
    await page.reload();
    await page.getByText('have been restored from this browser').waitFor();
    expect(await title(page).inputValue()).toBe('Never saved');
    await page.getByRole('button', { name: 'Discard them' }).click();
    await until(async () => (await title(page).inputValue()) === 'As saved', 'the saved title is shown');
    expect(await storedIn(page)).not.toContain('Never saved');
  });

  test('shows a sign-in dialog when the session has ended, and saves the unsaved changes', async () => {
    const { id } = await create({ title: 'Before', content: 'Text', status: 'draft' });
    const { page, context } = await site.load(`posts/${id}`);
    await title(page).fill('Typed before the session ended');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    expect(await title(page).inputValue()).toBe('Typed before the session ended');
    await signIn(page, ADMIN.user, ADMIN.password);
    await page.locator('.toast', { hasText: 'Saved' }).waitFor();
    const saved = await site.api<SavedPost>('GET', `wp/v2/posts/${id}?context=edit`);
    expect(saved.title.raw).toBe('Typed before the session ended');
  });

  test('what is changed in one tab is shown in another one without loading it again', async () => {
    const { page, context } = await site.open('posts?search=Seen');
    const listShows = (name: string) =>
      until(
        async () => (await page.locator('.row-title > :first-child').allTextContents()).join() === name,
        `the list shows ${name}`,
      );
    const other = await context.newPage();
    await other.goto(site.url('posts/new'));
    for (const text of ['Seen twice', 'Seen everywhere']) {
      await title(other).fill(text);
      await other.getByRole('button', { name: 'Save draft' }).click();
      await listShows(text);
    }
    const [, id] = /\/posts\/(\d+)$/.exec(other.url())!;

    // Two editors of the same post: the one without changes shows what the other one saves, and may save next.
    await navigate(page, site.url(`posts/${id}`));
    const shows = (tab: Page, text: string) =>
      until(async () => (await title(tab).inputValue()) === text, `the editor shows ${text}`);
    await shows(page, 'Seen everywhere');
    for (const [writer, reader, text] of [
      [other, page, 'Saved in the second tab'],
      [page, other, 'Saved in the first tab'],
    ] as const) {
      await title(writer).fill(text);
      await writer.getByRole('button', { name: 'Save draft' }).click();
      await shows(reader, text);
    }
    // Another browser sends nothing to these tabs: they look when they are seen again.
    await site.api('POST', `wp/v2/posts/${id}`, { title: 'Saved elsewhere', content: 'Text of another browser' });
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    await shows(page, 'Saved elsewhere');
    await visualBody(page).getByText('Text of another browser').waitFor();
    for (const tab of [page, other]) expect(await tab.getByRole('dialog').count()).toBe(0);
    await other.close();
  });

  test('the theme is switched by hand and stays', async () => {
    const { page } = await site.load();
    const themeOf = () => page.evaluate<string>('document.documentElement.dataset.theme');
    expect(await themeOf()).toBe('light');
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Use the light theme' }).waitFor();
    expect(await themeOf()).toBe('dark');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Media' }).waitFor();
  });
});
