import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ADMIN } from '../support/app.js';
import { picture } from '../support/files.js';
import { hasEnded, startProcess } from '../support/process.js';
import { Choices } from '../support/truth/random.js';
import { look } from '../support/truth/remote.js';
import { Traffic } from '../support/truth/traffic.js';

/** A minute by default; `npm run bench:soak` is the long run, with more figures. */
const SECONDS = Number(process.env.FAULTS_SECONDS ?? 60);
/** Small, so that the caches are full early. */
const CACHE_MB = 4;
const FEWEST_READS = 2000;
/**
 * Memory of its own that one process may have with these caches (docs/reliability.md): the program and its heap, the two
 * configured caches, rendered HTML and what it needs (80), counted totals (8).
 */
const CEILING_MB = 300 + 2 * CACHE_MB + 80 + 8;
const READERS = 6;

/** Without the database file and the program, which are mapped and belong to the system's page cache. */
function anonymousMb(pid: number): number {
  return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}

test(`mixed traffic for ${SECONDS} s stays below ${CEILING_MB} MB`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nestpress-soak-'));
  const service = await startProcess({
    DATA_DIR: dataDir,
    SITE_URL: 'http://site.test',
    ADMIN_PASSWORD: ADMIN.password,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    CACHE_MB: String(CACHE_MB),
    ENTRY_CACHE_MB: String(CACHE_MB),
  });
  const choices = new Choices(7);
  const traffic = new Traffic([service.url], choices, await picture(40, 30));
  const samples: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  let reads = 0;
  // On a busy machine it takes as long as the caches take to fill.
  const isRunning = () => performance.now() < end || reads < FEWEST_READS;
  /** Addresses that are never the same fill the caches, as visitors' searches and pages do. */
  const read = async () => {
    const kind = choices.of(['posts', 'pages', 'tags', 'categories', 'comments']);
    await look(service.url, `/wp/v2/${kind}?per_page=${1 + choices.below(20)}&search=e&random=${reads++}`);
  };
  const repeat = async (work: () => Promise<void>) => {
    while (isRunning()) await work();
  };
  const sample = async () => {
    samples.push(anonymousMb(service.child.pid!));
    await new Promise((done) => setTimeout(done, (SECONDS * 1000) / 60));
  };
  try {
    await Promise.all([
      ...Array.from({ length: READERS }, () => repeat(read)),
      repeat(() => traffic.change()),
      repeat(() => traffic.read()),
      repeat(sample),
    ]);
    const quarter = Math.floor(samples.length / 4);
    const highest = (part: readonly number[]) => Math.round(Math.max(...part));
    const quarters = [0, 1, 2, 3].map((index) => highest(samples.slice(index * quarter, (index + 1) * quarter)));
    const { failures, writes } = traffic.counts;
    process.stdout.write(
      `soak: ${SECONDS} s, ${reads + traffic.counts.reads} reads, ${writes} writes, highest MB by quarter ${quarters.join(', ')}\n`,
    );
    expect(failures).toBe(0);
    expect(hasEnded(service)).toBe(false);
    expect(highest(samples)).toBeLessThan(CEILING_MB);
  } finally {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
