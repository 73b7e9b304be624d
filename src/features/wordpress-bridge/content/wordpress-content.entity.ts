import { TableColumn, TableEntity } from '../../../database/entities/index.js';
import { CreateTables } from '../../../database/index.js';

/** The HTML of an entry as the WordPress alongside renders it for visitors. */
@TableEntity('nestpress_wordpress_content')
export class WordPressContent {
  @TableColumn('bigint(20) unsigned', { name: 'post_id', default: 0, primary: true })
  post!: number;

  /** Fingerprint of everything here that the HTML was rendered from. */
  @TableColumn('varchar(64)')
  digest!: string;

  @TableColumn('longtext')
  content!: string;

  @TableColumn('longtext')
  excerpt!: string;

  /** Milliseconds since 1970. */
  @TableColumn('bigint(20)', { name: 'rendered_at', default: 0 })
  renderedAt!: number;
}

export class CreateWordPressContent1760000000300 extends CreateTables {
  readonly entities = [WordPressContent];
}
