import { dirname } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { CONFIG, type Config } from '../config/config.js';
import { JobsWorkerService } from '../jobs/jobs-worker.service.js';
import { UploadStorage } from '../uploads/upload-storage.js';
import {
  databaseCheck,
  jobsCheck,
  schemaCheck,
  storageCheck,
  uploadsCheck,
  ask,
  type CheckResult,
  type HealthCheck,
} from './health-checks.js';

export interface HealthReport {
  /** degraded: requests are answered, but something that some of them need does not work. */
  status: 'ready' | 'degraded' | 'not ready';
  checks: Record<string, CheckResult>;
}

/** Whether this process should get requests, and what is wrong with it. */
@Injectable()
export class HealthService {
  private readonly checks: HealthCheck[];
  private stopping = false;

  constructor(database: Database, jobs: JobsWorkerService, uploads: UploadStorage, @Inject(CONFIG) config: Config) {
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
      uploadsCheck(uploads),
      jobsCheck(jobs),
    ];
  }

  add(check: HealthCheck): void {
    this.checks.push(check);
  }

  /** From now on the readiness probe says no; requests still arriving are answered. */
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
