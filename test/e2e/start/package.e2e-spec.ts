import { spawn, type SpawnSyncReturns } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../../../tools/free-port.mjs';
import { notPerCommit, perCommit } from '../../support/extent.js';
import { ENV, packServer, run, TSC } from '../../support/packed-server.js';
import { until } from '../../support/until.js';

const ROOT = join(import.meta.dirname, '../../..');
const MODULES = join(ROOT, 'node_modules');
/** Applications that are built from packages of their own. */
const BUILT = ['block-editor', 'graphiql'];
/** For a busy machine; alone each takes seconds. */
const MINUTES = 60_000;

/** Links what `npm install` would download; the package itself is unpacked from its tarball. */
function link(names: readonly string[], into: string): void {
  for (const name of names) {
    mkdirSync(join(into, name, '..'), { recursive: true });
    // Here `typescript` is an older one, for tools that need its API.
    symlinkSync(join(MODULES, name === 'typescript' ? '@typescript/native' : name), join(into, name));
  }
}

function installed(): string[] {
  return readdirSync(MODULES)
    .filter((name) => !name.startsWith('.') && name !== '@nestpress')
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(MODULES, name)).map((one) => `${name}/${one}`) : [name],
    );
}

describe('the packed package', () => {
  const work = mkdtempSync(join(tmpdir(), 'nestpress-package-'));
  const host = join(work, 'host');
  const nest = ['@nestjs/common', '@nestjs/core', '@nestjs/platform-express'];

  let apiCheck: SpawnSyncReturns<string>;

  beforeAll(() => {
    const packed = packServer(work);
    ({ apiCheck } = packed);
    mkdirSync(join(host, 'node_modules/.bin'), { recursive: true });
    link(installed(), join(host, 'node_modules'));
    run('tar', ['xzf', packed.tarball, '-C', join(host, 'node_modules')], work);
    mkdirSync(join(host, 'node_modules/@nestpress'));
    cpSync(join(host, 'node_modules/package'), join(host, 'node_modules/@nestpress/server'), { recursive: true });
    rmSync(join(host, 'node_modules/package'), { recursive: true });
    symlinkSync('../@nestpress/server/bin/nestpress.mjs', join(host, 'node_modules/.bin/nestpress'));
    writeFileSync(join(host, 'package.json'), '{ "type": "module" }\n');
  }, 10 * MINUTES);
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  /** Starts the service, as `npx nestpress start` does by default, and waits until it answers. */
  async function serve<T>(
    cwd: string,
    env: Record<string, string>,
    work: (api: string) => Promise<T>,
    [program, ...args]: readonly [string, ...string[]] = [
      process.execPath,
      join(host, 'node_modules/.bin/nestpress'),
      'start',
    ],
  ): Promise<T> {
    const port = await freePort();
    const dataDir = mkdtempSync(join(tmpdir(), 'nestpress-packed-'));
    const child = spawn(program, args, {
      cwd,
      env: {
        ...ENV,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        ADMIN_PASSWORD: 'a good password',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    try {
      const api = `http://127.0.0.1:${port}/wp-json`;
      await until(async () => {
        if (child.exitCode !== null) throw new Error(`It ended: ${complaint}`);
        return fetch(api).then(
          ({ ok }) => ok,
          () => false,
        );
      });
      return await work(api);
    } finally {
      child.kill();
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    }
  }

  test('has types and the schema, but neither tests nor sources, and opens nothing but its public interface', () => {
    const folder = join(host, 'node_modules/@nestpress/server');
    expect(existsSync(join(folder, 'dist/index.d.ts'))).toBe(true);
    expect(existsSync(join(folder, 'content-types.schema.json'))).toBe(true);
    expect(['src', 'test'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
    const script = `await import('@nestpress/server/dist/src/start/create-app.js').catch(({ code }) => console.log(code));
      console.log(typeof (await import('@nestpress/server')).createApp)`;
    expect(run(process.execPath, ['--input-type=module', '-e', script], host).split('\n')).toEqual([
      'ERR_PACKAGE_PATH_NOT_EXPORTED',
      'function',
      '',
    ]);
  });

  test('has the block editor and GraphiQL, which are built before the package is packed, without what they are built from', () => {
    const { scripts, files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
      files: string[];
    };
    const packed = readdirSync(join(host, 'node_modules/@nestpress/server'), { recursive: true, encoding: 'utf8' });
    for (const name of BUILT) {
      expect(scripts.prepack!.split(' && ')).toContain(`npm run --silent ${name}`);
      expect(files).toContain(`packages/${name}/dist`);
      const folder = join(ROOT, 'packages', name, 'dist');
      const built = existsSync(folder)
        ? readdirSync(folder, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
        : [];
      expect(packed).toEqual(expect.arrayContaining(built));
    }
    const isBuilt = new RegExp(`^packages/(?:${BUILT.join('|')})(?:/dist|$)`);
    expect(packed.filter((path) => path.startsWith('packages/') && !isBuilt.test(path))).toEqual([]);
  });

  test('has the public interface of etc/server.api.md; `npm run api` writes it, for review', () => {
    expect(`${apiCheck.stdout}${apiCheck.stderr}`).toContain('completed successfully');
    expect(apiCheck.status).toBe(0);
  });

  test('has types in one file that need no types of Express', () => {
    const types = readFileSync(join(host, 'node_modules/@nestpress/server/dist/index.d.ts'), 'utf8');
    const imported = [...types.matchAll(/ from '([^']+)'/g)].map(([, name]) => name!);
    expect(imported).toContain('@nestjs/common');
    expect(imported.filter((name) => name.startsWith('.') || /express/.test(name))).toEqual([]);
  });

  test('has no link in its pages that leads nowhere', () => {
    const folder = join(host, 'node_modules/@nestpress/server');
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
    expect(pages).toContain(join('docs', 'embedding.md'));
    const dead = pages.flatMap((page) =>
      [...readFileSync(join(folder, page), 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, target]) => target!)
        .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(folder, page, '..', target)))
        .map((target) => `${page}: ${target}`),
    );
    expect(dead).toEqual([]);
  });

  const examples = readdirSync(join(ROOT, 'examples')).filter((name) =>
    readdirSync(join(ROOT, 'examples', name)).some((file) => file.endsWith('.test.js')),
  );
  test.each(perCommit(['embedded-in-nest'], { otherwise: examples }))(
    'runs the tests of examples/%s',
    (name) => {
      cpSync(join(ROOT, 'examples', name), join(host, name), { recursive: true });
      expect(run(process.execPath, ['--test'], join(host, name))).toMatch(/# fail 0/);
    },
    10 * MINUTES,
  );

  test(
    'serves the types of a CONTENT_TYPES file',
    async () => {
      const file = join(work, 'content-types.json');
      writeFileSync(
        file,
        JSON.stringify({ types: [{ name: 'book', label: 'Books', restBase: 'books', supports: ['title'] }] }),
      );
      await serve(host, { CONTENT_TYPES: file }, async (api) => {
        expect((await fetch(`${api}/wp/v2/books`)).status).toBe(200);
      });
    },
    10 * MINUTES,
  );

  notPerCommit(() => {
    test(
      'works in a host with another copy of Nest',
      () => {
        const other = join(work, 'other');
        mkdirSync(join(other, 'node_modules'), { recursive: true });
        link(
          installed().filter((name) => !nest.includes(name)),
          join(other, 'node_modules'),
        );
        cpSync(join(host, 'node_modules/@nestpress/server'), join(other, 'node_modules/@nestpress/server'), {
          recursive: true,
        });
        for (const name of nest) cpSync(join(MODULES, name), join(other, 'node_modules', name), { recursive: true });
        link(nest, join(other, 'node_modules/@nestpress/server/node_modules'));
        cpSync(join(ROOT, 'examples/embedded-in-nest'), join(other, 'app'), { recursive: true });
        expect(run(process.execPath, ['--test'], join(other, 'app'))).toMatch(/# fail 0/);
      },
      10 * MINUTES,
    );

    test(
      'loads a compiled module by NESTPRESS_MODULES',
      async () => {
        const events = join(host, 'events');
        cpSync(join(ROOT, 'examples/events'), events, { recursive: true });
        run(TSC, ['-p', events], host);
        await serve(events, { NESTPRESS_MODULES: './dist/events.module.js' }, async (api) => {
          expect(await (await fetch(`${api}/events/v1/events`)).json()).toEqual([]);
        });
      },
      10 * MINUTES,
    );

    test.each([
      ['new-content-type', 'recipe', 'wp/v2/recipes'],
      ['new-module', 'note', 'notes/v1/notes'],
    ])(
      '%s writes a package that npm installs, tests and starts without a registry',
      async (command, name, route) => {
        run(process.execPath, [join(host, 'node_modules/.bin/nestpress'), command, name], host);
        const folder = join(host, `${name}s`);
        run('npm', ['install', '--offline', '--no-audit', '--no-fund'], folder);
        expect(run('npm', ['test'], folder)).toMatch(/# fail 0/);
        const status = await serve(folder, {}, async (api) => (await fetch(`${api}/${route}`)).status, [
          'npm',
          'start',
        ]);
        expect(status).toBe(200);
      },
      10 * MINUTES,
    );

    /** Commands of a page, in order. */
    function commandsOf(page: string): string[] {
      const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
      return [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block]) => block!.trim().split('\n'));
    }

    /** Runs a documented command in the host; what would download packages is done by `link`. */
    async function follow(command: string, cwd: string): Promise<string> {
      const [, folder = '.', rest = command] = /^cd (\S+) && (.+)$/.exec(command) ?? [];
      const here = join(cwd, folder);
      const [, variable, value, program] = /^(?:(\w+)=(\S+) )?npx nestpress (\S.*)$/.exec(rest) ?? [];
      if (rest === 'npm init -y' || rest.startsWith('npm install ')) return here;
      if (rest === 'npm test') {
        if (existsSync(join(here, 'tsconfig.json'))) run(TSC, ['-p', here], host);
        expect(run(process.execPath, ['--test'], here)).toMatch(/# fail 0/);
      } else if (program === 'start')
        await serve(here, { [variable!]: value! }, async (api) => expect((await fetch(api)).ok).toBe(true));
      else if (program) run(process.execPath, [join(host, 'node_modules/.bin/nestpress'), ...program.split(' ')], here);
      else throw new Error(`No test runs the documented command ${command}.`);
      return here;
    }

    test.each(['adding-a-content-type.md', 'adding-a-resource.md'])(
      'does what docs/%s says',
      async (page) => {
        const json = /```json\n(.*?)```/s.exec(readFileSync(join(ROOT, 'docs', page), 'utf8'))?.[1];
        let cwd = join(host, page.replace('.md', ''));
        mkdirSync(cwd);
        const commands = commandsOf(page);
        expect(commands.length).toBeGreaterThan(2);
        for (const command of commands) {
          if (json !== undefined) writeFileSync(join(cwd, 'content-types.json'), json);
          cwd = await follow(command, cwd);
        }
      },
      10 * MINUTES,
    );
  });
});
