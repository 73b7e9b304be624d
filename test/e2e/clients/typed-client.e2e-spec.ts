import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SYSTEM } from '../../../src/access/principal.js';
import * as client from '../../../src/cli/commands/client.command.js';
import { ChangeFeedStore } from '../../../src/features/change-feed/change-feed.store.js';
import { WebhooksService } from '../../../src/features/webhooks/webhooks.service.js';
import { CONFIG, type Config } from '../../../src/platform/config/config.js';
import { freePort } from '../../../tools/free-port.mjs';
import { ADMIN, startTestApp, type TestApp, WEB } from '../../support/app.js';
import { callCli } from '../../support/cli.js';
import { clientOf } from '../../support/clients.js';
import { until } from '../../support/until.js';

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
const COMPILER = {
  target: 'ES2023',
  module: 'nodenext',
  strict: true,
  skipLibCheck: false,
  types: ['node'],
  lib: ['ES2023', 'DOM'],
};

/** Compiles only where the client knows the paths, parameters and items of the site. */
const PROGRAM = `
import { createSite, SiteError, tagsOf, tagsOfMessage } from './nestpress-client/client.js';

const [url = '', login = '', password = ''] = process.argv.slice(2);
const site = createSite({ url, login, password });
for (let number = 0; number < 3; number++)
  await site.api.POST('/wp/v2/posts', { body: { title: \`Post \${number}\`, status: 'publish' } });

const titles: string[] = [];
for await (const post of site.pages('/wp/v2/posts', { params: { query: { per_page: 2, search: 'Post' } } }))
  titles.push(post.title.rendered);
console.log(titles.filter((title) => title.startsWith('Post')).sort().join());

const names: string[] = [];
for await (const { title } of site.entries('post', { fields: ['id', 'title'] })) names.push(title.rendered);
console.log(names.filter((name) => name?.startsWith('Post')).join());

let submissions = 0;
for await (const { id } of site.byCursor('/nestpress/v1/submissions')) submissions += id;
console.log(submissions);
// @ts-expect-error Entries are not read by cursor.
site.byCursor('/wp/v2/posts');
// @ts-expect-error The path has a parameter.
const withoutId = () => site.read('/wp/v2/posts/{id}');
// @ts-expect-error No such type.
site.entries('recipe');
// @ts-expect-error No such parameter.
const misspelt = () => site.list('/wp/v2/posts', { params: { query: { per_pge: 2 } } });
const parents: number[] = [];
for await (const page of site.entries('page')) parents.push(page.parent);

const first = await site.list('/wp/v2/posts', {
  params: { query: { per_page: 2, orderby: 'id', order: 'asc', search: 'Post', _fields: ['id', 'title'] } },
});
// @ts-expect-error Not among the fields.
void first.items[0]?.content;
const second = await first.next?.();
console.log(first.items.length, first.total > 2, first.pages > 1, typeof second?.items[0]?.title.rendered);

const picture = await site.read('/wp/v2/media/{id}', { params: { path: { id: 0 } } }).catch(() => undefined);
const width: number | undefined = picture?.media_details.sizes?.['large']?.width;
console.log(width);

const shares: number[] = [];
const file = new Blob([new Uint8Array(9 * 1024 * 1024).fill(97)]);
const media = await site.upload(file, { name: 'lines.txt', title: 'Lines', onProgress: (share) => shares.push(share) });
console.log(media.title.rendered, media.mime_type, shares.length);

try {
  await site.read('/wp/v2/posts/{id}', { params: { path: { id: 99999 } } });
} catch (error) {
  console.log(error instanceof SiteError && \`\${error.status} \${error.code}\`);
}
await site.api.DELETE('/wp/v2/posts/{id}', { params: { path: { id: 99999 } } }).catch((error: unknown) => {
  console.log(error instanceof SiteError && error.status);
});

// Frameworks replace it after the client is loaded.
const { fetch } = globalThis;
globalThis.fetch = async () => Response.json({ id: 7, title: { rendered: 'Replaced' } });
console.log((await site.read('/wp/v2/posts/{id}', { params: { path: { id: 7 } } })).title.rendered);
globalThis.fetch = fetch;

for await (const { cursor } of site.changes()) {
  await site.api.POST('/wp/v2/tags', { body: { name: 'Tide' } });
  for await (const { changes } of site.changes(cursor, { wait: 5 })) {
    console.log(changes[0]?.kind, changes[0]?.action);
    break;
  }
  break;
}
console.log(tagsOf('/wp/v2/posts/{id}', { id: 3 }).join());
console.log(tagsOfMessage({ type: 'entry.updated', data: { id: 3, type: 'page' } }).join());
console.log(tagsOfMessage({ type: 'term.created', data: { id: 4, taxonomy: 'category' } }).join());
`;

