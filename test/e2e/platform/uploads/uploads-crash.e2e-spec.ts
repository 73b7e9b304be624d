import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PhpArray, toText, unserialize } from '../../../../src/text/php/index.js';
import { ADMIN_AUTHORIZATION, eachEngine } from '../../../support/app.js';
import { picture } from '../../../support/files.js';
import { crashSteps, type ServiceProcess, startProcess } from '../../../support/process.js';
import { type ProcessSite, createProcessSite } from '../../../support/process-site.js';

/** Steps of an upload, then of a deletion; see ../../../support/kill-at.mjs. */
const UPLOAD_STEPS = [
  'receiving',
  'received',
  'sizes made',
  'placement written',
  'before placing',
  'original placed',
  'one size placed',
  'all placed',
  'before commit',
  'committed',
];
const DELETE_STEPS = ['before commit', 'row deleted', 'one file deleted'];

const NONE = { withoutFile: [], withoutRow: [], waiting: [] };
const KILL_AT = `--import ${new URL('../../../support/kill-at.mjs', import.meta.url).href}`;

/** A process killed at any step of an upload or a deletion leaves no row without its files and no file without a row. */
eachEngine((engine) => {
  let site: ProcessSite;
  let file: Buffer;
  let service: ServiceProcess;
  let ids: number[];

  beforeAll(async () => {
    site = await createProcessSite(engine);
    file = await picture(400, 300, 'jpeg');
    service = await startProcess(site.env);
    ids = await Promise.all(DELETE_STEPS.map(() => upload(service, file)));
    await service.stop();
  });

  afterAll(() => site?.close());

  const operations = [
    ...UPLOAD_STEPS.map((step) => ({ what: 'an upload', step, run: () => upload(service, file) })),
    ...DELETE_STEPS.map((step, index) => ({ what: 'a deletion', step, run: () => remove(service, ids[index]!) })),
  ];
  let killedAt = 'no step';
  /** The start cleans up what the process before it left. */
  const startAfterKill = async (more: Record<string, string>) => {
    service = await startProcess({ ...site.env, ...more });
    expect({ killedAt, ...(await flaws(site)) }).toEqual({ killedAt, ...NONE });
  };

  test.each(crashSteps(operations, engine))(
    '$what ends at the step "$step" with the process',
    async ({ step, run }) => {
      await startAfterKill({ KILL_AT: step, NODE_OPTIONS: KILL_AT });
      await expect(run()).rejects.toThrow();
      expect((await service.stop()).signal).toBe('SIGKILL');
      killedAt = step;
    },
  );

  test('after the last kill uploads work as before', async () => {
    await startAfterKill({});
    expect(await upload(service, file)).toBeGreaterThan(Math.max(...ids));
    await service.stop();
  });
});

async function upload({ url }: ServiceProcess, file: Buffer): Promise<number> {
  const headers = {
    authorization: ADMIN_AUTHORIZATION,
    'content-type': 'image/jpeg',
    'content-disposition': 'attachment; filename="crash.jpg"',
  };
  const response = await fetch(`${url}/wp-json/wp/v2/media`, { method: 'POST', headers, body: new Uint8Array(file) });
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: number }).id;
}

async function remove({ url }: ServiceProcess, id: number): Promise<void> {
  await fetch(`${url}/wp-json/wp/v2/media/${id}?force=true`, {
    method: 'DELETE',
    headers: { authorization: ADMIN_AUTHORIZATION },
  });
}

/** Files that rows name and that are not there, files that no row names, and what still waits in the inbox. */
async function flaws(site: ProcessSite) {
  const uploads = join(site.folder, 'uploads');
  const database = await site.database();
  const rows = await database.query<{ name: string; value: string }>(
    `SELECT meta_key AS name, meta_value AS value FROM ${database.tables.postmeta} WHERE meta_key IN ('_wp_attached_file', '_wp_attachment_metadata')`,
  );
  const named = new Set(rows.flatMap(({ name, value }) => (name === '_wp_attached_file' ? [value] : sizeFiles(value))));
  const present = filesBelow(uploads).map((path) => relative(uploads, path));
  return {
    withoutFile: [...named].filter(
      (path) => !existsSync(join(uploads, path)) || statSync(join(uploads, path)).size === 0,
    ),
    withoutRow: present.filter((path) => !path.startsWith('.') && !named.has(path)),
    waiting: present.filter((path) => path.startsWith('.')),
  };
}

function sizeFiles(stored: string): string[] {
  const details = unserialize(stored);
  if (!(details instanceof PhpArray)) throw new Error('The stored details cannot be read.');
  const folder = toText(details.get('file')).replace(/[^/]+$/, '');
  const sizes = details.get('sizes');
  return sizes instanceof PhpArray
    ? [...sizes.values()].map((size) => folder + toText((size as PhpArray).get('file')))
    : [];
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
}
