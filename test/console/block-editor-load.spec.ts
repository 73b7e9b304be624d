import { existsSync, readdirSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite } from '../support/console-browser.js';
import { missing } from '../support/missing.js';
import { withProgram } from '../support/programs.js';

const BUILT = join(import.meta.dirname, '../../packages/block-editor/dist');
/** Scripts and styles as they are transferred. */
const MAX_TRANSFER = 1.5 * 1024 * 1024;

interface Received {
  encoding?: string;
  body: Buffer;
}

/** `fetch` decompresses; this does not. */
function receive(url: string, encodings: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': encodings } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(parts) }));
    }).on('error', reject);
  });
}

withProgram(CHROMIUM, (chromium) => {
  if (!existsSync(join(BUILT, 'index.html'))) return missing('the block editor is not built (npm run block-editor)');
  describe('the files of the block editor', () => {
    const site = consoleSite(chromium, 'sqlite', { VARIANT: 'C' });

    test('are requested when it is opened and not before, and are less than 1.5 MB', async () => {
      const { page } = await site.load();
      const requested: string[] = [];
      const sizes: Promise<number>[] = [];
      page.on('requestfinished', (request) => {
        if (!request.url().includes('/block-editor/')) return;
        requested.push(request.url());
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
      });
      for (const path of ['', 'posts', 'media', 'settings']) {
        await page.goto(site.url(path));
        await page.locator('h1').first().waitFor();
      }
      expect(requested).toEqual([]);
      await page.goto(site.url('posts/new'));
      await page.frameLocator('iframe[name="editor-canvas"]').getByRole('textbox', { name: 'Add title' }).waitFor();
      expect(requested.some((url) => /\/editor-\w+\.js$/.test(url))).toBe(true);
      const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      expect(total).toBeGreaterThan(MAX_TRANSFER / 10);
      expect(total).toBeLessThan(MAX_TRANSFER);
    });

    test('are stored compressed and sent as the browser accepts them', async () => {
      const names = readdirSync(join(BUILT, 'assets'));
      expect(names.filter((name) => /\.(?:css|js|gz)$/.test(name))).toEqual([]);
      const style = names.find((name) => /^style-\w+\.css\.br$/.test(name))!.slice(0, -'.br'.length);
      const url = site.url(`block-editor/assets/${style}`);
      const plain = await receive(url, 'identity');
      expect(plain.encoding).toBeUndefined();
      expect(plain.body.toString()).toContain('.components-button');
      const [brotli, gzip] = [await receive(url, 'gzip, br'), await receive(url, 'gzip')];
      expect([brotli.encoding, gzip.encoding]).toEqual(['br', 'gzip']);
      expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
      expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
      expect((await fetch(`${url}.br`)).status).toBe(404);
    });
  });
});
