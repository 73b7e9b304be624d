import { randomInt } from 'node:crypto';
import { type Transaction } from '../../database/database.js';

export interface AddOptions {
  /** Not before this moment; now unless said otherwise. */
  runAt?: Date;
  /** The job is given up after this many failures. */
  maxAttempts?: number;
}

/** What a handler gets besides the payload. */
export interface JobRun {
  readonly id: number;
  /** 1 for the first. */
  readonly attempt: number;
  /** Aborted when another process may have taken the job over, or the process has to stop. */
  readonly signal: AbortSignal;
}

/** Runs in the transaction that marks the job as done. */
export type JobResult = (tx: Transaction) => Promise<void>;

/**
 * Does a job. What it does itself may happen again after a crash; what the function it returns does in the database
 * happens exactly once. A rejection means another attempt later, a PermanentFailure none.
 */
export type JobHandler<Payload> = (payload: Payload, run: JobRun) => Promise<JobResult | void>;

/** No further attempt can succeed. */
export class PermanentFailure extends Error {}

/** Given up after too many failures, or a permanent one. */
export interface DeadJob {
  id: number;
  kind: string;
  attempts: number;
  lastError: string;
  createdAt: number;
}

/** How many jobs there are, in all processes. */
export interface JobsTally {
  /** Due, and not claimed yet. */
  due: number;
  later: number;
  running: number;
  dead: number;
  /** For how long the oldest of those due has waited. */
  oldestDueMs: number;
}

/** How many jobs of a kind there are; `oldest` is when the one that waits longest was added, in ISO 8601. */
export interface JobKindTally {
  kind: string;
  waiting: number;
  running: number;
  failed: number;
  oldest: string | null;
}

/** Also while a process works on it. */
export type JobState = 'waiting' | 'done' | 'dead';

/** A job as whoever runs the site sees it. Moments are milliseconds since 1970. */
export interface JobLine extends DeadJob {
  state: JobState;
  maxAttempts: number;
  runAt: number;
  claimedUntil: number;
  finishedAt: number;
}

export interface JobsSettings {
  /** How long a job stays with a process that gives no sign of life. More than clocks of machines differ. */
  leaseMs: number;
  /** How long a job added by another process may stay unnoticed. */
  pollMs: number;
  /** Jobs under way at once in this process. */
  concurrency: number;
  /** How long jobs under way may take to end when the process stops. */
  graceMs: number;
  /** Whether this process looks for jobs by itself. */
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
const LONGEST_MS = 4 * 3_600_000;

/**
 * How long to wait after so many failures: twice as long each time, within limits. Half of it is chance, so that what
 * failed together is not tried together again.
 */
export function backOff(attempts: number): number {
  const full = Math.min(FIRST_MS * 2 ** Math.min(Math.max(attempts, 1) - 1, 30), LONGEST_MS);
  return full / 2 + randomInt(full / 2 + 1);
}
