import { expect, test } from '@jest/globals';
import { Database } from '../../src/database/database.js';
import { PostMeta } from '../../src/database/entities/index.js';
import { type GroupRow, rule, storeGroups, storeOptionsPage } from '../support/acf-site.js';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite } from '../support/console-browser.js';
import { pluginFiller } from '../support/plugin-site.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

const GROUPS: readonly GroupRow[] = [
  {
    title: 'Event',
    location: [[rule('post_type', 'post')]],
    fields: [
      { name: 'subtitle', type: 'text', settings: { required: 1, instructions: 'Below the title' } },
      { name: 'colour', type: 'select', settings: { choices: { red: 'Red', blue: 'Blue' }, allow_null: 1 } },
      { name: 'day', type: 'date_picker' },
      { name: 'ticketed', type: 'true_false' },
      {
        name: 'price',
        type: 'number',
        settings: { conditional_logic: [[{ field: 'field_ticketed', operator: '==', value: '1' }]] },
      },
      { name: 'related', type: 'relationship', settings: { post_type: ['post'] } },
      {
        name: 'stops',
        type: 'repeater',
        settings: { button_label: 'Add a stop' },
        fields: [
          { name: 'place', type: 'text' },
          {
            name: 'fee',
            type: 'number',
            settings: { conditional_logic: [[{ field: 'field_ticketed', operator: '==', value: '1' }]] },
          },
        ],
      },
      {
        name: 'parts',
        type: 'flexible_content',
        settings: { layouts: [{ key: 'layout_1', name: 'quote', label: 'Quote' }] },
        fields: [{ name: 'words', type: 'textarea', settings: { parent_layout: 'layout_1' } }],
      },
      { name: 'more', type: 'tab' },
      { name: 'website', type: 'link' },
    ],
  },
  {
    title: 'Internal',
    isHidden: true,
    location: [[rule('post_type', 'post')]],
    fields: [{ name: 'remark', type: 'text' }],
  },
  { title: 'Tint', location: [[rule('taxonomy', 'category')]], fields: [{ name: 'tint', type: 'text' }] },
  { title: 'Person', location: [[rule('user_form', 'all')]], fields: [{ name: 'motto', type: 'text' }] },
  {
    title: 'Contact',
    isHidden: true,
    location: [[rule('options_page', 'site-facts')]],
    fields: [
      { name: 'phone', type: 'text', settings: { required: 1 } },
      { name: 'offices', type: 'repeater', fields: [{ name: 'town', type: 'text' }] },
    ],
  },
];

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(
      chromium,
      engine,
      { VARIANT: 'A' },
      {},
      pluginFiller('secure-custom-fields/secure-custom-fields.php', {}, async (database) => {
        await storeGroups(database, GROUPS);
        const settings = { page_title: 'Site facts', menu_slug: 'site-facts', capability: 'edit_others_posts' };
        await storeOptionsPage(database, 'Site facts', settings);
      }),
    );
    const rowsOf = async (owner: number) => {
      const rows = await site.site.app.get(Database).manager.find(PostMeta, { where: { owner } });
      return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    };

    test('groups of custom fields are edited with the keyboard, and stored as the plugin does', async () => {
      const { id: other } = await site.api<{ id: number }>('POST', 'wp/v2/posts', {
        title: 'Harbour',
        status: 'publish',
      });
      const { id } = await site.api<{ id: number }>('POST', 'wp/v2/posts', { title: 'Festival' });
      const { page } = await site.open(`posts/${id}`, 'admin');
      const type = async (label: string, text: string) => {
        await page.getByLabel(label, { exact: true }).focus();
        await page.keyboard.type(text);
      };
      const publish = async () => {
        await page.getByRole('button', { name: 'Publish', exact: true }).focus();
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).focus();
        await page.keyboard.press('Enter');
      };
      await page.getByText('Below the title').waitFor();
      await type('colour', 'b');
      await type('day', '02292024');
      expect(await page.getByLabel('price', { exact: true }).count()).toBe(0);
      await page.getByLabel('ticketed').focus();
      await page.keyboard.press('Space');
      await type('price', '12.5');
      await page.getByRole('combobox', { name: 'Find for related' }).focus();
      await page.keyboard.type('Harb');
      const options = page.getByRole('listbox', { name: 'related' }).getByRole('option');
      await until(async () => /^Harbour[^\0]*$/.test((await options.allInnerTexts()).join('\0')), 'one entry is found');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove Harbour' }).waitFor();
      const stops = page.getByRole('group', { name: 'stops' });
      for (const place of ['Pier', 'Lighthouse']) {
        await stops.getByRole('button', { name: 'Add a stop' }).focus();
        await page.keyboard.press('Enter');
        await stops.getByLabel('place').last().focus();
        await page.keyboard.type(place);
        await page.keyboard.press('Tab');
        await page.keyboard.type('3');
      }
      await stops.getByRole('button', { name: 'Move Lighthouse, position 2 of 2' }).focus();
      await page.keyboard.press('ArrowUp');
      await page.getByRole('group', { name: 'parts' }).getByRole('button', { name: 'Quote' }).focus();
      await page.keyboard.press('Enter');
      await type('words', 'Ahoy');
      await page.getByRole('button', { name: 'more', exact: true }).focus();
      await page.keyboard.press('Enter');
      await type('Address', 'https://festival.test/');
      await type('remark', 'not for visitors');
      expect(await accessibilityProblems(page)).toEqual([]);

      // The required field blocks publishing, with its message, and not the draft.
      await publish();
      await page.locator('.toast', { hasText: 'Not saved' }).waitFor();
      await page.getByRole('button', { name: /^General/ }).focus();
      await page.keyboard.press('Enter');
      await page.locator('.field', { hasText: 'subtitle' }).locator('.field-error').waitFor();
      await type('subtitle *', 'Three days');
      await publish();
      await page.locator('.toast', { hasText: 'Published' }).waitFor();

      expect(await rowsOf(id)).toMatchObject({
        subtitle: 'Three days',
        _subtitle: 'field_subtitle',
        colour: 'blue',
        day: '20240229',
        ticketed: '1',
        price: '12.5',
        related: `a:1:{i:0;s:${String(other).length}:"${other}";}`,
        stops: '2',
        stops_0_place: 'Lighthouse',
        stops_0_fee: '3',
        stops_1_place: 'Pier',
        _stops_1_place: 'field_stops_place',
        parts: 'a:1:{i:0;s:5:"quote";}',
        parts_0_words: 'Ahoy',
        website: 'a:3:{s:5:"title";s:0:"";s:3:"url";s:22:"https://festival.test/";s:6:"target";s:0:"";}',
        remark: 'not for visitors',
      });
      const { acf } = await site.api<{ acf: Record<string, unknown> }>('GET', `wp/v2/posts/${id}`);
      expect(acf).toMatchObject({
        price: 12.5,
        stops: [
          { place: 'Lighthouse', fee: 3 },
          { place: 'Pier', fee: 3 },
        ],
      });
      expect(acf).not.toHaveProperty('remark');

      // A second save sends what changed since.
      await stops.getByRole('button', { name: 'Remove Pier' }).focus();
      await page.keyboard.press('Enter');
      const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/posts/'));
      await page.getByRole('button', { name: 'Update', exact: true }).click();
      const { acf_form: changed } = (await sent).postDataJSON() as { acf_form: object };
      expect(Object.keys(changed)).toEqual(['stops']);
      await page.locator('.toast', { hasText: /^Saved/ }).waitFor();
      const rows = await rowsOf(id);
      expect(rows.stops).toBe('1');
      expect(rows).not.toHaveProperty('stops_1_place');
    });

    test('a page of its own has the fields alone, for entries of the block editor', async () => {
      const content = '<!-- wp:paragraph --><p>Kept</p><!-- /wp:paragraph -->';
      const values = { title: 'Blocks', content, status: 'publish', acf_form: { subtitle: 'Early' } };
      const { id } = await site.api<{ id: number }>('POST', 'wp/v2/posts', values);
      const { page } = await site.open(`posts/${id}/fields`, 'admin');
      await page.getByRole('heading', { name: 'Custom fields and language' }).waitFor();
      const subtitle = page.getByRole('textbox', { name: 'subtitle' });
      expect(await subtitle.inputValue()).toBe('Early');
      await subtitle.fill('Late');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.locator('.toast', { hasText: /^Saved/ }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      const saved = await site.api<{ acf_form: object; content: { raw: string } }>(
        'GET',
        `wp/v2/posts/${id}?context=edit&_fields=acf_form,content`,
      );
      expect(saved).toMatchObject({ acf_form: { subtitle: 'Late' }, content: { raw: content } });
      await page.getByRole('link', { name: 'Blocks' }).waitFor();
    });

    test('an options page is edited by those who have its capability', async () => {
      await site.createUser('editor', 'editor');
      await site.createUser('author', 'author');
      const { page } = await site.open('', 'editor');
      await page.getByRole('link', { name: 'Site facts' }).click();
      await page.getByRole('heading', { name: 'Site facts' }).waitFor();
      const offices = page.getByRole('group', { name: 'offices' });
      await offices.getByRole('button', { name: /^Add/ }).click();
      await offices.getByLabel('town').fill('Kiel');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.locator('.field', { hasText: 'phone' }).locator('.field-error').waitFor();
      await page.getByLabel('phone').fill('0431');
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.locator('.toast', { hasText: /^Saved/ }).waitFor();
      const { acf_form: stored } = await site.api<{ acf_form: object }>('GET', 'nestpress/v1/options-pages/site-facts');
      expect(stored).toEqual({ phone: '0431', offices: [{ town: 'Kiel' }] });
      await page.reload();
      expect(await page.getByLabel('phone').inputValue()).toBe('0431');

      const { page: other } = await site.open('', 'author');
      await other.getByRole('navigation').first().waitFor();
      expect(await other.getByRole('link', { name: 'Site facts' }).count()).toBe(0);
      await other.goto(page.url());
      await other.getByText('There is no such page').waitFor();
    });

    test('terms and users have their groups', async () => {
      const { page } = await site.open('terms/categories', 'admin');
      await page.getByRole('button', { name: 'Uncategorized' }).click();
      await page.getByRole('textbox', { name: 'tint' }).fill('navy');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const [term] = await site.api<{ acf: object }[]>('GET', 'wp/v2/categories?slug=uncategorized');
      expect(term!.acf).toEqual({ tint: 'navy' });
      await page.goto(page.url().replace(/\/terms\/.*$/, '/profile'));
      await page.getByRole('textbox', { name: 'motto' }).fill('Steady');
      await page.getByRole('button', { name: 'Save', exact: true }).first().click();
      await page.locator('.toast', { hasText: /^Saved/ }).waitFor();
      const { acf } = await site.api<{ acf: object }>('GET', 'wp/v2/users/me');
      expect(acf).toEqual({ motto: 'Steady' });
    });
  });
});
