import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type LocalMariaDb, makeDataFolder, startMariaDb } from '../../../tools/local-mariadb.mjs';

export interface Replicated {
  primary: LocalMariaDb;
  replicas: LocalMariaDb[];
  stop(): Promise<void>;
}

/** A MariaDB that is written to and others that follow it, each a real server on loopback. */
export async function startReplicated(count = 2): Promise<Replicated> {
  const from = await makeDataFolder();
  // What was committed must survive the end of the process.
  const numbered = (id: number) => ({
    from,
    options: [
      '--innodb-flush-log-at-trx-commit=2',
      `--server-id=${id}`,
      '--log-bin=log',
      '--binlog-format=ROW',
      '--gtid-strict-mode=ON',
    ],
  });
  const [primary, ...replicas] = (await Promise.all(
    Array.from({ length: count + 1 }, (_, index) => startMariaDb(numbered(index + 1))),
  )) as [LocalMariaDb, ...LocalMariaDb[]];
  rmSync(dirname(from), { recursive: true, force: true });
  const source = `MASTER_HOST='127.0.0.1', MASTER_PORT=${primary.port}, MASTER_USER='root', MASTER_USE_GTID=slave_pos, MASTER_CONNECT_RETRY=1`;
  for (const replica of replicas) await replica.exec(`CHANGE MASTER TO ${source}; START SLAVE`);
  return {
    primary,
    replicas,
    stop: async () => {
      await Promise.all([primary, ...replicas].map((server) => server.stop()));
    },
  };
}
