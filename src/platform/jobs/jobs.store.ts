import { Injectable } from '@nestjs/common';
import { Brackets, type FindOptionsWhere, In, LessThan, LessThanOrEqual, Not } from 'typeorm';
import { Database, type Transaction } from '../../database/database.js';
import { deleteInChunks } from '../../database/delete-in-chunks.js';
import { escapeLike } from '../../database/engine/dialect.js';
import { placeholders } from '../../database/engine/parameters.js';
import { inBackground } from '../../database/engine/query-counter.js';
import { type DeadJob, type JobKindTally, type JobLine, type JobResult, type JobState, type JobsTally } from './job.js';
import { Job, JobProgress } from './job.entity.js';

const MAX_ERROR_LENGTH = 2000;
const UNCLAIMED = { claimedBy: '', claimedUntil: 0 } as const;

const LINE = {
  id: true,
  kind: true,
  state: true,
  attempts: true,
  maxAttempts: true,
  runAt: true,
  claimedUntil: true,
  lastError: true,
  createdAt: true,
  finishedAt: true,
} as const;

/** Which jobs that have ended are deleted: by time, and the number of dead ones that stay. */
export interface EndedJobs {
  doneBefore: number;
  deadBefore: number;
  dead: number;
}

export interface NewJob {
  kind: string;
  subject?: string;
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
  lane: string;
  payload: string;
  /** Including the current one. */
  attempts: number;
  maxAttempts: number;
  claimedBy: string;
}

const MAX_SUBJECT_LENGTH = 15;

export function laneOf(kind: string, subject = ''): string {
  return subject === '' ? kind : `${kind} ${subject.slice(0, MAX_SUBJECT_LENGTH)}`;
}

