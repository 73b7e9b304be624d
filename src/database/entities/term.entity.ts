import { IdColumn, ReferenceColumn, TableColumn, TableEntity, TableIndex } from './column.decorators.js';

@TableEntity('terms')
@TableIndex('slug', [['slug', 191]])
@TableIndex('name', [['name', 191]])
export class Term {
  @IdColumn('term_id')
  id!: number;

  @TableColumn('varchar(200)', { default: '' })
  name!: string;

  @TableColumn('varchar(200)', { default: '' })
  slug!: string;

  @TableColumn('bigint(10)', { name: 'term_group', default: 0 })
  group!: number;
}

/** A term in a taxonomy. Relationships refer to its id, not to the term's. */
@TableEntity('term_taxonomy')
@TableIndex('term_id_taxonomy', ['term', 'taxonomy'], { unique: true })
@TableIndex('taxonomy', ['taxonomy'])
export class TermTaxonomy {
  @IdColumn('term_taxonomy_id')
  id!: number;

  @ReferenceColumn('term_id')
  term!: number;

  @TableColumn('varchar(32)', { default: '' })
  taxonomy!: string;

  @TableColumn('longtext')
  description!: string;

  @ReferenceColumn('parent')
  parent!: number;

  @TableColumn('bigint(20)', { default: 0 })
  count!: number;
}

@TableEntity('term_relationships')
@TableIndex('term_taxonomy_id', ['termTaxonomy'])
export class TermRelationship {
  @TableColumn('bigint(20) unsigned', { name: 'object_id', default: 0, primary: true })
  object!: number;

  @TableColumn('bigint(20) unsigned', { name: 'term_taxonomy_id', default: 0, primary: true })
  termTaxonomy!: number;

  @TableColumn('int(11)', { name: 'term_order', default: 0 })
  order!: number;
}
