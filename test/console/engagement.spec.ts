import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite, navigate, visualBody } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

interface Item {
  id: number;
}

const toastOf = (page: Page, text: string) => page.locator('.toast', { hasText: text });

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine, { SITE_PAGES: 'on' });

    beforeAll(async () => {
      await site.createUser('editor', 'editor');
    });

    describe('forms', () => {
      const form = '<label>Name [text* your-name]</label>\n\n[submit "Send"]';
      const submit = async (id: number, name: string) => {
        const body = new FormData();
        const values = { 'your-name': name, _wpcf7: String(id), _wpcf7_unit_tag: `wpcf7-f${id}-o1` };
        for (const [field, value] of Object.entries(values)) body.append(field, value);
        const headers = { 'User-Agent': 'Mozilla/5.0 (test)' };
        await fetch(`${site.site.root}forms/v1/contact-forms/${id}/feedback`, { method: 'POST', body, headers });
      };
      let id: number;

      beforeAll(async () => {
        const values = { context: 'save', title: 'Berths', form };
        id = (await site.api<Item>('POST', 'forms/v1/contact-forms', values)).id;
        await submit(id, 'Ann Example');
        await submit(id, 'Bob Example');
      });

      test('a saved form opens with its values, names what is wrong with them, and opens again as saved', async () => {
        const { page } = await site.open('forms');
        await page.getByRole('searchbox').fill('Berths');
        await page.keyboard.press('Enter');
        await page.getByRole('link', { name: 'Berths' }).click();
        const template = page.getByRole('textbox', { name: 'Form template' });
        const asText = () => page.getByRole('button', { name: 'Text', exact: true }).click();
        await asText();
        expect(await template.inputValue()).toBe(form);
        await page.frameLocator('.form-frame').getByText('Name').waitFor();
        const problem = page.locator('.problem code', { hasText: 'mail.recipient' });
        const recipient = page.getByLabel('To', { exact: true }).first();
        await recipient.fill('nobody at all');
        await problem.waitFor();
        await recipient.fill('berths@site.test');
        await problem.waitFor({ state: 'detached' });
        await template.fill(`${form}\n[text your-boat]`);
        await page.getByRole('button', { name: 'Save' }).click();
        await toastOf(page, 'Saved').waitFor();
        await page.getByRole('link', { name: 'Forms', exact: true }).click();
        await page.getByRole('link', { name: 'Berths' }).click();
        await asText();
        expect(await template.inputValue()).toBe(`${form}\n[text your-boat]`);
        expect(await recipient.inputValue()).toBe('berths@site.test');
      });

      test('fields are added, named, required, moved and deleted without code, over the same text', async () => {
        const markup = '<p class="hint">We answer <b>soon</b>.</p>';
        const two = '[hidden from-page]  [text* left] [text right]';
        const start = form.replace('\n\n', `\n\n\n${markup}\n\n${two}\n\n`);
        const values = { context: 'save', title: 'Built', form: start };
        const { id: built } = await site.api<Item>('POST', 'forms/v1/contact-forms', values);
        const { page } = await site.open(`forms/${built}`);
        const fields = page.getByRole('list', { name: 'Fields of the form' });
        const stored = async () => {
          await page.getByRole('button', { name: 'Save', exact: true }).click();
          await toastOf(page, 'Saved').first().waitFor();
          const { properties } = await site.api<{ properties: { form: string } }>(
            'GET',
            `forms/v1/contact-forms/${built}`,
          );
          return properties.form;
        };
        await fields.getByLabel('Label (Line of text)').waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
        await page.getByRole('button', { name: 'Drop-down list' }).press('Enter');
        await until(
          async () => (await fields.getByLabel('Label (Drop-down list)').inputValue()) === 'Drop-down list',
          'the field is there',
        );
        await fields.getByLabel('Label (Drop-down list)').press('Control+a');
        await page.keyboard.type('Length of the <boat> [m]');
        await fields.getByLabel('Choices').press('Control+a');
        await page.keyboard.type('up to 8');
        await page.keyboard.press('Enter');
        await page.keyboard.type('more');
        await fields.getByRole('checkbox', { name: 'Required' }).last().press('Space');
        await page.frameLocator('.form-frame').getByRole('combobox', { name: 'Length of the <boat> [m]' }).waitFor();
        const select = [
          '<label> Length of the &lt;boat&gt; &#91;m&#93;',
          '    [select* your-select "up to 8" "more"] </label>',
        ].join('\n');
        // What is no field stays as it was, with the blank lines around it.
        expect(await stored()).toBe(start.replace('[submit', () => `${select}\n\n[submit`));
        await fields.getByRole('button', { name: /^Move Length of the/ }).press('ArrowUp');
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('ArrowUp');
        await fields.getByRole('button', { name: 'Delete Name' }).press('Enter');
        await fields.getByLabel('Label (Send)').press('End');
        await page.keyboard.type(' it');
        expect(await stored()).toBe(`${select}\n\n\n${markup}\n\n${two}\n\n[submit "Send it"]`);
      });

      test('the inbox is searched and filtered by form and status, and submissions are deleted', async () => {
        const { page } = await site.open('inbox');
        const [ann, bob] = ['Ann Example', 'Bob Example'].map((name) => page.getByRole('button', { name }));
        await ann!.waitFor();
        await page.getByRole('combobox', { name: 'Form' }).selectOption('Berths');
        await page.getByRole('searchbox').fill('Bob');
        await page.keyboard.press('Enter');
        await ann!.waitFor({ state: 'detached' });
        await bob!.waitFor();
        await page.getByRole('button', { name: 'Spam', exact: true }).click();
        await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
        await page.getByRole('button', { name: 'All', exact: true }).click();
        await bob!.click();
        await page.getByRole('dialog', { name: 'Berths' }).getByRole('button', { name: 'Delete' }).click();
        const question = page.getByRole('dialog', { name: 'Delete this submission?' });
        await question.getByRole('button', { name: 'Delete permanently' }).click();
        await bob!.waitFor({ state: 'detached' });
        expect(await site.api<Item[]>('GET', `nestpress/v1/submissions?form=${id}`)).toHaveLength(1);
      });

      test('an editor reads the inbox and edits forms', async () => {
        const { page } = await site.open('inbox', 'editor');
        await page.getByRole('button', { name: 'Ann Example' }).waitFor();
        await page.getByRole('link', { name: 'Forms', exact: true }).click();
        await page.getByRole('link', { name: 'Berths' }).click();
        await page.getByLabel('Title').fill('Berths and moorings');
        await page.getByRole('button', { name: 'Save' }).click();
        await toastOf(page, 'Saved').waitFor();
      });

      test('a form is deleted after a question', async () => {
        const values = { context: 'save', title: 'Short-lived', form };
        await site.api<Item>('POST', 'forms/v1/contact-forms', values);
        const { page } = await site.open('forms');
        const row = page.getByRole('row', { name: /Short-lived/ });
        await row.getByRole('button', { name: 'Delete' }).click();
        const question = page.getByRole('dialog', { name: 'Delete the form “Short-lived”?' });
        await question.getByRole('button', { name: 'Delete permanently' }).click();
        await row.waitFor({ state: 'detached' });
      });
    });

    describe('popups', () => {
      const card = (page: Page, title: string) =>
        page.locator('.card', { has: page.getByRole('heading', { name: title }) });

      test.each(['admin', 'editor'])('%s edits a popup, which opens again with what was saved', async (login) => {
        const title = `Ferries for the ${login}`;
        const values = { title, content: '<p>From May</p>', status: 'publish' };
        const { id } = await site.api<Item>('POST', 'nestpress/v1/popups', values);
        const { page } = await site.open('popups', login);
        const open = async () => {
          await card(page, title).getByRole('link', { name: 'Edit' }).click();
          await page.locator('.visual[data-ready=true]').waitFor();
        };
        await open();
        expect(await page.getByLabel('Title').inputValue()).toBe(title);
        await visualBody(page).getByText('From May').click();
        await page.keyboard.press('End');
        await page.keyboard.type(' to June');
        await page.keyboard.press('Control+a');
        await page.keyboard.press('Control+b');
        await page.getByLabel('Status').selectOption('Draft');
        await page.keyboard.press('Control+s');
        await toastOf(page, 'Saved').waitFor();
        await page.getByRole('link', { name: 'Popups' }).first().click();
        await card(page, title).locator('.badge', { hasText: 'Draft' }).waitFor();
        await open();
        await visualBody(page).locator('strong', { hasText: 'From May to June' }).waitFor();
        expect(await page.getByLabel('Status').inputValue()).toBe('draft');
        await page.getByRole('link', { name: 'Popups' }).first().click();
        expect(await site.api('GET', `nestpress/v1/popups/${id}`)).toMatchObject({ status: 'draft' });
        await card(page, title).getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
        await card(page, title).waitFor({ state: 'detached' });
      });

      test('a published popup appears on the pages it is for, as often as it says, and counts', async () => {
        const { page } = await site.open('popups');
        await page.getByRole('link', { name: 'New popup' }).click();
        await page.getByLabel('Title').fill('Night ferry');
        await page.locator('.visual[data-ready=true]').waitFor();
        await page.getByRole('button', { name: 'HTML', exact: true }).click();
        await page.getByLabel('Content as HTML').fill('Sail at <a href="#top">midnight</a>.');
        await page.getByRole('button', { name: 'Visual', exact: true }).click();
        await visualBody(page).getByText('midnight').waitFor();
        await page.getByLabel('Where').selectOption('On the front page');
        await page.getByLabel('Seconds').fill('0');
        await page.getByLabel('How often').selectOption('Once for each visitor');
        expect(await accessibilityProblems(page)).toEqual([]);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.waitForURL(/popups\/\d+$/);
        await page.getByText('Saved', { exact: true }).first().waitFor();

        const post = await site.api<{ link: string }>('POST', 'wp/v2/posts', { title: 'Elsewhere', status: 'publish' });
        const { page: visitor } = await site.visit();
        await visitor.goto(post.link);
        expect(await visitor.locator('dialog.popup').count()).toBe(0);
        await visitor.goto(`${site.site.url}/`);
        const popup = visitor.getByRole('dialog', { name: 'Night ferry' });
        await popup.getByRole('link', { name: 'midnight' }).click();
        await popup.getByRole('button', { name: 'Close' }).click();
        await popup.waitFor({ state: 'hidden' });
        await visitor.reload();
        await visitor.waitForTimeout(500);
        expect(await popup.isVisible()).toBe(false);
        const [{ id } = { id: 0 }] = await site.api<Item[]>('GET', 'nestpress/v1/popups');
        await until(
          async () =>
            (await site.api<{ converted: number }[]>('GET', `nestpress/v1/popups/${id}/statistics`)).at(-1)
              ?.converted === 1,
          'the conversion is counted',
        );
        await site.api('DELETE', `nestpress/v1/popups/${id}`);
      });

      test('the chart shows how often a popup was opened in the chosen period', async () => {
        const values = { title: 'Regatta', content: '<p>Sunday</p>', status: 'publish' };
        const { id } = await site.api<Item>('POST', 'nestpress/v1/popups', values);
        for (const event of ['open', 'open', 'conversion']) {
          await fetch(`${site.site.root}popups/v1/analytics?event=${event}&pid=${id}`);
        }
        const counted = async () =>
          (await site.api<{ opened: number }[]>('GET', `nestpress/v1/popups/${id}/statistics`)).at(-1)?.opened === 2;
        await until(counted, 'the events are counted');
        const { page } = await site.open('popups');
        await page.getByRole('img', { name: 'Regatta: opened 2 times, converted 1 time' }).waitFor();
        await card(page, 'Regatta').getByText('50').first().waitFor();
        const read = page.waitForResponse(/\/statistics\?.*days=7/);
        await card(page, 'Regatta').getByRole('combobox', { name: 'Period' }).selectOption('Last 7 days');
        expect((await (await read).json()) as unknown[]).toHaveLength(7);
      });
    });

    test('what is saved slowly for the first time stays open with what is typed meanwhile, or closed', async () => {
      const { page } = await site.load();
      const { keyboard } = page;
      let answer = () => {};
      let writes = 0;
      const slow = () => {
        const isAnswered = new Promise<void>((done) => (answer = done));
        return page.route(/\/(contact-forms|popups|posts)$/, async (route) => {
          if (route.request().method() === 'POST' && !route.request().postData()?.includes('"title":""')) {
            writes++;
            await isAnswered;
          }
          await route.continue();
        });
      };
      const cases = [
        ['forms', 'forms/v1/contact-forms', () => page.getByText('[contact-form-7 id=')],
        ['popups', 'nestpress/v1/popups', () => page.getByRole('heading', { name: 'Edit', exact: true })],
      ] as const;
      for (const [path, route, sign] of cases) {
        const count = async () => (await site.api<Item[]>('GET', `${route}?per_page=100`)).length;
        const before = await count();
        await navigate(page, site.url(`${path}/new`));
        const title = page.getByLabel('Title');
        await title.fill('Slow');
        const save = page.getByRole('button', { name: 'Save', exact: true });
        await slow();
        await save.click();
        await until(() => writes === 1, 'it is being saved');
        await title.focus();
        await keyboard.press('End');
        await keyboard.type(' tide');
        answer();
        await sign().first().waitFor();
        await page.unrouteAll({ behavior: 'wait' });
        expect(page.url()).toMatch(new RegExp(`/${path}/\\d+$`));
        expect(await title.inputValue()).toBe('Slow tide');
        await page.locator('.toast').first().waitFor({ state: 'detached' });
        await save.click();
        await toastOf(page, 'Saved').first().waitFor();
        expect(await count()).toBe(before + 1);
        writes = 0;
      }
      // Left while it is saved: the page that is open then stays, with its address.
      page.on('dialog', (dialog) => void dialog.accept());
      for (const path of ['forms', 'popups', 'posts'] as const) {
        await navigate(page, site.url(`${path}/new`));
        if (path === 'posts') await page.locator('.visual[data-ready=true]').waitFor();
        await page.getByLabel('Title').fill('Left behind');
        await slow();
        await page.getByRole('button', { name: path === 'posts' ? 'Save draft' : 'Save', exact: true }).click();
        await until(() => writes === 1, 'it is being saved');
        await page.getByRole('link', { name: 'Media', exact: true }).click();
        await page.getByRole('heading', { name: 'Media', exact: true }).waitFor();
        answer();
        await page.unrouteAll({ behavior: 'wait' });
        await page.waitForLoadState('networkidle');
        expect(page.url()).toBe(site.url('media'));
        await page.getByRole('heading', { name: 'Media', exact: true }).waitFor();
        writes = 0;
      }
    });

    test('the axis of a chart names each figure once', async () => {
      const { page } = await site.load();
      await page.evaluate(`
        const { fillText } = CanvasRenderingContext2D.prototype;
        globalThis.drawn = [];
        CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
          if (text) globalThis.drawn.push(text);
          return fillText.call(this, text, ...place);
        };
      `);
      const now = Math.floor(Date.now() / 1000);
      const history = [60, 0].map((ago) => ({ time: now - ago, hits: 1, misses: 120, bytes: 1 }));
      await page.route(/nestpress\/v1\/cache$/, async (route) => {
        const response = await route.fetch();
        return route.fulfill({ response, json: { ...((await response.json()) as object), history } });
      });
      await page.getByRole('link', { name: 'Cache', exact: true }).click();
      await page.getByRole('img', { name: 'Size over time' }).locator('canvas').waitFor();
      const figures = async () =>
        (await page.evaluate<string[]>('globalThis.drawn')).filter((text) => /(%|byte)$/.test(text));
      await until(async () => (await figures()).includes('1 byte'), 'the figures are drawn');
      const drawn = await figures();
      expect(drawn.filter((text, index) => text === drawn[index - 1])).toEqual([]);
    });

    test('hit rate and size of the cache are drawn over time', async () => {
      const { page } = await site.open();
      const now = Math.floor(Date.now() / 1000);
      const history = [
        { time: now - 120, hits: 1, misses: 1, bytes: 1024 },
        { time: now - 60, hits: 3, misses: 1, bytes: 2048 },
        { time: now, hits: 4, misses: 0, bytes: 3072 },
      ];
      await page.route(/nestpress\/v1\/cache$/, async (route) => {
        if (route.request().method() !== 'GET') return route.fallback();
        const response = await route.fetch();
        return route.fulfill({ response, json: { ...((await response.json()) as object), history } });
      });
      await page.getByRole('link', { name: 'Cache', exact: true }).click();
      for (const [name, values] of [
        ['Hit rate over time', ['50%', '75%', '100%']],
        ['Size over time', ['1 kB', '2 kB', '3 kB']],
      ] as const) {
        const chart = page.getByRole('img', { name });
        const area = chart.locator('.u-over');
        const { width } = (await area.boundingBox())!;
        for (const [index, value] of values.entries()) {
          await area.hover({ position: { x: Math.min(width - 1, (index * width) / 2), y: 20 } });
          await chart.locator('.u-legend').getByText(value, { exact: true }).waitFor();
        }
      }
    });

    test('the crawler runs on demand, and health shows findings, jobs and versions', async () => {
      await site.api('POST', 'wp/v2/posts', { title: 'To be crawled', status: 'publish' });
      const { page } = await site.open('cache');
      await page.getByText('Not since the service was started').waitFor();
      await page.getByRole('button', { name: 'Run now' }).click();
      await page.getByText('Not since the service was started').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Health' }).click();
      for (const name of ['Findings', 'Jobs', 'Versions']) await page.getByRole('heading', { name }).waitFor();
      await page.getByText('Uploaded files', { exact: true }).waitFor();
      const { version } = await site.api<{ version: string }>('GET', 'nestpress/v1/health');
      await page.getByText(version, { exact: true }).waitFor();
      // A sentence for owners; names of environment variables are in the details.
      await page.getByText('The site cannot send mail. Notices do not arrive').waitFor();
      expect(await page.locator('.findings').innerText()).not.toMatch(/\b[A-Z]{2,}_[A-Z]+\b/);
      await page.getByText('Details for the person who runs the service').first().focus();
      await page.keyboard.press('Enter');
      await page.locator('.findings details[open]').waitFor();
    });
  });
});
