import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { type Browser, type BrowserContext, type BrowserContextOptions, type Cookie, type Page } from 'playwright-core';
import { type OwnModules } from '../../src/hooks/load-modules.js';
import { ADMIN, ADMIN_AUTHORIZATION, type EngineName } from './app.js';
import { newVisitor, releaseBrowser, shareBrowser } from './browser.js';
import { type LiveSite, startLiveSite } from './live-site.js';
import { type BrowserWindow, SharedVisitor, type Visitor } from './shared-visitor.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const PASSWORD = 'a long enough password';

/** Writes into the installed site before the service starts. */
type SiteFiller = Parameters<typeof startLiveSite>[3];

/** A site with the console, and browsers that use it. Errors in the page and requests to other hosts are collected. */
export class ConsoleSite {
  browser!: Browser;
  site!: LiveSite;
  readonly problems: string[] = [];
  private readonly contexts: BrowserContext[] = [];
  private readonly sessions = new Map<string, Promise<Cookie[]>>();
  /** Browsers that the tests use one after the other, by account. */
  private readonly shared = new Map<string, SharedVisitor>();

  constructor(private readonly chromium: string) {}

  async start(
    engine: EngineName,
    env: Record<string, string> = {},
    extensions?: OwnModules,
    fill?: SiteFiller,
  ): Promise<void> {
    const settings = { CONSOLE: 'on', SMTP_URL: 'log:', ...env };
    this.browser = await shareBrowser(this.chromium);
    this.site = await startLiveSite(settings, engine, extensions, fill);
  }

  async stop(): Promise<void> {
    for (const { context } of this.shared.values()) await context.close();
    if (this.browser) releaseBrowser(this.chromium);
    await this.site?.close();
  }

  url(path = ''): string {
    return `${this.site.url}/console/${path}`;
  }

  /** A request of the administrator, besides the browser. */
  async api<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.site.root}${path}`, {
      method,
      headers: {
        Authorization: ADMIN_AUTHORIZATION,
        'Content-Type': 'application/json',
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** An upload of the administrator, besides the browser. */
  async upload(name: string, bytes: Buffer): Promise<void> {
    const response = await fetch(`${this.site.root}wp/v2/media`, {
      method: 'POST',
      headers: {
        Authorization: ADMIN_AUTHORIZATION,
        'Content-Type': 'image/png',
        'Content-Disposition': `attachment; filename="${name}"`,
      },
      body: new Uint8Array(bytes),
    });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  }

  createUser(username: string, role: string): Promise<{ id: number }> {
    const email = `${username}@site.test`;
    return this.api('POST', 'wp/v2/users', { username, email, password: PASSWORD, roles: [role] });
  }

  /** A browser of its own without a session, closed after the test. */
  async visit(options: BrowserContextOptions = {}): Promise<Visitor> {
    const visitor = await this.newVisitor(options);
    this.contexts.push(visitor.context);
    return visitor;
  }

  /** A browser of its own that is signed in and has loaded this page of the console, closed after the test. */
  async load(path = '', login = ADMIN.user, options?: BrowserContextOptions): Promise<Visitor> {
    const visitor = await this.visit(options);
    await this.signIn(visitor, login);
    await visitor.page.goto(this.url(path));
    await visitor.page.locator('.shell').waitFor();
    return visitor;
  }

  /**
   * The account's browser, which shows this page of the console as it is after it was loaded. The tests share it, because loading
   * the console takes longer than most tests. A test that changes what lasts until the console is loaded again uses `load`.
   */
  async open(path = '', login = ADMIN.user): Promise<Visitor> {
    const shared = this.shared.get(login);
    if (shared && (await shared.reset(this.url('no-such-page')))) {
      await navigate(shared.page, this.url(path));
      return shared;
    }
    await shared?.context.close();
    const visitor = new SharedVisitor(await this.newVisitor());
    this.shared.set(login, visitor);
    await this.signIn(visitor, login);
    await visitor.page.goto(this.url(path));
    await visitor.page.locator('.shell').waitFor();
    return visitor;
  }

  private async newVisitor(options?: BrowserContextOptions): Promise<Visitor> {
    const visitor = await newVisitor(this.browser, options);
    visitor.page.on('pageerror', ({ message }) => this.problems.push(message));
    visitor.page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== this.site.url) this.problems.push(`request to ${request.url()}`);
    });
    return visitor;
  }

  /** Each account signs in once, without the form. */
  private async signIn({ context }: Visitor, login: string): Promise<void> {
    if (!this.sessions.has(login)) this.sessions.set(login, this.startSession(login));
    await context.addCookies(await this.sessions.get(login)!);
  }

  private async startSession(login: string): Promise<Cookie[]> {
    const context = await this.browser.newContext();
    const data = { login, password: login === ADMIN.user ? ADMIN.password : PASSWORD };
    const response = await context.request.post(this.url('login'), { data });
    if (!response.ok()) throw new Error(`${login} cannot sign in: ${response.status()} ${await response.text()}`);
    const cookies = await context.cookies();
    await context.close();
    return cookies;
  }

  async closeVisitors(): Promise<void> {
    for (const context of this.contexts.splice(0)) await context.close();
  }
}

export async function signIn(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel('Username or email address').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Registers start and end of a site for the tests of the current block. */
export function consoleSite(
  chromium: string,
  engine: EngineName,
  env?: Record<string, string>,
  extensions?: OwnModules,
  fill?: SiteFiller,
): ConsoleSite {
  const site = new ConsoleSite(chromium);
  beforeAll(() => site.start(engine, env, extensions, fill));
  afterAll(() => site.stop());
  beforeEach(() => void site.problems.splice(0));
  afterEach(async () => {
    await site.closeVisitors();
    if (site.problems.length > 0) throw new Error(`The page reported: ${site.problems.join('; ')}`);
  });
  return site;
}

/** Goes to another page of the console without loading the console again, which takes most of the time of a test. */
export async function navigate(page: Page, url: string): Promise<void> {
  await page.evaluate(async (to) => {
    const { history, dispatchEvent, PopStateEvent, requestAnimationFrame } = globalThis as unknown as BrowserWindow;
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    await new Promise((rendered) => requestAnimationFrame(() => setTimeout(rendered)));
  }, url);
}

interface AxeViolation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

interface AxeWindow {
  axe?: { run(options: object): Promise<{ violations: AxeViolation[] }> };
}

/** Findings of axe on the page as it is, without the documents in its frames, which are not the console's. */
async function runAxe(page: Page, runOnly?: readonly string[] | AxeTags): Promise<AxeViolation[]> {
  const isLoaded = await page.evaluate(() => (globalThis as unknown as AxeWindow).axe !== undefined);
  if (!isLoaded) await page.evaluate(AXE);
  const options = { iframes: false, resultTypes: ['violations'], ...(runOnly && { runOnly }) };
  return page.evaluate(
    async (chosen) => (await (globalThis as unknown as AxeWindow).axe!.run(chosen)).violations,
    options,
  );
}

const describeViolation = ({ id, nodes }: AxeViolation) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`;

