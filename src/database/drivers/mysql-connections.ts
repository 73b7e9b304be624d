import mysql2, { type Pool } from 'mysql2';
import { MysqlHosts, type MysqlAddress, type MysqlHost } from './mysql-hosts.js';
import type { ConnectionState } from '../database.js';
import { TimeLimit } from './time-limit.js';

/**
 * Triggers of the change feed recognise writes of this service by the variable.
 * Zero dates must be storable, text must be truncated rather than refused, and no backslash mode may change how values are quoted.
 * MySQL 8.0 and later (only they execute that part) would otherwise report table times from statistics up to a day old.
 */
const SESSION =
  "SET SESSION sql_mode='NO_ENGINE_SUBSTITUTION', time_zone='+00:00', @nestpress_own=1 /*!80003 , information_schema_stats_expiry=0 */";
/** A transaction that waited for a lock sees what its holder committed; a count or slug derived from an older snapshot would be wrong. */
const ISOLATION = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';
/** On Galera nodes, reads see earlier commits of all nodes. Only MariaDB executes it, and it has no effect elsewhere. */
const CLUSTER_SESSION = `${SESSION} /*M!100000 , wsrep_sync_wait=1 */`;
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 60_000;

export interface MysqlDriver {
  createPool(options: mysql2.PoolOptions): mysql2.Pool;
  readonly timeLimit: TimeLimit;
  /** Set if the URL has several hosts. */
  readonly hosts?: MysqlHosts;
}

/** mysql2 as TypeORM expects it, except for the session settings of new connections, time limits and the choice of the server. */
export function mysqlDriver(address: MysqlAddress, timeoutMs?: number): MysqlDriver {
  const timeLimit = new TimeLimit(timeoutMs);
  const hosts =
    address.hosts.length > 1 ? new MysqlHosts(address.hosts, (host) => credentials(address, host)) : undefined;
  const session = [hosts ? CLUSTER_SESSION : SESSION, ISOLATION];
  return {
    ...mysql2,
    hosts,
    timeLimit,
    createPool(options: mysql2.PoolOptions): mysql2.Pool {
      const pool = mysql2.createPool(hosts ? { ...options, stream: hosts.open } : options);
      timeLimit.apply(pool);
      pool.on('connection', (connection) => {
        // Queued first on the connection, so it runs before the statement the connection was opened for.
        for (const statement of session) {
          connection.query(statement, (error) => {
            if (error) connection.destroy();
          });
        }
      });
      return pool;
    },
  };
}

/** Type conversions, the same for every connection. */
export const CONNECTION = {
  charset: 'utf8mb4_unicode_ci',
  connectTimeout: CONNECT_TIMEOUT_MS,
  dateStrings: true,
  supportBigNumbers: true,
  bigNumberStrings: false,
};

/** Sums are DECIMAL in MySQL and would otherwise arrive as text. Statements that start together are sent together. */
export const POOL = {
  decimalNumbers: true,
  idleTimeout: IDLE_TIMEOUT_MS,
  enableKeepAlive: true,
  multipleStatements: true,
};

/** Reads have a pool of their own. */
export function readPool(driver: MysqlDriver, address: MysqlAddress, poolSize: number): mysql2.Pool {
  return driver.createPool({
    ...credentials(address, address.hosts[0]!),
    ...CONNECTION,
    ...POOL,
    connectionLimit: poolSize,
  });
}

function credentials({ user, password, database, ssl }: MysqlAddress, { host, port }: MysqlHost) {
  return { host, port, user, password, database, ssl: ssl ? {} : undefined };
}

interface List {
  readonly length: number;
}

/** mysql2 does not expose these; it emits no event for destroyed connections. */
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
