import { beforeAll, expect, test } from '@jest/globals';
import { defineContentType } from '../../src/content-model/declarations.js';
import { relation, rows } from '../../src/content-model/field-declarations.js';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';

const CONTENT = [
  defineContentType({ name: 'venue', label: 'Venues', restBase: 'venues', supports: ['title'] }),
  defineContentType({
    name: 'show',
    label: 'Shows',
    labels: { singular_name: 'Show' },
    restBase: 'shows',
    supports: ['title', 'author', 'custom-fields'],
    meta: {
      venue: relation({ to: 'venue', label: 'Venue', column: true }),
      starts: { type: 'string', format: 'date', label: 'Opens on', indexed: true, column: true, tab: 'Dates' },
      is_free: { type: 'boolean', label: 'Free', indexed: true },
      price: { type: 'number', minimum: 0, label: 'Price', when: [{ field: 'is_free', is: 'unset' }] },
      program: rows({ time: { type: 'string', format: 'time', label: 'Time' } }, { label: 'Programme' }),
    },
    statuses: { in_review: { label: 'In review', isQueue: true } },
    transitions: [
      { from: 'draft', to: 'in_review' },
      { from: 'in_review', to: 'publish' },
    ],
  }),
];

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine, {}, { content: CONTENT });
    const ids: number[] = [];

    beforeAll(async () => {
      const create = (path: string, body: object) => site.api<{ id: number }>('POST', path, body);
      for (const title of ['East wing', 'West wing'])
        ids.push((await create('wp/v2/venues', { title, status: 'publish' })).id);
      await create('wp/v2/shows', { title: 'Gold', meta: { venue: ids[0], starts: '2026-03-01', is_free: true } });
      await create('wp/v2/shows', {
        title: 'Maps',
        status: 'in_review',
        meta: { venue: ids[1], starts: '2026-01-01' },
      });
    });

    test('lists have the declared columns, filters, orders and statuses', async () => {
      const { page } = await site.open('content/shows');
      const titles = () => page.locator('table.entries tbody .row-title a').allTextContents();
      await page.getByRole('columnheader', { name: 'Venue' }).waitFor();
      await page.getByRole('cell', { name: 'East wing' }).waitFor();
      expect((await page.getByRole('row').allTextContents()).join()).toContain('Mar 1, 2026');
      await page.getByRole('button', { name: 'Opens on' }).click();
      await page.waitForURL(/orderby=meta\.starts/);
      await page.getByRole('combobox', { name: 'Venue', exact: true }).selectOption('West wing');
      await page.waitForURL(/meta-venue=/);
      await page.getByRole('cell', { name: 'East wing' }).waitFor({ state: 'detached' });
      expect(await titles()).toEqual(['Maps']);
      await page.getByRole('combobox', { name: 'Venue', exact: true }).selectOption('');
      await page
        .getByRole('link', { name: /In review/ })
        .or(page.getByRole('button', { name: /In review/ }))
        .first()
        .click();
      await page.waitForURL(/status=in_review/);
      await page.getByRole('cell', { name: 'East wing' }).waitFor({ state: 'detached' });
      expect(await titles()).toEqual(['Maps']);
      expect(await accessibilityProblems(page)).toEqual([]);
    });

    test('what waits for a review is on the overview', async () => {
      const { page } = await site.open();
      await page.getByRole('link', { name: 'Shows: In review (1)' }).click();
      await page.getByText('Maps').first().waitFor();
    });

    test('the editor offers the next statuses, a picker, tabs and conditions', async () => {
      const { page } = await site.open('content/shows/new');
      await page.getByLabel('Title').first().fill('Silver');
      expect(await page.getByLabel('Status').locator('option').allTextContents()).toEqual(['Draft', 'In review']);
      const picker = page.getByRole('combobox', { name: /Venue/ });
      await picker.fill('West');
      await page.getByRole('option', { name: 'West wing' }).click();
      await page.getByLabel('Price').waitFor();
      await page.getByLabel('Free').check();
      await page.getByLabel('Price').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Dates' }).click();
      await page.getByLabel('Opens on').fill('2026-05-01');
      await page.getByLabel('Status').selectOption('In review');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.locator('.toast', { hasText: /^Saved/ }).waitFor();
      const [show] = await site.api<{ status: string; meta: object }[]>(
        'GET',
        'wp/v2/shows?search=Silver&status=any&context=edit',
      );
      expect(show).toMatchObject({ status: 'in_review', meta: { venue: ids[1], is_free: true, starts: '2026-05-01' } });
    });
  });
});
