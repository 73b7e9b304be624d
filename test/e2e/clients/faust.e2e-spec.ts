import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { freePort } from '../../../tools/free-port.mjs';
import { CHROMIUM, newVisitor, releaseBrowser, shareBrowser } from '../../support/browser.js';
import { notPerCommit } from '../../support/extent.js';
import { type ServiceProcess, startProcess } from '../../support/process.js';
import { withProgram } from '../../support/programs.js';
import { until } from '../../support/until.js';

const EXAMPLE = join(import.meta.dirname, '../../../examples/faust-site');
const MINUTES = 60_000;
const PASSWORD = 'a long password';
const run = promisify(execFile);

test('the example names each version exactly', () => {
  const { dependencies } = JSON.parse(readFileSync(join(EXAMPLE, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

// Installs Faust and Next.js from the registry and builds the application.
notPerCommit(() => {
  withProgram(CHROMIUM, (chromium) => {
    describe('examples/faust-site', () => {
      const folder = mkdtempSync(join(tmpdir(), 'nestpress-faust-'));
      const site = join(folder, 'site');
      let browser: Browser;
      let service: ServiceProcess;
      let application: ChildProcess | undefined;
      let url: string;

      const create = async (path: string, body: object): Promise<{ id: number; link: string }> => {
        const headers = { authorization: `Basic ${btoa(`admin:${PASSWORD}`)}`, 'content-type': 'application/json' };
        const target = `${service.url}/wp-json/wp/v2${path}`;
        const response = await fetch(target, { method: 'POST', headers, body: JSON.stringify(body) });
        expect([200, 201]).toContain(response.status);
        return (await response.json()) as { id: number; link: string };
      };

      beforeAll(async () => {
        browser = await shareBrowser(chromium);
        service = await startProcess({
          ...{ DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'fatal', VARIANT: 'C' },
          ...{ GRAPHQL: 'on', GRAPHQL_INTROSPECTION: 'on', CONSOLE: 'off', SITE_PAGES: 'off' },
        });
        const port = await freePort();
        url = `http://127.0.0.1:${port}`;
        cpSync(EXAMPLE, site, { recursive: true });
        const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
        await run('npm', ['install', ...quiet], { cwd: site });
        const env = {
          ...{ PATH: process.env.PATH, HOME: process.env.HOME, NEXT_TELEMETRY_DISABLED: '1' },
          ...{ NEXT_PUBLIC_WORDPRESS_URL: service.url },
        };
        for (const script of ['generate', 'build'])
          await run('npm', ['run', script], { cwd: site, env, maxBuffer: 10_000_000 });
        const next = [join(site, 'node_modules/next/dist/bin/next'), 'start', '--port', String(port)];
        application = spawn(process.execPath, next, { cwd: site, env });
        await until(
          () =>
            fetch(url).then(
              ({ ok }) => ok,
              () => false,
            ),
          'the application responds',
        );
      }, 15 * MINUTES);
      afterAll(async () => {
        application?.kill('SIGKILL');
        await service?.stop();
        if (browser) releaseBrowser(chromium);
        rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
      });

      test('asks for the possible types', () => {
        expect(existsSync(join(site, 'possibleTypes.json'))).toBe(true);
        const types = JSON.parse(readFileSync(join(site, 'possibleTypes.json'), 'utf8')) as Record<string, string[]>;
        expect(types.ContentNode).toEqual(expect.arrayContaining(['Post', 'Page', 'MediaItem']));
      });

      test('a visitor reads the front page, a post, its category and a page; other addresses are not found', async () => {
        const { id: category } = await create('/categories', { name: 'Tides' });
        const post = { title: 'Spring tide', content: '<p>High water at noon</p>', status: 'publish' };
        const { id } = await create('/posts', { ...post, categories: [category] });
        await create('/comments', { post: id, content: 'Bring boots' });
        await create('/pages', { title: 'Berths', slug: 'berths', content: '<p>Two are free</p>', status: 'publish' });

        const { context, page } = await newVisitor(browser);
        const problems: string[] = [];
        page.on('pageerror', ({ message }) => problems.push(message));
        try {
          await until(async () => (await (await fetch(url)).text()).includes('Spring tide'), 'the post is listed');
          await page.goto(url);
          await page.getByRole('link', { name: 'Spring tide' }).click();
          await page.getByRole('heading', { name: 'Spring tide', level: 1 }).waitFor();
          await page.getByText('High water at noon').waitFor();
          await page.getByText('Bring boots').waitFor();
          await page.getByRole('link', { name: 'Tides' }).click();
          await page.getByRole('heading', { name: 'Tides' }).waitFor();
          await page.getByRole('link', { name: 'Spring tide' }).waitFor();
          await page.goto(`${url}/berths/`);
          await page.getByText('Two are free').waitFor();
          expect((await page.goto(`${url}/nothing-here/`))?.status()).toBe(404);
          expect(problems).toEqual([]);
        } finally {
          await context.close();
        }
      });

      test('follows a change', async () => {
        const { id } = await create('/pages', { title: 'Office', slug: 'office', content: 'Open', status: 'publish' });
        const text = async () => (await fetch(`${url}/office/`)).text();
        await until(async () => (await text()).includes('Open'), 'the page is there');
        await create(`/pages/${id}`, { content: 'Closed' });
        await until(async () => (await text()).includes('Closed'), 'the page is fresh');
      });
    });
  });
});
