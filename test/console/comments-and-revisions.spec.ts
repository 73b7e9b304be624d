import { beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../src/database/database.js';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite } from '../support/console-browser.js';
import { withProgram } from '../support/programs.js';

const ANN = { author_name: 'Ann', author_email: 'ann@site.test' };

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine);
    let postId: number;

    beforeAll(async () => {
      const post = { title: 'Commented', content: 'One two', status: 'publish' };
      postId = (await site.api<{ id: number }>('POST', 'wp/v2/posts', post)).id;
      for (const content of ['One three', 'One four']) await site.api('POST', `wp/v2/posts/${postId}`, { content });
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
  });
});
