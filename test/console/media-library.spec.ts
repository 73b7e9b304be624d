import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite } from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { withProgram } from '../support/programs.js';

withProgram(CHROMIUM, (chromium) => {
  anyEngine((engine) => {
    const site = consoleSite(chromium, engine);

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
  });
});
