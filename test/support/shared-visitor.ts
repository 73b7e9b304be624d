import { type BrowserContext, type Page, type Request } from 'playwright-core';
import { until } from './until.js';

export interface Visitor {
  context: BrowserContext;
  page: Page;
}

/** What these tests use of a page's global object. */
export interface BrowserWindow {
  history: { pushState(state: null, title: string, url: string): void };
  location: { pathname: string };
  document: { querySelectorAll(selector: string): Iterable<{ click(): void }> };
  localStorage: { clear(): void };
  dispatchEvent(event: Event): void;
  PopStateEvent: typeof Event;
  BroadcastChannel: typeof BroadcastChannel;
  requestAnimationFrame(run: () => void): void;
}

/** A signed-in browser that several tests use, one after the other. */
export class SharedVisitor implements Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  private readonly pending = new Set<Request>();
  private hasCrashed = false;

  constructor({ context, page }: Visitor) {
    this.context = context;
    this.page = page;
    page.on('request', (request) => this.pending.add(request));
    for (const event of ['requestfinished', 'requestfailed'] as const) {
      page.on(event as 'requestfinished', (request) => this.pending.delete(request));
    }
    page.on('crash', () => (this.hasCrashed = true));
    // Leaves unsaved changes behind.
    page.on('dialog', (dialog) => void dialog.accept());
  }

  /** Returns to how a page is after it was loaded, on an empty page; false if that is not possible. */
  async reset(emptyPage: string): Promise<boolean> {
    const { page } = this;
    if (this.hasCrashed || page.isClosed()) return false;
    if ((await page.locator('.shell').count()) === 0 || (await page.locator('dialog[open]').count()) > 0) return false;
    await page.unrouteAll();
    await page.evaluate(forgetEverything, emptyPage);
    await until(() => this.pending.size === 0, 'the navigation is up to date');
    return true;
  }
}

/** In the page: shows another page, and drops what is typed, reported and cached. */
async function forgetEverything(url: string): Promise<void> {
  const page = globalThis as unknown as BrowserWindow;
  page.history.pushState(null, '', url);
  page.dispatchEvent(new page.PopStateEvent('popstate'));
  await new Promise<void>((rendered) => page.requestAnimationFrame(() => setTimeout(rendered)));
  page.localStorage.clear();
  for (const button of page.document.querySelectorAll('.toasts [aria-label="Dismiss"]')) button.click();
  // As another tab does that changed everything. The console listened first, so it has heard when the second listener hears.
  const name = page.location.pathname.replace('no-such-page', '');
  const [sender, listener] = [new page.BroadcastChannel(name), new page.BroadcastChannel(name)];
  const heard = new Promise((done) => (listener.onmessage = done));
  sender.postMessage(['']);
  await heard;
  sender.close();
  listener.close();
}
