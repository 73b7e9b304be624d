import type { VersionRule } from '../list-index/version-rule.js';

export interface DatabaseOptions {
  /** `mysql://user:password@host:port/name`, with several hosts if any of them will do; absent: the embedded database in `file`. `?ssl=true` demands TLS. */
  url?: string;
  /** The embedded database's file; ':memory:' lasts as long as the process. */
  file: string;
  /** In front of every table name: letters, digits and underscores. */
  tablePrefix: string;
  /** Read the embedded file through memory, which is quick but counts as memory of the process; on unless switched off. */
  mapsFile?: boolean;
  /** Largest number of connections to MySQL. */
  poolSize?: number;
  /** Addresses of servers that follow the one in `url` and may be read from. */
  replicas?: readonly string[];
  /** A read waits so long for a replica to catch up before it goes to the primary. */
  replicaLagMs?: number;
  /** Which writes change the versions of entries. The list index can be neither built nor checked without them. */
  versionRules?: readonly VersionRule[];
}
