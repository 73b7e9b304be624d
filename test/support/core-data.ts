import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Browser } from 'playwright-core';
import { newVisitor } from './browser.js';
import { type SelectorCall } from './core-data-calls.js';

const EDITOR = join(import.meta.dirname, '../../packages/block-editor');

/** `npm run block-editor` installs the package. */
export const HAS_CORE_DATA = existsSync(join(EDITOR, 'node_modules/@wordpress/core-data'));

/** What one call returned, and the requests it sent that were answered with an error. */
export interface SelectorResult {
  value: unknown;
  error?: string;
  failed: string[];
}

/**
 * Each call starts with an empty store, so that its requests are its own. Private selectors are unlocked as the site editor does. What is
 * not a selector is an action.
 */
const SCRIPT = `
import apiFetch from '@wordpress/api-fetch';
import { createRegistry } from '@wordpress/data';
import { store } from '@wordpress/core-data';
import { __dangerousOptInToUnstableAPIsOnlyForCoreModules as optIn } from '@wordpress/private-apis';
const { unlock } = optIn(
  'I acknowledge private features are not for use in themes or plugins and doing so will break in the next version of WordPress.',
  '@wordpress/edit-site',
);
window.callSelectors = async ({ root, authorization, calls }) => {
  const failed = [];
  const send = window.fetch;
  window.fetch = async (url, { method = 'GET', ...options } = {}) => {
    const response = await send(url, { ...options, method, headers: { ...options.headers, authorization } });
    if (!response.ok)
      failed.push([response.status, method, String(url).slice(root.length).replace(/[?&]_locale=user/, '')].join(' '));
    return response;
  };
  apiFetch.use(apiFetch.createRootURLMiddleware(root));
  apiFetch.use(apiFetch.fetchAllMiddleware);
  const results = [];
  for (const [name, ...args] of calls) {
    failed.length = 0;
    const registry = createRegistry();
    registry.register(store);
    let value = null;
    let error;
    try {
      const call = unlock(registry.resolveSelect(store))[name] ?? registry.dispatch(store)[name];
      value = (await call(...args)) ?? null;
    } catch (thrown) {
      error = thrown.message ?? String(thrown);
    }
    results.push({ value, error, failed: [...failed] });
  }
  return JSON.stringify(results);
};
`;

let bundled: Promise<string> | undefined;

/** The packages as the block editor installs them, in one script. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: EDITOR },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    logLevel: 'error',
    define: {
      'process.env.NODE_ENV': '"production"',
      'globalThis.IS_GUTENBERG_PLUGIN': 'false',
      'globalThis.IS_WORDPRESS_CORE': 'false',
      'globalThis.SCRIPT_DEBUG': 'false',
    },
    loader: { '.css': 'text' },
    alias: { '@wordpress/vips/worker': join(EDITOR, 'src/no-vips.ts') },
  });
  return outputFiles[0]!.text;
}

/** Calls selectors of `@wordpress/core-data` in a page of the site whose interface is at `root`. */
export async function callSelectors(
  browser: Browser,
  { root, authorization }: { root: string; authorization: string },
  calls: readonly SelectorCall[],
): Promise<SelectorResult[]> {
  const script = await (bundled ??= bundle());
  const { context, page } = await newVisitor(browser);
  try {
    const address = new URL('/editor-page', root).href;
    await page.route(address, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Editor</title>' }),
    );
    await page.goto(address);
    await page.addScriptTag({ content: script });
    const given = JSON.stringify({ root, authorization, calls });
    return JSON.parse(await page.evaluate<string>(`window.callSelectors(${given})`)) as SelectorResult[];
  } finally {
    await context.close();
  }
}
