import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ADMIN_AUTHORIZATION, eachEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite } from '../support/console-browser.js';
import { type LiveSite, startLiveSite } from '../support/live-site.js';
import { withProgram } from '../support/programs.js';

withProgram(CHROMIUM, (chromium) => {
  eachEngine((engine) => {
    const site = consoleSite(chromium, engine);
    let other: LiveSite;
    let xml: string;

    beforeAll(async () => {
      other = await startLiveSite({ CONSOLE: 'on' }, engine);
      const headers = { Authorization: ADMIN_AUTHORIZATION, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ title: 'Fish & <chips>', content: 'From elsewhere', status: 'publish' });
      await fetch(`${other.root}wp/v2/posts`, { method: 'POST', headers, body });
      xml = await (await fetch(`${other.root}nestpress/v1/site-export/file?types=post`, { headers })).text();
    });
    afterAll(() => other?.close());

    test('an export file is chosen, looked at, imported with progress, and the result is in sentences', async () => {
      const { page } = await site.load('transfer');
      const choose = async (name: string, text: string) => {
        const chooser = page.waitForEvent('filechooser');
        await page.getByLabel('Export file').focus();
        await page.keyboard.press('Enter');
        await (await chooser).setFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) });
      };
      await page.getByLabel('Export file').waitFor();
      await choose('notes.xml', '<notes></notes>');
      await page.getByRole('alert').filter({ hasText: 'not an export file of WordPress' }).waitFor();
      await choose('site.xml', xml);
      await page.getByText('Posts: 7').waitFor();
      // Nothing is imported before the user says so.
      expect(await site.api<unknown[]>('GET', 'wp/v2/posts?search=elsewhere')).toEqual([]);
      await page.getByLabel('Entries of authors who have no account here').focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByText(/(?:entry|entries) with .* imported from /).waitFor();
      const [post] = await site.api<{ title: { rendered: string } }[]>('GET', 'wp/v2/posts?search=elsewhere');
      expect(post!.title.rendered).toBe('Fish &#038; <chips>');
      await page.getByRole('button', { name: 'Import another file' }).focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Export file').waitFor();
    });

    test('the chosen types are downloaded', async () => {
      const { page } = await site.load('transfer');
      await page.getByRole('checkbox', { name: /^Pages:/ }).focus();
      await page.keyboard.press('Space');
      const started = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download export file' }).focus();
      await page.keyboard.press('Enter');
      const download = await started;
      expect(download.suggestedFilename()).toMatch(/^[\w.-]+-\d{4}-\d\d-\d\d\.xml$/);
      const text = await readFile((await download.path())!, 'utf8');
      expect(text).toContain('<wp:post_type><![CDATA[page]]></wp:post_type>');
      expect(text).not.toContain('<wp:post_type><![CDATA[post]]></wp:post_type>');
    });

    test('the sample content is deleted with one click, after a question', async () => {
      const { page } = await site.load();
      await page.getByRole('button', { name: 'Delete the sample content' }).focus();
      await page.keyboard.press('Enter');
      const question = page.getByRole('dialog', { name: 'Delete the sample content?' });
      await question.getByRole('button', { name: 'Cancel' }).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.locator('.toast', { hasText: 'The sample content is deleted.' }).waitFor();
      await page.getByRole('button', { name: 'Delete the sample content' }).waitFor({ state: 'detached' });
      expect(await site.api<unknown[]>('GET', 'wp/v2/pages')).toEqual([]);
    });
  });
});
