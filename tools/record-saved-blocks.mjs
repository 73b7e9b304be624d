#!/usr/bin/env node
// Writes test/vectors/c/saved_blocks.json: what WordPress's block editor saves for each of its blocks, and the attributes that it reads
// from that text, with which src/rendering/blocks/block-json.spec.ts compares blocks as data. The attributes are made up from their
// declarations. Needs the packages of the block editor (`npm run block-editor`) and Chromium.
import './usage.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const EDITOR = join(import.meta.dirname, '../packages/block-editor');
const TYPES = join(import.meta.dirname, '../src/rendering/blocks/core-block-types.json');
const FILE = join(import.meta.dirname, '../test/vectors/c/saved_blocks.json');

const { outputFiles } = await build({
  stdin: { contents: `export { run } from '${import.meta.dirname}/record-saved-blocks.page.mjs';`, resolveDir: EDITOR },
  nodePaths: [join(EDITOR, 'node_modules')],
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'recorder',
  logLevel: 'error',
  jsx: 'automatic',
  define: {
    'process.env.NODE_ENV': '"production"',
    'globalThis.IS_GUTENBERG_PLUGIN': 'true',
    'globalThis.IS_WORDPRESS_CORE': 'false',
    'globalThis.SCRIPT_DEBUG': 'false',
  },
  loader: { '.css': 'empty' },
  alias: { '@wordpress/vips/worker': join(EDITOR, 'src/no-vips.ts') },
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  chromiumSandbox: false,
});
try {
  const page = await browser.newPage();
  await page.setContent('<!doctype html>');
  await page.addScriptTag({ content: outputFiles[0].text });
  const served = JSON.parse(readFileSync(TYPES, 'utf8')).map(({ name }) => name);
  const cases = await page.evaluate(`recorder.run(${JSON.stringify(served)})`);
  const lines = cases.map((saved) => `    ${JSON.stringify(saved)}`);
  const note = 'in: what the block editor saves; out: the attributes that it reads from it';
  writeFileSync(
    FILE,
    `{\n  "function": "serialize",\n  "version": "7.1",\n  "note": "${note}",\n  "cases": [\n${lines.join(',\n')}\n  ]\n}\n`,
  );
  console.log(`${cases.length} blocks`);
} finally {
  await browser.close();
}
