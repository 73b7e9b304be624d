import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import {
  type AddOptions,
  type DeadJob,
  type JobHandler,
  type JobKindTally,
  type JobLine,
  type JobState,
  type JobsTally,
} from './job.js';
import { type ClaimedJob, JobsStore } from './jobs.store.js';
import { JobsWorkerService } from './jobs-worker.service.js';

const DEFAULT_ATTEMPTS = 10;
const SHOWN_DEAD = 100;

/** Work that is to be done after a write, if and only if the write stands. */
@Injectable()
export class JobsService {
  constructor(
    private readonly database: Database,
    private readonly store: JobsStore,
    private readonly worker: JobsWorkerService,
  ) {}

  /** Says who does jobs of a kind; to be called while the application starts. */
  register<Payload>(kind: string, handler: JobHandler<Payload>): void {
    this.worker.handle(kind, handler as JobHandler<unknown>);
  }

  /** Adds a job as part of the caller's transaction. The payload must survive JSON. */
  async add(
    tx: Transaction,
    kind: string,
    payload: unknown,
    { runAt, maxAttempts = DEFAULT_ATTEMPTS }: AddOptions = {},
  ): Promise<number> {
    const at = runAt?.getTime() ?? Date.now();
    const id = await this.store.add(tx, { kind, payload: JSON.stringify(payload), runAt: at, maxAttempts });
    tx.afterCommit(() => this.worker.wakeIn(at - Date.now()));
    return id;
  }

  /** Adds a job that is repeated, unless one of its kind waits already. */
  async addUnlessWaiting(tx: Transaction, kind: string, payload: unknown, options?: AddOptions): Promise<void> {
    if (!(await this.store.isWaiting(tx, kind))) await this.add(tx, kind, payload, options);
  }

  /**
   * Adds a job as part of the caller's transaction, claimed by this process: pass it to `run` after the commit. When the process
   * dies before that, another one runs the job once the claim has expired.
   */
  async addClaimed(
    tx: Transaction,
    kind: string,
    payload: unknown,
    { maxAttempts = DEFAULT_ATTEMPTS }: Pick<AddOptions, 'maxAttempts'> = {},
  ): Promise<ClaimedJob> {
    const claim = this.worker.newClaim();
    const job = { kind, payload: JSON.stringify(payload), maxAttempts };
    const id = await this.store.add(tx, { ...job, runAt: Date.now(), claim });
    return { ...job, id, attempts: 1, claimedBy: claim.by };
  }

  /** Runs a claimed job now. False when that failed: it is tried again later, unless it cannot succeed. */
  run(job: ClaimedJob): Promise<boolean> {
    return this.worker.run(job);
  }

  /** Stores a job and runs it at once. False when that failed: it is tried again later, unless it cannot succeed. */
  async runNow(kind: string, payload: unknown, options?: Pick<AddOptions, 'maxAttempts'>): Promise<boolean> {
    return this.run(await this.database.transaction((tx) => this.addClaimed(tx, kind, payload, options)));
  }

  /** Undefined when there is no such job, or it was done long ago. */
  stateOf(id: number): Promise<JobState | undefined> {
    return this.store.stateOf(id);
  }

  tally(): Promise<JobsTally> {
    return this.store.tally();
  }

  list(states: readonly JobState[], limit: number): Promise<JobLine[]> {
    return this.store.list(states, limit);
  }

  /** What there is to do, by kind. */
  byKind(): Promise<JobKindTally[]> {
    return this.store.byKind();
  }

  /** Jobs of a kind whose payload begins with one of these texts. */
  withPayloads(kind: string, beginnings: readonly string[]): Promise<(JobLine & { payload: string })[]> {
    return this.store.withPayloads(kind, beginnings);
  }

  /** Does everything that is due, here and now, one after the other. */
  runDue(): Promise<{ done: number; failed: number }> {
    return this.worker.runDue();
  }

  /** Makes a job due now, even one that was given up. False when there is none to be done. */
  revive(id: number): Promise<boolean> {
    return this.store.revive(id);
  }

  /** The jobs last given up. */
  dead(): Promise<DeadJob[]> {
    return this.store.dead(SHOWN_DEAD);
  }
}
