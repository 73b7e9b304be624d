import { beforeAll, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

interface Menu {
  items: { label: string; depth: number }[];
}

const items = (page: Page) => page.getByRole('list', { name: 'Items' }).locator('strong').allTextContents();
const shows = (page: Page, ...expected: string[]) =>
  until(async () => JSON.stringify(await items(page)) === JSON.stringify(expected), `the menu is ${expected}`);

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine, { SITE_PAGES: 'on' });
    const stored = async () => {
      const [menu] = await site.api<Menu[]>('GET', 'nestpress/v1/menus');
      return menu!.items.map(({ label, depth }) => `${'-'.repeat(depth)}${label}`);
    };

    beforeAll(async () => {
      for (const title of ['About us', 'Prices'])
        await site.api('POST', 'wp/v2/pages', { title, status: 'publish', content: 'x' });
    });

    test('a menu is written with the keyboard, reordered by dragging, and shown in the header of the site', async () => {
      const { page } = await site.open('menus');
      await page.getByRole('button', { name: 'New menu' }).click();
      await page.getByLabel('Name of the menu').fill('Header');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Add “About us”' }).click();
      await page.getByRole('button', { name: 'Add “Prices”' }).click();
      await page.getByLabel('What to add').selectOption('Link');
      await page.getByLabel('Text').fill('Shop');
      await page.getByLabel('Address').fill('https://shop.example/');
      await page.keyboard.press('Enter');
      await shows(page, 'About us', 'Prices', 'Shop');
      await page.getByRole('button', { name: 'Move “Shop”, level 1' }).focus();
      await page.keyboard.press('ArrowUp');
      await shows(page, 'About us', 'Shop', 'Prices');
      await page.getByRole('button', { name: 'Move “Shop”, level 1' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.press('ArrowRight');
      await page.getByRole('button', { name: 'Move “Shop”, level 2' }).and(page.locator(':focus')).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.toast', { hasText: 'Saved' }).waitFor();
      expect(await stored()).toEqual(['About us', '-Shop', 'Prices']);
      const rows = page.locator('.menu-item');
      await rows.nth(2).dragTo(rows.nth(0));
      await shows(page, 'Prices', 'About us', 'Shop');
      await page.getByRole('button', { name: 'Save' }).click();
      await until(async () => (await stored())[0] === 'Prices', 'the order is stored');
      const { page: visitor } = await site.visit();
      await visitor.goto(site.site.url);
      const links = await visitor.locator('header nav a').allTextContents();
      expect(links.map((text) => text.trim()).filter((text) => text !== '')).toEqual(['Prices', 'About us', 'Shop']);
    });
  });

  anyEngine((engine) => {
    const site = consoleSite(chromium, engine, { SITE_PAGES: 'on', VARIANT: 'C' });
    const content = async (id: number) => {
      const { content: stored } = await site.api<{ content: { raw: string } }>(
        'GET',
        `wp/v2/navigation/${id}?context=edit`,
      );
      return stored.raw;
    };
    const SOCIAL =
      '<!-- wp:social-links -->\n<ul class="wp-block-social-links"><!-- wp:social-link {"url":"https://x.example","service":"x"} /--></ul>\n<!-- /wp:social-links -->';

    test('a navigation made of blocks is edited item by item, and what the editor does not know stays as it is', async () => {
      const about = await site.api<{ id: number; link: string }>('POST', 'wp/v2/pages', {
        title: 'About us',
        status: 'publish',
        content: 'x',
      });
      const { id } = await site.api<{ id: number }>('POST', 'wp/v2/navigation', {
        title: 'Top',
        status: 'publish',
        content: [
          '<!-- wp:navigation-link {"label":"Tea \\u0026amp; cake","url":"/tea","kind":"custom","isTopLevelLink":true,"rel":"me"} /-->',
          '<!-- wp:page-list /-->',
          SOCIAL,
          '<!-- wp:navigation-submenu {"label":"More","url":"/more","kind":"custom"} -->\n<!-- wp:navigation-link {"label":"Deep","url":"/deep","kind":"custom"} /-->\n<!-- /wp:navigation-submenu -->',
        ].join('\n\n'),
      });
      const before = await content(id);
      const { page } = await site.open('menus');
      await page.getByRole('button', { name: 'Top (blocks)' }).click();
      await shows(page, 'Tea & cake', 'All pages', 'Block “social-links”', 'More', 'Deep');
      expect(await accessibilityProblems(page)).toEqual([]);
      const nav = page.getByRole('navigation').first();
      for (const name of ['Navigation Menus', 'Pattern Categories'])
        expect(await nav.getByRole('link', { name, exact: true }).count()).toBe(0);
      await page.getByRole('button', { name: 'Add “About us”' }).click();
      await page.getByRole('button', { name: 'Remove “About us”' }).click();
      await page.getByRole('button', { name: 'Edit “Deep”' }).click();
      await page.getByRole('dialog').getByLabel('Text').fill('Deeper');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Save' }).click();
      await until(
        async () => (await content(id)) === before.replace('"Deep"', '"Deeper"'),
        'only the text has changed',
      );
      await page.getByRole('button', { name: 'Add “About us”' }).click();
      await page.getByRole('button', { name: 'Move “About us”, level 1' }).focus();
      await page.keyboard.press('ArrowUp');
      await shows(page, 'Tea & cake', 'All pages', 'Block “social-links”', 'About us', 'More', 'Deeper');
      await page.getByRole('button', { name: 'Move “Tea & cake”, level 1' }).focus();
      for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowDown');
      await shows(page, 'All pages', 'Block “social-links”', 'About us', 'Tea & cake', 'More', 'Deeper');
      await page.keyboard.press('ArrowRight');
      await page.getByRole('button', { name: 'Move “Tea & cake”, level 2' }).waitFor();
      const rows = page.locator('.menu-item');
      await rows.nth(4).dragTo(rows.nth(0));
      await shows(page, 'More', 'Deeper', 'All pages', 'Block “social-links”', 'About us', 'Tea & cake');
      await page.getByRole('button', { name: 'Remove “Deeper”' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      const expected = [
        '<!-- wp:navigation-link {"label":"More","url":"/more","kind":"custom"} /-->',
        '<!-- wp:page-list /-->',
        SOCIAL,
        `<!-- wp:navigation-submenu {"label":"About us","type":"page","id":${about.id},"url":"${about.link}","kind":"post-type"} -->`,
      ].join('\n\n');
      const below =
        '<!-- wp:navigation-link {"label":"Tea \\u0026amp; cake","url":"/tea","kind":"custom","rel":"me"} /-->';
      const written = `${expected}\n${below}\n<!-- /wp:navigation-submenu -->`;
      await until(async () => (await content(id)) === written, 'the menu is stored');
      const { page: visitor } = await site.visit();
      await visitor.goto(site.site.url);
      const links = (await visitor.locator('header nav a').allTextContents()).map((text) => text.trim());
      expect(links).toEqual(expect.arrayContaining(['More', 'About us', 'Tea & cake']));
    });
  });
});
