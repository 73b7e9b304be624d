import { beforeAll, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { eachEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

interface Menu {
  items: { label: string; depth: number }[];
}

withProgram(CHROMIUM, (chromium) => {
  eachEngine((engine) => {
    const site = consoleSite(chromium, engine, { SITE_PAGES: 'on' });
    const items = (page: Page) => page.getByRole('list', { name: 'Items' }).locator('strong').allTextContents();
    const shows = (page: Page, ...expected: string[]) =>
      until(async () => JSON.stringify(await items(page)) === JSON.stringify(expected), `the menu is ${expected}`);
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
});
