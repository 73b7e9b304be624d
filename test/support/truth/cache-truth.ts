import { setTimeout as wait } from 'node:timers/promises';
import { picture } from '../files.js';
import { Choices } from './random.js';
import { look } from './remote.js';
import { Traffic } from './traffic.js';

export interface TruthOptions {
  /** Processes that serve from memory. */
  cached: readonly string[];
  /** One that never does, on the same database. */
  twin: string;
  seconds: number;
  /** A change may go unnoticed for so long. */
  boundMs: number;
  seed?: number;
  /** Another program that writes to the database. */
  outsider?: (text: string) => Promise<void>;
}

export interface TruthReport {
  reads: number;
  writes: number;
  failures: number;
  compared: number;
  /** Of the compared answers, those from memory. */
  hits: number;
  /** Responses from memory that no response of the twin agrees with, although nothing was written for longer than the bound. */
  stale: string[];
}

const BURST_MS = 1500;
/** On a busy machine a burst takes as long as these do. */
const WRITES_A_BURST = 25;
const WRITERS = 3;
const READERS = 3;

/** Rounds of random traffic; after each everybody pauses writing for the bound, then all responses are compared. */
export async function cacheTruth({
  cached,
  twin,
  seconds,
  boundMs,
  seed = 1,
  outsider,
}: TruthOptions): Promise<TruthReport> {
  const traffic = new Traffic(cached, new Choices(seed), await picture(40, 30));
  const report = { compared: 0, hits: 0, stale: [] as string[] };
  const end = Date.now() + seconds * 1000;
  for (let round = 0; round === 0 || Date.now() < end; round++) {
    const writeUntil = Date.now() + BURST_MS;
    const writesBefore = traffic.counts.writes;
    const isBurst = () => Date.now() < writeUntil || traffic.counts.writes - writesBefore < WRITES_A_BURST;
    const burst = Promise.all([
      ...Array.from({ length: WRITERS }, () => repeat(() => traffic.change(), isBurst)),
      outsider?.(`outside-${round}`),
    ]);
    let isQuiet = false;
    const readers = Array.from({ length: READERS }, () =>
      repeat(
        () => traffic.read(),
        () => !isQuiet,
      ),
    );
    try {
      await burst;
      await wait(boundMs);
    } finally {
      isQuiet = true;
      await Promise.all(readers);
    }
    for (const address of traffic.addresses()) await compare(address, cached, twin, report);
  }
  return {
    ...traffic.counts,
    ...report,
    stale: [...report.stale, ...traffic.ownStale.map((address) => `${address} (of the writer itself)`)],
  };
}

async function repeat(work: () => Promise<void>, goesOn: () => boolean): Promise<void> {
  while (goesOn()) await work();
}

/** The twin is asked before and after, since scheduled posts come up by themselves; the others twice, so that the second comes from memory. */
async function compare(
  address: string,
  cached: readonly string[],
  twin: string,
  report: Pick<TruthReport, 'compared' | 'hits' | 'stale'>,
): Promise<void> {
  const before = await look(twin, address);
  const responses = await Promise.all(
    cached.map(async (base) => [await look(base, address), await look(base, address)]),
  );
  const after = await look(twin, address);
  for (const { response, index } of responses.flatMap((both, index) => both.map((response) => ({ response, index })))) {
    report.compared++;
    if (response.isHit) report.hits++;
    if (response.text !== before.text && response.text !== after.text)
      report.stale.push(`${address} (process ${index + 1}${response.isHit ? ', from memory' : ''})`);
  }
}
