import { expect, test } from '@jest/globals';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite } from '../support/console-browser.js';
import { polylangFiller } from '../support/polylang-site.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

interface Saved {
  id: number;
  lang: string;
  title: { raw: string };
  translations: Record<string, number>;
}

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine, { VARIANT: 'A' }, undefined, polylangFiller());
    const read = (id: number) => site.api<Saved>('GET', `wp/v2/posts/${id}?context=edit`);

    test('an entry shows its language, is translated, unlinked, and moved to another language', async () => {
      const post = await site.api<Saved>('POST', 'wp/v2/posts', { title: 'Tides', status: 'publish' });
      const { page } = await site.load(`posts/${post.id}`);
      const language = page.getByRole('combobox', { name: 'Language' });
      await language.waitFor();
      expect(await language.inputValue()).toBe('en');
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('button', { name: 'Translate into Français' }).click();
      await page.waitForURL((url) => url.pathname.includes('/posts/') && !url.pathname.endsWith(`/${post.id}`));
      const id = Number(new URL(page.url()).pathname.split('/').at(-1));
      await page.getByRole('link', { name: 'Edit the English translation' }).waitFor();
      expect(await read(id)).toMatchObject({ lang: 'fr', translations: { en: post.id, fr: id } });
      expect((await read(post.id)).translations).toEqual({ en: post.id, fr: id });

      await page.getByRole('button', { name: 'Unlink the English translation' }).click();
      await language.selectOption('ar');
      await page.keyboard.press('Control+s');
      await until(async () => (await read(id)).lang === 'ar');
      expect((await read(id)).translations).toEqual({ ar: id });
      expect((await read(post.id)).translations).toEqual({ en: post.id });
    });

    test('the page of an entry for fields has its language, too', async () => {
      const post = await site.api<Saved>('POST', 'wp/v2/posts', { title: 'Ebb', status: 'publish' });
      const { page } = await site.load(`posts/${post.id}/fields`);
      await page.getByRole('combobox', { name: 'Language' }).selectOption('fr');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await until(async () => (await read(post.id)).lang === 'fr');
      await page.getByRole('button', { name: 'Translate into English' }).click();
      await page.waitForURL((url) => /\/posts\/\d+$/.test(url.pathname));
    });
  });
});
