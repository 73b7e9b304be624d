import { type Metric } from 'prom-client';
import { type Database } from '../../database/index.js';
import { type JobsService, type JobsTally, type JobsWorkerService } from '../../platform/jobs/index.js';
import { type WordPressStats } from '../../platform/outbound/index.js';
import { type UploadInbox, type UploadStorage } from '../../platform/uploads/index.js';
import { type MailService } from '../../platform/mail/mail.service.js';
import { counted, measured } from './sample.js';

export function databaseMetrics(database: Database): Metric[] {
  const { statements } = database;
  return [
    counted(
      { name: 'nestpress_queries_total', help: 'Statements run, by requests and background work.', type: 'counter' },
      () => [[{}, statements.counts.statements]],
    ),
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
      { name: 'nestpress_database_connections_limit', help: 'Largest number of connections, by pool.', type: 'gauge' },
      () => database.connections().map(({ pool, limit }) => [{ pool }, limit] as const),
    ),
    counted(
      {
        name: 'nestpress_database_waiting',
        help: 'Queries and transactions waiting for a connection, by pool.',
        type: 'gauge',
      },
      () => database.connections().map(({ pool, waiting }) => [{ pool }, waiting] as const),
    ),
  ];
}

/** The first two are read from the database, the same for all processes; absent while it is unavailable. */
export function jobMetrics(jobs: JobsService, worker: JobsWorkerService): Metric[] {
  let pending: Promise<JobsTally | undefined> | undefined;
  const tally = () =>
    (pending ??= jobs
      .tally()
      .catch(() => undefined)
      .finally(() => (pending = undefined)));
  return [
    counted(
      {
        name: 'nestpress_jobs',
        help: 'Jobs by state: due, later, running, dead (no more retries).',
        type: 'gauge',
        together: 'max',
      },
      async () => {
        const { oldestDueMs: _age, ...states } = (await tally()) ?? {};
        return Object.entries(states).map(([state, count]) => [{ state }, count] as const);
      },
    ),
    counted(
      {
        name: 'nestpress_jobs_oldest_due_seconds',
        help: 'Waiting time of the oldest due job.',
        type: 'gauge',
        together: 'max',
      },
      async () => {
        const found = await tally();
        return found ? [[{}, found.oldestDueMs / 1000]] : [];
      },
    ),
    counted(
      {
        name: 'nestpress_jobs_ended_total',
        help: 'Attempts at jobs by kind and result: done, retry, dead.',
        type: 'counter',
      },
      () =>
        [...worker.counts].flatMap(([kind, results]) =>
          Object.entries(results).map(([result, count]) => [{ kind, result }, count] as const),
        ),
    ),
  ];
}

/** Requests to the WordPress alongside. */
export function wordpressMetrics(stats: WordPressStats): Metric[] {
  return [
    counted(
      {
        name: 'nestpress_wordpress_requests_total',
        help: 'Requests to the WordPress at WORDPRESS_URL by purpose and result.',
        type: 'counter',
      },
      () => stats.all().map(({ purpose, result, count }) => [{ purpose, result }, count]),
    ),
  ];
}

export function mailMetrics(mail: MailService): Metric[] {
  const description = {
    name: 'nestpress_mail_total',
    help: 'Messages by result: sent, failed (retried or dead), refused (never stored).',
    type: 'counter',
  } as const;
  return [
    counted(description, () => Object.entries(mail.counts).map(([result, count]) => [{ result }, count] as const)),
  ];
}

export function uploadMetrics({ received }: UploadInbox, { sent }: UploadStorage): Metric[] {
  return [
    counted({ name: 'nestpress_uploads_total', help: 'Uploaded files by direction.', type: 'counter' }, () => [
      [{ direction: 'received' }, received.files],
      [{ direction: 'sent' }, sent.files],
    ]),
    counted(
      { name: 'nestpress_upload_bytes_total', help: 'Bytes of uploaded files by direction.', type: 'counter' },
      () => [
        [{ direction: 'received' }, received.bytes],
        [{ direction: 'sent' }, sent.bytes],
      ],
    ),
  ];
}
