import { DateColumn, IdColumn, ReferenceColumn, TableColumn, TableEntity, TableIndex } from './column.decorators.js';

/** A row of the posts table, whatever its post type. Dates are stored text; zero dates occur in the GMT columns. */
@TableEntity('posts')
@TableIndex('post_name', [['slug', 191]])
@TableIndex('type_status_date', ['type', 'status', 'date', 'id'])
@TableIndex('post_parent', ['parent'])
@TableIndex('post_author', ['author'])
export class Post {
  @IdColumn('ID')
  id!: number;

  @ReferenceColumn('post_author')
  author!: number;

  /** Site time. */
  @DateColumn('post_date')
  date!: string;

  @DateColumn('post_date_gmt')
  dateGmt!: string;

  @TableColumn('longtext', { name: 'post_content' })
  content!: string;

  @TableColumn('text', { name: 'post_title' })
  title!: string;

  @TableColumn('text', { name: 'post_excerpt' })
  excerpt!: string;

  @TableColumn('varchar(20)', { name: 'post_status', default: 'publish' })
  status!: string;

  @TableColumn('varchar(20)', { name: 'comment_status', default: 'open' })
  commentStatus!: string;

  @TableColumn('varchar(20)', { name: 'ping_status', default: 'open' })
  pingStatus!: string;

  /** In clear text; empty for entries without one. */
  @TableColumn('varchar(255)', { name: 'post_password', default: '' })
  password!: string;

  @TableColumn('varchar(200)', { name: 'post_name', default: '' })
  slug!: string;

  @TableColumn('text', { name: 'to_ping' })
  toPing!: string;

  @TableColumn('text')
  pinged!: string;

  @DateColumn('post_modified')
  modified!: string;

  @DateColumn('post_modified_gmt')
  modifiedGmt!: string;

  @TableColumn('longtext', { name: 'post_content_filtered' })
  contentFiltered!: string;

  @ReferenceColumn('post_parent')
  parent!: number;

  @TableColumn('varchar(255)', { default: '' })
  guid!: string;

  @TableColumn('int(11)', { name: 'menu_order', default: 0 })
  menuOrder!: number;

  @TableColumn('varchar(20)', { name: 'post_type', default: 'post' })
  type!: string;

  @TableColumn('varchar(100)', { name: 'post_mime_type', default: '' })
  mimeType!: string;

  @TableColumn('bigint(20)', { name: 'comment_count', default: 0 })
  commentCount!: number;
}
