import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import { escapeLike, like } from '../../database/engine/dialect.js';
import { placeholders } from '../../database/engine/parameters.js';
import { selectColumns } from '../../database/entities/index.js';
import { inBackground } from '../../database/engine/query-counter.js';
import { type DeadJob, type JobKindTally, type JobLine, type JobResult, type JobState, type JobsTally } from './job.js';
import { Job } from './job.entity.js';

const MAX_ERROR_LENGTH = 2000;

const LINE_COLUMNS = selectColumns(Job, [
  'id',
  'kind',
  'state',
  'attempts',
  'maxAttempts',
  'runAt',
  'claimedUntil',
  'lastError',
  'createdAt',
  'finishedAt',
]);

export interface NewJob {
  kind: string;
  payload: string;
  runAt: number;
  maxAttempts: number;
  /** The claim of a job that is claimed when it is added. */
  claim?: Claim;
}

export interface Claim {
  /** Different for every claim, so that a process that lost a job cannot mistake a later claim for its own. */
  by: string;
  until: number;
}

export interface ClaimedJob {
  id: number;
  kind: string;
  payload: string;
  /** Including the current one. */
  attempts: number;
  maxAttempts: number;
  claimedBy: string;
}

/** Another process has claimed the job in the meantime. */
export class LostClaim extends Error {}

/** The rows of the jobs table. Changes to a claimed job apply only while the claim is valid. */
@Injectable()
export class JobsStore {
  private readonly table: string;

  constructor(private readonly db: Database) {
    this.table = db.tables.of(Job);
  }

  async add(tx: Transaction, { kind, payload, runAt, maxAttempts, claim }: NewJob): Promise<number> {
    const { insertId } = await tx.insert(Job, {
      kind,
      payload,
      runAt,
      maxAttempts,
      attempts: claim ? 1 : 0,
      claimedBy: claim?.by,
      claimedUntil: claim?.until,
      createdAt: Date.now(),
    });
    return insertId;
  }

  /** The next unclaimed jobs, soonest first, whether or not they are due. */
  upcoming(kinds: readonly string[], limit: number): Promise<{ id: number; runAt: number }[]> {
    return inBackground(() =>
      this.db.query<{ id: number; runAt: number }>(
        `SELECT id, run_at AS runAt FROM ${this.table} WHERE state = 'waiting' AND claimed_until <= ? AND kind IN (${placeholders(kinds.length)}) ` +
          'ORDER BY run_at, id LIMIT ?',
        [Date.now(), ...kinds, limit],
      ),
    );
  }

  /** Claims those of the jobs that are still unclaimed. The condition is part of the UPDATE. */
  claim(ids: readonly number[], { by, until }: Claim): Promise<ClaimedJob[]> {
    return this.db.transaction(async (tx) => {
      const { affected } = await tx.execute(
        `UPDATE ${this.table} SET claimed_by = ?, claimed_until = ?, attempts = attempts + 1 ` +
          `WHERE id IN (${placeholders(ids.length)}) AND state = 'waiting' AND claimed_until <= ?`,
        [by, until, ...ids, Date.now()],
      );
      if (affected === 0) return [];
      return tx.query<ClaimedJob>(
        `SELECT id, kind, payload, attempts, max_attempts AS maxAttempts, claimed_by AS claimedBy FROM ${this.table} ` +
          `WHERE id IN (${placeholders(ids.length)}) AND claimed_by = ? ORDER BY run_at, id`,
        [...ids, by],
      );
    });
  }

  renew(job: ClaimedJob, until: number): Promise<void> {
    return this.db.transaction((tx) => this.change(tx, job, 'claimed_until = ?', [until]));
  }

  /** Deletes the payload of a completed job; the row is kept for a while. */
  finish(job: ClaimedJob, result?: JobResult): Promise<void> {
    return this.db.transaction(async (tx) => {
      await this.change(
        tx,
        job,
        "state = 'done', payload = '', claimed_by = '', claimed_until = 0, last_error = '', finished_at = ?",
        [Date.now()],
      );
      await result?.(tx);
    });
  }

  postpone(job: ClaimedJob, runAt: number, error: string): Promise<void> {
    return this.db.transaction((tx) =>
      this.change(tx, job, "run_at = ?, claimed_by = '', claimed_until = 0, last_error = ?", [
        runAt,
        error.slice(0, MAX_ERROR_LENGTH),
      ]),
    );
  }

  markDead(job: ClaimedJob, error: string): Promise<void> {
    return this.db.transaction((tx) =>
      this.change(tx, job, "state = 'dead', claimed_by = '', claimed_until = 0, finished_at = ?, last_error = ?", [
        Date.now(),
        error.slice(0, MAX_ERROR_LENGTH),
      ]),
    );
  }

  dead(limit: number): Promise<DeadJob[]> {
    return this.db.query<DeadJob>(
      `SELECT id, kind, attempts, last_error AS lastError, created_at AS createdAt FROM ${this.table} WHERE state = 'dead' ORDER BY id DESC LIMIT ?`,
      [limit],
    );
  }

