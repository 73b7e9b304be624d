import { randomBytes } from 'node:crypto';
import { IdColumn, ReferenceColumn, TableColumn, TableEntity, TableIndex } from '../../database/entities/index.js';
import { AddColumns, CreateTables } from '../../database/index.js';
import { wallClock } from '../../telemetry/index.js';

/** `reset`: what happened before is not known. */
export type FeedKind = 'entry' | 'term' | 'comment' | 'user' | 'reset';

abstract class FeedRow {
  @TableColumn('varchar(10)', { default: '' })
  kind!: FeedKind;

  @ReferenceColumn('object_id')
  object!: number;

  /** Content type, taxonomy or type of a comment; empty if the written row does not have it. */
  @TableColumn('varchar(32)', { default: '' })
  type!: string;

  /** `create`, `update` or `delete`. */
  @TableColumn('varchar(6)', { default: '' })
  action!: string;

  /** Whether everyone could read it before the write; of a pending change, as far as the written row says. */
  @TableColumn('tinyint(1)', { name: 'is_public', default: 0 })
  isPublic!: number;

  /** Seconds since 1970. */
  @TableColumn('bigint(20)', { default: 0 })
  at!: number;
}

/** A write that has no position in the feed yet. Triggers add it in the transaction of the write. */
@TableEntity('nestpress_feed_pending', { isDerived: true })
export class PendingChange extends FeedRow {
  @IdColumn()
  id!: number;

  /** Status of the entry or comment after and before the write; empty if the written row does not have it. */
  @TableColumn('varchar(20)', { default: '' })
  status!: string;

  @TableColumn('varchar(20)', { name: 'former_status', default: '' })
  formerStatus!: string;

  /** Parent of an entry or post of a comment, before the write if it existed. */
  @ReferenceColumn('parent_id')
  parent!: number;

  /** Whether a process of this service wrote it, which has emitted its events. */
  @TableColumn('tinyint(1)', { name: 'is_own', default: 0 })
  isOwn!: number;

  /** Whether the API shows something of what was written. What it does not show has events, but is not in the feed. */
  @TableColumn('tinyint(1)', { name: 'is_shown', default: 1 })
  isShown!: number;

  /** Whether the entry had a password before the write. */
  @TableColumn('tinyint(1)', { name: 'is_locked', default: 0 })
  isLocked!: number;
}

/** A write in the feed. One process at a time adds rows, so that a row never appears before one that readers have seen. */
@TableEntity('nestpress_feed', { isDerived: true })
@TableIndex('at', ['at'])
export class FeedChange extends FeedRow {
  @IdColumn()
  position!: number;

  /**
   * Random, and part of the cursor: a position that was lost and given again, for example after a restore, has another mark,
   * and cursors from before do not become valid again.
   */
  @TableColumn('varchar(16)', { default: '' })
  mark!: string;
}

/** A row that makes all cursors from before invalid. */
export function resetRow(): Pick<FeedChange, 'kind' | 'at' | 'mark'> {
  return { kind: 'reset', at: Math.floor(wallClock() / 1000), mark: newMark() };
}

export function newMark(): string {
  return randomBytes(6).toString('hex');
}

export class CreateFeed1763352000000 extends CreateTables {
  readonly entities = [PendingChange, FeedChange];
}

export class DescribePendingChanges1763366400000 extends AddColumns {
  readonly entity = PendingChange;
  readonly names = ['status', 'former_status', 'parent_id', 'is_own'];
}

export class DescribeReaders1763420000000 extends AddColumns {
  readonly entity = PendingChange;
  readonly names = ['is_shown', 'is_locked'];
}

export class MarkPositions1763420000001 extends AddColumns {
  readonly entity = FeedChange;
  readonly names = ['mark'];
}
