import type { ContentLimits } from '../database.js';
import type { VersionRule } from '../version-rule.js';

export interface DatabaseOptions {
  /** `mysql://user:password@host:port/name`, with several interchangeable hosts and `?ssl=true` for TLS; absent: the embedded database. */
  url?: string;
  /** File of the embedded database; ':memory:' lasts as long as the process. */
  file: string;
  /** Prefix of every table name: letters, digits and underscores. */
  tablePrefix: string;
  /** False: tables of a network (multisite) in the database mean nothing. */
  findsNetwork?: boolean;
  /** Memory-map the embedded file, which is fast but counts as memory of the process; on by default. */
  mapsFile?: boolean;
  /** Maximum number of connections to MySQL. */
  poolSize?: number;
  /** Maximum time in milliseconds for a statement on MySQL, and for waiting for a connection; absent: no limit. */
  timeoutMs?: number;
  /** URLs of read replicas of the server in `url`. */
  replicas?: readonly string[];
  /** How long a read waits for a replica to catch up before it goes to the primary. */
  replicaLagMs?: number;
  /** See `Database.contentLimits`; absent: no limits. */
  contentLimits?: ContentLimits;
  /** Which writes change the versions of entries. The list index can be neither built nor checked without them. */
  versionRules?: readonly VersionRule[];
}
