import { beforeAll, expect, test } from '@jest/globals';
import { defineConsoleExtension, defineContentType, defineRole } from '../../src/content-model/declarations.js';
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
      { from: 'in_review', to: 'draft' },
      { from: 'in_review', to: 'publish', capability: 'approve_shows' },
    ],
  }),
  defineRole({ name: 'administrator', capabilities: ['approve_shows'] }),
  defineConsoleExtension({
    name: 'desk',
    actions: [
      {
        name: 'make-free',
        on: ['show'],
        label: 'Make free',
        confirm: 'Nobody pays any more.',
        done: 'Admission is free.',
        undo: 'charge',
        run: (list, { entries }) => setFree(list, entries('show'), true),
      },
      {
        name: 'charge',
        on: ['show'],
        label: 'Charge',
        done: 'Admission is paid.',
        isHidden: true,
        run: (list, { entries }) => setFree(list, entries('show'), false),
      },
    ],
    panels: [
      {
        name: 'others',
        title: 'Other shows',
        on: ['show'],
        actions: ['make-free'],
        async rows(id, { entries }) {
          const { items } = await entries('show').find({ exclude: [id], context: 'edit', status: 'any' });
          return items.map((item) => ({
            label: String(item.status),
            value: (item.title as { raw: string }).raw,
            url: `content/shows/${String(item.id)}`,
          }));
        },
      },
    ],
  }),
];

async function setFree(
  ids: readonly number[],
  shows: { update(id: number, values: object): Promise<unknown> },
  isFree: boolean,
): Promise<void> {
  for (const id of ids) await shows.update(id, { meta: { is_free: isFree } });
}

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

    test('an action of a module is asked for, done and undone', async () => {
      const { page } = await site.open('content/shows');
      const { id } = await site.api<{ id: number }>('POST', 'wp/v2/shows', { title: 'Glass' });
      const isFree = async () =>
        (await site.api<{ meta: { is_free: boolean } }>('GET', `wp/v2/shows/${id}?context=edit`)).meta.is_free;
      await page.reload();
      await page.getByRole('checkbox', { name: 'Select “Glass”' }).check();
      await page.getByRole('group', { name: 'Bulk action' }).getByRole('button', { name: 'Make free' }).click();
      const question = page.getByRole('dialog', { name: 'Make free' });
      await question.getByText('Nobody pays any more.').waitFor();
      await question.getByRole('button', { name: 'Make free' }).click();
      await page.getByText('Admission is free.').waitFor();
      expect(await isFree()).toBe(true);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Admission is paid.').waitFor();
      expect(await isFree()).toBe(false);
    });

    test('the editor has the panels of modules, with links and actions', async () => {
      const [show] = await site.api<{ id: number }[]>('GET', 'wp/v2/shows?search=Gold&context=edit&status=any');
      const { page } = await site.open(`content/shows/${show!.id}`);
      const heading = page.getByRole('heading', { name: 'Other shows' });
      await heading.waitFor();
      await page.getByRole('button', { name: 'Make free' }).waitFor();
      await page.getByRole('link', { name: 'Maps' }).click();
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Maps');
    });

    test('what waits for a decision is on a page, with what can be decided', async () => {
      const { page } = await site.open('review');
      await page.getByRole('heading', { name: 'Shows: In review' }).waitFor();
      await page.getByRole('link', { name: 'Maps' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('button', { name: 'Publish: Maps' }).click();
      await page.getByText('Maps: Published').waitFor();
      await page.getByRole('link', { name: 'Maps' }).waitFor({ state: 'detached' });
      const [show] = await site.api<{ status: string }[]>('GET', 'wp/v2/shows?search=Maps');
      expect(show!.status).toBe('publish');
    });

    test('who decides about nothing has no such page', async () => {
      await site.createUser('author', 'author');
      const { page } = await site.open('', 'author');
      const navigation = page.getByRole('navigation', { name: 'Main' });
      await navigation.getByRole('link', { name: 'Shows' }).waitFor();
      expect(await navigation.getByRole('link', { name: 'Review' }).count()).toBe(0);
    });
  });
});
