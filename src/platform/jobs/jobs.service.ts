import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import {
  type AddOptions,
  type DeadJob,
  type HandlerOptions,
  type JobHandler,
  type JobKindTally,
  type JobLine,
  type JobState,
  type JobsTally,
} from './job.js';
import { type DeclaredJob } from './declared-job.js';
import { type ClaimedJob, JobsStore, laneOf } from './jobs.store.js';
import { JobsWorkerService } from './jobs-worker.service.js';

const DEFAULT_ATTEMPTS = 10;
const SHOWN_DEAD = 100;
const DAY_MS = 24 * 3_600_000;

/** Work to be done after a write, if and only if the write is committed. */
@Injectable()
export class JobsService {
  constructor(
    private readonly database: Database,
    private readonly store: JobsStore,
    private readonly worker: JobsWorkerService,
  ) {}

  /** Registers the handler of a kind of job; call it while the application starts. */
  register<Payload>(kind: string, handler: JobHandler<Payload>, options?: HandlerOptions): void {
    this.worker.handle(kind, handler as JobHandler<unknown>, options);
  }

  /** Registers a job that runs once a day: each run adds the next one, `startDaily` the first. */
  registerDaily(kind: string, run: () => Promise<unknown>): void {
    this.register(kind, async () => {
      await run();
      return (tx) => this.addTomorrow(tx, kind);
    });
  }

  /** Adds the first run of a daily job, a day from now. */
  startDaily(kind: string): Promise<void> {
    return this.database.transaction((tx) => this.addTomorrow(tx, kind));
  }

  private addTomorrow(tx: Transaction, kind: string): Promise<void> {
    return this.addUnlessWaiting(tx, kind, {}, { runAt: new Date(Date.now() + DAY_MS) });
  }

  /** Adds a job in the caller's transaction. The payload must be serializable as JSON. */
  async add(
    tx: Transaction,
    kind: string,
    payload: unknown,
    { runAt, maxAttempts = DEFAULT_ATTEMPTS, subject }: AddOptions = {},
  ): Promise<number> {
    const at = runAt?.getTime() ?? Date.now();
    const id = await this.store.add(tx, { kind, subject, payload: JSON.stringify(payload), runAt: at, maxAttempts });
    tx.afterCommit(() => this.worker.wakeIn(at - Date.now()));
    return id;
  }

  /** Adds a declared job: in the given transaction, or in one of its own. Returns its number. */
  enqueue<Payload>(
    { kind, maxAttempts }: DeclaredJob<Payload>,
    payload: NoInfer<Payload>,
    { tx, runAt }: { tx?: Transaction; runAt?: Date } = {},
  ): Promise<number> {
    const add = (within: Transaction) => this.add(within, kind, payload, { runAt, maxAttempts });
    return tx ? add(tx) : this.database.transaction(add);
  }

  /** Gives up a job. A running one is aborted by its signal, in other processes within the time of a lease. False if it has ended. */
  async cancel(id: number): Promise<boolean> {
    const isCancelled = await this.store.cancel(id);
    if (isCancelled) this.worker.abort(id);
    return isCancelled;
  }

  /** Adds a repeated job, unless one of its kind is already waiting. */
  async addUnlessWaiting(tx: Transaction, kind: string, payload: unknown, options?: AddOptions): Promise<void> {
    if (!(await this.store.isWaiting(tx, kind))) await this.add(tx, kind, payload, options);
  }

  /**
   * Adds a job in the caller's transaction, claimed by this process: pass it to `run` after the commit. If the process
   * dies before that, another one runs the job once the claim has expired.
   */
  async addClaimed(
    tx: Transaction,
    kind: string,
    payload: unknown,
    { maxAttempts = DEFAULT_ATTEMPTS, subject }: Pick<AddOptions, 'maxAttempts' | 'subject'> = {},
  ): Promise<ClaimedJob> {
    const claim = this.worker.newClaim();
    const job = { kind, payload: JSON.stringify(payload), maxAttempts };
    const id = await this.store.add(tx, { ...job, subject, runAt: Date.now(), claim });
    return { ...job, lane: laneOf(kind, subject), id, attempts: 1, claimedBy: claim.by };
  }

  /** Runs a claimed job now. False if it failed: it is retried later, unless the failure is permanent. */
  run(job: ClaimedJob): Promise<boolean> {
    return this.worker.run(job);
  }

  /** Stores a job and runs it at once. False if it failed: it is retried later, unless the failure is permanent. */
  async runNow(kind: string, payload: unknown, options?: Pick<AddOptions, 'maxAttempts'>): Promise<boolean> {
    return this.run(await this.database.transaction((tx) => this.addClaimed(tx, kind, payload, options)));
  }

  /** Undefined if there is no such job, or it was completed long ago. */
  stateOf(id: number): Promise<JobState | undefined> {
    return this.store.stateOf(id);
  }

  tally(): Promise<JobsTally> {
    return this.store.tally();
  }

  list(states: readonly JobState[], limit: number): Promise<JobLine[]> {
    return this.store.list(states, limit);
  }

  /** The jobs with these numbers that have not been deleted, by number. */
  async byIds(ids: readonly number[]): Promise<Map<number, JobLine>> {
    if (ids.length === 0) return new Map();
    return new Map((await this.store.byIds(ids)).map((line) => [Number(line.id), line]));
  }

  /** Number of jobs, by kind. */
  byKind(): Promise<JobKindTally[]> {
    return this.store.byKind();
  }

  /** Jobs of a kind whose payload begins with one of these texts. */
  withPayloads(kind: string, beginnings: readonly string[]): Promise<(JobLine & { payload: string })[]> {
    return this.store.withPayloads(kind, beginnings);
  }

  /** Runs all due jobs now, in sequence. */
  runDue(): Promise<{ done: number; failed: number }> {
    return this.worker.runDue();
  }

  /** Makes a job due now, even a dead one. False if there is none to run. */
  revive(id: number): Promise<boolean> {
    return this.store.revive(id);
  }

  /** The most recent dead jobs. */
  dead(): Promise<DeadJob[]> {
    return this.store.dead(SHOWN_DEAD);
  }
}
