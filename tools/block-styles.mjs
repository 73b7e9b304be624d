#!/usr/bin/env node
// Writes the style sheets of blocks for site pages to src/site-pages/theme/blocks: those of @wordpress/block-library (GPL-2.0-or-later),
// in the version that the block editor uses. Only blocks that a content can have are taken; the build minifies them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const TARGET = join(ROOT, 'src/site-pages/theme/blocks');
const NAMES = [
  ...['accordion', 'accordion-heading', 'accordion-item', 'accordion-panel', 'archives', 'audio', 'avatar', 'button'],
  ...['buttons', 'calendar', 'categories', 'code', 'columns', 'cover', 'details', 'embed', 'file', 'footnotes'],
  ...['gallery', 'group', 'heading', 'image', 'latest-comments', 'latest-posts', 'list', 'math', 'media-text'],
  ...['page-list', 'paragraph', 'post-author', 'post-date', 'post-excerpt', 'post-featured-image', 'post-template'],
  ...[
    'post-terms',
    'post-title',
    'preformatted',
    'pullquote',
    'query-pagination',
    'quote',
    'read-more',
    'rss',
    'search',
  ],
  ...['separator', 'social-links', 'spacer', 'table', 'tag-cloud', 'text-columns', 'verse', 'video'],
];

const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'packages/block-editor/package.json'), 'utf8'));
const source = `@wordpress/block-library@${dependencies['@wordpress/block-library']}`;
const folder = mkdtempSync(join(tmpdir(), 'nestpress-block-styles-'));
try {
  const archive = execFileSync('npm', ['pack', source, '--silent'], { cwd: folder, encoding: 'utf8' }).trim();
  execFileSync('tar', ['-xzf', archive], { cwd: folder });
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  for (const name of NAMES) {
    const css = readFileSync(join(folder, 'package/build-style', name, 'style.css'), 'utf8');
    const rules = css
      .replace(/\/\*[^]*?\*\//g, '')
      .replace(/\n{2,}/g, '\n')
      .trim();
    writeFileSync(join(TARGET, `${name}.css`), `/* ${source}, GPL-2.0-or-later. */\n${rules}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
