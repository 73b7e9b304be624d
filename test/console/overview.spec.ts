import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { accessibilityProblems, consoleSite, navigate } from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { withProgram } from '../support/programs.js';

const ANN = { author_name: 'Ann', author_email: 'ann@site.test' };

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine, { SITE_PAGES: 'on' });
    let postId: number;

    beforeAll(async () => {
      // The first steps count posts that are younger than the account, by whole seconds.
      await wait(1000);
      const post = { title: 'Commented', content: 'One two', status: 'publish' };
      postId = (await site.api<{ id: number }>('POST', 'wp/v2/posts', post)).id;
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
  });
});
