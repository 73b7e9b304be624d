import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { defineConsoleExtension, defineMeta } from '../../src/content-model/declarations.js';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';

const SCRIPT = join(import.meta.dirname, '../../examples/opening-hours/opening-hours.browser.js');
const CONTENT = [
  defineMeta({
    object: 'post',
    subtype: 'page',
    key: 'opening_hours',
    type: 'object',
    properties: { mo: { type: 'string' }, tu: { type: 'string' } },
  }),
  defineConsoleExtension({
    name: 'opening-hours',
    module: pathToFileURL(SCRIPT),
    capability: 'edit_pages',
    page: { title: 'Opening hours' },
    card: { title: 'Opening hours' },
    fields: ['opening_hours'],
  }),
];

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine, {}, { content: CONTENT });

    test('an extension has a card, a navigation entry with its page, and an editor of its meta value', async () => {
      const { page } = await site.open();
      await page.getByText('0 places have opening hours.').waitFor();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Opening hours' }).click();
      await page.getByRole('heading', { name: 'Opening hours', level: 1 }).waitFor();
      await page.getByLabel('Monday').first().fill('9–12');
      await page.getByRole('button', { name: 'Save' }).first().click();
      await page.getByText(/The opening hours of .* are saved\./).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();
      await page.getByText('1 places have opening hours.').waitFor();
    });

    test('who lacks the capability sees nothing of it', async () => {
      await site.createUser('author', 'author');
      const { page } = await site.open('', 'author');
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      expect(await page.getByText('Opening hours').count()).toBe(0);
    });
  });
});
