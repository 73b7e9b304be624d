import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ContentService, defineCommand } from '../../../src/index.js';
import * as install from '../../../src/cli/commands/install.command.js';
import * as settings from '../../../src/modules/settings/settings.command.js';
import { moduleCommands } from '../../../src/cli/module-commands.js';
import { callCli, type CliOutcome } from '../../support/cli.js';

/** What the package exports, for a module outside of it. */
Object.assign(globalThis, { nestpress: { ContentService, defineCommand } });
const COMMAND = `
const { ContentService, defineCommand } = globalThis.nestpress;
export const titles = defineCommand({
  name: 'titles',
  description: 'titles of posts',
  arguments: '<status> [search]',
  options: { '--upper-case': 'in capitals', '--most <number>': 'how many' },
  async run({ app, args: [status, search], options: { upperCase, most = '10' }, print, fail }) {
    if (status === 'wrong') fail('There is no such status.');
    const posts = app.get(ContentService).asSystem().of('post');
    const { items } = await posts.find({ status, per_page: Number(most), ...(search && { search }) });
    const titles = items.map(({ title }) => (upperCase ? title.rendered.toUpperCase() : title.rendered));
    print(titles, titles.join(', '));
  },
});`;

let folder: string;
let env: Record<string, string>;
const run = (modules: string, ...args: string[]): Promise<CliOutcome> =>
  callCli([install, settings], { ...env, NESTPRESS_MODULES: join(folder, modules) }, args, '', moduleCommands);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nestpress-commands-'));
  env = { DATA_DIR: folder, SITE_URL: 'http://site.test', ADMIN_PASSWORD: 'a good password', LOG_LEVEL: 'silent' };
  writeFileSync(join(folder, 'titles.mjs'), COMMAND);
  writeFileSync(join(folder, 'taken.mjs'), COMMAND.replace("name: 'titles'", "name: 'settings'"));
  writeFileSync(join(folder, 'misspelt.mjs'), COMMAND.replace('description:', 'descripton:'));
  expect((await run('titles.mjs', 'install', '--sample')).code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a module adds a command with arguments, options, help and JSON', async () => {
  const help = await run('titles.mjs', '--help');
  expect(help.out).toContain('titles of posts');
  const { code, out } = await run('titles.mjs', '--json', 'titles', 'publish', '--most', '1', '--upper-case');
  const [title] = JSON.parse(out) as string[];
  expect([code, title]).toEqual([0, title?.toUpperCase()]);
  expect(title).not.toBe('');
  expect((await run('titles.mjs', 'titles', 'publish', 'nothing has this')).out.trim()).toBe('');
});

test('wrong use and failures have the exit codes of other commands', async () => {
  expect(await run('titles.mjs', 'titles')).toMatchObject({ code: 2 });
  expect(await run('titles.mjs', 'titles', 'publish', '--mots', '1')).toMatchObject({ code: 2 });
  expect(await run('titles.mjs', 'titles', 'wrong')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no such status.'),
  });
});

test('the name of another command and a misspelt member are errors that name the file', async () => {
  expect((await run('taken.mjs', 'other')).err).toContain('has the name of another command');
  const { code, err } = await run('misspelt.mjs', 'titles', 'publish');
  expect([code, err]).toEqual([1, expect.stringMatching(/Command "titles" \(.*misspelt\.mjs:\d+\).*descri/)]);
});

test("the service's own commands do not load modules", async () => {
  expect((await run('missing.mjs', 'settings', '--help')).code).toBe(0);
  expect((await run('missing.mjs', '--help')).code).toBe(0);
  expect((await run('missing.mjs', 'titles')).err).toContain('there is no file');
});
