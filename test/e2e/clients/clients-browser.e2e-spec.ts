import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Controller, Get, Header, Module } from '@nestjs/common';
import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { ADMIN } from '../../support/app.js';
import {
  CHROMIUM,
  editorPage,
  launchBrowser,
  newVisitor,
  type PageSettings,
  PER_PAGE,
  servePage,
} from '../../support/browser.js';
import { picture } from '../../support/files.js';
import { type LiveSite, startLiveSite } from '../../support/live-site.js';
import { type BrowserLogin, giveApplicationPassword, KEYS, logIn } from '../../support/logins.js';
import { withProgram } from '../../support/programs.js';

let settings: PageSettings;

/** The page where it shares the service's origin, as a theme's pages do. */
@Controller('desk')
class DeskController {
  @Get()
  @Header('Content-Type', 'text/html; charset=UTF-8')
  // What is not the interface's may run nothing unless it says so.
  @Header('Content-Security-Policy', "default-src 'self' 'unsafe-inline'")
  page(): string {
    return editorPage(settings);
  }
}

@Module({ controllers: [DeskController] })
class DeskModule {}

withProgram(CHROMIUM, (chromium) => {
  let site: LiveSite;
  let login: BrowserLogin;
  let authorization: string;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let image: Buffer;

  beforeAll(async () => {
    site = await startLiveSite(KEYS, 'sqlite', { modules: [DeskModule] });
    login = await logIn(site);
    authorization = `Basic ${Buffer.from(`${ADMIN.user}:${await giveApplicationPassword(site)}`).toString('base64')}`;
    image = await picture(320, 200);
    browser = await launchBrowser(chromium);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => {
    settings = { root: site.root };
    ({ context, page } = await newVisitor(browser));
  });
  afterEach(() => context.close());

  const signIn = () => context.addCookies([{ ...login.cookie, url: `${site.url}/`, httpOnly: true }]);

  async function open(url: string): Promise<void> {
    await page.goto(url);
    await page.locator('#posts li').first().waitFor();
  }

  /** What the page shows after a press of the button. */
  async function outcome(button: string): Promise<unknown> {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.locator('#result', { hasText: '{' }).waitFor();
    return JSON.parse((await page.locator('#result').textContent())!);
  }

  async function saveDraft(title: string): Promise<unknown> {
    await page.locator('[name=title]').fill(title);
    return outcome('Save draft');
  }

  async function chooseFile(name: string): Promise<void> {
    await page.locator('[name=file]').setInputFiles({ name, mimeType: 'image/png', buffer: image });
  }

  async function expectPaging(): Promise<void> {
    expect(await page.locator('#total').textContent()).toMatch(/^\d+ in \d+$/);
    const first = await page.locator('#posts').textContent();
    await page.locator('#next').click();
    await page.waitForFunction(`document.getElementById('posts').textContent !== ${JSON.stringify(first)}`);
    expect(await page.locator('#posts li').count()).toBe(PER_PAGE);
  }

  const draft = (title: string) => ({
    status: 201,
    body: expect.objectContaining({ status: 'draft', title: { raw: title, rendered: title } }),
  });
  const uploaded = (name: string) => ({
    status: 201,
    body: expect.objectContaining({ mime_type: 'image/png', source_url: expect.stringContaining(`/${name}`) }),
  });

  describe('a page of the same origin', () => {
    test('reads, writes and uploads with the login cookie and a nonce', async () => {
      settings.nonce = login.nonce;
      await signIn();
      await open(`${site.url}/desk`);
      await expectPaging();
      expect(await saveDraft('From the desk')).toEqual(draft('From the desk'));
      await chooseFile('desk.png');
      expect(await outcome('Upload')).toEqual(uploaded('desk.png'));
      expect(await outcome('Upload bytes')).toEqual(uploaded('desk-1.png'));
    });

    test('shows a picture it uploaded', async () => {
      settings.nonce = login.nonce;
      await signIn();
      await open(`${site.url}/desk`);
      await chooseFile('shown.png');
      const { body } = (await outcome('Upload')) as { body: { source_url: string } };
      const shown = `Object.assign(new Image(), { src: ${JSON.stringify(body.source_url)} })`;
      expect(await page.evaluate(`(async (image) => (await image.decode(), image.naturalWidth))(${shown})`)).toBe(320);
    });

    test('is anonymous without a nonce and refused with a stale one', async () => {
      await signIn();
      await open(`${site.url}/desk`);
      expect(await saveDraft('Forged')).toMatchObject({ status: 401, body: { code: 'rest_cannot_create' } });
      const stale = await page.evaluate(
        async ([url, nonce]) => {
          const response = await fetch(url!, { headers: { 'X-WP-Nonce': nonce! } });
          return { status: response.status, body: (await response.json()) as unknown };
        },
        [`${site.root}wp/v2/posts`, login.staleNonce],
      );
      expect(stale).toMatchObject({ status: 403, body: { code: 'rest_cookie_invalid_nonce' } });
      const fresh = await page.evaluate(async () => (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text());
      expect(fresh).toBe(login.nonce);
    });
  });

  describe('a page of another site', () => {
    let elsewhere: Awaited<ReturnType<typeof servePage>>;
    beforeAll(async () => {
      elsewhere = await servePage(() => editorPage(settings), 'localhost');
    });
    afterAll(() => elsewhere.close());

    test('reads posts, totals and links', async () => {
      await open(elsewhere.url);
      await expectPaging();
    });

    test('writes and uploads with an application password', async () => {
      settings.authorization = authorization;
      await open(elsewhere.url);
      await expectPaging();
      expect(await saveDraft('From afar')).toEqual(draft('From afar'));
      await chooseFile('afar.png');
      expect(await outcome('Upload')).toEqual(uploaded('afar.png'));
      expect(await outcome('Upload bytes')).toEqual(uploaded('afar-1.png'));
    });

    test('can read the reason of a refusal', async () => {
      settings.authorization = `Basic ${Buffer.from('admin:wrong').toString('base64')}`;
      await page.goto(elsewhere.url);
      expect(await saveDraft('Refused')).toMatchObject({
        status: 401,
        body: { code: 'incorrect_password', data: { status: 401 } },
      });
    });
  });

  describe('a page of the same site on another port', () => {
    let neighbour: Awaited<ReturnType<typeof servePage>>;
    beforeAll(async () => {
      neighbour = await servePage(() => editorPage(settings), '127.0.0.1');
    });
    afterAll(() => neighbour.close());

    test('writes with the cookie and a nonce it was given', async () => {
      settings.nonce = login.nonce;
      await signIn();
      await open(neighbour.url);
      expect(await saveDraft('From next door')).toEqual(draft('From next door'));
    });

    test('cannot act by the cookie alone, nor get itself a nonce', async () => {
      await signIn();
      await open(neighbour.url);
      expect(await saveDraft('Forged')).toMatchObject({ status: 401, body: { code: 'rest_cannot_create' } });
      const asked = page.evaluate(
        (url) => fetch(url, { credentials: 'include' }).then((response) => response.text()),
        `${site.url}/wp-admin/admin-ajax.php?action=rest-nonce`,
      );
      await expect(asked).rejects.toThrow('Failed to fetch');
    });
  });
});
