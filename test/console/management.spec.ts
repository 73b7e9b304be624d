import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite, navigate, PASSWORD } from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

interface Item {
  id: number;
  status: string;
}

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const toastOf = (page: Page, text: string) => page.locator('.toast', { hasText: text });

/** In the page: drags these pictures over the window, and drops them there if `type` says so. */
function dragFiles({ type, names, bytes }: { type: string; names: string[]; bytes: number[] }): void {
  const { DataTransfer, File, DragEvent, document } = globalThis as unknown as {
    DataTransfer: new () => { items: { add(file: unknown): void } };
    File: new (...args: unknown[]) => unknown;
    DragEvent: new (...args: unknown[]) => Event;
    document: { body: EventTarget };
  };
  const dataTransfer = new DataTransfer();
  for (const name of names) dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
  document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
}

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine);

    beforeAll(async () => {
      for (const role of ['editor', 'author', 'subscriber']) await site.createUser(role, role);
    });

    describe('media', () => {
      const NAMES = ['one.png', 'two.png', 'three.png', 'four.png'];

      beforeAll(async () => {
        for (const name of ['boat.png', 'buoy.png']) await site.upload(name, await picture(64, 40));
      });

      test('files that are dropped anywhere on the page are uploaded, each with a progress bar', async () => {
        const { page } = await site.open('media');
        await page.getByRole('button', { name: 'boat', exact: true }).waitFor();
        const bytes = [...(await picture(64, 40))];
        await page.evaluate(dragFiles, { type: 'dragenter', names: NAMES, bytes });
        await page.getByText('Drop files here').waitFor();
        await page.evaluate(dragFiles, { type: 'drop', names: NAMES, bytes });
        const uploads = page.getByRole('region', { name: 'Uploads' });
        for (const name of NAMES) await uploads.getByRole('progressbar', { name: `Progress of ${name}` }).waitFor();
        await until(async () => (await uploads.getByText('done').count()) === NAMES.length, 'all files are uploaded');
        await uploads.getByRole('button', { name: 'Dismiss' }).click();
        await uploads.waitFor({ state: 'detached' });
        expect(await page.locator('.media-tile').count()).toBe(NAMES.length + 2);
        await page
          .getByRole('button', { name: /^Images/ })
          .getByText('6')
          .waitFor();
      });

      test('a file of a type that is not permitted cannot be tried again', async () => {
        const { page } = await site.open('media');
        await page.getByRole('button', { name: 'boat', exact: true }).waitFor();
        await page.evaluate(dragFiles, { type: 'drop', names: ['tool.exe'], bytes: [77, 90, 0, 0] });
        const uploads = page.getByRole('region', { name: 'Uploads' });
        await uploads.getByText('is not permitted').waitFor();
        expect(await uploads.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      });

      test('the list view stays chosen, and a file opens again with what was saved', async () => {
        const { page } = await site.open('media');
        await page.getByRole('button', { name: 'List', exact: true }).click();
        const row = page.getByRole('row', { name: /boat/ });
        await row.getByText('64 × 40').waitFor();
        await row.getByText('missing').waitFor();
        await page.reload();
        const dialog = page.getByRole('dialog', { name: 'boat' });
        for (const caption of ['At the quay', 'At the pier']) {
          await row.getByRole('button', { name: 'boat' }).click();
          if (caption === 'At the pier') expect(await dialog.getByLabel('Caption').inputValue()).toBe('At the quay');
          await dialog.getByLabel('Caption').fill(caption);
          await dialog.getByLabel('Alternative text').fill(`A boat. ${caption}.`);
          await dialog.getByRole('button', { name: 'Save' }).click();
          await row.getByText(`A boat. ${caption}.`).waitFor();
        }
        expect(await site.api('GET', 'wp/v2/media?search=boat&context=edit')).toMatchObject([
          { caption: { raw: 'At the pier' }, alt_text: 'A boat. At the pier.' },
        ]);
        await page.getByRole('button', { name: 'Grid', exact: true }).click();
        await page.locator('.media-tile').first().waitFor();
      });

      test('filters by type, month and words', async () => {
        const { page } = await site.open('media');
        await page.getByRole('button', { name: /^Documents/ }).click();
        await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
        await page.getByRole('button', { name: 'Clear filters' }).click();
        await page.getByRole('combobox', { name: 'Month' }).selectOption({ index: 1 });
        await page.getByRole('button', { name: 'boat', exact: true }).waitFor();
        await page.getByRole('searchbox').fill('buoy');
        await page.keyboard.press('Enter');
        await page.getByText('1 item', { exact: true }).waitFor();
        expect(await page.locator('.media-tile').count()).toBe(1);
      });

      test('an author sees own files only', async () => {
        const { page } = await site.open('media', 'author');
        await page.getByRole('heading', { name: 'No media yet' }).waitFor();
        const file = { name: 'own.png', mimeType: 'image/png', buffer: await picture(32, 32) };
        await page.locator('input[type=file]').setInputFiles(file);
        await page.getByRole('button', { name: 'own', exact: true }).click();
        const dialog = page.getByRole('dialog', { name: 'own' });
        await dialog.getByRole('button', { name: 'Save' }).waitFor();
        expect(await dialog.getByRole('button', { name: 'Delete permanently' }).count()).toBe(1);
        expect(await page.locator('.media-tile').count()).toBe(1);
      });
    });

    describe('comments', () => {
      const card = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
      const add = (post: number, content: string, status = 'approve') =>
        site.api<Item>('POST', 'wp/v2/comments', {
          post,
          content,
          status,
          author_name: 'Ann',
          author_email: 'a@site.test',
        });
      const statusOf = async ({ id }: Item) =>
        (await site.api<Item>('GET', `wp/v2/comments/${id}?context=edit`)).status;

      test('are shown for one post and for all again', async () => {
        const [first, second] = [
          await site.api<Item>('POST', 'wp/v2/posts', { title: 'Tides', status: 'publish' }),
          await site.api<Item>('POST', 'wp/v2/posts', { title: 'Winds', status: 'publish' }),
        ];
        await add(first.id, 'About the tides');
        await add(second.id, 'About the winds');
        const { page } = await site.open('comments?status=all');
        await card(page, 'About the tides').getByRole('button', { name: 'Tides' }).click();
        await page.getByText('Only comments on “Tides”').waitFor();
        await card(page, 'About the winds').waitFor({ state: 'detached' });
        expect(page.url()).toContain(`post=${first.id}`);
        await page.getByRole('button', { name: 'Show all' }).click();
        await card(page, 'About the winds').waitFor();
      });

      test('an editor approves a comment', async () => {
        const { id: post } = await site.api<Item>('POST', 'wp/v2/posts', { title: 'Waves', status: 'publish' });
        const held = await add(post, 'About the waves', 'hold');
        const { page } = await site.open('', 'editor');
        await navigation(page).getByRole('link', { name: 'Comments' }).click();
        await card(page, 'About the waves').getByRole('button', { name: 'Approve' }).click();
        await until(async () => (await statusOf(held)) === 'approved', 'the comment is approved');
      });

      test('the keyboard edits, unapproves and trashes, the tabs count, and an action is undone', async () => {
        const { id: post } = await site.api<Item>('POST', 'wp/v2/posts', { title: 'Currents', status: 'publish' });
        const [older, newer] = [await add(post, 'The older one'), await add(post, 'The newer one')];
        const { page } = await site.open(`comments?status=approve&post=${post}`);
        const countOf = async (name: RegExp) =>
          Number(
            await page
              .getByRole('group', { name: 'Status' })
              .getByRole('button', { name })
              .locator('.tab-count')
              .textContent(),
          );
        await card(page, 'The newer one').waitFor();
        const [pending, trashed] = [await countOf(/^Pending/), await countOf(/^Trash/)];
        await page.keyboard.press('j');
        await page.keyboard.press('j');
        await page.locator(`[data-comment="${older.id}"]:focus`).waitFor();
        await page.keyboard.press('e');
        await page.getByLabel('Text of the comment').fill('The older one, edited');
        await page.keyboard.press('Control+Enter');
        await card(page, 'The older one, edited').waitFor();
        await page.locator(`[data-comment="${newer.id}"]`).focus();
        await page.keyboard.press('u');
        await card(page, 'The newer one').waitFor({ state: 'detached' });
        await until(async () => (await statusOf(newer)) === 'hold', 'the comment is pending');
        await page.locator(`[data-comment="${older.id}"]:focus`).waitFor();
        await page.keyboard.press('d');
        await until(async () => (await statusOf(older)) === 'trash', 'the comment is in the trash');
        await until(async () => (await countOf(/^Trash/)) === trashed + 1, 'the trash counts one more');
        expect(await countOf(/^Pending/)).toBe(pending + 1);
        await toastOf(page, 'moved to the trash').getByRole('button', { name: 'Undo' }).click();
        await until(async () => (await statusOf(older)) === 'approved', 'the comment is approved again');
      });
    });

    describe('users', () => {
      test('an administrator filters users by role, changes the role of one and deletes the account', async () => {
        const { id } = await site.createUser('mara', 'contributor');
        const post = await site.api<Item>('POST', 'wp/v2/posts', { title: 'Of Mara', status: 'publish', author: id });
        const { page } = await site.open('users');
        const role = page.getByRole('combobox', { name: 'Role' });
        await role.selectOption('Contributor');
        await page.getByRole('link', { name: 'editor', exact: true }).waitFor({ state: 'detached' });
        await page.getByRole('link', { name: 'mara', exact: true }).click();
        await role.selectOption('Editor');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await toastOf(page, 'Saved').waitFor();
        expect(await site.api('GET', `wp/v2/users/${id}?context=edit`)).toMatchObject({ roles: ['editor'] });
        await page.getByRole('button', { name: 'Delete user' }).click();
        const dialog = page.getByRole('dialog', { name: 'Delete “mara”?' });
        expect(await dialog.getByRole('button', { name: 'Delete permanently' }).isDisabled()).toBe(true);
        await dialog.getByLabel('Give posts and pages to').selectOption('editor');
        await dialog.getByRole('button', { name: 'Delete permanently' }).click();
        await page.getByRole('heading', { name: 'Users', exact: true }).waitFor();
        const [editor] = await site.api<Item[]>('GET', 'wp/v2/users?search=editor&context=edit');
        expect(await site.api('GET', `wp/v2/posts/${post.id}`)).toMatchObject({ author: editor!.id });
      });

      test.each(['editor', 'subscriber'])(
        '%s changes the own profile, but neither roles nor other users',
        async (login) => {
          const { page } = await site.open('profile', login);
          await page.getByLabel('Biography').fill(`I am ${login}.`);
          await page.getByRole('button', { name: 'Save', exact: true }).click();
          await toastOf(page, 'Saved').waitFor();
          const [user] = await site.api<(Item & { description: string })[]>(
            'GET',
            `wp/v2/users?search=${login}&context=edit`,
          );
          expect(user!.description).toBe(`I am ${login}.`);
          expect(await page.getByRole('combobox', { name: 'Role' }).count()).toBe(0);
          expect(await page.getByRole('button', { name: 'Delete user' }).count()).toBe(0);
          await navigate(page, site.url('users/1'));
          await page.getByRole('heading', { name: 'Your account may not open this page' }).waitFor();
        },
      );

      test('an application password of the own account is shown once, says when it was used, and is revoked', async () => {
        const { page } = await site.open('profile', 'author');
        await page.getByLabel('Name of the program').fill('Reader');
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        const password = await page.locator('.secret').textContent();
        expect(password).not.toBe(PASSWORD);
        const entry = page.getByRole('listitem').filter({ hasText: 'Reader' });
        await entry.getByText('never used').waitFor();
        const headers = { Authorization: `Basic ${Buffer.from(`author:${password}`).toString('base64')}` };
        const whoAmI = async () => (await fetch(`${site.site.root}wp/v2/users/me`, { headers })).status;
        expect(await whoAmI()).toBe(200);
        await page.reload();
        await entry.getByText('last used').waitFor();
        expect(await page.locator('.secret').count()).toBe(0);
        expect(await page.content()).not.toContain(password);
        await entry.getByRole('button', { name: 'Revoke' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
        await entry.waitFor({ state: 'detached' });
        expect(await whoAmI()).toBe(401);
      });
    });

    test('an editor renames a category, moves it below another one and deletes it', async () => {
      const { id: parent } = await site.api<Item>('POST', 'wp/v2/categories', { name: 'Coast' });
      const { id } = await site.api<Item>('POST', 'wp/v2/categories', { name: 'Cliff' });
      const { page } = await site.open('terms/categories', 'editor');
      await page.getByRole('button', { name: 'Cliff' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit “Cliff”' });
      await dialog.getByLabel('Name').fill('Cliffs');
      await dialog.getByLabel('Parent').selectOption('Coast');
      await dialog.getByLabel('Name').press('Enter');
      await page.locator('tr', { hasText: '— Cliffs' }).waitFor();
      expect(await site.api('GET', `wp/v2/categories/${id}`)).toMatchObject({ name: 'Cliffs', parent });
      await page.getByRole('button', { name: 'Cliffs' }).click();
      const edit = page.getByRole('dialog', { name: 'Edit “Cliffs”' });
      await edit.getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('dialog', { name: 'Delete “Cliffs”?' });
      // Enter does not confirm what cannot be undone.
      await question.waitFor();
      await page.keyboard.press('Enter');
      await question.waitFor({ state: 'detached' });
      expect(await site.api('GET', `wp/v2/categories/${id}`)).toMatchObject({ name: 'Cliffs' });
      await edit.getByRole('button', { name: 'Delete' }).click();
      await question.getByRole('button', { name: 'Delete permanently' }).click();
      await page.getByRole('button', { name: 'Cliffs' }).waitFor({ state: 'detached' });
    });

    test('forms ask before unsaved changes are left, and names with & < and quotes are those that were typed', async () => {
      const NAME = 'Tom & Jerry < "Sons" \'n\' <b>';
      const SAVED = 'Tom & Jerry < "Sons" \'n\'';
      await site.upload('oar.png', await picture(64, 40));
      const { page } = await site.load('settings');
      const asked: string[] = [];
      page.on('dialog', (dialog) => {
        asked.push(dialog.message());
        void dialog.dismiss();
      });
      const isAsked = async (leave: () => Promise<unknown>) => {
        const before = asked.length;
        await leave();
        await until(() => Promise.resolve(asked.length > before), 'the question is asked');
      };
      const goHome = () => navigation(page).getByRole('link', { name: 'Overview' }).click();
      await page.getByLabel('Site title').fill(SAVED);
      await isAsked(goHome);
      expect(await page.getByLabel('Site title').inputValue()).toBe(SAVED);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await toastOf(page, 'Saved').waitFor();
      await page.locator('.brand-name', { hasText: 'Tom & Jerry < "Sons"' }).waitFor();
      await until(async () => (await page.title()).includes('Tom & Jerry < "Sons"'), 'the window has the name');
      await goHome();
      await navigation(page).getByRole('link', { name: 'Settings' }).click();
      expect(await page.getByLabel('Site title').inputValue()).toBe(SAVED);

      await navigation(page).getByRole('link', { name: 'Categories' }).click();
      await page.getByRole('button', { name: 'New category' }).click();
      const term = page.getByRole('dialog');
      await term.getByLabel('Name').fill(NAME);
      await isAsked(() => page.keyboard.press('Escape'));
      await isAsked(() => term.getByRole('button', { name: 'Cancel' }).click());
      await term.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: SAVED, exact: true }).click();
      expect(await term.getByLabel('Name').inputValue()).toBe(SAVED);
      await term.getByRole('button', { name: 'Cancel' }).click();
      await term.waitFor({ state: 'detached' });

      await navigation(page).getByRole('link', { name: 'Media' }).click();
      await page.getByRole('button', { name: 'oar', exact: true }).click();
      const file = page.getByRole('dialog');
      await file.getByLabel('Title').fill(SAVED);
      await isAsked(() => page.keyboard.press('Escape'));
      await file.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: SAVED, exact: true }).waitFor();

      await page.goto(site.url('profile'));
      await page.getByLabel('Nickname').fill(SAVED);
      await isAsked(goHome);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await toastOf(page, 'Saved').waitFor();
      expect(await page.getByLabel('Nickname').inputValue()).toBe(SAVED);

      const { id } = await site.api<Item>('POST', 'wp/v2/posts', { title: NAME, author: 1 });
      await page.goto(site.url(`posts/${id}`));
      const title = page.getByRole('textbox', { name: 'Title' });
      await until(async () => (await title.inputValue()) === NAME, 'the title is what was typed');
      expect(asked).toHaveLength(5);
      await site.api('POST', 'wp/v2/settings', { title: 'Site' });
    });
  });
});
