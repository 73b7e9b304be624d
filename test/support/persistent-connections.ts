import { Agent, request } from 'node:http';

export interface PersistentConnection {
  /** Responses so far. */
  readonly responses: number;
  readonly failures: readonly string[];
  /** Whether the last response was announced as such with `Connection: close`. */
  readonly isClosed: boolean;
  /** Sends no more requests. */
  stop(): Promise<void>;
}

interface Options {
  /** Ends with the connection instead of opening another one. */
  once?: boolean;
}

/** A client that sends one request after the other, on one connection as long as the service keeps it open. */
export function keepRequesting(
  url: string,
  paths: readonly string[],
  { once = false }: Options = {},
): PersistentConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const state = { responses: 0, failures: [] as string[], isClosed: false };
  let isOver = false;
  const send = (path: string) =>
    new Promise<void>((done) => {
      const sent = request(url + path, { agent }, (response) => {
        state.responses++;
        state.isClosed = response.headers.connection === 'close';
        if (response.statusCode !== 200) state.failures.push(`${path}: ${response.statusCode}`);
        response.resume().on('end', done).on('error', fail);
      });
      const fail = (error: Error) => {
        state.failures.push(`${path}: ${error.message}`);
        done();
      };
      sent.on('error', fail).end();
    });
  const running = (async () => {
    for (let number = 0; !isOver && !(once && (state.isClosed || state.failures.length > 0)); number++)
      await send(paths[number % paths.length]!);
    agent.destroy();
  })();
  return Object.assign(state, {
    stop: () => {
      isOver = true;
      return running;
    },
  });
}
