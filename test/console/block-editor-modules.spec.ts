import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../../tools/free-port.mjs';
import { defineBlock, defineConsoleExtension } from '../../src/content-model/declarations.js';
import { type GroupRow, rule, storeGroups } from '../support/acf-site.js';
import { anyEngine } from '../support/app.js';
import { CHROMIUM } from '../support/browser.js';
import { consoleSite } from '../support/console-browser.js';
import { missing } from '../support/missing.js';
import { pluginFiller } from '../support/plugin-site.js';
import { withProgram } from '../support/programs.js';
import { until } from '../support/until.js';

const INSTALLED = existsSync(join(import.meta.dirname, '../../packages/block-editor/dist/index.html'));
const CONTENT = [
  defineBlock({
    name: 'museum/hello',
    title: 'Greeting',
    attributes: {
      name: { type: 'string', label: 'Name', default: 'reader' },
      isLoud: { type: 'boolean', label: 'Loud', default: false },
    },
    render: (blocks) =>
      blocks.map(({ attributes: { name, isLoud } }) => `<p>Hello ${String(name)}${isLoud ? '!' : ''}</p>`),
  }),
  defineConsoleExtension({
    name: 'museum',
    panels: [
      {
        name: 'facts',
        title: 'Facts',
        on: ['post'],
        actions: ['rename'],
        rows: async (id, { entries }) => {
          const post = await entries('post').get(id, { context: 'edit', _fields: 'title' });
          return [{ label: 'Title', value: (post!.title as { raw: string }).raw, url: `posts/${id}` }];
        },
      },
    ],
    actions: [
      {
        name: 'rename',
        on: ['post'],
        label: 'Rename',
        async run([id], { entries }) {
          await entries('post').update(id!, { title: 'Renamed' });
        },
      },
    ],
  }),
];

const GROUPS: readonly GroupRow[] = [
  { title: 'Piece', location: [[rule('post_type', 'post')]], fields: [{ name: 'material', type: 'text' }] },
];

interface Post {
  id: number;
  title: { raw: string };
  content: { raw: string; rendered: string };
}

const PORT = await freePort();
const FRONT_END = `http://127.0.0.1:${PORT}`;
const ENV = { VARIANT: 'C', SITE_PAGES: 'on', FRONT_END_URL: FRONT_END, FRONT_END_LINKS: 'on' };

/** A front end that renders a page with the token of a preview, and whose page follows the editor. */
async function startFrontEnd(root: () => string): Promise<Server> {
  const page = async (token: string) => {
    const headers = { Authorization: `Preview ${token}` };
    const get = async (url: string) => (await (await fetch(url, { headers })).json()) as Record<string, unknown>;
    const current = await get(`${root()}nestpress/v1/preview-tokens/current`);
    const { title, content } = (await get(String(current.item_url))) as unknown as Rendered;
    const query = new URLSearchParams({ preview_token: token, since: String(current.version) }).toString();
    const address = JSON.stringify(`${String(current.changes_url)}?${query}`);
    const follow = `new EventSource(${address}).addEventListener('changed', () => location.reload())`;
    return `<!doctype html><h1>${title.rendered}</h1><main>${content.rendered}</main><script>${follow}</script>`;
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, ENV.FRONT_END_URL);
    const token = searchParams.get('token');
    if (pathname !== '/api/preview' || token === null) return void response.writeHead(404).end();
    void page(token).then((html) => response.writeHead(200, { 'Content-Type': 'text/html; charset=UTF-8' }).end(html));
  });
  await new Promise<void>((done) => server.listen(PORT, '127.0.0.1', done));
  return server;
}

interface Rendered {
  title: { rendered: string };
  content: { rendered: string };
}

