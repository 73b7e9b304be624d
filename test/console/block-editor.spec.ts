import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import sharp from 'sharp';
import { ADMIN } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { type ConsoleSite, consoleSite, signIn } from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { missing } from '../support/missing.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

const INSTALLED = existsSync(join(import.meta.dirname, '../../packages/block-editor/dist/index.html'));

interface SavedPost {
  id: number;
  slug: string;
  status: string;
  title: { raw: string };
  content: { raw: string };
}

/** The document in which the content is edited. */
const canvasOf = (page: Page) => page.frameLocator('iframe[name="editor-canvas"]');
const titleOf = (page: Page) => canvasOf(page).getByRole('textbox', { name: 'Add title' });

/** Collects requests that failed, from the moment the page of the block editor is opened. */
function watchRequests(page: Page): string[] {
  const failed: string[] = [];
  page.on('response', (response) => {
    const isOfEditor = page.url().includes('/block-editor/');
    if (isOfEditor && response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  return failed;
}

const QUIET_MS = 1000;
/** Where the second part of a large file begins. */
const SECOND_PART = '8388608';

/**
 * Waits until no further response has arrived for a while. Not for `networkidle`: the editor reads only the headers of some
 * responses, and Chromium leaves those pending that may not be stored.
 */
async function untilQuiet(page: Page): Promise<void> {
  let lastAt = performance.now();
  page.on('response', () => (lastAt = performance.now()));
  await until(() => performance.now() - lastAt > QUIET_MS, 'the editor has loaded');
}

async function openEditor(site: ConsoleSite, path: string): Promise<{ page: Page; failed: string[] }> {
  const { page } = await site.load();
  const failed = watchRequests(page);
  await page.goto(site.url(path));
  await titleOf(page).waitFor();
  await untilQuiet(page);
  return { page, failed };
}

/** Writes ten kinds of blocks with the keyboard, as a writer does. */
async function writeBlocks(page: Page, image: Buffer): Promise<void> {
  const { keyboard } = page;
  const canvas = canvasOf(page);
  const line = async (text: string) => {
    await keyboard.type(text);
    await keyboard.press('Enter');
  };
  const insert = async (name: string) => {
    await keyboard.type(`/${name}`);
    await page.getByRole('option', { name, exact: true }).waitFor();
    await keyboard.press('Enter');
  };
  const insertBelow = async (name: string) => {
    await keyboard.press('Control+Alt+y');
    await insert(name);
  };
  await line('A paragraph.');
  await line('## A heading');
  await line('- one');
  await line('two');
  await keyboard.press('Enter');
  await line('> A quotation');
  await keyboard.press('Enter');
  await insert('Code');
  await keyboard.type('6 * 7 < 43');
  await insertBelow('Preformatted');
  await keyboard.type('as  it  is');
  await insertBelow('Table');
  await canvas.getByRole('button', { name: 'Create Table' }).click();
  await canvas.getByRole('textbox', { name: 'Body cell text' }).first().click();
  await keyboard.type('cell');
  await insertBelow('Details');
  await keyboard.type('Summary');
  await insertBelow('Image');
  await canvas
    .locator('[data-type="core/image"] input[type=file]')
    .setInputFiles({ name: 'quay.png', mimeType: 'image/png', buffer: image });
  await canvas.locator('[data-type="core/image"] img[src*="/wp-content/uploads/"]').waitFor();
  await insertBelow('Separator');
}

/** The panels for image, excerpt, discussion and templates of the site, and the mark that leads back to the console. */
async function checkPanels(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Post' }).click();
  const settings = page.getByRole('region', { name: 'Editor settings' });
  await settings.getByRole('button', { name: 'Set featured image' }).waitFor();
  await settings.getByRole('button', { name: 'Add an excerpt' }).waitFor();
  await settings.getByRole('button', { name: 'Change discussion options' }).waitFor();
  const template = settings.getByRole('button', { name: 'Template options' });
  await template.click();
  await page.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Wide page' });
  await template.filter({ hasText: 'Wide page' }).waitFor();
  const icons = page.locator('.edit-post-fullscreen-mode-close svg');
  expect(await icons.evaluateAll((all) => all.map((icon) => icon.getAttribute('class')))).toEqual([
    expect.stringContaining('nestpress-mark'),
  ]);
}

/** What WordPress 7.1 stores for the same blocks. */
const written = (image: { id: string; url: string }) => `<!-- wp:paragraph -->
<p>A paragraph.</p>
<!-- /wp:paragraph -->

<!-- wp:heading -->
<h2 class="wp-block-heading">A heading</h2>
<!-- /wp:heading -->

<!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item -->
<li>one</li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>two</li>
<!-- /wp:list-item --></ul>
<!-- /wp:list -->

<!-- wp:quote -->
<blockquote class="wp-block-quote"><!-- wp:paragraph -->
<p>A quotation</p>
<!-- /wp:paragraph --></blockquote>
<!-- /wp:quote -->

<!-- wp:code -->
<pre class="wp-block-code"><code>6 * 7 &lt; 43</code></pre>
<!-- /wp:code -->

<!-- wp:preformatted -->
<pre class="wp-block-preformatted">as  it  is</pre>
<!-- /wp:preformatted -->

<!-- wp:table -->
<figure class="wp-block-table"><table class="has-fixed-layout"><tbody><tr><td>cell</td><td></td></tr><tr><td></td><td></td></tr></tbody></table></figure>
<!-- /wp:table -->

<!-- wp:details -->
<details class="wp-block-details"><summary>Summary</summary><!-- wp:paragraph {"placeholder":"Type / to add a hidden block"} -->
<p></p>
<!-- /wp:paragraph --></details>
<!-- /wp:details -->

<!-- wp:image {"id":${image.id},"sizeSlug":"full","linkDestination":"none"} -->
<figure class="wp-block-image size-full"><img src="${image.url}" alt="" class="wp-image-${image.id}"/></figure>
<!-- /wp:image -->

<!-- wp:separator -->
<hr class="wp-block-separator has-alpha-channel-opacity"/>
<!-- /wp:separator -->`;

withProgram(CHROMIUM, (chromium) => {
  if (!INSTALLED) return missing('the block editor is not installed (npm run block-editor)');
  describe('the block editor', () => {
    const site = consoleSite(chromium, 'sqlite', { VARIANT: 'C' });
    const read = (id: number) => site.api<SavedPost>('GET', `wp/v2/posts/${id}?context=edit`);

    test('has its panels and the mark of the console, and writes, publishes and reopens a post of ten kinds of blocks', async () => {
      await site.api('POST', 'wp/v2/templates', {
        slug: 'wide',
        title: 'Wide page',
        content: '<!-- wp:post-content /-->',
      });
      const { page, failed } = await openEditor(site, 'posts/new');
      await checkPanels(page);
      await titleOf(page).fill('Ten kinds of blocks');
      await titleOf(page).press('Enter');
      await writeBlocks(page, await picture(320, 200));
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      const panel = page.getByRole('region', { name: 'Editor publish' });
      await panel.getByRole('button', { name: 'Publish', exact: true }).click();
      await panel.getByText('is now live').waitFor();
      const id = Number(new URL(page.url()).searchParams.get('post'));
      const post = await read(id);
      expect(post).toMatchObject({ status: 'publish', title: { raw: 'Ten kinds of blocks' } });
      const [image] = await site.api<{ id: number; source_url: string }[]>('GET', 'wp/v2/media');
      expect(post.content.raw).toBe(written({ id: String(image!.id), url: image!.source_url }));
      await page.goto(site.url(`posts/${id}`));
      await canvasOf(page).getByText('A quotation').waitFor();
      expect(await canvasOf(page).locator('.block-editor-warning').count()).toBe(0);
      expect(failed).toEqual([]);
    });

    test('says who edits the post, takes over with the keyboard, and tells the one who had it', async () => {
      await site.createUser('colleague', 'editor');
      const post = await site.api<SavedPost>('POST', 'wp/v2/posts', { title: 'Shared', status: 'draft' });
      const { page, failed } = await openEditor(site, `posts/${post.id}`);
      const { page: other } = await site.load('', 'colleague');
      await other.goto(site.url(`posts/${post.id}`));
      const notice = other.getByRole('dialog', { name: 'This post is already being edited' });
      await notice.getByText('admin is currently working on this post').waitFor();
      await notice.getByRole('link', { name: 'Take over' }).press('Enter');
      await notice.waitFor({ state: 'detached' });
      await titleOf(other).waitFor();
      const holder = async () => {
        const path = `nestpress/v1/entries/${post.id}/lock`;
        return (await site.api<{ holder: { name: string } }>('POST', path)).holder.name;
      };
      expect(await holder()).toBe('colleague');
      // As after a minute.
      await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
      const taken = page.getByRole('dialog', { name: 'Someone else has taken over this post' });
      await taken.getByText('colleague now has editing control').waitFor();
      await other.goto(site.url());
      await until(async () => (await holder()) === 'admin', 'who leaves the editor releases the post');
      await taken.getByRole('link', { name: 'Exit editor' }).press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
      expect(failed).toEqual([]);
    });

    test('an entry that is trashed or deleted elsewhere is restored with the changes, or saved as a new draft', async () => {
      const content = '<!-- wp:paragraph -->\n<p>Below the quay</p>\n<!-- /wp:paragraph -->';
      const post = await site.api<SavedPost>('POST', 'wp/v2/posts', { title: 'Moored', content, status: 'draft' });
      const { page } = await openEditor(site, `posts/${post.id}`);
      const save = page.getByRole('button', { name: /^Save draft/ });
      /** As when the tab is opened again. */
      const look = () => page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
      await titleOf(page).fill('Moored well');
      await site.api('DELETE', `wp/v2/posts/${post.id}`);
      await look();
      const notice = page.locator('.components-notice', { hasText: 'in the trash' });
      await notice.waitFor();
      await page.keyboard.press('Control+s');
      await notice.getByRole('button', { name: 'Restore' }).click();
      await notice.waitFor({ state: 'detached' });
      expect(await read(post.id)).toMatchObject({ status: 'draft', title: { raw: 'Moored' } });
      await save.click();
      await until(async () => (await read(post.id)).title.raw === 'Moored well', 'the change is saved');
      expect(await read(post.id)).toMatchObject({ status: 'draft', content: { raw: content } });

      await titleOf(page).fill('Moored for good');
      await site.api('DELETE', `wp/v2/posts/${post.id}?force=true`);
      await save.click();
      await page.getByText('This entry was deleted while it was open.').first().waitFor();
      await page.getByRole('button', { name: 'Save as a new draft' }).click();
      await page.waitForURL((url) => Number(url.searchParams.get('post')) > post.id);
      const copy = Number(new URL(page.url()).searchParams.get('post'));
      expect(await read(copy)).toMatchObject({
        status: 'draft',
        title: { raw: 'Moored for good' },
        content: { raw: content },
      });
    });

    test('has the texts about search engines in the language of the user, and saves what is written there', async () => {
      const { id } = await site.api<SavedPost>('POST', 'wp/v2/posts', { title: 'Tide tables', status: 'publish' });
      await site.api('POST', 'nestpress/v1/languages', { locale: 'de_DE' });
      await site.api('POST', 'wp/v2/users/1', { locale: 'de_DE' });
      try {
        const { page, failed } = await openEditor(site, `posts/${id}`);
        await page.getByRole('tab', { name: 'Post' }).click();
        const panel = page.getByRole('button', { name: 'Suche und soziale Netzwerke' });
        await panel.focus();
        if ((await panel.getAttribute('aria-expanded')) !== 'true') await page.keyboard.press('Enter');
        const fields = page.locator('.nestpress-search');
        await fields.getByLabel('Titel', { exact: true }).focus();
        await page.keyboard.type('Tides');
        await fields.getByText('das sind 5').waitFor();
        await fields.getByLabel('Vor Suchmaschinen verbergen').focus();
        await page.keyboard.press('Space');
        await fields.getByRole('button', { name: 'Sucheinstellungen speichern' }).focus();
        await page.keyboard.press('Enter');
        const path = `nestpress/v1/entries/${id}/search-meta`;
        await until(async () => (await site.api<{ noindex: boolean }>('GET', path)).noindex, 'the settings are saved');
        expect(await site.api('GET', path)).toMatchObject({ title: 'Tides', noindex: true });
        expect(failed).toEqual([]);
      } finally {
        await site.api('POST', 'wp/v2/users/1', { locale: '' });
      }
    });

    test('sends a large file in parts, shows the progress, and goes on after a reload', async () => {
      const { page, failed } = await openEditor(site, 'posts/new');
      const folder = mkdtempSync(join(tmpdir(), 'nestpress-large-'));
      const file = join(folder, 'large.png');
      const image = sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#4a7ebb' } });
      writeFileSync(file, await image.png({ compressionLevel: 0 }).toBuffer());
      const offsets: string[] = [];
      let isReloaded = false;
      await page.route('**/nestpress/v1/uploads/*', async (route, request) => {
        if (request.method() !== 'PATCH') return route.continue();
        const offset = (await request.headerValue('upload-offset'))!;
        offsets.push(offset);
        // Only the first part arrives before the reload.
        return offset === '0' || isReloaded ? route.continue() : route.abort();
      });
      const choose = async () => {
        await titleOf(page).fill('A large picture');
        await titleOf(page).press('Enter');
        await page.keyboard.type('/Image');
        await page.getByRole('option', { name: 'Image', exact: true }).waitFor();
        await page.keyboard.press('Enter');
        await canvasOf(page).locator('[data-type="core/image"] input[type=file]').setInputFiles(file);
      };
      const progress = page.getByText(/^Uploading large\.png: \d+ %$/).first();
      const second = page.waitForRequest((request) => request.headers()['upload-offset'] === SECOND_PART);
      await Promise.all([progress.waitFor(), second, choose()]);
      await page.goto(site.url('posts/new'));
      await titleOf(page).waitFor();
      await untilQuiet(page);
      isReloaded = true;
      offsets.length = 0;
      const [saved] = await Promise.all([
        page.waitForResponse((response) => /\/wp\/v2\/media\/\d+\?/.test(response.url())),
        choose(),
      ]);
      await canvasOf(page).locator('[data-type="core/image"] img[src*="/wp-content/uploads/"]').waitFor();
      expect(await saved.json()).toMatchObject({ mime_type: 'image/png', post: expect.any(Number) });
      expect(offsets).toEqual([SECOND_PART]);
      // What was announced to screen readers stays; the notice does not.
      await page.locator('.components-snackbar', { hasText: 'Uploading' }).waitFor({ state: 'detached' });
      expect(failed).toEqual([]);
      rmSync(folder, { recursive: true });
    });

    test('opens after signing in, saves an autosave, the permalink and preferences, and restores a revision', async () => {
      const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
      const { id } = await site.api<SavedPost>('POST', 'wp/v2/posts', {
        title: 'Versions',
        content: paragraph('First'),
        status: 'publish',
      });
      for (const text of ['Second', 'Third']) await site.api('POST', `wp/v2/posts/${id}`, { content: paragraph(text) });
      const { page } = await site.visit();
      await page.goto(site.url(`block-editor/post.php?post=${id}&action=edit`));
      await signIn(page, ADMIN.user, ADMIN.password);
      const failed = watchRequests(page);

      await canvasOf(page).getByText('Third').click();
      await page.keyboard.press('End');
      await page.keyboard.type(' draft');
      await page.getByRole('button', { name: 'View', exact: true }).click();
      const [autosave] = await Promise.all([
        page.waitForResponse((response) => response.url().includes(`/posts/${id}/autosaves`)),
        page.getByRole('menuitem', { name: 'Preview in new tab' }).click(),
      ]);
      expect(((await autosave.json()) as SavedPost).content.raw).toBe(paragraph('Third draft'));
      expect((await read(id)).content.raw).toBe(paragraph('Third'));

      await page.getByRole('tab', { name: 'Post' }).click();
      await page.getByRole('button', { name: 'Change link' }).click();
      await page.getByRole('textbox', { name: 'Slug' }).fill('another-address');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await until(async () => (await read(id)).slug === 'another-address', 'the permalink is saved');
      expect((await read(id)).content.raw).toBe(paragraph('Third draft'));

      const topBar = page.getByRole('region', { name: 'Editor top bar' });
      await topBar.getByRole('button', { name: 'Options' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Spotlight mode' }).click();
      await page.keyboard.press('Escape');
      const preferences = () =>
        site.api<{ meta: { persisted_preferences?: { core?: { focusMode?: boolean } } } }>(
          'GET',
          'wp/v2/users/me?context=edit',
        );
      await until(
        async () => (await preferences()).meta.persisted_preferences?.core?.focusMode === true,
        'the preference is saved in the account',
      );

      await page.getByRole('button', { name: 'Open revisions screen' }).click();
      await page.getByRole('slider').press('Home');
      await canvasOf(page).getByText('Second').waitFor();
      await page.getByRole('button', { name: 'Restore', exact: true }).click();
      await until(async () => (await read(id)).content.raw === paragraph('Second'), 'the revision is restored');
      expect(failed).toEqual([]);
    });
  });
});
