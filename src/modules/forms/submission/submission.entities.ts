import { IdColumn, ReferenceColumn, TableColumn, TableEntity, TableIndex } from '../../../database/entities/index.js';
import { CreateTables } from '../../../database/migrations.js';

/** A submitted form. Times are milliseconds since 1970. */
@TableEntity('nestpress_form_submissions')
@TableIndex('form_id', ['form', 'receivedAt'])
@TableIndex('status', ['status', 'receivedAt'])
@TableIndex('once_key', ['onceKey'], { unique: true })
export class FormSubmission {
  @IdColumn()
  id!: number;

  @ReferenceColumn('form_id')
  form!: number;

  /** `received`, then `mail_sent` or `mail_failed`; or `spam`. */
  @TableColumn('varchar(20)', { default: 'received' })
  status!: string;

  @TableColumn('bigint(20)', { name: 'received_at', default: 0 })
  receivedAt!: number;

  @TableColumn('longtext')
  fields!: string;

  @TableColumn('longtext')
  about!: string;

  /** Identifies a filled-in form, so that submitting it again does not store it twice; null if nothing identifies it. */
  @TableColumn('varchar(100)', { name: 'once_key', nullable: true })
  onceKey!: string | null;
}

/** An answered challenge, which cannot be used again. */
@TableEntity('nestpress_form_spent_challenges')
@TableIndex('expires_at', ['expiresAt'])
export class SpentChallenge {
  @TableColumn('varchar(64)', { primary: true })
  challenge!: string;

  @TableColumn('bigint(20)', { name: 'expires_at', default: 0 })
  expiresAt!: number;
}

export class CreateFormTables1760000000001 extends CreateTables {
  readonly entities = [FormSubmission, SpentChallenge];
}