  /** Each condition is a range of the index; completed jobs are not counted. */
  async tally(): Promise<JobsTally> {
    const now = Date.now();
    const [row] = await inBackground(() =>
      this.db.query<Omit<JobsTally, 'oldestDueMs'> & { oldest: number | null }>(
        "SELECT SUM(CASE WHEN state = 'waiting' AND claimed_until <= ? AND run_at <= ? THEN 1 ELSE 0 END) AS due, " +
          "SUM(CASE WHEN state = 'waiting' AND claimed_until <= ? AND run_at > ? THEN 1 ELSE 0 END) AS later, " +
          "SUM(CASE WHEN state = 'waiting' AND claimed_until > ? THEN 1 ELSE 0 END) AS running, " +
          "SUM(CASE WHEN state = 'dead' THEN 1 ELSE 0 END) AS dead, " +
          `MIN(CASE WHEN state = 'waiting' AND claimed_until <= ? THEN run_at END) AS oldest FROM ${this.table} WHERE state IN ('waiting', 'dead')`,
        [now, now, now, now, now, now],
      ),
    );
    const { due, later, running, dead, oldest } = row!;
    return {
      due: due ?? 0,
      later: later ?? 0,
      running: running ?? 0,
      dead: dead ?? 0,
      oldestDueMs: Math.max(0, now - (oldest ?? now)),
    };
  }

  /** Latest first, without payloads, which can be personal. */
  list(states: readonly JobState[], limit: number): Promise<JobLine[]> {
    return this.db.query<JobLine>(
      `SELECT ${LINE_COLUMNS} FROM ${this.table} WHERE state IN (${placeholders(states.length)}) ORDER BY id DESC LIMIT ?`,
      [...states, limit],
    );
  }

  async byKind(): Promise<JobKindTally[]> {
    const now = Date.now();
    const rows = await this.db.query<Omit<JobKindTally, 'oldest'> & { oldest: number | null }>(
      "SELECT kind, SUM(CASE WHEN state = 'waiting' AND claimed_until <= ? THEN 1 ELSE 0 END) AS waiting, " +
        "SUM(CASE WHEN state = 'waiting' AND claimed_until > ? THEN 1 ELSE 0 END) AS running, " +
        "SUM(CASE WHEN state = 'dead' THEN 1 ELSE 0 END) AS failed, " +
        `MIN(CASE WHEN state = 'waiting' THEN created_at END) AS oldest FROM ${this.table} ` +
        "WHERE state IN ('waiting', 'dead') GROUP BY kind ORDER BY kind",
      [now, now],
    );
    return rows.map(({ kind, waiting, running, failed, oldest }) => ({
      kind,
      waiting: Number(waiting),
      running: Number(running),
      failed: Number(failed),
      oldest: oldest === null ? null : new Date(Number(oldest)).toISOString(),
    }));
  }

  async withPayloads(kind: string, beginnings: readonly string[]): Promise<(JobLine & { payload: string })[]> {
    if (beginnings.length === 0) return [];
    return this.db.query<JobLine & { payload: string }>(
      `SELECT ${LINE_COLUMNS}, payload FROM ${this.table} WHERE kind = ? AND (${beginnings.map(() => like('payload')).join(' OR ')}) ORDER BY id`,
      [kind, ...beginnings.map((text) => `${escapeLike(text)}%`)],
    );
  }

  async isWaiting(tx: Transaction, kind: string): Promise<boolean> {
    const rows = await tx.query(`SELECT id FROM ${this.table} WHERE kind = ? AND state = 'waiting' LIMIT 1`, [kind]);
    return rows.length > 0;
  }

  async stateOf(id: number): Promise<JobState | undefined> {
    const [row] = await this.db.query<{ state: JobState }>(`SELECT state FROM ${this.table} WHERE id = ?`, [id]);
    return row?.state;
  }

  /** Makes a dead or waiting job due now, with its attempts reset. False if there is none. */
  revive(id: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const { affected } = await tx.execute(
        `UPDATE ${this.table} SET state = 'waiting', run_at = ?, attempts = 0, finished_at = 0 ` +
          "WHERE id = ? AND state <> 'done' AND claimed_until <= ?",
        [Date.now(), id, Date.now()],
      );
      return affected > 0;
    });
  }

  async forgetDone(before: number): Promise<void> {
    await this.db.transaction((tx) =>
      tx.execute(`DELETE FROM ${this.table} WHERE state = 'done' AND finished_at < ?`, [before]),
    );
  }

  private async change(
    tx: Transaction,
    { id, claimedBy }: ClaimedJob,
    assignments: string,
    values: readonly (string | number)[],
  ): Promise<void> {
    const { affected } = await tx.execute(`UPDATE ${this.table} SET ${assignments} WHERE id = ? AND claimed_by = ?`, [
      ...values,
      id,
      claimedBy,
    ]);
    if (affected === 0) throw new LostClaim(`Job ${id} was taken over.`);
  }
}