describe('nestpress client', () => {
  let service: TestApp;
  let root: string;
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-typed-client-'));
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    service = await startTestApp({ ...WEB });
    await service.app.get(ChangeFeedStore).build();
    const { dataDir } = service.app.get<Config>(CONFIG);
    const env = { ...WEB, DATA_DIR: dataDir, SITE_URL: 'http://site.test', LOG_LEVEL: 'fatal' };
    const { code, err } = await callCli([client], env, ['client', join(folder, 'nestpress-client')]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    // What `npm install` would download.
    mkdirSync(join(folder, 'node_modules/@nestpress'), { recursive: true });
    for (const name of ['@types', 'openapi-fetch', 'standardwebhooks'])
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    symlinkSync(join(ROOT, 'packages/client'), join(folder, 'node_modules/@nestpress/client'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await service.app.listen(0, '127.0.0.1');
    root = `http://127.0.0.1:${(service.server.address() as AddressInfo).port}/wp-json`;
  });
  afterAll(async () => {
    await service?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('writes a client that knows the site', async () => {
    expect(readdirSync(join(folder, 'nestpress-client')).sort()).toEqual([
      'api.d.ts',
      'client.d.ts',
      'client.js',
      'routes.d.ts',
      'routes.js',
    ]);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, files: ['program.ts'] }));
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    const compiled = run(join(ROOT, 'node_modules/.bin/tsc'), ['--project', '.'], { cwd: folder });
    await compiled.catch(({ stdout }: { stdout: string }) => expect(stdout).toBe(''));
    const { stdout } = await run(process.execPath, ['program.js', root, ADMIN.user, ADMIN.password], { cwd: folder });
    expect(stdout.trim().split('\n')).toEqual([
      'Post 0,Post 1,Post 2',
      'Post 0,Post 1,Post 2',
      '0',
      '2 true true string',
      'undefined',
      'Lines text/plain 2',
      '404 rest_post_invalid_id',
      '404',
      'Replaced',
      'term created',
      '/wp/v2/posts,/wp/v2/posts/3',
      '/wp/v2/pages,/wp/v2/pages/3',
      '/wp/v2/categories,/wp/v2/categories/4',
    ]);
  });

  test('the example site shows previews, and renders a page again after the webhook of the service', async () => {
    copyFileSync(join(ROOT, 'examples/headless-site/site.js'), join(folder, 'site.js'));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const values = { url: `${url}/revalidate`, name: 'Site', events: [], types: ['post'], isEnabled: true };
    // The address is not public.
    const { secret } = await service.app.get(WebhooksService).create(values, SYSTEM, { isPrivate: true });
    const site = spawn(process.execPath, ['site.js'], {
      cwd: folder,
      stdio: 'inherit',
      env: {
        ...process.env,
        PORT: String(port),
        API: root,
        LOGIN: ADMIN.user,
        APPLICATION_PASSWORD: ADMIN.password,
        WEBHOOK_SECRET: secret,
        PREVIEW_SECRET: 'a secret',
      },
    });
    const get = async (path: string) => (await fetch(url + path)).text();
    try {
      await until(() => get('/').then(Boolean, () => false), 'the site listens');
      const { id } = (await admin.post('/posts', { title: 'Tide', content: 'Low', status: 'draft' }).expect(201)).body;
      expect((await fetch(`${url}/tide`)).status).toBe(404);
      expect(await get('/')).not.toContain('Tide');
      expect(await get(`/preview?post=${id}&secret=a+secret`)).toContain('Low');
      expect((await fetch(`${url}/preview?post=${id}&secret=other`)).status).toBe(404);

      await admin.post(`/posts/${id}`, { status: 'publish', slug: 'tide' }).expect(200);
      await until(async () => (await get('/')).includes('href="/tide"'), 'the list has the published post');
      expect(await get('/tide')).toContain('Low');
      await admin.post(`/posts/${id}`, { content: 'High' }).expect(200);
      await until(async () => (await get('/tide')).includes('High'), 'the page is rendered again');
      await admin.delete(`/posts/${id}`).expect(200);
      await until(async () => (await fetch(`${url}/tide`)).status === 404, 'the page of a trashed post is gone');
    } finally {
      site.kill();
      await once(site, 'exit');
    }
  });
});
