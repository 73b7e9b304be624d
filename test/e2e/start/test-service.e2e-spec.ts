import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { ContentService, loadModules, startTestService } from '../../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'nestpress-modules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NEST = import.meta.resolve('@nestjs/common');
const INDEX = pathToFileURL(join(import.meta.dirname, '../../../src/index.ts')).href;

function moduleFile(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, `import * as nestpress from '${INDEX}';\nimport { Module } from '${NEST}';\n${text}`);
  return file;
}

const BROKEN = `
class Broken1770000000000 { async up() { throw new Error('this migration fails'); } async down() {} }
export class BrokenModule {}
Module({ imports: [nestpress.DatabaseModule.forFeature([], [Broken1770000000000])] })(BrokenModule);
`;
const BOOKS = `
export const book = nestpress.defineContentType({
  name: 'book', label: 'Books', restBase: 'books', supports: ['title', 'custom-fields'],
  meta: { pages: { type: 'integer', minimum: 1 } },
});
`;

test('services of one process do not share their modules, and links lead to the service', async () => {
  await expect(startTestService(moduleFile('broken.mjs', BROKEN))).rejects.toThrow('this migration fails');
  const service = await startTestService(moduleFile('books.mjs', BOOKS), { VARIANT: 'C' });
  try {
    const send = (path: string, body?: object) =>
      fetch(`${service.api}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: service.authorization, 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      });
    const created = (await (await send('/books', { title: 'One', meta: { pages: 3 } })).json()) as {
      _links: { self: { href: string }[] };
    };
    const { href } = created._links.self[0]!;
    expect(href.startsWith(service.api)).toBe(true);
    expect((await fetch(href, { headers: { authorization: service.authorization } })).status).toBe(200);

    // A refused create leaves nothing behind, in a variant that keeps WordPress's own entries.
    const total = async () => Number((await send('/books?status=any')).headers.get('x-wp-total'));
    const before = await total();
    expect((await send('/books', { title: 'Two', meta: { pages: 0 } })).status).toBe(400);
    expect(await total()).toBe(before);
    const posts = service.app.get(ContentService).asSystem().of('book');
    await expect(posts.create({ title: 'Three', meta: { pages: 0 } })).rejects.toMatchObject({ status: 400 });
    expect(await total()).toBe(before);
  } finally {
    await service.close();
  }
});

test('a decorated class that no module of its file provides is named', async () => {
  const listener = `
export class Listener { heard() {} }
nestpress.OnContent('entry.created')(Listener.prototype, 'heard', Object.getOwnPropertyDescriptor(Listener.prototype, 'heard'));
`;
  const parts = `
export class PartsModule {}
Module({ providers: [{ provide: 'listener', useClass: Listener }] })(PartsModule);
class MainModule {}
Module({ imports: [PartsModule] })(MainModule);
export const main = { module: MainModule, providers: [] };
`;
  const job = `
const daily = nestpress.defineJob('test.daily');
export class Worker { work() {} }
nestpress.RunsJob(daily)(Worker.prototype, 'work', Object.getOwnPropertyDescriptor(Worker.prototype, 'work'));
export class MainModule {}
Module({ providers: [] })(MainModule);
`;
  await expect(loadModules({ modules: [moduleFile('job.mjs', job)] })).rejects.toThrow('exports Worker, which has');
  const forgotten = moduleFile(
    'forgotten.mjs',
    `${listener}export class MainModule {}\nModule({ providers: [] })(MainModule);`,
  );
  await expect(loadModules({ modules: [forgotten] })).rejects.toThrow(
    'exports Listener, which has decorators but is in no module. Add it to `providers`',
  );
  expect((await loadModules({ modules: [moduleFile('parts.mjs', listener + parts)] })).modules).toHaveLength(2);
});
