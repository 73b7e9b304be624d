import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import { inBackground } from '../../database/engine/query-counter.js';
import { inSpan } from '../../telemetry/spans.js';
import { Alarm } from './alarm.js';
import {
  type HandlerOptions,
  type JobHandler,
  JOBS_SETTINGS,
  type JobsSettings,
  PermanentFailure,
  backOff,
} from './job.js';
import { type Claim, type ClaimedJob, JobsStore, kindOfLane, LostClaim } from './jobs.store.js';

const DAY_MS = 24 * 3_600_000;
const KEEP_DONE_MS = DAY_MS;
const KEEP_DEAD_MS = 90 * DAY_MS;
const KEEP_DEAD = 10_000;
const CLEAN_EVERY_MS = 3_600_000;

/** Runs jobs in this process. Every process does; each job is claimed by one of them at a time. */
@Injectable()
export class JobsWorkerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(JobsWorkerService.name);
  private readonly handlers = new Map<string, JobHandler<unknown>>();
  private readonly alarm: Alarm;
  /** Maximum numbers of concurrent jobs of a lane, by kind. */
  private readonly shares = new Map<string, number>();
  private readonly declared = new Set<string>();
  /** Number of jobs by lane that the polling loop has started, without those a caller awaits. */
  private readonly busy = new Map<string, number>();
  private readonly underWay = new Map<AbortController, Promise<boolean>>();
  private readonly controllers = new Map<number, AbortController>();
  /** Results of attempts, by kind of job. */
  readonly counts = new Map<string, { done: number; retry: number; dead: number }>();
  private lookedAt = performance.now();
  private cleanAt = 0;
  private cleaning = Promise.resolve();
  private started = false;

  constructor(
    private readonly store: JobsStore,
    @Inject(JOBS_SETTINGS) private readonly settings: JobsSettings,
  ) {
    this.alarm = new Alarm(
      () => inBackground(() => this.poll()),
      settings.pollMs,
      (error) => this.logger.warn(`The job list could not be read: ${nameOf(error)}`),
    );
  }

  onApplicationBootstrap(): void {
    this.started = this.settings.works;
    this.lookedAt = performance.now();
    this.wakeIn(0);
  }

  /** Running jobs may finish within a limit; interrupted ones run again when their claim has expired. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.alarm.stop();
    let timer: NodeJS.Timeout | undefined;
    const outOfTime = new Promise<void>((done) => {
      timer = setTimeout(done, this.settings.graceMs);
    });
    await Promise.race([Promise.all([...this.underWay.values(), this.cleaning]), outOfTime]);
    clearTimeout(timer);
    for (const controller of this.underWay.keys()) controller.abort();
  }

  /** Time since the last poll; it polls every few seconds. */
  get silentMs(): number {
    return performance.now() - this.lookedAt;
  }

  handle(kind: string, handler: JobHandler<unknown>, { concurrency, isDeclared }: HandlerOptions = {}): void {
    if (this.handlers.has(kind)) throw new Error(`Jobs of kind ${kind} have a handler already.`);
    this.handlers.set(kind, handler);
    if (isDeclared) this.declared.add(kind);
    if (concurrency !== undefined) this.shares.set(kind, concurrency);
    this.counts.set(kind, { done: 0, retry: 0, dead: 0 });
    this.wakeIn(0);
  }

  wakeIn(ms: number): void {
    if (this.started) this.alarm.in(ms);
  }

  newClaim(): Claim {
    return {
      by: `${hostname().slice(0, 60)}/${process.pid}/${randomUUID()}`,
      until: Date.now() + this.settings.leaseMs,
    };
  }

  /** Runs a claimed job; true if it succeeded, false if it will be retried or is dead. */
  run(job: ClaimedJob): Promise<boolean> {
    const controller = new AbortController();
    const attributes = { 'nestpress.job.id': job.id, 'nestpress.job.attempt': job.attempts };
    const attempt = inSpan(`job ${job.kind}`, SpanKind.CONSUMER, attributes, () =>
      this.attempt(job, controller),
    ).finally(() => {
      this.underWay.delete(controller);
      this.controllers.delete(job.id);
    });
    this.underWay.set(controller, attempt);
    this.controllers.set(job.id, controller);
    return attempt;
  }

  /** Tells a job that runs in this process to stop. */
  abort(id: number): void {
    this.controllers.get(id)?.abort();
  }

  /** Runs jobs until none is due, whether or not this process polls. Failed ones are retried later. */
  async runDue(): Promise<{ done: number; failed: number }> {
    const outcome = { done: 0, failed: 0 };
    for (;;) {
      const due = dueOf(await this.store.upcoming([...this.handlers.keys()], 1));
      if (due.length === 0) return outcome;
      for (const job of await this.store.claim(
        due.map(({ id }) => id),
        this.newClaim(),
      ))
        outcome[(await this.run(job)) ? 'done' : 'failed']++;
    }
  }

  private async poll(): Promise<void> {
    if (this.handlers.size > 0) await this.take();
    this.lookedAt = performance.now();
  }

  /** Each lane has slots of its own: jobs that take long, such as those for a slow receiver, delay no others. */
  private async take(): Promise<void> {
    this.cleanUp();
    const kinds = [...this.handlers.keys()];
    // A job that finishes wakes the loop.
    const lanes = (await this.store.lanes()).filter((lane) => this.freeIn(lane) > 0);
    const upcoming = (
      await Promise.all(lanes.map((lane) => this.store.upcoming(kinds, this.freeIn(lane), lane)))
    ).flat();
    const due = dueOf(upcoming);
    if (due.length > 0) {
      const claimed = await this.store.claim(
        due.map((job) => job.id),
        this.newClaim(),
      );
      for (const job of claimed) this.start(job);
      this.wakeIn(0);
    } else if (upcoming.length > 0) {
      this.wakeIn(Math.min(...upcoming.map(({ runAt }) => runAt)) - Date.now());
    }
  }

  private freeIn(lane: string): number {
    const share = this.shares.get(kindOfLane(lane)) ?? this.settings.concurrency;
    return share - (this.busy.get(lane) ?? 0);
  }

  private start(job: ClaimedJob): void {
    const { lane } = job;
    this.busy.set(lane, (this.busy.get(lane) ?? 0) + 1);
    void this.run(job).finally(() => {
      const left = this.busy.get(lane)! - 1;
      if (left > 0) this.busy.set(lane, left);
      else this.busy.delete(lane);
      this.wakeIn(0);
    });
  }

  private async attempt(job: ClaimedJob, controller: AbortController): Promise<boolean> {
    const endRenewals = this.renewals(job, controller);
    try {
      // Counted when claimed, so that a job that crashes its process ends up dead too.
      if (job.attempts > job.maxAttempts) throw new PermanentFailure('No attempt came to an end.');
      const handler = this.handlers.get(job.kind)!;
      const result = await handler(JSON.parse(job.payload), {
        id: job.id,
        attempt: job.attempts,
        signal: controller.signal,
        progress: (fraction, note = '') =>
          this.store.setProgress(job.id, Math.round(Math.min(1, Math.max(0, fraction)) * 100), note.slice(0, 191)),
      });
      // A renewal in progress would mistake the end of the job for a lost claim.
      await endRenewals();
      await this.store.finish(job, result ?? undefined);
      this.count(job, 'done');
      return true;
    } catch (error) {
      await this.failed(job, error).catch((reason: unknown) =>
        this.logger.warn(`Job ${job.id} could not be rescheduled: ${nameOf(reason)}`),
      );
      return false;
    } finally {
      await endRenewals();
    }
  }

  /** Renews the claim on a job; returns a function that stops it. */
  private renewals(job: ClaimedJob, controller: AbortController): () => Promise<void> {
    let last = Promise.resolve();
    const timer = setInterval(() => {
      last = this.renew(job, controller);
    }, this.settings.leaseMs / 3).unref();
    return () => {
      clearInterval(timer);
      return last;
    };
  }

  private async renew(job: ClaimedJob, controller: AbortController): Promise<void> {
    try {
      await this.store.renew(job, Date.now() + this.settings.leaseMs);
    } catch (error) {
      if (error instanceof LostClaim) controller.abort();
      else this.logger.warn(`The claim on job ${job.id} could not be renewed: ${nameOf(error)}`);
    }
  }

  /** Messages of errors can contain addresses and other input. They are stored with the job; the log has those of modules only. */
  private async failed(job: ClaimedJob, error: unknown): Promise<void> {
    const about = `Job ${job.id} (${job.kind}), attempt ${job.attempts} of ${job.maxAttempts}`;
    if (error instanceof LostClaim) return this.logger.warn(`${about} was taken over by another process.`);
    const reason = error instanceof Error ? error.message : String(error);
    const details = this.declared.has(job.kind) ? `\n${stacksOf(error)}` : nameOf(error);
    if (error instanceof PermanentFailure || job.attempts >= job.maxAttempts) {
      await this.store.markDead(job, reason);
      this.count(job, 'dead');
      this.logger.error(`${about} failed for the last time: ${details}`);
    } else {
      await this.store.postpone(job, Date.now() + backOff(job.attempts), reason);
      this.count(job, 'retry');
      this.logger.warn(`${about} failed and will be retried: ${details}`);
      this.wakeIn(0);
    }
  }

  private count({ kind }: ClaimedJob, result: 'done' | 'retry' | 'dead'): void {
    const counts = this.counts.get(kind);
    if (counts) counts[result]++;
  }

  /** Jobs do not wait for it. */
  private cleanUp(): void {
    if (performance.now() < this.cleanAt) return;
    this.cleanAt = performance.now() + CLEAN_EVERY_MS;
    const now = Date.now();
    const ended = { doneBefore: now - KEEP_DONE_MS, deadBefore: now - KEEP_DEAD_MS, dead: KEEP_DEAD };
    this.cleaning = this.store
      .forgetEnded(ended)
      .catch((error: unknown) => this.logger.warn(`Ended jobs could not be deleted: ${nameOf(error)}`));
  }
}

function dueOf<Job extends { runAt: number }>(upcoming: readonly Job[]): Job[] {
  return upcoming.filter(({ runAt }) => runAt <= Date.now());
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.constructor.name;
}

/** The stack of an error and of its causes. */
function stacksOf(error: unknown): string {
  const stacks: string[] = [];
  for (let at: unknown = error; at !== undefined && stacks.length < 5; at = at instanceof Error ? at.cause : undefined)
    stacks.push(at instanceof Error ? (at.stack ?? String(at)) : String(at));
  return stacks.join('\nCaused by: ');
}
