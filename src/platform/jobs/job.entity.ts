import { IdColumn, TableColumn, TableEntity, TableIndex } from '../../database/entities/index.js';
import { AddColumns, CreateTables } from '../../database/migrations.js';
import { type JobState } from './job.js';

/** Times are milliseconds since 1970, so that both engines compare them alike. */
@TableEntity('nestpress_jobs')
@TableIndex('state_run_at', ['state', 'runAt'])
@TableIndex('state_lane', ['state', 'lane', 'runAt'])
export class Job {
  @IdColumn()
  id!: number;

  @TableColumn('varchar(100)', { default: '' })
  kind!: string;

  /** Jobs of different lanes do not wait for each other: the kind, or a part of it such as one receiver. Empty: added by release 0.1.0. */
  @TableColumn('varchar(120)', { default: '' })
  lane!: string;

  @TableColumn('longtext')
  payload!: string;

  /** `waiting` (also while claimed), `done` or `dead`. */
  @TableColumn('varchar(10)', { default: 'waiting' })
  state!: JobState;

  @TableColumn('bigint(20)', { name: 'run_at', default: 0 })
  runAt!: number;

  @TableColumn('int(11)', { default: 0 })
  attempts!: number;

  @TableColumn('int(11)', { name: 'max_attempts', default: 1 })
  maxAttempts!: number;

  @TableColumn('varchar(191)', { name: 'claimed_by', default: '' })
  claimedBy!: string;

  @TableColumn('bigint(20)', { name: 'claimed_until', default: 0 })
  claimedUntil!: number;

  @TableColumn('text', { name: 'last_error' })
  lastError!: string;

  @TableColumn('bigint(20)', { name: 'created_at', default: 0 })
  createdAt!: number;

  @TableColumn('bigint(20)', { name: 'finished_at', default: 0 })
  finishedAt!: number;
}

/** How far a running job is; its number is that of the job. */
@TableEntity('nestpress_job_progress')
export class JobProgress {
  @IdColumn()
  id!: number;

  @TableColumn('int(11)', { default: 0 })
  percent!: number;

  @TableColumn('varchar(191)', { default: '' })
  note!: string;
}

export class CreateJobProgress1763340000000 extends CreateTables {
  readonly entities = [JobProgress];
}

export class CreateJobs1760000000000 extends CreateTables {
  readonly entities = [Job];
}

export class AddJobLanes1763460000000 extends AddColumns {
  readonly entity = Job;
  readonly names = ['lane'];
  override readonly indexNames = ['state_lane'];
}
