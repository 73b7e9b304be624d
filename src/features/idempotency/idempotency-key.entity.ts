import { TableColumn, TableEntity, TableIndex } from '../../database/entities/index.js';
import { AddColumns, CreateTables } from '../../database/index.js';

/** `running` until the write is committed, `written` until its response is stored, then `done`. */
export type KeyState = 'running' | 'written' | 'done';

/** A key of a client, with the response of the request that used it first. Times are milliseconds since 1970. */
@TableEntity('nestpress_idempotency_keys', { isDerived: true })
@TableIndex('created_at', ['createdAt'])
@TableIndex('requester', ['requester', 'createdAt', 'bytes'])
export class IdempotencyKey {
  /** Hash of the requester and the key; the key itself is not stored. */
  @TableColumn('varchar(64)', { primary: true })
  hash!: string;

  /** Hash of the account, or of the network of an anonymous client, whose quota the key counts for. Empty: stored by an earlier release. */
  @TableColumn('varchar(64)', { default: '' })
  requester!: string;

  /** Size of the stored response. */
  @TableColumn('int(11)', { default: 0 })
  bytes!: number;

  /** Hash of the request. */
  @TableColumn('varchar(64)', { default: '' })
  fingerprint!: string;

  @TableColumn('varchar(10)', { default: 'running' })
  state!: KeyState;

  /** ID of the request that carries out the write. */
  @TableColumn('varchar(40)', { name: 'claimed_by', default: '' })
  claimedBy!: string;

  /** When another request may carry out a write that is still running: its process has ended. */
  @TableColumn('bigint(20)', { name: 'claimed_until', default: 0 })
  claimedUntil!: number;

  /** The response, encrypted with the key of the client. Empty if it is not stored (any longer). */
  @TableColumn('longtext')
  response!: string;

  @TableColumn('bigint(20)', { name: 'created_at', default: 0 })
  createdAt!: number;
}

export class CreateIdempotencyKeys1763351000000 extends CreateTables {
  readonly entities = [IdempotencyKey];
}

export class AddIdempotencyQuotas1763470000000 extends AddColumns {
  readonly entity = IdempotencyKey;
  readonly names = ['requester', 'bytes'];
  override readonly indexNames = ['requester'];
}
