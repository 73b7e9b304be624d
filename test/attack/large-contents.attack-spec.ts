import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/database/index.js';
import { ENTRY_VERSION_RULES } from '../../src/modules/entries/model/entry-sources.js';
import { type AttackedService, startAttackedService } from '../support/attacked-service.js';
import { addLargePosts } from '../support/large-contents.js';

const MB = 1024 * 1024;
/** More than one response may have, and little to index. */
const POSTS = 4;
/** Without limits a list of ten took 15 seconds and 1.9 GB. */
const MAX_MB = 900;
const MAX_PROCESSOR_MS = 15_000;

let dataDir: string;
let service: AttackedService;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'nestpress-large-'));
  const env = { DATA_DIR: dataDir };
  await (await startAttackedService(env)).stop();
  const database = await openDatabase({
    file: join(dataDir, 'nestpress.sqlite'),
    tablePrefix: 'wp_',
    versionRules: ENTRY_VERSION_RULES,
  });
  await addLargePosts(database, POSTS, 7.5 * MB);
  await database.close();
  service = await startAttackedService(env);
});
afterAll(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test.each([
  ['/wp-json/wp/v2/posts?per_page=10&orderby=id', 400],
  ['/wp-json/wp/v2/posts?per_page=100&_embed=1', 400],
  ['/wp-json/wp/v2/posts?per_page=100&_fields=id,title', 200],
  ['/', 200],
  ['/feed/', 200],
  ['/sitemap.xml', 200],
])('%s with posts of 7.5 MB costs a bounded amount', async (path, status) => {
  const [memory, processor] = [service.megabytes(), service.processorMs()];
  const response = await fetch(service.url + path);
  await response.arrayBuffer();
  expect(response.status).toBe(status);
  expect(service.processorMs() - processor).toBeLessThan(MAX_PROCESSOR_MS);
  expect(service.megabytes() - memory).toBeLessThan(MAX_MB);
});
