import { randomInt } from 'node:crypto';
import { type Transaction } from '../../database/database.js';

export interface AddOptions {
  /** Earliest time to run the job; now by default. */
  runAt?: Date;
  /** Number of failures after which the job is dead. */
  maxAttempts?: number;
  /** What the job is for, such as a receiver: jobs for one do not wait for those of the same kind for another. Up to 15 characters. */
  subject?: string;
}

export interface HandlerOptions {
  /** Maximum number of concurrent jobs of the kind in this process, or of each of its subjects. */
  concurrency?: number;
  /** A module declared it, whose author reads the log. */
  isDeclared?: boolean;
}

/** What a handler gets besides the payload. */
export interface JobRun {
  readonly id: number;
  /** Number of the attempt, starting with 1. */
  readonly attempt: number;
  /** Aborted when another process may have claimed the job, it is cancelled, or the process has to stop. */
  readonly signal: AbortSignal;
  /** Tells operators how far the job is: a number from 0 to 1, and a few words. */
  readonly progress: (fraction: number, note?: string) => Promise<void>;
}

/** Runs in the transaction that completes the job. */
export type JobResult = (tx: Transaction) => Promise<void>;

/**
 * Runs a job. Its side effects may be repeated after a crash; the database work of the function it returns
 * happens exactly once. A rejection causes a retry later, a PermanentFailure does not.
 */
export type JobHandler<Payload> = (payload: Payload, run: JobRun) => Promise<JobResult | void>;

/** An error after which no retry can succeed. */
export class PermanentFailure extends Error {}

/** A job that failed permanently or too often. */
export interface DeadJob {
  id: number;
  kind: string;
  attempts: number;
  lastError: string;
  createdAt: number;
}

/** Number of jobs, of all processes. */
export interface JobsTally {
  /** Due and not yet claimed. */
  due: number;
  later: number;
  running: number;
  dead: number;
  /** How long the oldest due job has been waiting. */
  oldestDueMs: number;
}

/** Number of jobs of a kind; `oldest` is when the longest-waiting one was added, in ISO 8601. */
export interface JobKindTally {
  kind: string;
  waiting: number;
  running: number;
  failed: number;
  oldest: string | null;
}

/** Including jobs that are running. */
export type JobState = 'waiting' | 'done' | 'dead';

/** A job as shown to operators. Times are milliseconds since 1970. */
export interface JobLine extends DeadJob {
  state: JobState;
  maxAttempts: number;
  runAt: number;
  claimedUntil: number;
  finishedAt: number;
  /** In percent, if the job reports it. */
  progress?: number;
  progressNote?: string;
}

export interface JobsSettings {
  /** How long a claim lasts without renewal. More than the clocks of machines differ. */
  leaseMs: number;
  /** Maximum delay until a job added by another process is noticed. */
  pollMs: number;
  /** Maximum number of concurrent jobs of a kind in this process, unless its handler has another one. Kinds do not wait for each other. */
  concurrency: number;
  /** How long running jobs may take to finish when the process stops. */
  graceMs: number;
  /** Whether this process polls for jobs. */
  works: boolean;
}

export const JOBS_SETTINGS = Symbol('JOBS_SETTINGS');

export const DEFAULT_SETTINGS: JobsSettings = {
  leaseMs: 60_000,
  pollMs: 5000,
  concurrency: 4,
  graceMs: 25_000,
  works: true,
};

const FIRST_MS = 30_000;
const MAX_DURATION_MS = 4 * 3_600_000;

/**
 * Delay after this many failures: exponential backoff within limits. Half of it is random, so that jobs that
 * failed together are not retried together.
 */
export function backOff(attempts: number): number {
  const full = Math.min(FIRST_MS * 2 ** Math.min(Math.max(attempts, 1) - 1, 30), MAX_DURATION_MS);
  return full / 2 + randomInt(full / 2 + 1);
}
