import { dirname } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { CONFIG, type Config } from '../config/config.js';
import { readMainTables } from '../diagnostics/diagnostics.store.js';
import { JobsWorkerService } from '../jobs/jobs-worker.service.js';
import { UploadInbox } from '../uploads/upload-inbox.js';
import { UploadStorage } from '../uploads/upload-storage.js';
import { DatabaseFileError } from '../../database/engine/errors.js';
import { inBackground } from '../../database/engine/query-counter.js';
import { freeSpace } from '../uploads/local.storage.js';

/** A health check. */
export interface HealthCheck {
  readonly name: string;
  /** Whether requests cannot be served if it fails; other failures are only reported. */
  readonly isNeeded?: boolean;
  /** The problem, in words for the operator and without secrets; undefined if there is none. */
  problem(): Promise<string | undefined>;
}

export interface CheckResult {
  state: 'ok' | 'failing';
  reason?: string;
}

const TIMEOUT_MS = 2000;

/** Runs a check with a time limit; one that throws counts as failed, without its message, which may contain secrets. */
export async function ask({ problem }: HealthCheck): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((done) => {
    timer = setTimeout(done, TIMEOUT_MS, 'does not respond in time');
  });
  const reason = await Promise.race([problem().catch(() => 'does not work'), late]).finally(() => clearTimeout(timer));
  return reason === undefined ? { state: 'ok' } : { state: 'failing', reason };
}

/** Expensive checks do not run at every probe. */
const REMEMBERED_MS = 10_000;
/** How long a failed write counts as a full disk. */
const FULL_MS = 60_000;
const MIN_FREE_BYTES = 8 * 1024 * 1024;
/** Many times the polling interval of the jobs worker. */
const SILENT_MS = 60_000;

function databaseCheck(database: Database): HealthCheck {
  const read = () =>
    inBackground(() => database.ping().then(() => readMainTables(database))).then(
      () => undefined,
      (error: unknown) => (error instanceof DatabaseFileError ? error.message : 'cannot be read'),
    );
  let reading: Promise<string | undefined> | undefined;
  // Probes that arrive while a read hangs wait for it, and do not use up the connections.
  const problem = () => (reading ??= read().finally(() => (reading = undefined)));
  return { name: 'database', isNeeded: true, problem };
}

function schemaCheck(database: Database): HealthCheck {
  const problem = remembered(async () => {
    const existing = new Set(await inBackground(() => database.existingTables()));
    const missing = database.tables.all.filter((table) => !existing.has(table));
    return missing.length === 0 ? undefined : `tables are missing: ${missing.join(', ')}`;
  });
  return { name: 'schema', isNeeded: true, problem };
}

function uploadsCheck(storage: UploadStorage, inbox: UploadInbox, { s3 }: Config): HealthCheck {
  const probe = (place: UploadStorage | UploadInbox, problem: string) => () =>
    place.probe().then(
      () => undefined,
      () => problem,
    );
  const isStored = probe(storage, 'cannot be written');
  const isReceived = probe(inbox, 'cannot be received: the folder for files in progress cannot be written');
  const checks = [s3 ? remembered(isStored) : isStored, isReceived];
  return {
    name: 'uploads',
    problem: async () => (await Promise.all(checks.map((check) => check()))).find(Boolean),
  };
}

/**
 * Disk space for writes. The disk of a database server cannot be inspected from here, so its last failure counts for a while.
 * Reads still work on a full disk; this check does not take the service out of rotation.
 */
function storageCheck(database: Database, folders: Readonly<Record<string, string>>): HealthCheck {
  return {
    name: 'storage',
    problem: async () => {
      if (performance.now() - database.lastFullAt < FULL_MS) return 'the database has no space left';
      for (const [name, folder] of Object.entries(folders))
        if ((await freeSpace(folder)) < MIN_FREE_BYTES) return `no space left in the folder of the ${name}`;
      return undefined;
    },
  };
}

function jobsCheck(worker: JobsWorkerService): HealthCheck {
  return {
    name: 'jobs',
    problem: async () =>
      worker.silentMs > SILENT_MS
        ? `no process has polled for jobs for ${Math.round(worker.silentMs / 1000)} seconds`
        : undefined,
  };
}

/** A failure is not cached: it should disappear as soon as its cause does. */
function remembered(problem: () => Promise<string | undefined>): () => Promise<string | undefined> {
  let goodUntil = 0;
  return async () => {
    if (performance.now() < goodUntil) return undefined;
    const found = await problem();
    if (found === undefined) goodUntil = performance.now() + REMEMBERED_MS;
    return found;
  };
}

export interface HealthReport {
  /** degraded: requests are served, but something that some of them need does not work. */
  status: 'ready' | 'degraded' | 'not ready';
  checks: Record<string, CheckResult>;
}

/** Whether this process should get requests, and what is wrong with it. */
@Injectable()
export class HealthService {
  private readonly checks: HealthCheck[];
  private stopping = false;

  constructor(
    database: Database,
    jobs: JobsWorkerService,
    uploads: UploadStorage,
    inbox: UploadInbox,
    @Inject(CONFIG) config: Config,
  ) {
    const folders = {
      uploads: config.uploadsDir,
      ...(database.engine === 'sqlite' && { database: dirname(config.databaseFile) }),
    };
    const shutdown: HealthCheck = {
      name: 'shutdown',
      isNeeded: true,
      problem: async () => (this.stopping ? 'in progress' : undefined),
    };
    this.checks = [
      shutdown,
      databaseCheck(database),
      schemaCheck(database),
      storageCheck(database, folders),
      uploadsCheck(uploads, inbox, config),
      jobsCheck(jobs),
    ];
  }

  add(check: HealthCheck): void {
    this.checks.push(check);
  }

  /** Makes the readiness probe fail from now on; requests still arriving are served. */
  stop(): void {
    this.stopping = true;
  }

  async report(): Promise<HealthReport> {
    const results = await Promise.all(this.checks.map(ask));
    const failing = this.checks.filter((_, index) => results[index]!.state === 'failing');
    return {
      status: failing.some(({ isNeeded }) => isNeeded) ? 'not ready' : failing.length > 0 ? 'degraded' : 'ready',
      checks: Object.fromEntries(this.checks.map(({ name }, index) => [name, results[index]!])),
    };
  }
}
