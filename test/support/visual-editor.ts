import { join } from 'node:path';
import { build } from 'esbuild';
import { type Page } from 'playwright-core';
import { compiledCatalogues } from '../../console/messages/compile.mjs';
import { newVisitor, releaseBrowser, shareBrowser } from './browser.js';

const SOURCE = join(import.meta.dirname, '../../console/src/pages/editor');
const ORIGIN = 'http://editor.test';

const ENTRY = `
import { loadTexts, withPageTexts } from '../../texts';
await loadTexts('en');
const load = () => Promise.all([import('./paste'), import('./markup'), import('./round-trip'), import('./tinymce')]);
globalThis.visual = Object.assign({}, ...(await withPageTexts(load)));
`;

/** The functions of the console's editor, in a page that holds nothing else. */
export interface VisualWindow {
  visual: {
    cleanPasted(html: string): string;
    toRaw(html: string): string;
    toVisual(raw: string): string;
    lostMarkup(before: string, after: string): string[];
    startVisualEditor(options: object): Promise<unknown>;
  };
  editor: { setContent(html: string, options: object): void; getContent(): string };
}

/** Opens a page with the visual editor, without a site. Nothing is loaded from elsewhere. */
export async function openVisualEditor(chromium: string): Promise<{ page: Page; close(): Promise<void> }> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: SOURCE, loader: 'ts' },
    bundle: true,
    format: 'esm',
    write: false,
    plugins: [compiledCatalogues],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const browser = await shareBrowser(chromium);
  const { context, page } = await newVisitor(browser);
  await page.route('**', (route) => {
    const { origin, pathname } = new URL(route.request().url());
    if (origin !== ORIGIN) return route.abort();
    if (pathname === '/console/assets/editor.js')
      return route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]!.text });
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><textarea id="target"></textarea>' });
  });
  await page.goto(`${ORIGIN}/`);
  await page.addScriptTag({ type: 'module', url: '/console/assets/editor.js' });
  await page.waitForFunction('globalThis.visual !== undefined');
  await page.evaluate(async () => {
    const { document } = globalThis as unknown as { document: { getElementById(id: string): unknown } };
    const window = globalThis as unknown as VisualWindow;
    window.editor = await new Promise((onReady) => {
      const nothing = () => undefined;
      const handlers = { onChange: nothing, onDialog: nothing, onFiles: nothing, onSave: nothing, onReady };
      const target = document.getElementById('target');
      void window.visual.startVisualEditor({ target, label: 'Content', hasMedia: false, ...handlers });
    });
  });
  return {
    page,
    close: async () => {
      await context.close();
      releaseBrowser(chromium);
    },
  };
}
