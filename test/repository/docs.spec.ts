import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { cacheKey } from '../../src/rest/cache/cache-key.js';
import { loadConfig, unknownVariables } from '../../src/platform/config/load-config.js';
import { FILE_TURNS } from '../../tools/test/extent.mjs';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const DOCS = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...DOCS];
/** The changelog says what was true of earlier versions. */
const CURRENT_PAGES = PAGES.filter((page) => page !== 'CHANGELOG.md');

const { SUITES } = (await import(join(ROOT, 'jest.config.mjs'))) as {
  SUITES: { name: string; files: string[]; inTurns?: boolean }[];
};

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return text.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
}

/** Lines of fenced code may look like headings and links. */
const withoutCode = (text: string) => text.replaceAll(/^( *)```.*?^\1```$/gms, '');

function anchorsOf(path: string): string[] {
  return [...withoutCode(read(path)).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => anchorOf(heading!));
}

test.each(PAGES)('links of %s lead somewhere', (page) => {
  const links = [...withoutCode(read(page)).matchAll(/(?:\]\(|(?:src|srcset)=")([^)"\s]+)[)"]/g)].map(
    ([, link]) => link!,
  );
  const isDead = (link: string) => {
    const [target, anchor] = link.split('#') as [string, string?];
    const path = target === '' ? page : join(dirname(page), target);
    if (!existsSync(join(ROOT, path))) return true;
    return anchor !== undefined && path.endsWith('.md') && !anchorsOf(path).includes(anchor);
  };
  expect(links.filter((link) => !/^[a-z]+:/.test(link) && isDead(link))).toEqual([]);
});

test('docs/README.md lists every page, and that of a folder its pages', () => {
  const unlisted = DOCS.filter((page) => {
    const isIndex = basename(page) === 'README.md';
    const folder = isIndex ? join(dirname(page), '..') : dirname(page);
    const link = isIndex ? `${basename(dirname(page))}/README.md` : basename(page);
    return page !== 'docs/README.md' && !read(join(folder, 'README.md')).includes(`](${link})`);
  });
  expect(unlisted).toEqual([]);
});

test('every page begins with who needs it', () => {
  const pages = DOCS.filter((page) => !/\/decisions\/\d/.test(page));
  expect(pages.filter((page) => !/^# .+\n\n_For .+\._\n\n/.test(read(page)))).toEqual([]);
});

test.each(CURRENT_PAGES)('lines of %s are at most 120 characters long, except in tables, code and HTML', (page) => {
  const lines = withoutCode(read(page)).split('\n');
  expect(lines.filter((line) => line.length > 120 && !/^(?:\||\s*<)/.test(line))).toEqual([]);
});

test('decisions are numbered and have a context, a decision and a consequence', () => {
  const FORM = /^# (\d+)\. .+\n\n\*\*Context\.\*\* .+\n\n\*\*Decision\.\*\* .+\n\n\*\*Consequence\.\*\* .+$/s;
  const decisions = DOCS.filter((page) => /\/decisions\/\d{4}-/.test(page)).toSorted();
  expect(decisions.length).toBeGreaterThan(10);
  expect(decisions.map((page) => Number(FORM.exec(read(page))?.[1]))).toEqual(decisions.map((_, index) => index + 1));
  expect(decisions.map((page) => Number(basename(page).slice(0, 4)))).toEqual(decisions.map((_, index) => index + 1));
});

test('commands run in a checkout as they do in a project with the package, where npx finds them by their own name', () => {
  expect(CURRENT_PAGES.filter((page) => read(page).includes('npx @nestpress/server'))).toEqual([]);
});

test('scripts that pages and workflows name exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const workflows = readdirSync(join(ROOT, '.github/workflows')).map((name) => `.github/workflows/${name}`);
  const named = [...CURRENT_PAGES, ...workflows].flatMap((page) => [
    ...[...read(page).matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name]) => name!),
    ...[...read(page).matchAll(/script: \[(.+)\]/g)].flatMap(([, list]) => list!.replaceAll("'", '').split(', ')),
  ]);
  expect(named).toEqual(expect.arrayContaining(['dev', 'test:e2e', 'test:mysql']));
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('files and folders that pages name exist', () => {
  const named = CURRENT_PAGES.flatMap((page) =>
    [...read(page).matchAll(/`((?:src|test|tools|bench|console|packages|examples|deploy)\/[\w./-]+)`/g)].map(
      ([, path]) => [page, path!] as const,
    ),
  );
  const isPlaceholder = (path: string) => /[A-Z]{4}/.test(path) && !path.endsWith('.md');
  const siblings = (path: string) => {
    const folder = join(ROOT, dirname(path));
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  // Specs are named without their suffix.
  const exists = (path: string) =>
    existsSync(join(ROOT, path)) || siblings(path).some((name) => name.startsWith(`${basename(path)}.`));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(([, path]) => !isPlaceholder(path) && !exists(path))).toEqual([]);
});

test('test files that pages name exist', () => {
  const files = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => basename(path)),
  );
  const named = CURRENT_PAGES.flatMap((page) =>
    [...read(page).matchAll(/`(?:[\w/-]+\/)?([a-z][\w-]*\.(?:[\w-]+-)?spec\.ts)`/g)].map(
      ([, name]) => [page, name!] as const,
    ),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(([, name]) => !files.includes(name))).toEqual([]);
});

