import { IdColumn, ReferenceColumn, TableColumn, TableEntity, TableIndex } from '../../database/entities/index.js';
import { AddColumns, CreateTables } from '../../database/migrations.js';

/** `reset`: what happened before is not known. */
export type FeedKind = 'entry' | 'term' | 'comment' | 'user' | 'reset';

abstract class FeedRow {
  @TableColumn('varchar(10)', { default: '' })
  kind!: FeedKind;

  @ReferenceColumn('object_id')
  object!: number;

  /** Content type or taxonomy; empty if the written row does not have it. */
  @TableColumn('varchar(32)', { default: '' })
  type!: string;

  /** `create`, `update` or `delete`. */
  @TableColumn('varchar(6)', { default: '' })
  action!: string;

  /** Whether everyone could read it before or after the write. */
  @TableColumn('tinyint(1)', { name: 'is_public', default: 0 })
  isPublic!: number;

  /** Seconds since 1970. */
  @TableColumn('bigint(20)', { default: 0 })
  at!: number;
}

/** A write that has no position in the feed yet. Triggers add it in the transaction of the write. */
@TableEntity('nestpress_feed_pending')
export class PendingChange extends FeedRow {
  @IdColumn()
  id!: number;

  /** Status of the entry or comment after and before the write; empty if the written row does not have it. */
  @TableColumn('varchar(20)', { default: '' })
  status!: string;

  @TableColumn('varchar(20)', { name: 'former_status', default: '' })
  formerStatus!: string;

  /** Post of a comment. */
  @ReferenceColumn('parent_id')
  parent!: number;

  /** Whether a process of this service wrote it, which has emitted its events. */
  @TableColumn('tinyint(1)', { name: 'is_own', default: 0 })
  isOwn!: number;
}

/** A write in the feed. One process at a time adds rows, so that a row never appears before one that readers have seen. */
@TableEntity('nestpress_feed')
@TableIndex('at', ['at'])
export class FeedChange extends FeedRow {
  @IdColumn()
  position!: number;
}

export class CreateFeed1763352000000 extends CreateTables {
  readonly entities = [PendingChange, FeedChange];
}

export class DescribePendingChanges1763366400000 extends AddColumns {
  readonly entity = PendingChange;
  readonly names = ['status', 'former_status', 'parent_id', 'is_own'];
}
