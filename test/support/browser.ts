import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { basename } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  firefox,
  type Page,
} from 'playwright-core';
import { inTurns } from './extent.js';
import { withProgram } from './programs.js';
import { TIMEOUT_MS } from './until.js';

const FIREFOX = ['firefox-esr', 'firefox'];

/**
 * In the order of preference. The headless shell renders pages as Chromium does but has no windows around them, which saves about a
 * sixth of the processor time. With `TEST_BROWSER=firefox`, Firefox stands in, to look for what does not work there.
 */
export const CHROMIUM =
  process.env.TEST_BROWSER === 'firefox'
    ? FIREFOX
    : ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** A suite that every browser must pass: in each of them, with a commit in the one whose turn it is. */
export function eachBrowser(suite: (path: string) => void): void {
  for (const names of inTurns([CHROMIUM, FIREFOX], { every: 2 })) withProgram(names, suite);
}

/**
 * Features that are off. Only the last list counts, so the first lines repeat the part of Playwright's own that these tests need. The
 * suggestions below the address bar are a page of their own, which takes longer to start than the page under test.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** Without these it looks for its maker's servers at every start, and draws transitions that no test looks at. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--force-prefers-reduced-motion',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];

/** A headless browser with an empty profile; tests may run as root, which its sandbox does not allow. */
export async function launchBrowser(executablePath: string): Promise<Browser> {
  if (!FIREFOX.includes(basename(executablePath)))
    return chromium.launch({ executablePath, args: QUIET, chromiumSandbox: false, timeout: TIMEOUT_MS });
  // By WebDriver BiDi, as it is released; Playwright's own protocol needs a build of its own.
  const browser = await firefox.launch({ executablePath, channel: 'moz-firefox', timeout: TIMEOUT_MS });
  withoutEmulatedMedia(browser);
  return browser;
}

interface BidiSession {
  send(method: string, params?: object): Promise<unknown>;
}

/** Playwright sends a command to each new page that released versions of Firefox do not know, and no test here needs. */
function withoutEmulatedMedia(browser: Browser): void {
  const { _connection: connection } = browser as unknown as {
    _connection: { toImpl(object: unknown): { _browserSession: BidiSession } };
  };
  const session = Object.getPrototypeOf(connection.toImpl(browser)._browserSession) as BidiSession;
  const { send } = session;
  session.send = function (this: BidiSession, method, params) {
    return method === 'emulation.setMediaFeaturesOverride' ? Promise.resolve({}) : send.call(this, method, params);
  };
}

/** How long a browser that no file uses is kept for the next file of the same worker, which takes a while to load on a busy machine. */
const IDLE_MS = 5000;

interface SharedBrowser {
  browser: Promise<Browser>;
  users: number;
  closing?: NodeJS.Timeout;
}

const shared = new Map<string, SharedBrowser>();

/** The browser that the files of a worker share: starting one takes longer than most tests. `release` it after use. */
export async function shareBrowser(executablePath: string): Promise<Browser> {
  let used = shared.get(executablePath);
  if (!used || !(await used.browser).isConnected()) {
    used = { browser: launchBrowser(executablePath), users: 0 };
    shared.set(executablePath, used);
  }
  used.users++;
  clearTimeout(used.closing);
  return used.browser;
}

export function releaseBrowser(executablePath: string): void {
  const left = shared.get(executablePath);
  if (!left || --left.users > 0) return;
  left.closing = setTimeout(() => {
    if (shared.get(executablePath) === left) shared.delete(executablePath);
    void left.browser.then((browser) => browser.close());
  }, IDLE_MS);
}

/** A visitor of their own, who waits as long as it takes. */
export async function newVisitor(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(TIMEOUT_MS);
  return { context, page: await context.newPage() };
}

/** Posts the page shows at a time. */
export const PER_PAGE = 2;

/** What the site's owner puts into the page, as WordPress's own scripts get it. */
export interface PageSettings {
  root: string;
  /** Sent with the cookies the browser holds. */
  nonce?: string;
  /** Sent instead of cookies. */
  authorization?: string;
}

/** A page as anyone would write it: plain fetch, no library, nothing that knows about this service. */
export function editorPage(settings: PageSettings): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Desk</title>
<ul id="posts"></ul>
<p><output id="total"></output> <a id="next">next page</a></p>
<form id="write"><input name="title"><button>Save draft</button></form>
<form id="upload"><input name="file" type="file"><button>Upload</button> <button name="raw" type="button">Upload bytes</button></form>
<output id="result"></output>
<script type="application/json" id="settings">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>
<script>
const { root, nonce, authorization } = JSON.parse(document.getElementById('settings').textContent);
const [posts, total, next, write, upload, result] = ['posts', 'total', 'next', 'write', 'upload', 'result'].map((id) => document.getElementById(id));

async function ask(url, { headers = {}, ...options } = {}) {
  if (nonce) headers['X-WP-Nonce'] = nonce;
  if (authorization) headers.Authorization = authorization;
  return fetch(url, { credentials: authorization ? 'omit' : 'include', ...options, headers });
}

async function show(promise) {
  result.textContent = '';
  try {
    const response = await promise;
    const body = await response.json();
    result.textContent = JSON.stringify({ status: response.status, body });
  } catch (error) {
    result.textContent = JSON.stringify({ failed: String(error) });
  }
}

async function list(url) {
  const response = await ask(url);
  posts.replaceChildren(...(await response.json()).map((post) => {
    const item = document.createElement('li');
    item.innerHTML = post.title.rendered;
    return item;
  }));
  total.textContent = response.headers.get('X-WP-Total') + ' in ' + response.headers.get('X-WP-TotalPages');
  next.href = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1] ?? '';
}

next.addEventListener('click', (event) => {
  event.preventDefault();
  list(next.href);
});
write.addEventListener('submit', (event) => {
  event.preventDefault();
  const body = JSON.stringify({ title: write.title.value });
  show(ask(root + 'wp/v2/posts', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }));
});
upload.addEventListener('submit', (event) => {
  event.preventDefault();
  show(ask(root + 'wp/v2/media', { method: 'POST', body: new FormData(upload) }));
});
upload.raw.addEventListener('click', () => {
  const [file] = upload.file.files;
  const headers = { 'Content-Type': file.type, 'Content-Disposition': 'attachment; filename="' + file.name + '"' };
  show(ask(root + 'wp/v2/media', { method: 'POST', headers, body: file }));
});
list(root + 'wp/v2/posts?per_page=${PER_PAGE}');
</script>
</html>
`;
}

/** A foreign web server; the host decides whether a browser takes it for the same site. */
export async function servePage(
  html: () => string,
  host: '127.0.0.1' | 'localhost',
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html()),
  );
  await new Promise<void>((done) => server.listen(0, host, done));
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
