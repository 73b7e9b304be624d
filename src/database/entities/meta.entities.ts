import { IdColumn, ReferenceColumn, TableColumn, TableEntity, TableIndex } from './column.decorators.js';

/** The four meta tables differ only in the columns of their id and owner. */
@TableIndex('meta_key', [['key', 191]])
export abstract class Meta {
  id!: number;
  owner!: number;

  @TableColumn('varchar(255)', { name: 'meta_key', nullable: true })
  key!: string | null;

  @TableColumn('longtext', { name: 'meta_value', nullable: true })
  value!: string | null;
}

@TableEntity('postmeta')
@TableIndex('post_id', ['owner'])
export class PostMeta extends Meta {
  @IdColumn('meta_id')
  declare id: number;

  @ReferenceColumn('post_id')
  declare owner: number;
}

@TableEntity('termmeta')
@TableIndex('term_id', ['owner'])
export class TermMeta extends Meta {
  @IdColumn('meta_id')
  declare id: number;

  @ReferenceColumn('term_id')
  declare owner: number;
}

@TableEntity('usermeta')
@TableIndex('user_id', ['owner'])
export class UserMeta extends Meta {
  @IdColumn('umeta_id')
  declare id: number;

  @ReferenceColumn('user_id')
  declare owner: number;
}

@TableEntity('commentmeta')
@TableIndex('comment_id', ['owner'])
export class CommentMeta extends Meta {
  @IdColumn('meta_id')
  declare id: number;

  @ReferenceColumn('comment_id')
  declare owner: number;
}
