import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

interface Answer {
  began: number;
  ended: number;
  isGood: boolean;
}

/** Short in the ordinary run; `npm run test:cluster` makes it long. */
export const LOAD_MS = Number(process.env.CLUSTER_SECONDS ?? 2) * 1000;

/** Clients that ask one after the other without a pause, until they are stopped. */
export class Load {
  private readonly responses: Answer[] = [];
  private readonly clients: Promise<void>[];
  private isOver = false;
  readonly problems: string[] = [];

  /** `request` rejects when the response is not a good one. */
  constructor(clients: number, request: (number: number) => Promise<unknown>) {
    let number = 0;
    this.clients = Array.from({ length: clients }, async () => {
      while (!this.isOver) {
        const began = performance.now();
        const problem = await request(number++).then(() => undefined, String);
        if (problem !== undefined) this.problems.push(problem);
        this.responses.push({ began, ended: performance.now(), isGood: problem === undefined });
        if (problem !== undefined) await wait(20);
      }
    });
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.clients);
  }

  get requests(): number {
    return this.responses.length;
  }

  get errors(): number {
    return this.responses.filter(({ isGood }) => !isGood).length;
  }

  /** Until requests no longer fail, and clients that were waiting as well as a later one got a response. */
  recoveredAfter(moment: number): number {
    const later = this.responses.filter(({ began, isGood }) => isGood && began >= moment);
    const touched = this.responses.filter(({ began, ended, isGood }) => ended >= moment && (!isGood || began < moment));
    return Math.round(
      Math.max(Math.min(...later.map(({ ended }) => ended)), ...touched.map(({ ended }) => ended)) - moment,
    );
  }
}

/** Lets clients ask while `work` is done. */
export async function underLoad(
  clients: number,
  request: (number: number) => Promise<unknown>,
  work: () => Promise<void>,
): Promise<Load> {
  const load = new Load(clients, request);
  try {
    await work();
  } finally {
    await load.stop();
  }
  return load;
}

/** One line of the table: on the terminal, and where `npm run test:cluster` collects them. */
export function report(
  killed: string,
  load: { requests: number; errors: number; problems?: string[] },
  recoveredMs: number,
): void {
  const line = `${killed} | ${load.requests} | ${load.errors} | ${recoveredMs}`;
  process.stdout.write(`killed | requests | errors | recovered after ms: ${line}\n`);
  for (const problem of new Set(load.problems)) process.stdout.write(`  ${problem}\n`);
  if (process.env.CLUSTER_REPORT) appendFileSync(process.env.CLUSTER_REPORT, `${line}\n`);
}
