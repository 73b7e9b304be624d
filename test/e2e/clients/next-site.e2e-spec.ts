import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../../../tools/free-port.mjs';
import { notPerCommit } from '../../support/extent.js';
import { type ServiceProcess, startProcess } from '../../support/process.js';
import { until } from '../../support/until.js';

const ROOT = join(import.meta.dirname, '../../..');
const MINUTES = 60_000;
const PASSWORD = 'a long password';
const run = promisify(execFile);

interface Answer {
  id: number;
  link: string;
  url: string;
}

test('the packages have the version of the server, and the example takes them', () => {
  const manifest = (folder: string) =>
    JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
      version: string;
      dependencies: Record<string, string>;
    };
  const { version } = manifest('.');
  expect([manifest('packages/client').version, manifest('packages/next').version]).toEqual([version, version]);
  expect(manifest('packages/next').dependencies['@nestpress/client']).toBe(`^${version}`);
  expect(manifest('examples/next-site').dependencies['@nestpress/next']).toBe(`^${version}`);
});

// Installs Next.js from the registry and builds the application.
notPerCommit(() => {
  describe('examples/next-site, with the packed packages', () => {
    const folder = mkdtempSync(join(tmpdir(), 'nestpress-next-'));
    const site = join(folder, 'site');
    let service: ServiceProcess;
    let next: ChildProcess | undefined;
    let url: string;

    const call = async (method: string, path: string, body?: object): Promise<Answer> => {
      const headers = { authorization: `Basic ${btoa(`admin:${PASSWORD}`)}`, 'content-type': 'application/json' };
      const response = await fetch(`${service.url}/wp-json${path}`, { method, headers, body: JSON.stringify(body) });
      expect([200, 201]).toContain(response.status);
      return (await response.json()) as Answer;
    };
    const page = (path: string, cookie = '') => fetch(url + path, { redirect: 'manual', headers: { cookie } });
    const htmlOf = async (path: string, cookie?: string) => (await page(path, cookie)).text();

    beforeAll(async () => {
      url = `http://127.0.0.1:${await freePort()}`;
      const port = await freePort();
      const env = {
        ...{ DATA_DIR: join(folder, 'data'), SITE_URL: `http://127.0.0.1:${port}`, PORT: String(port) },
        ...{ ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'fatal', FRONT_END_URL: url, FRONT_END_LINKS: 'on' },
      };
      service = await startProcess(env);
      const hook = ['bin/nestpress.mjs', 'webhooks', 'add', `${url}/api/revalidate/`, '--private'];
      const { stdout } = await run(process.execPath, hook, { cwd: ROOT, env: { ...process.env, ...env } });
      cpSync(join(ROOT, 'examples/next-site'), site, { recursive: true });
      for (const name of ['client', 'next'])
        await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(ROOT, 'packages', name) });
      const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
      const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];
      await run('npm', ['install', ...quiet, ...tarballs.map((name) => join(folder, name))], { cwd: site });
      const siteEnv = {
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, NEXT_TELEMETRY_DISABLED: '1' },
        ...{ API: `${service.url}/wp-json`, WEBHOOK_SECRET: /whsec_\S+/.exec(stdout)?.[0] },
      };
      // Also checks the types of the application.
      await run('npx', ['next', 'build'], { cwd: site, env: siteEnv, maxBuffer: 10_000_000 });
      next = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-p', new URL(url).port], {
        cwd: site,
        env: siteEnv,
      });
      await until(
        () =>
          fetch(url).then(
            ({ ok }) => ok,
            () => false,
          ),
        'the application responds',
      );
    }, 10 * MINUTES);
    afterAll(async () => {
      next?.kill('SIGKILL');
      await service?.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    });

    test('pages are kept, and fresh after a change', async () => {
      const text = { title: 'Tide', content: '<p>Low water</p>', status: 'publish' };
      const { id, link } = await call('POST', '/wp/v2/posts', text);
      const path = new URL(link).pathname;
      expect(await htmlOf(path)).toContain('Low water');
      expect((await page(path)).headers.get('x-nextjs-cache')).toBe('HIT');
      await call('POST', `/wp/v2/posts/${id}`, { content: '<p>High water</p>' });
      await until(async () => (await htmlOf(path)).includes('High water'), 'the page is fresh');
      await call('POST', `/wp/v2/posts/${id}`, { slug: 'ebb' });
      await until(async () => (await page(path)).status === 308, 'the former address redirects');
      expect((await page('/nothing-here/')).status).toBe(404);
      expect(await htmlOf('/sitemap.xml')).toContain('<sitemapindex');
    });

    test('previews show what is not published, to those who have the link', async () => {
      const { id } = await call('POST', '/wp/v2/posts', { title: 'Draft', content: '<p>Not yet</p>' });
      const { url: link } = await call('POST', '/nestpress/v1/preview-tokens', { post: id });
      const opened = await page(new URL(link).pathname + '/' + new URL(link).search);
      expect([opened.status, opened.headers.get('location')]).toEqual([307, '/preview']);
      const cookies = opened.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!);
      expect(await htmlOf('/preview/', cookies.join('; '))).toContain('Not yet');
      expect((await page('/preview/')).status).toBe(404);
      expect((await page('/api/preview/?token=none')).status).toBe(401);
    });

    test('messages without a valid signature change nothing', async () => {
      expect((await fetch(`${url}/api/revalidate/`, { method: 'POST', body: '{}' })).status).toBe(401);
    });
  });
});