test('what runs with a commit is said by docs/testing.md, as the test runner does it', () => {
  const others = CURRENT_PAGES.filter((page) => page !== 'docs/testing.md');
  expect(
    others.filter((page) => /(?:every|each) (?:test )?run\b|with (?:every|each) commit(?![\w-])/i.test(read(page))),
  ).toEqual([]);
  const [, share, suites] = /runs the unit tests and\s+a (\w+) of the ([\w, ]+?) suites,\s+in turns/s.exec(
    read('docs/testing.md').replaceAll(/\s+/g, ' '),
  )!;
  expect(share).toBe({ 2: 'half', 3: 'third', 4: 'quarter' }[FILE_TURNS]);
  const inTurns = SUITES.filter((suite) => suite.inTurns).map(({ name }) => name);
  expect(suites!.toLowerCase().split(/, | and /)).toEqual(inTurns);
});

test('files of tests are part of the suites that their paragraph names', () => {
  const paragraphs = CURRENT_PAGES.flatMap((page) => read(page).split(/\n\n|\n(?=\||- )/));
  const named = paragraphs.flatMap((paragraph) => {
    const suites = SUITES.filter(({ name }) => paragraph.includes(`\`npm run test:${name}\``));
    const specs = [...paragraph.matchAll(/([a-z-]+)\.(?:[\w-]+-)?spec\.ts`/g)].map(([, name]) => name!);
    return specs.flatMap((spec) => suites.map(({ name, files }) => [spec, name, files.join().includes(spec)] as const));
  });
  expect(named).toContainEqual(['cache-transactions', 'mysql', true]);
  expect(named.filter(([, , isPart]) => !isPart)).toEqual([]);
});

test('requests that docs/response-cache.md names are not cached', () => {
  const page = read('docs/response-cache.md');
  const [, names, contexts] = /^- requests with ((?:`\w+`,\s+)+)or a `context` other than\s+`(\w+)` and/m.exec(page)!;
  const parameters = [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  const key = (query: string) => cacheKey({ method: 'GET', url: `/posts?${query}` } as IncomingMessage);
  expect(parameters).toEqual(expect.arrayContaining(['password', 'preview_token']));
  expect(parameters.filter((name) => key(`${name}=x`) !== undefined)).toEqual([]);
  expect([key(`context=${contexts}`), key('context=edit'), key('page=2')]).toEqual([
    expect.any(String),
    undefined,
    expect.any(String),
  ]);
});

test('what docs/migration.md sets and routes can be copied', () => {
  const page = read('docs/migration.md');
  const [, commands = ''] = /```sh\n(.*?)```/s.exec(page)!;
  const exports = [...commands.matchAll(/^export (.+)$/gm)].flatMap(([, line]) => [
    ...line!.matchAll(/(\w+)=('[^']*'|\S+)/g),
  ]);
  const values = Object.fromEntries(exports.map(([, name, value]) => [name!, value!.replaceAll("'", '')]));
  expect(unknownVariables(values)).toEqual([]);
  const { variant, mediaTrash } = loadConfig(values);
  expect([variant, mediaTrash, values.WORDPRESS_URL]).toEqual(['C', false, expect.stringContaining('@')]);
  const location = new RegExp(/^location ~ (\S+) \{$/m.exec(page)![1]!);
  const routed = ['/wp-json', '/wp-json/wp/v2/font-families/1', '/wp-json/wp/v2/books', '/index.php/wp-json/x'];
  expect(routed.filter((path) => !location.test(path))).toEqual([]);
  expect(['/', '/wp-admin/', '/wp-jsonx', '/a/wp-json/'].filter((path) => location.test(path))).toEqual([]);
});

test('README.md has two commands, one to start and one to test, and stays short', () => {
  const readme = read('README.md');
  expect(readme.match(/^npm ci.*$/gm)).toEqual(['npm ci && npm start', 'npm ci && npm test']);
  expect(readme.split('\n').length - 1).toBeLessThanOrEqual(130);
});

test.each(['README.md', 'docs/variant-c.md'])('%s has the counts of docs/conformance.md', (page) => {
  const total = /^\| total \|.*\| (\d+) \/ (\d+) \/ (\d+) \|$/m.exec(read('docs/conformance.md'))!;
  const [same, ...others] = total.slice(1).map(Number) as [number, number, number];
  const all = others.reduce((sum, count) => sum + count, same);
  expect(read(page)).toContain(`${same.toLocaleString('en')} of ${all.toLocaleString('en')} recorded`);
});

test.each([
  ['../README.md', 'reading-time'],
  ['adding-a-resource.md', 'events'],
  ['adding-a-namespace.md', 'events'],
  ['adding-a-content-type.md', 'books, museum'],
  ['embedding.md', 'embedded-in-nest'],
  ['authentication.md', 'partner-keys'],
  ['jobs-and-mail.md', 'digest'],
  ['webhooks.md', 'webhook-receiver'],
  ['change-feed.md', 'static-builder'],
])('the code in docs/%s is part of examples/%s', (page, names) => {
  const folders = names.split(', ').map((name) => join(ROOT, 'examples', name));
  const example = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(folder, entry.name), 'utf8')),
  );
  const quotes = [...read(join('docs', page)).matchAll(/```[tj]s\n(.*?)```/gs)].map(([, code]) => code!);
  expect(quotes.length).toBeGreaterThan(0);
  expect(quotes.filter((quote) => !example.some((text) => text.includes(quote)))).toEqual([]);
});
