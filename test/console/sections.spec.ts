import { setTimeout as wait } from 'node:timers/promises';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../src/database/database.js';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite, navigate, visualBody } from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

const ANN = { author_name: 'Ann', author_email: 'ann@site.test' };

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine, { SITE_PAGES: 'on' });
    let postId: number;

    beforeAll(async () => {
      // The first steps count posts that are younger than the account, by whole seconds.
      await wait(1000);
      const created = await site.api<{ id: number }>('POST', 'wp/v2/posts', {
        title: 'Commented',
        content: 'One two',
        status: 'publish',
      });
      postId = created.id;
      await site.api('POST', `wp/v2/posts/${postId}`, { content: 'One three' });
      await site.api('POST', `wp/v2/posts/${postId}`, { content: 'One four' });
    });

    test('overview: names what waits, and the first steps that are left', async () => {
      const waiting = await site.api<{ id: number }>('POST', 'wp/v2/comments', {
        post: postId,
        content: 'Is this shown?',
        status: 'hold',
        ...ANN,
      });
      await site.api('POST', 'wp/v2/posts', { title: 'Tomorrow', status: 'future', date: '2031-03-01T09:00:00' });
      await site.api('POST', 'wp/v2/posts', { title: 'To review', status: 'pending' });
      for (let views = 0; views < 3; views++) await fetch(`${site.site.url}/`);
      const { page } = await site.open('');
      const attention = page.getByRole('list', { name: 'Needs attention' });
      await attention.getByText('1 post waits for review').waitFor();
      await page.getByRole('region', { name: 'Scheduled' }).getByRole('link', { name: 'Tomorrow' }).waitFor();
      await page.getByRole('region', { name: 'Page views' }).getByText('today, of pages of the site').waitFor();
      const steps = page.getByRole('region', { name: 'First steps' });
      await steps.getByRole('link', { name: 'Invite somebody' }).waitFor();
      await steps.getByText('Publish your first post (done)').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await steps.getByRole('button', { name: 'Dismiss' }).click();
      await steps.waitFor({ state: 'detached' });
      await attention.getByRole('link', { name: '1 comment waits for moderation' }).click();
      await page.getByText('Is this shown?').waitFor();
      await site.api('DELETE', `wp/v2/comments/${waiting.id}?force=true`);
    });

    test('Ctrl+K: finds pages, actions and entries by a few letters, with the keyboard alone', async () => {
      const { page } = await site.open('comments');
      await page.getByRole('heading', { name: 'Comments' }).waitFor();
      await page.keyboard.press('Control+k');
      const search = page.getByRole('combobox', { name: 'Search or go to' });
      await search.fill('commen');
      await page.getByRole('option', { name: 'Commented Post' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(site.url(`posts/${postId}`));
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      await page.getByRole('textbox', { name: 'Title' }).press('Control+k');
      await search.fill('your prof');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Your profile' }).waitFor();
      for (const [words, path] of [
        ['new page', 'pages/new'],
        ['upload', 'media'],
      ] as const) {
        await page.keyboard.press('Control+k');
        await search.fill(words);
        await page.keyboard.press('Enter');
        await page.waitForURL(site.url(path));
      }
      await page.keyboard.press('Control+k');
      await search.fill('theme');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Use the light theme' }).click();
      await page.keyboard.press('Control+k');
      await search.waitFor();
      await page.keyboard.press('Escape');
      await search.waitFor({ state: 'detached' });
    });

    test('media: uploads several files, edits the alternative text, deletes', async () => {
      const { page } = await site.open('media');
      const buffer = await picture(640, 400);
      const files = ['first.png', 'second.png'].map((name) => ({ name, mimeType: 'image/png', buffer }));
      await page.locator('input[type=file]').setInputFiles(files);
      await page.getByRole('button', { name: 'first', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'first' });
      await dialog.getByLabel('Alternative text').fill('The first picture');
      await dialog.getByRole('link', { name: 'thumbnail', exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      const media = await site.api<{ id: number; alt_text: string }[]>('GET', 'wp/v2/media?search=first');
      expect(media).toMatchObject([{ alt_text: 'The first picture' }]);
      await page.getByRole('button', { name: 'second', exact: true }).click();
      await page.getByRole('dialog', { name: 'second' }).getByRole('button', { name: 'Delete permanently' }).click();
      await page
        .getByRole('dialog', { name: /Delete “second”/ })
        .getByRole('button', { name: 'Delete permanently' })
        .click();
      await page.getByRole('button', { name: 'second', exact: true }).waitFor({ state: 'detached' });
    });

    test('media: a file of a type that is not allowed says why', async () => {
      const { page } = await site.open('media');
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'run.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') });
      await page.locator('.uploads .field-error').filter({ hasText: /\w/ }).waitFor();
    });

    test('media: an upload waits while there is no connection', async () => {
      const { page, context } = await site.open('media');
      const buffer = await picture(64, 64);
      await page.getByRole('button', { name: 'Upload files' }).waitFor();
      await context.setOffline(true);
      await page.locator('input[type=file]').setInputFiles({ name: 'offline.png', mimeType: 'image/png', buffer });
      await page.locator('.uploads', { hasText: 'paused, no connection' }).waitFor();
      await context.setOffline(false);
      await page.getByRole('button', { name: 'offline', exact: true }).waitFor();
      await page.locator('.uploads', { hasText: 'done' }).waitFor();
    });

    test('media: a large file that was interrupted goes on after a reload', async () => {
      const { page } = await site.open('media');
      const folder = mkdtempSync(join(tmpdir(), 'nestpress-large-'));
      const file = join(folder, 'large.txt');
      writeFileSync(file, Buffer.alloc(10 * 1024 * 1024, 'a line of text\n'));
      let isReloaded = false;
      const offsets: string[] = [];
      await page.route('**/nestpress/v1/uploads/*', async (route, request) => {
        if (request.method() !== 'PATCH') return route.continue();
        const offset = (await request.headerValue('upload-offset'))!;
        offsets.push(offset);
        // Only the first part arrives before the reload.
        return offset === '0' || isReloaded ? route.continue() : route.abort();
      });
      await page.getByRole('button', { name: 'Upload files' }).waitFor();
      const second = page.waitForRequest((request) => request.headers()['upload-offset'] === '8388608');
      await page.locator('input[type=file]').setInputFiles(file);
      await second;
      await page.reload();
      await page.getByRole('button', { name: 'Upload files' }).waitFor();
      isReloaded = true;
      offsets.length = 0;
      await page.locator('input[type=file]').setInputFiles(file);
      await page.locator('.uploads', { hasText: 'done' }).waitFor();
      expect(offsets).toEqual(['8388608']);
      const media = await site.api<{ title: { rendered: string } }[]>('GET', 'wp/v2/media?search=large');
      expect(media).toHaveLength(1);
      rmSync(folder, { recursive: true });
    });

    test('media: says where a file is used, with the way to the editor', async () => {
      const { page } = await site.open('media');
      const file = { name: 'used.png', mimeType: 'image/png', buffer: await picture(64, 64) };
      await page.getByRole('button', { name: 'Upload files' }).waitFor();
      await page.locator('input[type=file]').setInputFiles(file);
      const tile = page.getByRole('button', { name: 'used', exact: true });
      await tile.click();
      const dialog = page.getByRole('dialog', { name: 'used' });
      await dialog.getByText('Not used in any entry').waitFor();
      const [media] = await site.api<{ id: number }[]>('GET', 'wp/v2/media?search=used');
      await site.api('POST', 'wp/v2/pages', { title: 'With a picture', featured_media: media!.id });
      await page.reload();
      await tile.click();
      await dialog.getByText('featured image').waitFor();
      await dialog.getByRole('link', { name: 'With a picture' }).click();
      await page.waitForURL(/\/pages\/\d+$/);
    });

    test('dates are those of the site, east and west of Greenwich', async () => {
      const former = await site.api<{ timezone: string }>('GET', 'wp/v2/settings');
      await site.upload('clock.png', await picture(16, 16));
      for (const [timezone, offset] of [
        ['Asia/Tokyo', 'UTC+09:00'],
        ['America/St_Johns', 'UTC−03:30'],
      ] as const) {
        await site.api('POST', 'wp/v2/settings', { timezone });
        const late = { title: `Late in ${timezone}`, status: 'publish', date: '2024-01-10T23:45:00' };
        const early = { title: `Early in ${timezone}`, status: 'publish', date: '2024-01-12T00:15:00' };
        for (const post of [late, early]) await site.api('POST', 'wp/v2/posts', post);
        await site.api('POST', 'wp/v2/posts', { title: `Draft in ${timezone}`, status: 'draft' });
        await site.upload('clock.png', await picture(16, 16));
        const { page } = await site.load('media');
        await page.getByRole('button', { name: 'List', exact: true }).click();
        const cell = (name: string) =>
          page
            .getByRole('row', { name: new RegExp(name) })
            .first()
            .locator('[data-label="Date"]')
            .textContent();
        await page.getByRole('row', { name: /clock/ }).first().waitFor();
        expect(await cell('clock')).toMatch(/^(just now|[1-9] minutes? ago)$/);
        await navigate(page, site.url(`posts?search=in+${timezone}`));
        await page.getByRole('row', { name: /Late in/ }).waitFor();
        expect([await cell('Late in'), await cell('Early in')]).toEqual(['Jan 10, 2024', 'Jan 12, 2024']);
        expect(await cell('Draft in')).toMatch(/^(just now|[1-9] minutes? ago)$/);
        await navigate(page, site.url('audit-log'));
        const when = await page.locator('tbody td').first().textContent();
        const now = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: timezone });
        const days = [Date.now(), Date.now() - 60_000].map((time) => now.format(time));
        expect(days).toContain(when!.split(/, (?=\d+:)/)[0]);
        await navigate(page, site.url('posts/new'));
        await page.getByText(`Time zone: ${timezone} (${offset})`).waitFor();
      }
      await site.api('POST', 'wp/v2/settings', { timezone: former.timezone });
    });

    test('comments: moderates with the keyboard alone', async () => {
      const add = (content: string) =>
        site.api<{ id: number }>('POST', 'wp/v2/comments', { post: postId, content, status: 'hold', ...ANN });
      const [first, second, third] = [await add('the oldest'), await add('the middle'), await add('the newest')];
      const { page } = await site.open('comments');
      await page.getByText('the newest').waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('a');
      await page.getByText('the newest').waitFor({ state: 'detached' });
      await page.locator(`[data-comment="${second.id}"]:focus`).waitFor();
      await page.keyboard.press('s');
      await page.getByText('the middle').waitFor({ state: 'detached' });
      await page.locator(`[data-comment="${first.id}"]:focus`).waitFor();
      // What is typed into a form is text: D moves to the trash elsewhere.
      await page.keyboard.press('e');
      await page.keyboard.press('End');
      await page.keyboard.type(' dad saw');
      expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('the oldest dad saw');
      await page.getByRole('button', { name: 'Cancel' }).focus();
      await page.keyboard.press('d');
      await page.keyboard.press('Escape');
      await page.locator(`[data-comment="${first.id}"]:focus`).waitFor();
      await page.keyboard.press('r');
      await page.keyboard.type('Thank you');
      expect(await page.getByLabel('Reply to Ann').inputValue()).toBe('Thank you');
      await page.keyboard.press('Control+Enter');
      await page.locator('.toast', { hasText: 'Reply published' }).waitFor();
      const statusOf = async ({ id }: { id: number }) =>
        (await site.api<{ status: string }>('GET', `wp/v2/comments/${id}?context=edit`)).status;
      expect([await statusOf(third), await statusOf(second), await statusOf(first)]).toEqual([
        'approved',
        'spam',
        'approved',
      ]);
      const replies = await site.api<{ content: { rendered: string } }[]>('GET', `wp/v2/comments?parent=${first.id}`);
      expect(replies).toHaveLength(1);
    });

    test('comments: the rules are changed with the keyboard, and ask before they are left', async () => {
      const { page } = await site.load('comments');
      await page.getByRole('link', { name: 'Comment rules' }).press('Enter');
      await page.getByLabel('Words that send a comment to the trash').focus();
      await page.keyboard.type('casino');
      await page.keyboard.press('Enter');
      await page.keyboard.type('lottery');
      await page.getByLabel('Every comment waits for approval').press('Space');
      let question = '';
      page.once('dialog', (dialog) => {
        question = dialog.message();
        void dialog.dismiss();
      });
      await page.getByRole('link', { name: 'Media', exact: true }).click();
      expect(question).toContain('not saved');
      await page.getByLabel('Levels of replies').fill('3');
      await page.keyboard.press('Enter');
      await page.locator('.toast', { hasText: 'Saved' }).waitFor();
      const rules = { disallowed_keys: 'casino\nlottery', comment_moderation: true, thread_comments_depth: 3 };
      expect(await site.api('GET', 'nestpress/v1/comment-rules')).toMatchObject(rules);
      const before = { disallowed_keys: '', comment_moderation: false, thread_comments_depth: 5 };
      await site.api('POST', 'nestpress/v1/comment-rules', before);
    });

    test('revisions: compares word by word and restores', async () => {
      const { page } = await site.open(`posts/${postId}/revisions`);
      await page.getByRole('list', { name: 'Revisions' }).getByRole('button').last().click();
      await page.locator('.diff del').filter({ hasText: 'three' }).waitFor();
      await page.getByRole('button', { name: 'Restore this revision' }).click();
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      const post = await site.api<{ content: { raw: string } }>('GET', `wp/v2/posts/${postId}?context=edit`);
      expect(post.content.raw).toBe('One three');
    });

    test('revisions: of a draft all versions are dated, and a page that fails leaves the navigation', async () => {
      const { id } = await site.api<{ id: number }>('POST', 'wp/v2/posts', { title: 'First words', status: 'draft' });
      const { page } = await site.open(`posts/${id}`);
      const title = page.getByRole('textbox', { name: 'Title' });
      for (const text of ['Second words', 'Third words']) {
        await title.fill(text);
        await page.getByRole('button', { name: 'Save draft' }).click();
        await page.locator('.editor-state', { hasText: 'Saved' }).waitFor();
      }
      const stored = await site.api<{ date: string | null; date_gmt: string | null }[]>(
        'GET',
        `wp/v2/posts/${id}/revisions?context=edit`,
      );
      expect(stored.map(({ date, date_gmt: gmt }) => date !== null && gmt !== null)).toEqual([true, true, true]);
      // As earlier versions stored them.
      const database = site.site.app.get(Database);
      await database.transaction((tx) =>
        tx.execute(`UPDATE ${database.tables.posts} SET post_date_gmt = '0000-00-00 00:00:00' WHERE post_parent = ?`, [
          id,
        ]),
      );
      await page.getByRole('link', { name: '3 revisions' }).click();
      await page.getByRole('list', { name: 'Revisions' }).getByText('just now').last().waitFor();
      await page.route('**/revisions?context=edit', (route) => route.fulfill({ json: [null] }));
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'This page could not be displayed' }).waitFor();
      await page.getByRole('link', { name: 'Posts', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    });

    test('revisions: name the agent that wrote through MCP', async () => {
      await site.api('POST', 'nestpress/v1/mcp', { enabled: true });
      const agent = { name: 'Writing agent' };
      const { password } = await site.api<{ password: string }>(
        'POST',
        'nestpress/v1/users/1/application-passwords',
        agent,
      );
      const { id } = await site.api<{ id: number }>('POST', 'wp/v2/posts', { title: 'A draft', content: 'By hand' });
      const response = await fetch(`${site.site.url}/mcp`, {
        method: 'POST',
        headers: {
          Authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'update_post', arguments: { id, content: 'By the agent' } },
        }),
      });
      expect(await response.text()).toContain('By the agent');
      const { page } = await site.open(`posts/${id}/revisions`);
      await page.getByRole('list', { name: 'Revisions' }).getByText('via Writing agent').waitFor();
      await site.api('POST', 'nestpress/v1/mcp', { enabled: false });
    });

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

    test('appearance: the page beside the settings follows every change, and unreadable colours are not saved', async () => {
      const { page } = await site.open('appearance');
      const front = page.frameLocator('iframe[title="The front page with these settings"]');
      await front.locator('html[data-layout="lead"]').waitFor({ state: 'attached' });
      await page.getByLabel('Layout', { exact: true }).selectOption('list');
      await front.locator('html[data-layout="list"]').waitFor({ state: 'attached' });
      await page.getByLabel('Social networks').fill('https://github.com/someone');
      await front.getByRole('link', { name: 'GitHub' }).waitFor();
      await page.getByRole('checkbox', { name: 'Own accent colour' }).check();
      await page.locator('input[type=color]').fill('#ffcc00');
      await page.getByText('Texts could not be read in these colours').waitFor();
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
      await entries.getByText('nestpress_audit_log_days').first().waitFor();
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
