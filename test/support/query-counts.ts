import { countQueries } from '../../src/database/engine/query-counter.js';

const RUNS = 10;

/** What the work costs at least, without the reload of the options, which is due once a second whatever a request does. */
export async function fewestStatements(work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const { statements } = await countQueries(work, { everywhere: true });
    counts.push(statements.filter((sql) => !/\bFROM \S*options\b/i.test(sql)).length);
  }
  return Math.min(...counts);
}