/** Serious and critical findings. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const violations = await runAxe(page);
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(describeViolation);
}

interface AxeTags {
  type: 'tag';
  values: readonly string[];
}

/** All levels of the guidelines, also those of which axe runs no rules by default, and best practice. */
const ALL_LEVELS: AxeTags = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** Findings of every rule that axe has. */
export async function findingsOfAllLevels(page: Page): Promise<string[]> {
  return (await runAxe(page, ALL_LEVELS)).map(describeViolation);
}

/** Findings of every level, of these rules or all. */
export async function accessibilityFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  return (await runAxe(page, rules)).map(describeViolation);
}

/** Publishes or schedules what the editor shows, after its check. */
export async function publish(page: Page, name = 'Publish'): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog', { name: 'Ready to publish?' }).getByRole('button', { name, exact: true }).click();
}

/** The body of the visual editor. */
export const visualBody = (page: Page) => page.frameLocator('.tox-edit-area iframe').locator('body');

/** Puts this on the real clipboard by Ctrl+C, as a program that the user copies from does. `clipboard.write` would clean the HTML. */
export async function copyToClipboard(page: Page, content: Record<string, string>): Promise<void> {
  await page.evaluate((types) => {
    const { document } = globalThis as unknown as { document: CopyDocument };
    const field = document.createElement('textarea');
    field.value = 'copied';
    field.id = 'copied';
    document.body.append(field);
    field.select();
    const fill = (event: CopyEvent) => {
      event.preventDefault();
      for (const [type, text] of Object.entries(types)) event.clipboardData.setData(type, text);
      document.removeEventListener('copy', fill);
      field.remove();
    };
    document.addEventListener('copy', fill);
  }, content);
  await page.keyboard.press('Control+c');
  await page.locator('#copied').waitFor({ state: 'detached' });
}

interface CopyEvent {
  preventDefault(): void;
  clipboardData: { setData(type: string, text: string): void };
}

interface CopyDocument {
  createElement(name: string): { value: string; id: string; select(): void; remove(): void };
  body: { append(element: unknown): void };
  addEventListener(type: 'copy', listener: (event: CopyEvent) => void): void;
  removeEventListener(type: 'copy', listener: (event: CopyEvent) => void): void;
}
