import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { loadConfig, NestpressModule } from '@nestpress/server';
import { appModule } from './app.module.js';

const dataDir = mkdtempSync(join(tmpdir(), 'embedded-'));
const config = loadConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a good password', LOG_LEVEL: 'silent' });
const headers = {
  authorization: `Basic ${Buffer.from('admin:a good password').toString('base64')}`,
  'content-type': 'application/json',
};
let app;
let address;

before(async () => {
  app = await NestFactory.create(appModule(config), { logger: false });
  await app.listen(0, '127.0.0.1');
  address = await app.getUrl();
});
after(async () => {
  await app?.close();
  rmSync(dataDir, { recursive: true });
});

test('the routes of the application and of Nestpress work side by side', async () => {
  assert.deepEqual(await (await fetch(`${address}/hello`)).json(), { hello: 'world' });
  const { status } = await fetch(`${address}/nothing-here`);
  assert.equal(status, 404);
  const posts = await fetch(`${address}/wp-json/wp/v2/posts?per_page=1`);
  assert.equal(posts.status, 200);
  assert.ok(posts.headers.get('x-wp-total'));
});

test('bodies reach Nestpress', async () => {
  const body = JSON.stringify({ title: 'Soup', status: 'publish', meta: { minutes: 30 } });
  const created = await fetch(`${address}/wp-json/wp/v2/recipes`, { method: 'POST', headers, body });
  assert.equal(created.status, 201);
  const [recipe] = await (await fetch(`${address}/wp-json/wp/v2/recipes`)).json();
  assert.deepEqual([recipe.title.rendered, recipe.meta], ['Soup', { minutes: 30 }]);
});

test('a site that it installs prints a link to set it up, which works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
  const printed = [];
  const write = process.stdout.write;
  process.stdout.write = (text, ...rest) => (printed.push(String(text)), write.call(process.stdout, text, ...rest));
  let other;
  try {
    other = await NestFactory.create(appModule(loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' })), {
      logger: false,
    });
    await other.listen(0, '127.0.0.1');
    const [, path] = /Set up your site: +http:\/\/localhost:3000(\/console\/setup\?token=\S+)/.exec(printed.join(''));
    const page = await fetch((await other.getUrl()) + path);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type'), /^text\/html/);
  } finally {
    process.stdout.write = write;
    await other?.close();
    rmSync(folder, { recursive: true });
  }
});

test('a prefix holds everything that the service has, in the variant of the module', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
  const settings = loadConfig({ DATA_DIR: folder, ADMIN_PASSWORD: 'a good password', LOG_LEVEL: 'silent' });
  class PrefixedModule {}
  Module({ imports: [NestpressModule.forRoot({ variant: 'B', config: settings, install: true, prefix: '/cms' })] })(
    PrefixedModule,
  );
  const other = await NestFactory.create(PrefixedModule, { logger: false });
  try {
    await other.listen(0, '127.0.0.1');
    const root = await other.getUrl();
    const get = (path) => fetch(root + path, { redirect: 'manual' });
    for (const path of ['/', '/console/', '/docs', '/docs/page.js', '/openapi.json', '/healthz', '/readyz', '/feed/'])
      assert.equal((await get(`/cms${path}`)).status, 200, path);
    assert.equal((await get('/cms')).status, 200);
    assert.equal((await get('/cms/console')).headers.get('location'), 'console/');
    for (const path of ['/wp-json', '/healthz', '/cmsx/healthz', '/?rest_route=/'])
      assert.equal((await get(path)).status, 404, path);
    const index = await (await get('/cms/wp-json/')).json();
    assert.equal(index.home, 'http://localhost:3000/cms');
    assert.ok(!index.namespaces.includes('forms/v1'), 'variant B has no forms');
    const { servers } = await (await get('/cms/openapi.json')).json();
    assert.equal(new URL(servers[0].url, `${root}/cms/openapi.json`).pathname, '/cms/wp-json');
    const [post] = await (await get('/cms/?rest_route=/wp/v2/posts')).json();
    assert.equal((await get(new URL(post.link).pathname)).status, 200);
    const body = JSON.stringify({ title: 'Hello' });
    assert.equal((await fetch(`${root}/cms/wp-json/wp/v2/posts`, { method: 'POST', headers, body })).status, 201);
  } finally {
    await other.close();
    rmSync(folder, { recursive: true });
  }
});

for (const [variant, namespace] of [
  ['A', 'popups/v1'],
  ['C', 'wp-block-editor/v1'],
])
  test(`variant ${variant} is served next to the routes of the application`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
    const settings = loadConfig({ DATA_DIR: folder, ADMIN_PASSWORD: 'a good password', LOG_LEVEL: 'silent' });
    class VariantHost {}
    Module({ imports: [NestpressModule.forRoot({ variant, config: settings, install: true })] })(VariantHost);
    const other = await NestFactory.create(VariantHost, { logger: false });
    try {
      await other.listen(0, '127.0.0.1');
      const { namespaces } = await (await fetch(`${await other.getUrl()}/wp-json/`)).json();
      assert.ok(namespaces.includes(namespace), namespaces.join());
    } finally {
      await other.close();
      rmSync(folder, { recursive: true });
    }
  });

test('a site URL that does not end with the prefix stops the start', async () => {
  const settings = loadConfig({ SITE_URL: 'https://example.com', LOG_LEVEL: 'silent' });
  class PrefixedModule {}
  Module({ imports: [NestpressModule.forRoot({ variant: 'A', config: settings, prefix: '/cms' })] })(PrefixedModule);
  await assert.rejects(
    NestFactory.create(PrefixedModule, { logger: false, abortOnError: false }),
    /SITE_URL: "https:\/\/example.com" must end with the prefix \/cms/,
  );
});
