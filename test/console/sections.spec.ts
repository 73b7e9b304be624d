import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite, navigate, visualBody } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine, { SITE_PAGES: 'on' });

    test('users: creates a user and an application password that works, and revokes it', async () => {
      const { page, context } = await site.open('users');
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'New user' }).click();
      const dialog = page.getByRole('dialog', { name: 'New user' });
      await dialog.getByLabel('Username').fill('nora');
      await dialog.getByLabel('Email address').fill('nora@site.test');
      await dialog.getByLabel('How the user gets a password').selectOption('Choose a password yourself');
      const suggested = await dialog.getByLabel('Password', { exact: true }).inputValue();
      await dialog.getByRole('button', { name: 'Copy' }).click();
      await dialog.getByRole('button', { name: 'Copied' }).waitFor();
      expect(suggested.length).toBeGreaterThan(11);
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(suggested);
      await dialog.getByLabel('Username').press('Enter');
      await page.getByLabel('Name of the program').fill('Phone');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const password = await page.locator('.secret').textContent();
      const whoAmI = () =>
        fetch(`${site.site.root}wp/v2/users/me`, {
          headers: { Authorization: `Basic ${Buffer.from(`nora:${password}`).toString('base64')}` },
        });
      expect((await whoAmI()).status).toBe(200);
      await page.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await until(async () => (await whoAmI()).status === 401, 'the password is revoked');
    });

    test('settings: changes the tagline, and the permalinks of the public site with an example', async () => {
      const { page } = await site.open('settings');
      await page.getByLabel('Tagline').fill('Notes by the water');
      await page.getByLabel('Addresses of posts').selectOption({ label: 'Name' });
      await page.getByText(/For example http.*[^/]\/a-walk-along-the-harbour\//).waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.toast', { hasText: 'Saved' }).waitFor();
      expect(await site.api('GET', 'wp/v2/settings')).toMatchObject({ description: 'Notes by the water' });
      const before = { permalinks: '/%year%/%monthnum%/%day%/%postname%/' };
      expect(await site.api('GET', 'nestpress/v1/public-site')).toMatchObject({ permalinks: '/%postname%/' });
      await site.api('POST', 'nestpress/v1/public-site', before);
    });

    test('settings: formats of dates are chosen by what they look like, or written', async () => {
      const { page } = await site.open('settings');
      const stored = await site.api<Record<string, string>>('GET', 'wp/v2/settings');
      const date = page.getByLabel('Date format', { exact: true });
      const [year, month, day] = new Date().toISOString().slice(0, 10).split('-');
      await date.selectOption({ label: `${day}.${month}.${year}` });
      await page.getByLabel('Time format', { exact: true }).selectOption({ label: 'Other format' });
      await page.getByLabel('Time format: letters').fill('H.i');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.toast', { hasText: 'Saved' }).waitFor();
      expect(await site.api('GET', 'wp/v2/settings')).toMatchObject({ date_format: 'd.m.Y', time_format: 'H.i' });
      const { date_format, time_format } = stored;
      await site.api('POST', 'wp/v2/settings', { date_format, time_format });
    });

    test('forms: creates a form with a live preview, and its submissions arrive in the inbox', async () => {
      const { page } = await site.open('forms/new');
      await page.getByLabel('Title').fill('Feedback');
      await page.getByRole('button', { name: 'Text', exact: true }).click();
      await page
        .getByRole('textbox', { name: 'Form template' })
        .fill('<label>Name [text* your-name]</label>\n\n[submit "Send"]');
      await page.frameLocator('.form-frame').getByText('Name').waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.waitForURL(/forms\/\d+$/);
      const id = Number(/(\d+)$/.exec(page.url())?.[1]);
      const body = new FormData();
      for (const [name, value] of [
        ['your-name', 'Ann Example'],
        ['_wpcf7', String(id)],
        ['_wpcf7_unit_tag', `wpcf7-f${id}-o1`],
      ]) {
        body.append(name!, value!);
      }
      const headers = { 'User-Agent': 'Mozilla/5.0 (test)' };
      await fetch(`${site.site.root}forms/v1/contact-forms/${id}/feedback`, { method: 'POST', body, headers });
      await navigate(page, site.url(`inbox?form=${id}`));
      await page.getByRole('button', { name: /Ann Example/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Feedback' });
      await dialog.getByText('your-name').waitFor();
      const resent = page.waitForResponse(/\/submissions\/\d+\/resend/);
      await dialog.getByRole('button', { name: 'Send mail again' }).click();
      expect((await resent).status()).toBe(200);
      await page.locator('.toast', { hasText: 'will be sent again' }).waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export as CSV' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('submissions.csv');
      expect(readFileSync(await file.path(), 'utf8')).toContain('Ann Example');
    });

    test('popups: creates one and draws what was counted', async () => {
      const { page } = await site.open('popups');
      await page.getByRole('link', { name: 'New popup' }).click();
      await page.getByLabel('Title').fill('Spring sale');
      await visualBody(page).click();
      await page.keyboard.type('Sale');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.waitForURL(/popups\/\d+$/);
      await page.getByRole('link', { name: 'Popups' }).first().click();
      await page.getByRole('heading', { name: 'Spring sale' }).waitFor();
      await page
        .getByRole('img', { name: /Spring sale: opened/ })
        .locator('canvas')
        .waitFor();
    });

    test('appearance: the page next to the settings follows every change, and unreadable colours are not saved', async () => {
      const { page } = await site.open('appearance');
      const front = page.frameLocator('iframe[title="The front page with these settings"]');
      await front.locator('html[data-layout="lead"]').waitFor({ state: 'attached' });
      await page.getByLabel('Layout', { exact: true }).selectOption('list');
      await front.locator('html[data-layout="list"]').waitFor({ state: 'attached' });
      await page.getByLabel('Social networks').fill('https://github.com/someone');
      await front.getByRole('link', { name: 'GitHub' }).waitFor();
      await page.getByRole('checkbox', { name: 'Own accent colour' }).check();
      await page.locator('input[type=color]').fill('#ffcc00');
      await page.getByText('Text would be hard to read in these colours').waitFor();
      expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Use a readable shade' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.locator('.toast', { hasText: 'Saved' }).waitFor();
      await page.reload();
      await front.locator('html[data-layout="list"]').waitFor({ state: 'attached' });
      expect(await page.getByLabel('Layout', { exact: true }).inputValue()).toBe('list');
      await site.api('POST', 'nestpress/v1/public-site', { layout: 'lead', accent: '', social: '' });
    });

    test('redirects: add one, change it, import a file, search and delete', async () => {
      const { page } = await site.open('redirects');
      await page.getByText('No redirects yet').waitFor();
      await page.getByRole('button', { name: 'New redirect' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Old address').fill('/old-quay/');
      await dialog.getByLabel('New address').fill('old-quay');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('It must be a path such as /new/').waitFor();
      await dialog.getByLabel('New address').fill('/new-quay/');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('cell', { name: '/new-quay/' }).waitFor();
      await page.getByRole('button', { name: '/old-quay/' }).click();
      await dialog.getByLabel('Duration').selectOption('302');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('cell', { name: 'For a while' }).waitFor();

      await page.getByRole('button', { name: 'Import CSV' }).click();
      const csv = 'old,new\n/a/,/b/\nbad,/c/\n/d/,/e/\n';
      await dialog
        .getByLabel('CSV file')
        .setInputFiles({ name: 'moves.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
      await dialog.getByRole('button', { name: 'Import CSV' }).click();
      await dialog.getByText('2 redirects imported.').waitFor();
      await dialog.getByText('Line 3: "bad"').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByLabel('Search redirects').fill('quay');
      await page.getByRole('cell', { name: '/b/' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: '/old-quay/' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('dialog', { name: 'Delete the redirect from /old-quay/?' });
      await question.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Nothing matches').waitFor();
    });

    test('webhooks: add one, see its secret, send a test, delete it', async () => {
      const { page } = await site.open('webhooks');
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByLabel('URL').fill('http://127.0.0.1/hook');
      await page.keyboard.press('Enter');
      await page.getByText(/^whsec_/).waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Send test' }).click();
      await page.getByRole('table', { name: 'Deliveries' }).getByText('No response: network').waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete permanently' }).click();
      await page.getByText('No webhooks yet').waitFor();
    });

    test('agents: switch them on, let them publish', async () => {
      const { page } = await site.open('agents');
      await page.getByLabel('Let agents connect').click();
      await page.getByText('/mcp').first().waitFor();
      await page.getByLabel('Agents may publish').click();
      await until(async () => (await site.api<{ publish: boolean }>('GET', 'nestpress/v1/mcp')).publish);
    });

    test('audit log: filter by event, change the retention', async () => {
      const { page } = await site.open('audit-log');
      const entries = page.getByRole('table', { name: 'Entries' });
      await entries.getByText('Signed in').first().waitFor();
      await page.getByLabel('Event').selectOption('settings.updated');
      await page.getByLabel('Days').fill('90');
      await page.getByRole('button', { name: 'Save' }).click();
      await entries.getByText('Settings: nestpress_audit_log_days').first().waitFor();
      await page.getByLabel('Event').selectOption('All events');
      await entries.getByText('User 1 · admin').first().waitFor();
    });

    test('cache and health: show figures, and the cache can be purged', async () => {
      const { page } = await site.open('cache');
      await page.getByText('Hit rate').first().waitFor();
      await page.getByRole('button', { name: 'Purge the cache' }).click();
      await page.locator('.toast', { hasText: 'purged' }).waitFor();
      await page.getByRole('link', { name: 'Health' }).click();
      await page.getByRole('heading', { name: 'Findings' }).waitFor();
      await page.getByText('Node.js').waitFor();
      await page.getByRole('button', { name: 'Check again' }).click();
      await page.locator('.toast', { hasText: 'checked again' }).waitFor();
    });
  });
});