/** The kind of the jobs in a lane; empty for those that release 0.1.0 added. */
export function kindOfLane(lane: string): string {
  return lane.split(' ', 1)[0]!;
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

  async add(tx: Transaction, { kind, subject, payload, runAt, maxAttempts, claim }: NewJob): Promise<number> {
    const { insertId } = await tx.insert(Job, {
      kind,
      lane: laneOf(kind, subject),
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

  /** The lanes of jobs that are waiting or running. */
  async lanes(): Promise<string[]> {
    const sql = `SELECT DISTINCT lane FROM ${this.table} WHERE state = 'waiting'`;
    return (await inBackground(() => this.db.query<{ lane: string }>(sql))).map(({ lane }) => lane);
  }

  /** The next unclaimed jobs, of a lane if one is given, soonest first, whether or not they are due. */
  upcoming(kinds: readonly string[], limit: number, lane?: string): Promise<{ id: number; runAt: number }[]> {
    return inBackground(() =>
      this.db.manager.find(Job, {
        select: { id: true, runAt: true },
        where: {
          state: 'waiting',
          ...(lane !== undefined && { lane }),
          claimedUntil: LessThanOrEqual(Date.now()),
          kind: In([...kinds]),
        },
        order: { runAt: 'ASC', id: 'ASC' },
        take: limit,
      }),
    );
  }

  /** Claims those of the jobs that are still unclaimed. The condition is part of the UPDATE. */
  claim(ids: readonly number[], { by, until }: Claim): Promise<ClaimedJob[]> {
    return this.db.transaction(async (tx) => {
      const { affected } = await tx.execute(
        `UPDATE ${this.table} SET claimed_by = ?, claimed_until = ?, attempts = attempts + 1 ` +
          `WHERE id IN (${placeholders(ids.length)}) AND state = 'waiting' AND claimed_until <= ?`,
        [by, until, ...ids, Date.now()],
        this.table,
      );
      if (!affected) return [];
      return tx.manager.find(Job, {
        select: { id: true, kind: true, lane: true, payload: true, attempts: true, maxAttempts: true, claimedBy: true },
        where: { id: In([...ids]), claimedBy: by },
        order: { runAt: 'ASC', id: 'ASC' },
      });
    });
  }

  renew(job: ClaimedJob, until: number): Promise<void> {
    return this.db.transaction((tx) => this.change(tx, job, { claimedUntil: until }));
  }

  /** Deletes the payload of a completed job; the row is kept for a while. */
  finish(job: ClaimedJob, result?: JobResult): Promise<void> {
    return this.db.transaction(async (tx) => {
      await this.change(tx, job, { ...UNCLAIMED, state: 'done', payload: '', lastError: '', finishedAt: Date.now() });
      await result?.(tx);
    });
  }

  postpone(job: ClaimedJob, runAt: number, error: string): Promise<void> {
    const lastError = error.slice(0, MAX_ERROR_LENGTH);
    return this.db.transaction((tx) => this.change(tx, job, { ...UNCLAIMED, runAt, lastError }));
  }

  markDead(job: ClaimedJob, error: string): Promise<void> {
    const lastError = error.slice(0, MAX_ERROR_LENGTH);
    return this.db.transaction((tx) =>
      this.change(tx, job, { ...UNCLAIMED, state: 'dead', finishedAt: Date.now(), lastError }),
    );
  }

  dead(limit: number): Promise<DeadJob[]> {
    return this.db.manager.find(Job, {
      select: { id: true, kind: true, attempts: true, lastError: true, createdAt: true },
      where: { state: 'dead' },
      order: { id: 'DESC' },
      take: limit,
    });
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
    return this.lines({ state: In([...states]) }, limit);
  }

  /** The jobs with these IDs that have not been deleted. */
  byIds(ids: readonly number[]): Promise<JobLine[]> {
    return this.lines({ id: In([...ids]) }, ids.length);
  }

  private async lines(where: FindOptionsWhere<Job>, limit: number): Promise<JobLine[]> {
    const lines: JobLine[] = await this.db.manager.find(Job, {
      select: LINE,
      where,
      order: { id: 'DESC' },
      take: limit,
    });
    const found = await this.db.manager.findBy(JobProgress, { id: In(lines.map(({ id }) => id)) });
    const progress = new Map(found.map((row) => [Number(row.id), row]));
    return lines.map((line) => {
      const reported = progress.get(Number(line.id));
      return reported ? { ...line, progress: reported.percent, progressNote: reported.note } : line;
    });
  }

  async setProgress(id: number, percent: number, note: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { affected } = await tx.update(JobProgress, { id }, { percent, note });
      if (!affected) await tx.insert(JobProgress, { id, percent, note });
    });
  }

  /** Ends a job that has not ended; false if there is none. A process that runs it loses its claim. */
  cancel(id: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const { affected } = await tx.update(
        Job,
        { id, state: 'waiting' },
        { ...UNCLAIMED, state: 'dead', finishedAt: Date.now(), lastError: 'Cancelled.' },
      );
      return Boolean(affected);
    });
  }

  /** Whether a job of the kind with this payload is waiting. Waiting ones with other payloads are deleted. */
  async keepWaiting(tx: Transaction, kind: string, payload: string): Promise<boolean> {
    const waiting = await tx.manager.find(Job, { where: { kind, state: 'waiting' }, order: { id: 'ASC' } });
    const equal = waiting.find((job) => job.payload === payload);
    const outdated = waiting.filter((job) => job !== equal).map(({ id }) => id);
    if (outdated.length > 0) await tx.delete(Job, { id: outdated });
    return equal !== undefined;
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

  /** Jobs of a kind whose payload has one of the beginnings. */
  async withPayloads(kind: string, beginnings: readonly string[]): Promise<(JobLine & { payload: string })[]> {
    if (beginnings.length === 0) return [];
    return this.db.manager
      .createQueryBuilder(Job, 'job')
      .where({ kind })
      .andWhere(
        new Brackets((any) => {
          for (const [index, text] of beginnings.entries())
            any.orWhere(`job.payload LIKE :text${index} ESCAPE '!'`, { [`text${index}`]: `${escapeLike(text)}%` });
        }),
      )
      .orderBy('job.id')
      .getMany();
  }

  isWaiting(tx: Transaction, kind: string): Promise<boolean> {
    return tx.manager.existsBy(Job, { kind, state: 'waiting' });
  }

  async stateOf(id: number): Promise<JobState | undefined> {
    return (await this.db.manager.findOne(Job, { select: { state: true }, where: { id } }))?.state;
  }

  /** Makes a dead or waiting job due now, with its attempts reset. False if there is none. */
  revive(id: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const { affected } = await tx.update(
        Job,
        { id, state: Not('done'), claimedUntil: LessThanOrEqual(Date.now()) },
        { state: 'waiting', runAt: Date.now(), attempts: 0, finishedAt: 0 },
      );
      return Boolean(affected);
    });
  }

  /** Deletes jobs that ended before these times, and all but the latest dead ones. */
  async forgetEnded({ doneBefore, deadBefore, dead }: EndedJobs): Promise<void> {
    const forget = (where: FindOptionsWhere<Job> | FindOptionsWhere<Job>[]) =>
      deleteInChunks(this.db, Job, 'id', where, (tx, ids) => tx.delete(JobProgress, { id: ids }));
    await forget({ state: 'done', finishedAt: LessThan(doneBefore) });
    await forget({ state: 'dead', finishedAt: LessThan(deadBefore) });
    const [oldest] = await this.db.manager.find(Job, {
      select: { id: true },
      where: { state: 'dead' },
      order: { id: 'DESC' },
      skip: dead,
      take: 1,
    });
    if (oldest) await forget({ state: 'dead', id: LessThanOrEqual(oldest.id) });
  }

  private async change(tx: Transaction, { id, claimedBy }: ClaimedJob, changes: Partial<Job>): Promise<void> {
    const { affected } = await tx.update(Job, { id, claimedBy }, changes);
    if (!affected) throw new LostClaim(`Job ${id} was taken over.`);
  }
}
