import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('term_relationships')
export class TermRelationship {
  @PrimaryColumn({ type: 'int' })
  object_id!: number;

  @PrimaryColumn({ type: 'int' })
  term_taxonomy_id!: number;

  @Column({ type: 'int', default: 0 })
  term_order!: number;
}
