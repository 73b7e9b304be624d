import { createServer, request as forward } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ADMIN } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { ConsoleSite, publish, signIn, visualBody } from '../support/console-browser.js';
import { picture } from '../support/files.js';
import { withProgram } from '../support/programs.js';

const FOLDER = '/blog';

/** A proxy that serves the site below a folder and nothing else. */
const proxy = createServer((incoming, outgoing) => {
  const url = incoming.url ?? '';
  if (!url.startsWith(`${FOLDER}/`)) {
    outgoing.writeHead(404).end('outside the folder');
    return;
  }
  const { method, headers } = incoming;
  const target = forward({ port: servicePort, host: '127.0.0.1', path: url.slice(FOLDER.length), method, headers });
  target.on('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  incoming.pipe(target);
});
let servicePort: number;

withProgram(CHROMIUM, (chromium) => {
  const site = new ConsoleSite(chromium);
  let origin: string;

  beforeAll(async () => {
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    await site.start('sqlite', { SITE_URL: `${origin}${FOLDER}`, BASE_PATH: '/api', SITE_PAGES: 'on' });
    servicePort = Number(new URL(site.site.url).port);
  });
  afterAll(async () => {
    await site.stop();
    proxy.close();
    proxy.closeAllConnections();
  });

  test('everything works below the folder, and no request leaves it', async () => {
    const { page } = await site.visit();
    const outside: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin}${FOLDER}/`) && /^http/.test(request.url())) outside.push(request.url());
    });
    await page.goto(`${origin}${FOLDER}/console/posts/new`);
    await signIn(page, ADMIN.user, ADMIN.password);
    await page.getByRole('textbox', { name: 'Title' }).fill('Below a folder');
    await visualBody(page).click();
    await page.keyboard.type('Text');
    await page.getByRole('button', { name: 'Set featured image' }).click();
    const dialog = page.getByRole('dialog', { name: 'Featured image' });
    const file = { name: 'quay.png', mimeType: 'image/png', buffer: await picture(64, 40) };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByRole('button', { name: 'quay' }).waitFor();
    await dialog.getByRole('button', { name: 'Set featured image' }).click();
    await page.locator('img.featured').waitFor();
    await publish(page);
    await page.locator('.toast', { hasText: 'Published' }).waitFor();
    expect(page.url()).toMatch(`${origin}${FOLDER}/console/posts/`);
    await page.reload();
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await page.getByRole('link', { name: 'Media' }).click();
    await page.getByRole('button', { name: 'quay' }).waitFor();

    await page.goto(`${origin}${FOLDER}/`);
    await page.getByRole('link', { name: 'Below a folder' }).first().click();
    await page.getByRole('heading', { name: 'Below a folder' }).waitFor();
    const images = await page
      .locator('img')
      .evaluateAll((all) => all.map((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0));
    expect(images).toEqual([true]);

    await page.goto(`${origin}${FOLDER}/console/`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(outside).toEqual([]);
  });
});