withProgram(CHROMIUM, (chromium) => {
  if (!INSTALLED) return missing('the block editor is not built');
  anyEngine((engine) => {
    const filler = pluginFiller('secure-custom-fields/secure-custom-fields.php', {}, (database) =>
      storeGroups(database, GROUPS),
    );
    const site = consoleSite(chromium, engine, ENV, { content: CONTENT }, filler);
    const read = (id: number) => site.api<Post>('GET', `wp/v2/posts/${id}?context=edit`);
    let frontEnd: Server | undefined;
    beforeAll(async () => {
      frontEnd = await startFrontEnd(() => site.site.root);
    });
    afterAll(() => {
      frontEnd?.closeAllConnections();
      frontEnd?.close();
    });

    async function openPost(content: string) {
      const { id } = await site.api<Post>('POST', 'wp/v2/posts', { title: 'Glass', content, status: 'publish' });
      const { page } = await site.load();
      await page.goto(site.url(`block-editor/post.php?post=${id}&action=edit`));
      const canvas = page.frameLocator('iframe[name="editor-canvas"]');
      await canvas.getByRole('textbox', { name: 'Add title' }).waitFor();
      return { id, page, canvas };
    }

    test('a block of a module is shown as the service renders it, and its attributes have fields', async () => {
      const { id, page, canvas } = await openPost('<!-- wp:museum/hello /-->');
      await canvas.getByText('Hello reader').click({ force: true });
      await page.getByRole('tab', { name: 'Block', exact: true }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
      await page.getByRole('checkbox', { name: 'Loud' }).check();
      await canvas.getByText('Hello Ada!').waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await until(async () => (await read(id)).content.raw.includes('"isLoud":true'), 'the block is saved');
      const { content } = await read(id);
      expect([content.raw, content.rendered.trim()]).toEqual([
        '<!-- wp:museum/hello {"name":"Ada","isLoud":true} /-->',
        '<p>Hello Ada!</p>',
      ]);
    });

    test('a panel of a module has its rows and actions', async () => {
      const { id, page } = await openPost('<!-- wp:paragraph --><p>Text</p><!-- /wp:paragraph -->');
      await page.getByRole('button', { name: 'Facts' }).click();
      await page.getByRole('link', { name: 'Glass' }).waitFor();
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('link', { name: 'Renamed' }).waitFor();
      expect((await read(id)).title.raw).toBe('Renamed');
    });

    test('custom fields of plugins are edited on a page of the console', async () => {
      const { page } = await openPost('<!-- wp:paragraph --><p>Text</p><!-- /wp:paragraph -->');
      await page.getByRole('button', { name: 'Custom fields and language' }).click();
      const opening = page.waitForEvent('popup');
      await page.getByRole('link', { name: 'Edit custom fields and language' }).click();
      await (await opening).getByRole('textbox', { name: 'material' }).waitFor();
    });

    test('the preview opens in the front end and follows what is typed', async () => {
      const { id, page, canvas } = await openPost('<!-- wp:paragraph --><p>Text</p><!-- /wp:paragraph -->');
      await canvas.getByText('Text').click();
      await page.keyboard.press('End');
      await page.keyboard.type(' and more');
      await page.getByRole('button', { name: 'View', exact: true }).click();
      const opening = page.waitForEvent('popup');
      await page.getByRole('menuitem', { name: 'Preview in new tab' }).click();
      const preview = await opening;
      await preview.getByText('Text and more').waitFor();
      expect(new URL(preview.url()).origin).toBe(ENV.FRONT_END_URL);
      await canvas.getByText('Text and more').click();
      await page.keyboard.press('End');
      await page.keyboard.type(', still unsaved');
      // Sooner than the editor itself stores what is typed, once a minute.
      await preview.getByText('Text and more, still unsaved').waitFor({ timeout: 40_000 });
      expect((await read(id)).content.raw).toContain('<p>Text</p>');
      // Again, although the tab is at the front end, whose document the editor cannot write to.
      const again = preview.waitForRequest((request) => request.url().includes('/api/preview?token='));
      await page.getByRole('button', { name: 'View', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Preview in new tab' }).click();
      await again;
      // Others go on without a token.
      const response = await fetch(`${site.site.url}/?p=${id}&preview=true`, { redirect: 'manual' });
      expect(response.headers.get('location')).toBe(`${ENV.FRONT_END_URL}/?p=${id}&preview=true`);
    });
  });
});
