import { IdColumn, ReferenceColumn, TableColumn, TableEntity, TableIndex } from '../../database/entities/index.js';
import { CreateTables } from '../../database/migrations.js';

/** A small record of the toolset, as JSON. Not an option: a write to the options would invalidate every cached response. */
@TableEntity('nestpress_cache_state')
export class CacheState {
  @TableColumn('varchar(100)', { default: '', primary: true })
  name!: string;

  @TableColumn('longtext')
  value!: string;
}

/** A job for the paired worker. */
@TableEntity('nestpress_cache_jobs')
@TableIndex('kind_subject', ['kind', 'subject'], { unique: true })
@TableIndex('entry_id', ['entry'])
export class CacheJob {
  @IdColumn()
  id!: number;

  /** `img`, `ucss` or `vpi`. */
  @TableColumn('varchar(10)', { default: '' })
  kind!: string;

  /** A file of an attachment, or the URL of a page. */
  @TableColumn('varchar(190)', { default: '' })
  subject!: string;

  @ReferenceColumn('entry_id')
  entry!: number;

  /** `requested`, then `notified` (img) or `done`. */
  @TableColumn('varchar(10)', { default: 'requested' })
  state!: string;

  @TableColumn('longtext')
  result!: string;

  @TableColumn('bigint(20)', { name: 'created_at', default: 0 })
  createdAt!: number;

  @TableColumn('bigint(20)', { name: 'finished_at', default: 0 })
  finishedAt!: number;
}

/** The nonce of a proof that was used, which cannot be used again. */
@TableEntity('nestpress_cache_spent')
@TableIndex('expires_at', ['expiresAt'])
export class SpentProof {
  @TableColumn('varchar(64)', { default: '', primary: true })
  nonce!: string;

  @TableColumn('bigint(20)', { name: 'expires_at', default: 0 })
  expiresAt!: number;
}

export class CreateCacheTables1760000000003 extends CreateTables {
  readonly entities = [CacheState, CacheJob, SpentProof];
}
