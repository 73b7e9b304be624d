import { IdColumn, ReferenceColumn, TableColumn, TableEntity, TableIndex } from '../../database/entities/index.js';
import { CreateTables } from '../../database/migrations.js';

/** A link to an unpublished post. Only the digest of its token is stored. Times are seconds since 1970. */
@TableEntity('nestpress_previews')
@TableIndex('post_id', ['post'])
export class Preview {
  @IdColumn()
  id!: number;

  @ReferenceColumn('post_id')
  post!: number;

  @ReferenceColumn('author')
  author!: number;

  @TableColumn('varchar(64)')
  digest!: string;

  @TableColumn('bigint(20)', { default: 0 })
  created!: number;

  @TableColumn('bigint(20)', { default: 0 })
  expires!: number;
}

/** An unpublished entry that a preview token is for, until it is published. */
@TableEntity('nestpress_previewed_drafts')
@TableIndex('post_id', ['post'])
export class PreviewedDraft {
  @IdColumn()
  id!: number;

  @ReferenceColumn('post_id')
  post!: number;

  /** Random: the token names it. */
  @TableColumn('bigint(20)', { default: 0 })
  mark!: number;

  /** When the entry was changed last, as far as this service knows: another program may have published it since. */
  @TableColumn('varchar(19)', { default: '' })
  modified!: string;

  /** Seconds since 1970. */
  @TableColumn('bigint(20)', { default: 0 })
  expires!: number;
}

export class CreatePreviewedDrafts1763590000000 extends CreateTables {
  readonly entities = [PreviewedDraft];
}

export class CreatePreviews1760000000200 extends CreateTables {
  readonly entities = [Preview];
}
