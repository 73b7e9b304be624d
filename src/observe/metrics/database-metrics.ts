import { type Metric } from 'prom-client';
import { type Database } from '../../database/database.js';
import { counted, measured } from './sample.js';

export function databaseMetrics(database: Database): Metric[] {
  const { statements } = database;
  return [
    counted({ name: 'nestpress_queries_total', help: 'Statements run, whoever for.', type: 'counter' }, () => [
      [{}, statements.counts.statements],
    ]),
    counted({ name: 'nestpress_query_failures_total', help: 'Statements that failed.', type: 'counter' }, () => [
      [{}, statements.counts.failures],
    ]),
    counted(
      { name: 'nestpress_slow_queries_total', help: 'Statements that took SLOW_QUERY_MS or longer.', type: 'counter' },
      () => [[{}, statements.counts.slow]],
    ),
    measured('nestpress_query_duration_seconds', 'Time of a statement, waiting for a connection included.', () => [
      [{}, statements.durations],
    ]),
    counted({ name: 'nestpress_database_connections', help: 'Connections by pool and state.', type: 'gauge' }, () =>
      database
        .connections()
        .flatMap(({ pool, inUse, idle }) => [
          [{ pool, state: 'in use' }, inUse] as const,
          [{ pool, state: 'idle' }, idle] as const,
        ]),
    ),
    counted(
      { name: 'nestpress_database_connections_limit', help: 'Connections at most, by pool.', type: 'gauge' },
      () => database.connections().map(({ pool, limit }) => [{ pool }, limit] as const),
    ),
    counted(
      { name: 'nestpress_database_waiting', help: 'Work that waits for a connection, by pool.', type: 'gauge' },
      () => database.connections().map(({ pool, waiting }) => [{ pool }, waiting] as const),
    ),
  ];
}
