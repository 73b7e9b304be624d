import { expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { ADMIN, anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite, navigate, signIn, visualBody } from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

interface SavedPost {
  id: number;
  status: string;
  slug: string;
  title: { raw: string };
  content: { raw: string };
}

const toastOf = (page: Page, text: string) => page.locator('.toast', { hasText: text });
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const untilSaved = (page: Page) => page.locator('.editor-state', { hasText: /^Saved$/ }).waitFor();

/** In the frame of the editor: a file that is pasted, which a test cannot put on the clipboard. */
const pasteFile = (body: never, bytes: number[]) => {
  const { DataTransfer, File, ClipboardEvent } = globalThis as unknown as {
    DataTransfer: new () => { items: { add(file: unknown): void } };
    File: new (parts: unknown[], name: string, options: object) => unknown;
    ClipboardEvent: new (type: string, options: object) => Event;
  };
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File([new Uint8Array(bytes)], 'gull.png', { type: 'image/png' }));
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  (body as EventTarget).dispatchEvent(event);
};

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine);
    const create = (values: object) => site.api<SavedPost>('POST', 'wp/v2/posts', values);
    const read = (id: number) => site.api<SavedPost>('GET', `wp/v2/posts/${id}?context=edit`);

    test('on a slow network, saving twice creates one post with all that was typed', async () => {
      const { page } = await site.open('posts/new');
      const { keyboard } = page;
      let answer = () => {};
      const isAnswered = new Promise<void>((done) => (answer = done));
      let writes = 0;
      await page.route('**/wp/v2/posts', async (route) => {
        if (route.request().method() === 'POST') {
          writes++;
          await isAnswered;
        }
        await route.continue();
      });
      await page.locator('.visual[data-ready=true]').waitFor();
      await keyboard.type('Slow water');
      await keyboard.press('Enter');
      await keyboard.type('First');
      await keyboard.press('Control+s');
      await until(() => writes === 1, 'the first save is sent');
      await keyboard.type(' and second');
      await keyboard.press('Control+s');
      await keyboard.press('Control+s');
      await keyboard.type(' sentence');
      await keyboard.press('Control+s');
      answer();
      await untilSaved(page);
      const stored = await site.api<SavedPost[]>('GET', 'wp/v2/posts?search=Slow+water&status=any&context=edit');
      expect(stored.map(({ content }) => content.raw)).toEqual(['First and second sentence']);
      expect(writes).toBe(1);
      expect(await page.getByRole('dialog').count()).toBe(0);
    });

    test('a post that was moved to the trash elsewhere is restored, and what was typed is saved', async () => {
      const { id } = await create({ title: 'Jetsam', slug: 'jetsam', content: 'Washed', status: 'publish' });
      const { page } = await site.open(`posts/${id}`);
      await visualBody(page).getByText('Washed').click();
      await page.keyboard.press('End');
      await page.keyboard.type(' ashore');
      await site.api('DELETE', `wp/v2/posts/${id}`);
      await page.getByRole('button', { name: 'Update' }).click();
      await toastOf(page, 'is in the trash').waitFor();
      const note = page.locator('.note', { hasText: 'This entry is in the trash' });
      await note.getByRole('button', { name: 'Restore' }).click();
      await note.waitFor({ state: 'detached' });
      await visualBody(page).getByText('Washed ashore').waitFor();
      await page.getByRole('button', { name: 'Update' }).click();
      await untilSaved(page);
      expect(await read(id)).toMatchObject({ status: 'publish', slug: 'jetsam', content: { raw: 'Washed ashore' } });
    });

    test('a post that is opened in the trash says so, and is not saved there', async () => {
      const { id } = await create({ title: 'Flotsam', content: 'Adrift', status: 'draft' });
      await site.api('DELETE', `wp/v2/posts/${id}`);
      const { page } = await site.open(`posts/${id}`);
      await page.locator('.note', { hasText: 'This entry is in the trash' }).waitFor();
      await title(page).fill('Flotsam, again');
      await page.keyboard.press('Control+s');
      await toastOf(page, 'is in the trash').waitFor();
      await page.getByRole('button', { name: 'Restore' }).click();
      await page.locator('.note', { hasText: 'trash' }).waitFor({ state: 'detached' });
      await page.keyboard.press('Control+s');
      await untilSaved(page);
      expect(await read(id)).toMatchObject({ status: 'draft', title: { raw: 'Flotsam, again' } });
    });

    test('a post that was deleted elsewhere is saved as another one, with everything it had', async () => {
      const tag = await site.api<{ id: number }>('POST', 'wp/v2/tags', { name: 'Wrecks' });
      const { id } = await create({
        title: 'Sunk',
        content: 'Deep',
        excerpt: 'Below',
        status: 'publish',
        tags: [tag.id],
      });
      const { page } = await site.open(`posts/${id}`);
      await visualBody(page).getByText('Deep').click();
      await page.keyboard.press('End');
      await page.keyboard.type(' down');
      await site.api('DELETE', `wp/v2/posts/${id}?force=true`);
      await page.getByRole('button', { name: 'Update' }).click();
      await page.getByRole('button', { name: 'Save as a new draft' }).click();
      await untilSaved(page);
      expect(await page.locator('.note', { hasText: 'deleted' }).count()).toBe(0);
      const [, next] = /posts\/(\d+)$/.exec(page.url())!;
      expect(Number(next)).not.toBe(id);
      expect(await read(Number(next))).toMatchObject({
        status: 'draft',
        title: { raw: 'Sunk' },
        content: { raw: 'Deep down' },
        excerpt: { raw: 'Below' },
        tags: [tag.id],
      });
    });

    test('the session ends in the middle of a sentence: the dialog waits for a pause, and the text goes on', async () => {
      const { id } = await create({ title: 'Interrupted', content: 'Start', status: 'draft' });
      const { page, context } = await site.load(`posts/${id}`);
      await visualBody(page).getByText('Start').click();
      await page.keyboard.press('End');
      await context.clearCookies();
      // What the console asks for by itself, such as a list that is read again.
      await page.keyboard.type(', and');
      await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      const sentence = ' while the tide was rising we went on writing';
      await page.keyboard.type(sentence, { delay: 40 });
      await dialog.waitFor();
      expect(await page.getByLabel('Username or email address').inputValue()).toBe('');
      await signIn(page, ADMIN.user, ADMIN.password);
      await dialog.waitFor({ state: 'detached' });
      await page.keyboard.type('.');
      await page.keyboard.press('Control+s');
      await untilSaved(page);
      expect((await read(id)).content.raw).toBe(`Start, and${sentence}.`);
    });

    test('a picture that is pasted without a network is uploaded and inserted when there is one', async () => {
      const { id } = await create({ title: 'Gulls', content: 'Look', status: 'draft' });
      const { page, context } = await site.load(`posts/${id}`);
      await visualBody(page).getByText('Look').click();
      await context.setOffline(true);
      await visualBody(page).evaluate(pasteFile as never, [...(await picture(40, 30))]);
      await visualBody(page).getByText('gull.png · paused, no connection').waitFor();
      await context.setOffline(false);
      await visualBody(page).locator('img[src*="gull"]').waitFor();
      await page.keyboard.press('Control+s');
      await untilSaved(page);
      expect((await read(id)).content.raw).toMatch(/^Look\n\n<img class="[^"]*wp-image-\d+" src="[^"]*gull\.png"/);
    });

    test('on a slow network, Enter that is pressed twice creates one term, one redirect and one reply', async () => {
      const { id: post } = await create({ title: 'Asked', status: 'publish' });
      const question = { post, content: 'When?', author_name: 'Bo', author_email: 'bo@site.test' };
      const { id: comment } = await site.api<{ id: number }>('POST', 'wp/v2/comments', question);
      const { page } = await site.open('terms/categories');
      const { keyboard } = page;
      const sent = async (path: string, keys: string) => {
        let answer = () => {};
        const isAnswered = new Promise<void>((done) => (answer = done));
        let writes = 0;
        await page.route(`**/${path}`, async (route) => {
          if (route.request().method() === 'POST') {
            writes++;
            await isAnswered;
          }
          await route.continue();
        });
        await keyboard.press(keys);
        await until(() => writes > 0, 'the form is sent');
        await keyboard.press(keys);
        await keyboard.press(keys);
        answer();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.unrouteAll({ behavior: 'wait' });
        return writes;
      };
      await page.getByRole('button', { name: 'New category' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Ferries');
      const writes = [await sent('wp/v2/categories', 'Enter')];
      await navigate(page, site.url('redirects'));
      await page.getByRole('button', { name: 'New redirect' }).click();
      await page.getByRole('dialog').getByLabel('Old address').fill('/old-quay/');
      await page.getByRole('dialog').getByLabel('New address').fill('/new-quay/');
      writes.push(await sent('nestpress/v1/redirects', 'Enter'));
      await navigate(page, site.url('comments?status=all'));
      await page.locator(`[data-comment="${comment}"]`).getByRole('button', { name: 'Reply' }).click();
      await keyboard.type('At noon');
      writes.push(await sent('wp/v2/comments', 'Control+Enter'));
      await toastOf(page, 'Reply published').waitFor();
      expect(writes).toEqual([1, 1, 1]);
    });

    test('a tag that is typed without Enter is saved with the post', async () => {
      const islands = await site.api<{ id: number }>('POST', 'wp/v2/categories', { name: 'Islands' });
      const { page } = await site.open('posts/new');
      await title(page).fill('Tagged');
      await page.getByRole('combobox', { name: 'Tags' }).focus();
      await page.keyboard.type('Lighthouses');
      // What is chosen while the tag is created stays chosen.
      await page.getByRole('checkbox', { name: 'Islands' }).check();
      await page.getByRole('button', { name: 'Save draft' }).click();
      await untilSaved(page);
      const [tag] = await site.api<{ id: number }[]>('GET', 'wp/v2/tags?search=Lighthouses');
      type Terms = Record<'tags' | 'categories', number[]>;
      const stored = await site.api<Terms[]>('GET', 'wp/v2/posts?search=Tagged&status=draft');
      expect(stored.map(({ tags, categories }) => [tags, categories])).toEqual([[[tag!.id], [islands.id]]]);
    });

    test('two tabs change neighbouring paragraphs: both are taken', async () => {
      const { id } = await create({ title: 'Both', content: 'One\n\nTwo', status: 'draft' });
      const { page, context } = await site.open(`posts/${id}`);
      const other = await context.newPage();
      await other.goto(page.url());
      for (const [tab, paragraph, typed] of [
        [page, 'One', ' mine'],
        [other, 'Two', ' theirs'],
      ] as const) {
        await tab.locator('.visual[data-ready=true]').waitFor();
        await visualBody(tab).getByText(paragraph).click();
        await tab.keyboard.press('End');
        await tab.keyboard.type(typed);
      }
      await other.keyboard.press('Control+s');
      await untilSaved(other);
      await page.bringToFront();
      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('dialog', { name: 'This entry was changed in the meantime' });
      await dialog.getByText('You, in another tab').waitFor();
      await dialog.getByRole('button', { name: 'Save the selection' }).click();
      await untilSaved(page);
      expect((await read(id)).content.raw).toBe('One mine\n\nTwo theirs');
      await other.close();
    });

    test('on a slow network, what is typed while settings and a profile are saved is not lost', async () => {
      const { page } = await site.open('settings');
      const { keyboard } = page;
      for (const [label, path] of [
        ['Tagline', 'wp/v2/settings'],
        ['Nickname', 'wp/v2/users/1'],
      ] as const) {
        if (label === 'Nickname') await page.getByRole('link', { name: /^Your profile/ }).click();
        let answer = () => {};
        const isAnswered = new Promise<void>((done) => (answer = done));
        let isSent = false;
        await page.route(`**/${path}*`, async (route) => {
          if (route.request().method() === 'POST') {
            isSent = true;
            await isAnswered;
          }
          await route.continue();
        });
        await page.getByLabel(label).focus();
        await keyboard.press('Control+a');
        await keyboard.type('Sand');
        await keyboard.press('Enter');
        await until(() => isSent, 'the form is sent');
        await keyboard.type(' and stone');
        answer();
        await toastOf(page, 'Saved').waitFor();
        await keyboard.type('s');
        expect(await page.getByLabel(label).inputValue()).toBe('Sand and stones');
        await page.unrouteAll();
        await toastOf(page, 'Saved').getByRole('button', { name: 'Dismiss' }).click();
        await page.getByLabel(label).press('Enter');
        await toastOf(page, 'Saved').waitFor();
        await toastOf(page, 'Saved').getByRole('button', { name: 'Dismiss' }).click();
      }
      const { description } = await site.api<{ description: string }>('GET', 'wp/v2/settings');
      const { nickname } = await site.api<{ nickname: string }>('GET', 'wp/v2/users/1?context=edit');
      expect([description, nickname]).toEqual(['Sand and stones', 'Sand and stones']);
    });

    test('the dialogs of images and menu items ask before changes are lost', async () => {
      await site.upload('cliff.png', await picture(64, 40));
      const [media] = await site.api<{ id: number; source_url: string }[]>('GET', 'wp/v2/media?search=cliff');
      const image = `<img class="alignnone wp-image-${media!.id}" src="${media!.source_url}" alt="" />`;
      const { id } = await create({ title: 'Cliffs', content: image, status: 'draft' });
      await site.api('POST', 'nestpress/v1/menus', {
        name: 'Footer',
        items: [{ id: 0, type: 'custom', url: '/quay/', title: 'Quay', parent: 0 }],
      });
      const { page } = await site.load(`posts/${id}`);
      let asked = 0;
      page.on('dialog', (question) => {
        asked++;
        void question.dismiss();
      });
      const isAsked = async (times: number) => {
        await page.keyboard.press('Escape');
        await until(() => asked === times, 'the question is asked');
      };
      await visualBody(page).locator('img').click();
      await page.getByRole('button', { name: 'Edit image' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Alternative text').fill('Chalk');
      await isAsked(1);
      expect(await dialog.getByLabel('Alternative text').inputValue()).toBe('Chalk');
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+s');
      await untilSaved(page);

      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Menus' }).click();
      await page.getByRole('button', { name: 'Edit “Quay”' }).click();
      await dialog.getByLabel('Text', { exact: true }).fill('Old quay');
      await isAsked(2);
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await toastOf(page, 'Saved').first().waitFor();

      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Media' }).click();
      await page.getByRole('button', { name: 'cliff', exact: true }).click();
      await dialog.getByRole('button', { name: 'Edit image' }).click();
      const editor = page.getByRole('dialog', { name: 'Edit “cliff”' });
      await editor.getByRole('button', { name: 'Rotate right' }).click();
      await isAsked(3);
      await editor.getByRole('button', { name: 'Reset' }).click();
      await page.keyboard.press('Escape');
      await editor.waitFor({ state: 'detached' });
      expect(asked).toBe(3);
    });
  });
});
