import { IdColumn, ReferenceColumn, TableColumn, TableEntity, TableIndex } from '../../database/entities/index.js';
import { CreateTables } from '../../database/migrations.js';

/** One line of the audit log: who did what, and when. Lines are only added, and deleted when they are old. */
@TableEntity('nestpress_audit_log')
@TableIndex('created_at', ['createdAt'])
@TableIndex('event', ['event', 'id'])
@TableIndex('actor', ['actor', 'id'])
export class AuditEntry {
  @IdColumn()
  id!: number;

  /** Milliseconds since 1970. */
  @TableColumn('bigint(20)', { name: 'created_at', default: 0 })
  createdAt!: number;

  @TableColumn('varchar(64)', { default: '' })
  event!: string;

  /** User ID; 0 for the system and anonymous requests. */
  @ReferenceColumn('actor')
  actor!: number;

  /** Remains when the user is deleted. */
  @TableColumn('varchar(60)', { name: 'actor_login', default: '' })
  actorLogin!: string;

  /** Name of the agent or application password that acted for the user; empty: the user. */
  @TableColumn('varchar(190)', { default: '' })
  via!: string;

  @TableColumn('varchar(45)', { default: '' })
  address!: string;

  /** Content type, taxonomy, `comment`, `user`, `role`, `webhook` or `settings`. */
  @TableColumn('varchar(64)', { name: 'object_type', default: '' })
  objectType!: string;

  @ReferenceColumn('object_id')
  objectId!: number;

  /** Title or name. */
  @TableColumn('varchar(190)', { name: 'object_name', default: '' })
  objectName!: string;

  /** JSON. */
  @TableColumn('text')
  details!: string;
}

export class CreateAuditLog1763380000000 extends CreateTables {
  readonly entities = [AuditEntry];
}
