import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Config } from '../config/config.js';
import { listenProblem, StartError } from './start-error.js';

type Listener = Parameters<typeof listenProblem>[1];

/** Fails if a configured port is not available. Checked first, so that a start that cannot succeed changes nothing. */
export async function checkPorts({ port, host, observe }: Config): Promise<void> {
  await checkPort({ name: 'PORT', port, host });
  if (observe.metricsPort !== undefined)
    await checkPort({ name: 'METRICS_PORT', port: observe.metricsPort, host: observe.metricsHost });
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
