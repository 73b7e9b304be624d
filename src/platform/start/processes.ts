import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Logger } from 'pino';
import { type Config } from '../config/config.js';
import { FIRST_REPLACEMENT } from '../config/worker-replacement.js';
import { countForWorkers } from '../limits/worker-counters.js';
import { REPLACE_SIGNAL, STOP_SIGNALS } from './shutdown.js';
import { listenProblem, StartError } from './start-error.js';

type Listener = Parameters<typeof listenProblem>[1];

/** Fails if a configured port is not available. Checked first, so that a start that cannot succeed changes nothing. */
export async function checkPorts(
  { port, host }: Config,
  ...further: readonly Readonly<Record<string, Omit<Listener, 'name'> | undefined>>[]
): Promise<void> {
  await checkPort({ name: 'PORT', port, host });
  for (const [name, listener] of further.flatMap((ports) => Object.entries(ports)))
    if (listener) await checkPort({ name, ...listener });
}

async function checkPort(listener: Listener): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(listener.port, listener.host);
    await once(probe, 'listening');
  } catch (error) {
    throw explained(error, listener);
  }
  probe.close();
  await once(probe, 'close');
}

/** The error as a sentence, if it is about the port. */
export function explained(error: unknown, listener: Listener): unknown {
  const problem = listenProblem(error, listener);
  return problem === undefined ? error : new StartError(problem, { cause: error });
}

/** A worker that ran for this long had no trouble starting: its replacement starts without delay. */
const STABLE_MS = 5000;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 10_000;

/**
 * Runs the service in several processes that share the port. A worker that ends is replaced, with exponential backoff
 * while replacements end soon after their start. The service itself ends only when it could never serve: a worker exits
 * by itself before any has listened. Signals to stop are passed on and end the service when the last worker is done.
 * `REPLACE_SIGNAL` replaces the workers one by one: each stops when its successor listens.
 */
export async function superviseWorkers(count: number, logger: Logger): Promise<void> {
  // Workers accept connections themselves: a connection passed to a worker that dies at that moment would hang for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const alive = new Set<Worker>();
  /** Workers with a successor. */
  const replaced = new Set<Worker>();
  const countFor = countForWorkers();
  let hasServed = false;
  let stopping = false;

  const fork = (env: Record<string, string> = {}): Worker => {
    const worker = cluster.fork(env);
    alive.add(worker);
    countFor(worker);
    return worker;
  };

  const ended = (worker: Worker): boolean => {
    if (!alive.delete(worker)) return false;
    if (stopping && alive.size === 0) process.exit(0);
    return !stopping;
  };

  /** Calls `ready` when a worker listens; `failures` counts the workers before it that ended soon. */
  const startWorker = (ready: () => void, failures = 0): void => {
    const worker = fork();
    worker.once('listening', () => {
      hasServed = true;
      ready();
    });
    worker.once('exit', (code) => {
      if (!hasServed && !stopping && code) process.exit(code);
    });
    keepRunning(worker, ready, failures);
  };

  /** Starts another worker when this one ends without a successor. */
  const keepRunning = (worker: Worker, ready: () => void, failures: number): void => {
    const startedAt = performance.now();
    const restart = (reason: object): void => {
      if (!ended(worker) || replaced.delete(worker)) return;
      const isStable = performance.now() - startedAt >= STABLE_MS;
      const delayMs = isStable ? 0 : Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS);
      logger.error({ msg: 'worker ended, starting another', worker: worker.process.pid, ...reason, delayMs });
      setTimeout(() => !stopping && startWorker(ready, isStable ? 0 : failures + 1), delayMs);
    };
    worker.once('exit', (code, signal) => restart({ code, signal }));
    // A process that could not be started has no exit event; other errors concern a worker that keeps running.
    worker.on('error', (err) => worker.process.pid === undefined && restart({ err }));
  };

  /** Starts a worker in the place of another one, which stops when it listens; false if it does not get that far. */
  const replace = async (worker: Worker, env: Record<string, string>): Promise<boolean> => {
    const successor = fork(env);
    const isListening = await new Promise<boolean>((done) => {
      successor.once('listening', () => done(true));
      successor.once('exit', () => done(false));
      successor.once('error', () => done(false));
    });
    if (!isListening) {
      ended(successor);
      return false;
    }
    keepRunning(successor, () => undefined, 0);
    // It may have ended by itself; then its own replacement runs already.
    if (!alive.has(worker)) return true;
    replaced.add(worker);
    const stopped = once(worker, 'exit');
    worker.process.kill(REPLACE_SIGNAL);
    await stopped;
    return true;
  };

  let replacing = false;
  const replaceAll = async (): Promise<void> => {
    if (replacing || stopping) return;
    replacing = true;
    logger.info({ context: 'Workers', msg: 'Replacing the workers one by one.' });
    let env: Record<string, string> = { [FIRST_REPLACEMENT]: '1' };
    for (const worker of [...alive]) {
      if (stopping) return;
      if (!(await replace(worker, env))) {
        logger.error({ context: 'Workers', msg: 'The new worker does not start; the others keep running.' });
        break;
      }
      env = {};
    }
    replacing = false;
    logger.info({ context: 'Workers', msg: 'The replacement of the workers has ended.' });
  };
  process.on(REPLACE_SIGNAL, () => void replaceAll());

  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      stopping = true;
      if (alive.size === 0) process.exit(0);
      for (const worker of alive) worker.process.kill(signal);
    });
  }
  await Promise.all(Array.from({ length: count }, () => new Promise<void>((ready) => startWorker(ready))));
}
