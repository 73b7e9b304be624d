import { DateColumn, IdColumn, ReferenceColumn, TableColumn, TableEntity, TableIndex } from './column.decorators.js';

/** Statuses that WordPress stores as numbers. */
export const APPROVED = '1';
export const PENDING = '0';

/** A row of the comments table. Dates are stored text. */
@TableEntity('comments')
@TableIndex('comment_post_ID', ['post'])
@TableIndex('comment_approved_date_gmt', ['approved', 'dateGmt'])
@TableIndex('comment_date_gmt', ['dateGmt'])
@TableIndex('comment_parent', ['parent'])
@TableIndex('comment_author_email', [['authorEmail', 10]])
export class Comment {
  @IdColumn('comment_ID')
  id!: number;

  /** 0 for the rare comment without a post. */
  @ReferenceColumn('comment_post_ID')
  post!: number;

  @TableColumn('tinytext', { name: 'comment_author' })
  authorName!: string;

  @TableColumn('varchar(100)', { name: 'comment_author_email', default: '' })
  authorEmail!: string;

  @TableColumn('varchar(200)', { name: 'comment_author_url', default: '' })
  authorUrl!: string;

  @TableColumn('varchar(100)', { name: 'comment_author_IP', default: '' })
  authorIp!: string;

  /** Site time. */
  @DateColumn('comment_date')
  date!: string;

  @DateColumn('comment_date_gmt')
  dateGmt!: string;

  @TableColumn('text', { name: 'comment_content' })
  content!: string;

  @TableColumn('int(11)', { name: 'comment_karma', default: 0 })
  karma!: number;

  /** `1`, `0`, `spam`, `trash` or `post-trashed`. */
  @TableColumn('varchar(20)', { name: 'comment_approved', default: '1' })
  approved!: string;

  @TableColumn('varchar(255)', { name: 'comment_agent', default: '' })
  userAgent!: string;

  /** Empty for ordinary comments, otherwise `pingback`, `trackback`… */
  @TableColumn('varchar(20)', { name: 'comment_type', default: '' })
  type!: string;

  /** The comment it replies to; 0 at the top level. */
  @ReferenceColumn('comment_parent')
  parent!: number;

  /** User id; 0 for visitors. */
  @ReferenceColumn('user_id')
  author!: number;
}
