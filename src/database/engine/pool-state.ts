import type { Pool } from 'mysql2';
import type { ConnectionState } from '../database.js';

interface List {
  readonly length: number;
}

/** mysql2 keeps these to itself; its events do not tell of connections that are destroyed. */
interface PoolLists {
  readonly config: { readonly connectionLimit: number };
  readonly _allConnections: List;
  readonly _freeConnections: List;
  readonly _connectionQueue: List;
}

export function poolState(name: ConnectionState['pool'], pool: Pool): ConnectionState {
  const {
    config,
    _allConnections: all,
    _freeConnections: free,
    _connectionQueue: queue,
  } = pool as unknown as PoolLists;
  return {
    pool: name,
    limit: config.connectionLimit,
    inUse: all.length - free.length,
    idle: free.length,
    waiting: queue.length,
  };
}
