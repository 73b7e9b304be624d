import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { Database, type Transaction } from '../../database/database.js';
import { lockNames } from '../../database/named-locks.js';
import { type DeclaredJob, jobOf, type JobSchedule, nextRun } from './declared-job.js';
import { type JobHandler, JOBS_SETTINGS, type JobsSettings } from './job.js';
import { JobsService } from './jobs.service.js';
import { JobsStore } from './jobs.store.js';

/** Kind of the jobs that start a scheduled job when it is due. */
const tickOf = (kind: string) => `schedule:${kind}`;

/** Registers the methods of providers that handle declared jobs, and keeps their schedules. */
@Injectable()
export class DeclaredJobsService implements OnModuleInit, OnApplicationBootstrap {
  private readonly logger = new Logger('Jobs');
  private readonly scheduled: DeclaredJob<unknown>[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly database: Database,
    private readonly store: JobsStore,
    private readonly jobs: JobsService,
    @Inject(JOBS_SETTINGS) private readonly settings: JobsSettings,
  ) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders()) {
      if (typeof instance !== 'object' || instance === null) continue;
      const methods = instance as Record<string, JobHandler<unknown>>;
      for (const name of this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object)) {
        const method = Object.getPrototypeOf(instance)[name] as unknown;
        const job = typeof method === 'function' ? jobOf(method) : undefined;
        if (job) this.handle(job, (payload, run) => methods[name]!(payload, run));
      }
    }
  }

  private handle(job: DeclaredJob<unknown>, handler: JobHandler<unknown>): void {
    this.jobs.register(job.kind, handler, { isDeclared: true });
    const { schedule } = job;
    if (!schedule) return;
    this.scheduled.push(job);
    // The next tick does not depend on whether the job succeeds.
    this.jobs.register(tickOf(job.kind), () =>
      Promise.resolve(async (tx: Transaction) => {
        await this.jobs.enqueue(job, schedule.payload, { tx });
        await this.addTick(tx, job.kind, schedule);
      }),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.settings.works) return;
    for (const { kind, schedule } of this.scheduled)
      try {
        await this.database.transaction(async (tx) => {
          await lockNames(tx, this.database, [tickOf(kind)]);
          const { cron, timeZone } = schedule!;
          if (await this.store.keepWaiting(tx, tickOf(kind), JSON.stringify({ cron, timeZone }))) return;
          await this.addTick(tx, kind, schedule!);
        });
      } catch (error) {
        // A read-only account still serves requests.
        this.logger.warn(`The job ${kind} is not scheduled: ${String(error)}`);
      }
  }

  private async addTick(tx: Transaction, kind: string, { cron, timeZone }: JobSchedule<unknown>): Promise<void> {
    const runAt = nextRun({ cron, timeZone }, new Date());
    if (runAt) await this.jobs.add(tx, tickOf(kind), { cron, timeZone }, { runAt });
  }
}
