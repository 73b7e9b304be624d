import type { Pool } from 'mysql2';
import { roundTrip } from './round-trip.js';

/** How a server is asked about global transaction ids. */
export interface GtidSyntax {
  /** All transactions committed so far as `position`; empty where they get no ids. */
  readonly position: string;
  /** For a position and seconds: `late` is 0 once the server has all of it, something else when that takes longer. */
  readonly wait: string;
}

const MARIADB: GtidSyntax = {
  position: 'SELECT @@global.gtid_binlog_pos AS position',
  wait: 'SELECT MASTER_GTID_WAIT(?, ?) AS late',
};

const MYSQL: GtidSyntax = {
  position: "SELECT IF(@@global.gtid_mode = 'ON', REPLACE(@@global.gtid_executed, '\\n', ''), '') AS position",
  wait: 'SELECT WAIT_FOR_EXECUTED_GTID_SET(?, ?) AS late',
};

export async function gtidSyntax(pool: Pool, signal: AbortSignal): Promise<GtidSyntax> {
  const [rows] = await roundTrip(pool, ["SELECT VERSION() LIKE '%MariaDB%' AS isMariaDb"], signal);
  return (rows![0] as { isMariaDb: number }).isMariaDb === 1 ? MARIADB : MYSQL;
}
