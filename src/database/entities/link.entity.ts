import { DateColumn, IdColumn, ReferenceColumn, TableColumn, TableEntity, TableIndex } from './column.decorators.js';

/** A row of the old link manager. Only its owner matters: a deleted user's links are reassigned or deleted. */
@TableEntity('links')
@TableIndex('link_visible', ['visible'])
export class Link {
  @IdColumn('link_id')
  id!: number;

  @TableColumn('varchar(255)', { name: 'link_url', default: '' })
  url!: string;

  @TableColumn('varchar(255)', { name: 'link_name', default: '' })
  name!: string;

  @TableColumn('varchar(255)', { name: 'link_image', default: '' })
  image!: string;

  @TableColumn('varchar(25)', { name: 'link_target', default: '' })
  target!: string;

  @TableColumn('varchar(255)', { name: 'link_description', default: '' })
  description!: string;

  @TableColumn('varchar(20)', { name: 'link_visible', default: 'Y' })
  visible!: string;

  @ReferenceColumn('link_owner', 1)
  owner!: number;

  @TableColumn('int(11)', { name: 'link_rating', default: 0 })
  rating!: number;

  @DateColumn('link_updated')
  updated!: string;

  @TableColumn('varchar(255)', { name: 'link_rel', default: '' })
  rel!: string;

  @TableColumn('mediumtext', { name: 'link_notes' })
  notes!: string;

  @TableColumn('varchar(255)', { name: 'link_rss', default: '' })
  rss!: string;
}
