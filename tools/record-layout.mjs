#!/usr/bin/env node
// Writes test/site-pages/block-layout.json: where WordPress 7.1 has the boxes of a page of core blocks (test/support/block-page.ts), with
// which test/site-pages/block-layout.spec.ts compares the site pages. For its own requests WordPress has a theme with the widths, gaps and
// fonts of the site pages and nothing else, so that what differs is the style of blocks. Needs ../shared/reference/wordpress and Chromium.
import './usage.mjs';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { format } from 'oxfmt';
import './typescript.mjs';

const { blockPage, PICTURES } = await import('../test/support/block-page.ts');
const { layoutBoxes, WIDTHS } = await import('../test/support/layout-boxes.ts');
const { picture } = await import('../test/support/files.ts');

const ROOT = join(import.meta.dirname, '..');
const RELEASE = '7.1';
const SITE = `http://127.0.0.1:${process.env.REF_PORT ?? 8071}`;
const FOLDER = join(process.env.REF_DIR ?? `/tmp/wp-reference-${RELEASE}`, 'site/wp-content');
const THEME = 'block-layout';
const AUTHORIZATION = `Basic ${Buffer.from('admin:admnAAAA1111bbbb2222CCCC').toString('base64')}`;

execFileSync('bash', [join(ROOT, '../shared/reference/wordpress'), 'up'], {
  stdio: 'ignore',
  env: { ...process.env, REF_RELEASE: RELEASE },
});
const created = [];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  chromiumSandbox: false,
});
try {
  addTheme();
  const images = [];
  for (const [width, height] of PICTURES) images.push(await upload(await picture(width, height)));
  const blocks = blockPage(images);
  const content = blocks.map(([, markup]) => markup).join('\n\n');
  const { link } = await create('posts', JSON.stringify({ title: 'Blocks', status: 'publish', content }), {
    'content-type': 'application/json',
  });
  const recorded = {};
  for (const width of WIDTHS) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.goto(`${link}${link.includes('?') ? '&' : '?'}theme=${THEME}`);
    const found = await layoutBoxes(page, '.entry-content');
    await page.close();
    if (found.length !== blocks.length) throw new Error(`${blocks.length} blocks have ${found.length} elements.`);
    recorded[width] = Object.fromEntries(blocks.map(([name], index) => [name, found[index]]));
  }
  const file = join(ROOT, 'test/site-pages/block-layout.json');
  const { code } = await format(file, JSON.stringify(recorded), { printWidth: 120 });
  writeFileSync(file, code);
} finally {
  await browser.close();
  for (const path of created) await send('DELETE', `${path}?force=true`);
  removeTheme();
}

/** WordPress uses the theme for requests that name it, and for no others. */
function addTheme() {
  const theme = join(FOLDER, 'themes', THEME);
  mkdirSync(join(theme, 'templates'), { recursive: true });
  mkdirSync(join(FOLDER, 'mu-plugins'), { recursive: true });
  writeFileSync(join(theme, 'style.css'), '/*\nTheme Name: Block layout\n*/\n');
  writeFileSync(join(theme, 'templates/index.html'), '<!-- wp:post-content {"layout":{"type":"constrained"}} /-->');
  cpSync(join(import.meta.dirname, 'record-layout-theme.json'), join(theme, 'theme.json'));
  const lines = [
    `if (($_GET['theme'] ?? '') !== '${THEME}') return;`,
    ...['template', 'stylesheet'].map((name) => `add_filter('pre_option_${name}', fn() => '${THEME}');`),
    // The server behind it does not know the port that WordPress expects in addresses.
    "add_filter('redirect_canonical', '__return_false');",
  ];
  writeFileSync(join(FOLDER, `mu-plugins/${THEME}.php`), `<?php\n${lines.join('\n')}\n`);
}

function removeTheme() {
  rmSync(join(FOLDER, `mu-plugins/${THEME}.php`), { force: true });
  rmSync(join(FOLDER, 'themes', THEME), { recursive: true, force: true });
}

async function upload(bytes) {
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="layout.png"' };
  const { id, source_url: url } = await create('media', bytes, headers);
  return { id, url };
}

async function create(route, body, headers) {
  const item = await send('POST', route, body, headers);
  created.unshift(`${route}/${item.id}`);
  return item;
}

async function send(method, path, body, headers) {
  const response = await fetch(`${SITE}/wp-json/wp/v2/${path}`, {
    method,
    body,
    headers: { authorization: AUTHORIZATION, ...headers },
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
