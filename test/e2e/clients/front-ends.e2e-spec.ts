import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser, type BrowserContext } from 'playwright-core';
import { freePort } from '../../../tools/free-port.mjs';
import { CHROMIUM, newVisitor, releaseBrowser, shareBrowser } from '../../support/browser.js';
import { notPerCommit } from '../../support/extent.js';
import { type ServiceProcess, startProcess } from '../../support/process.js';
import { withProgram } from '../../support/programs.js';
import { until } from '../../support/until.js';

const ROOT = join(import.meta.dirname, '../../..');
const MINUTES = 60_000;
const PASSWORD = 'a long password';
const PACKAGES = ['client', 'next', 'astro', 'create-nestpress'];
/** A page is fresh within this time after the response to the write, on a machine that has nothing else to do. */
const FRESH_MS = 2000;
const run = promisify(execFile);

const manifest = (folder: string) =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
    version: string;
    dependencies: Record<string, string>;
  };
const VERSION = manifest('.').version;

/** Packs a package of this repository into a folder. */
const pack = (name: string, folder: string) =>
  run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(ROOT, 'packages', name) });
const packages = mkdtempSync(join(tmpdir(), 'nestpress-packages-'));
/** `npm create nestpress`, as it is packed. */
const create = (...args: string[]) =>
  run(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${join(packages, `create-nestpress-${VERSION}.tgz`)}`,
      '--',
      'create-nestpress',
      ...args,
    ],
    {
      cwd: packages,
    },
  );

beforeAll(() => pack('create-nestpress', packages), MINUTES);
afterAll(() => rmSync(packages, { recursive: true, force: true, maxRetries: 10 }));

interface FrontEnd {
  folder: string;
  package: string;
  /** Type checks and builds the application. */
  build: string[][];
  start: string[];
  /** Whether a page was not rendered for this request. */
  isCached(headers: Headers): boolean;
  redirect: number;
  slash: string;
}

const FRONT_ENDS: FrontEnd[] = [
  {
    folder: 'next-site',
    package: 'next',
    build: [['next', 'build']],
    start: ['node_modules/next/dist/bin/next', 'start'],
    isCached: (headers) => headers.get('x-nextjs-cache') === 'HIT',
    redirect: 308,
    slash: '/',
  },
  {
    folder: 'astro-site',
    package: 'astro',
    build: [
      ['astro', 'check'],
      ['astro', 'build'],
    ],
    start: ['dist/server/entry.mjs'],
    isCached: (headers) => headers.get('x-nestpress-page') === 'hit',
    redirect: 301,
    slash: '',
  },
];

interface Answer {
  id: number;
  link: string;
  url: string;
}

test('the packages have the version of the server, and the examples take them', () => {
  for (const name of PACKAGES) expect(manifest(`packages/${name}`).version).toBe(VERSION);
  for (const { folder, package: name } of FRONT_ENDS) {
    expect(manifest(`packages/${name}`).dependencies['@nestpress/client']).toBe(`^${VERSION}`);
    expect(manifest(`examples/${folder}`).dependencies[`@nestpress/${name}`]).toBe(`^${VERSION}`);
  }
});

test(
  'npm create nestpress writes a site and front ends, and names what it cannot do',
  async () => {
    const filesOf = (name: string) => readdirSync(join(packages, name)).sort();
    const manifestOf = (name: string) =>
      JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as object;
    const { stdout } = await create('site', 'My Site');
    expect(stdout).toContain('npm install');
    expect(filesOf('My Site')).toEqual(['.gitignore', 'package.json']);
    expect(manifestOf('My Site')).toMatchObject({
      name: 'my-site',
      scripts: { start: 'nestpress start' },
      dependencies: { '@nestpress/server': `^${VERSION}` },
    });
    for (const { package: name } of FRONT_ENDS) {
      await create('front-end', name, `pages-${name}`);
      expect(manifestOf(`pages-${name}`)).toMatchObject({ name: `pages-${name}` });
      expect(filesOf(`pages-${name}`)).toEqual(expect.arrayContaining(['.gitignore', 'package.json', 'tsconfig.json']));
      expect(filesOf(`pages-${name}`)).not.toContain('node_modules');
    }
    const refused = (args: string[]) =>
      create(...args).then(
        () => '',
        ({ stderr }: { stderr: string }) => stderr,
      );
    expect(await refused(['site', 'My Site'])).toContain('is not empty');
    expect(await refused(['front-end', 'angular', 'x'])).toContain('npm create nestpress front-end astro');
    expect(await refused([])).toContain('npm create nestpress site');
  },
  2 * MINUTES,
);

// Installs the frameworks from the registry and builds the applications.
notPerCommit(() => {
  withProgram(CHROMIUM, (chromium) => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await shareBrowser(chromium);
      for (const { package: name } of FRONT_ENDS) await pack(name, packages);
      await pack('client', packages);
    }, MINUTES);
    afterAll(() => {
      if (browser) releaseBrowser(chromium);
    });

    describe.each(FRONT_ENDS)('examples/$folder, with the packed packages', (frontEnd) => {
      const folder = mkdtempSync(join(tmpdir(), 'nestpress-front-end-'));
      const site = join(folder, 'site');
      let service: ServiceProcess;
      let env: Record<string, string>;
      let application: ChildProcess | undefined;
      let url: string;

      const call = async (method: string, path: string, body?: object): Promise<Answer> => {
        const headers = { authorization: `Basic ${btoa(`admin:${PASSWORD}`)}`, 'content-type': 'application/json' };
        const response = await fetch(`${service.url}/wp-json${path}`, { method, headers, body: JSON.stringify(body) });
        expect([200, 201]).toContain(response.status);
        return (await response.json()) as Answer;
      };
      const page = (path: string, cookie = '') => fetch(url + path, { redirect: 'manual', headers: { cookie } });
      const htmlOf = async (path: string, cookie?: string) => (await page(path, cookie)).text();
      const publish = async (values: object) => {
        const { id, link } = await call('POST', '/wp/v2/posts', { ...values, status: 'publish' });
        return { id, link: new URL(link).pathname };
      };

      beforeAll(async () => {
        const [port, ownPort] = [await freePort(), await freePort()];
        url = `http://127.0.0.1:${ownPort}`;
        env = {
          ...{ DATA_DIR: join(folder, 'data'), SITE_URL: `http://127.0.0.1:${port}`, PORT: String(port) },
          ...{ ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'fatal', FRONT_END_URL: url, FRONT_END_LINKS: 'on' },
        };
        service = await startProcess(env);
        const hook = ['bin/nestpress.mjs', 'webhooks', 'add', `${url}/api/revalidate${frontEnd.slash}`, '--private'];
        const { stdout } = await run(process.execPath, hook, { cwd: ROOT, env: { ...process.env, ...env } });
        await create('front-end', frontEnd.package, site);
        const packed = ['client', frontEnd.package].map((name) => join(packages, `nestpress-${name}-${VERSION}.tgz`));
        const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
        await run('npm', ['install', ...quiet, ...packed], { cwd: site });
        // No account of the service.
        const siteEnv = {
          ...{
            PATH: process.env.PATH,
            HOME: process.env.HOME,
            NEXT_TELEMETRY_DISABLED: '1',
            ASTRO_TELEMETRY_DISABLED: '1',
          },
          ...{ API: `${service.url}/wp-json`, WEBHOOK_SECRET: /whsec_\S+/.exec(stdout)?.[0] },
          ...{ HOST: '127.0.0.1', PORT: String(ownPort) },
        };
        for (const command of frontEnd.build)
          await run('npx', command, { cwd: site, env: siteEnv, maxBuffer: 10_000_000 });
        application = spawn(process.execPath, frontEnd.start, { cwd: site, env: siteEnv });
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
        rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
      });

      if (frontEnd.package === 'next')
        test(
          'the code of docs/typed-client.md compiles',
          async () => {
            const target = join(site, 'nestpress-client');
            await run(process.execPath, ['bin/nestpress.mjs', 'client', target], {
              cwd: ROOT,
              env: { ...process.env, ...env },
            });
            const doc = readFileSync(join(ROOT, 'docs/typed-client.md'), 'utf8');
            const [program, route, ...others] = [...doc.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code!);
            expect([others.length, route]).toEqual([0, expect.stringContaining('// app/api/revalidate/route.ts')]);
            writeFileSync(join(site, 'program.ts'), program!);
            writeFileSync(join(site, 'app/api/revalidate/route.ts'), route!);
            const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
            await run('npm', ['install', ...quiet, 'standardwebhooks'], { cwd: site });
            const compiled = await run('npx', ['tsc', '--noEmit'], { cwd: site }).catch(
              (error: { stdout: string }) => error,
            );
            expect(compiled.stdout).toBe('');
            // The types are those of this site.
            writeFileSync(join(site, 'program.ts'), program!.replace("'/wp/v2/posts/{id}'", "'/wp/v2/recipes/{id}'"));
            await expect(run('npx', ['tsc', '--noEmit'], { cwd: site })).rejects.toThrow();
          },
          5 * MINUTES,
        );

      test('pages are cached, and fresh within two seconds after a change', async () => {
        const { id, link } = await publish({ title: 'Tide', content: '<p>Low water</p>' });
        await until(async () => (await htmlOf(link)).includes('Low water'), 'the page is there');
        await until(async () => frontEnd.isCached((await page(link)).headers), 'the page is cached');
        const times: number[] = [];
        for (const content of ['High water', 'Slack water', 'Spring tide']) {
          await call('POST', `/wp/v2/posts/${id}`, { content: `<p>${content}</p>` });
          const written = performance.now();
          await until(async () => (await htmlOf(link)).includes(content), 'the page is fresh');
          times.push(performance.now() - written);
        }
        // A busy machine may delay one of them.
        expect(Math.min(...times)).toBeLessThan(FRESH_MS);
        await call('POST', `/wp/v2/posts/${id}`, { slug: 'ebb' });
        await until(async () => (await page(link)).status === frontEnd.redirect, 'the former address redirects');
        expect((await page(link)).headers.get('location')).toMatch(/\/ebb\/$/);
        expect((await page('/nothing-here/')).status).toBe(404);
        expect(await htmlOf('/sitemap.xml')).toContain('<sitemapindex');
      });

      test('menus follow their changes', async () => {
        const { link } = await publish({ title: 'Harbour', content: 'Boats' });
        const items = [{ title: 'Our berths', type: 'custom', url: `${url}/berths/` }];
        const { id } = await call('POST', '/nestpress/v1/menus', { name: 'Top', is_main: true, items });
        await until(async () => (await htmlOf(link)).includes('>Our berths</a>'), 'the menu is there');
        await call('POST', `/nestpress/v1/menus/${id}`, { items: [{ ...items[0], title: 'Moorings' }] });
        await until(async () => (await htmlOf(link)).includes('>Moorings</a>'), 'the menu is fresh');
      });

      test('an editor sees what is typed as the page will look, publishes it, and visitors get it', async () => {
        const { id, link } = await publish({ title: 'Ferry', content: '<p>Every hour</p>' });
        await until(async () => frontEnd.isCached((await page(link)).headers), 'the page is cached');
        const { context, page: editor } = await newVisitor(browser);
        try {
          await signIn(context);
          await editor.goto(`${service.url}/console/posts/${id}`);
          await editor.getByRole('button', { name: 'HTML', exact: true }).click();
          const source = editor.getByLabel('Content as HTML');
          await source.fill('<p>Every half hour</p>');
          const opened = context.waitForEvent('page');
          await editor.getByRole('button', { name: 'Preview' }).click();
          const preview = await opened;
          await preview.getByText('Every half hour').waitFor();
          expect(new URL(preview.url()).origin).toBe(url);
          const loads = await preview.evaluate<number>('performance.timeOrigin');
          await source.fill('<p>Every ten minutes</p>');
          await preview.getByText('Every ten minutes').waitFor();
          // The content was replaced, not the page.
          expect(await preview.evaluate<number>('performance.timeOrigin')).toBe(loads);
          expect(await htmlOf(link)).toContain('Every hour');
          await editor.getByRole('button', { name: 'Update' }).click();
          await until(async () => (await htmlOf(link)).includes('Every ten minutes'), 'visitors get it');
          // The token has ended: the visitor of the preview sees what all others see.
          await preview.goto(`${url}${link}`);
          await preview.getByText('Every ten minutes').waitFor();
          expect((await preview.goto(`${url}/preview/`))!.status()).toBe(404);
        } finally {
          await context.close();
        }
      });

      const signIn = async (context: BrowserContext) => {
        const data = { login: 'admin', password: PASSWORD };
        expect((await context.request.post(`${service.url}/console/login`, { data })).ok()).toBe(true);
      };

      test('previews show what is not published, to those who have the link', async () => {
        const { id } = await call('POST', '/wp/v2/posts', { title: 'Draft', content: '<p>Not yet</p>' });
        const { url: link } = await call('POST', '/nestpress/v1/preview-tokens', { post: id });
        const opened = await page(new URL(link).pathname + frontEnd.slash + new URL(link).search);
        expect([302, 307]).toContain(opened.status);
        expect(opened.headers.get('location')).toBe('/preview');
        const cookies = opened.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!);
        expect(await htmlOf('/preview/', cookies.join('; '))).toContain('Not yet');
        expect((await page('/preview/')).status).toBe(404);
        expect((await page(`/api/preview${frontEnd.slash}?token=none`)).status).toBe(401);
      });

      test('messages without a valid signature change nothing', async () => {
        const unsigned = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
        expect((await fetch(`${url}/api/revalidate${frontEnd.slash}`, unsigned)).status).toBe(401);
      });
    });
  });
});
