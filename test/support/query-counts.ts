import { countQueries } from '../../src/database/engine/query-counter.js';

const RUNS = 4;

/** What the work costs at least: options are loaded again once a second, which may fall into any single run. */
export async function fewestStatements(work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let run = 0; run < RUNS; run++) counts.push((await countQueries(work, { everywhere: true })).statements.length);
  return Math.min(...counts);
}
