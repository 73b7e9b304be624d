import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { freePort } from '../../../tools/free-port.mjs';
import { type LocalMariaDb, makeDataFolder, startMariaDb } from '../../../tools/local-mariadb.mjs';

const PROVIDERS = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
  '/usr/lib64/galera/libgalera_smm.so',
];

/** The library that makes a MariaDB a node of a cluster; undefined where it is not installed. */
export const galeraProvider: string | undefined = PROVIDERS.find((path) => existsSync(path));

export interface Galera {
  nodes: LocalMariaDb[];
  /** Starts a node that was killed again; it joins the others. */
  rejoin(index: number): Promise<void>;
  stop(): Promise<void>;
}

/** Three real nodes on loopback, all of which take writes. */
export async function startGalera(): Promise<Galera> {
  const from = await makeDataFolder();
  const ports = await Promise.all(
    [0, 1, 2].map(async () => ({
      sql: await freePort(),
      group: await freePort(),
      transfer: await freePort(),
      increment: await freePort(),
    })),
  );
  const members = (index?: number) =>
    `gcomm://${ports
      .filter((_, other) => other !== index)
      .map(({ group }) => `127.0.0.1:${group}`)
      .join()}`;
  const options = (index: number, cluster: string) => [
    '--innodb-flush-log-at-trx-commit=2',
    '--binlog-format=ROW',
    '--default-storage-engine=InnoDB',
    '--innodb-autoinc-lock-mode=2',
    '--wsrep-on=ON',
    `--wsrep-provider=${galeraProvider}`,
    `--wsrep-cluster-address=${cluster}`,
    `--wsrep-node-name=node${index}`,
    `--wsrep-node-address=127.0.0.1:${ports[index]!.group}`,
    '--wsrep-sst-method=rsync',
    `--wsrep-sst-receive-address=127.0.0.1:${ports[index]!.transfer}`,
    `--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:${ports[index]!.group};ist.recv_addr=127.0.0.1:${ports[index]!.increment};gcache.size=32M`,
  ];
  const nodes = [await startMariaDb({ from, port: ports[0]!.sql, options: options(0, 'gcomm://') })];
  for (const index of [1, 2])
    nodes.push(await startMariaDb({ from, port: ports[index]!.sql, options: options(index, members(index)) }));
  rmSync(dirname(from), { recursive: true, force: true });
  return {
    nodes,
    rejoin: (index) => nodes[index]!.restart(options(index, members(index))),
    stop: async () => {
      for (const node of nodes) await node.stop();
    },
  };
}
