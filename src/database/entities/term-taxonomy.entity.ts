import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('term_taxonomy')
export class TermTaxonomy {
  @PrimaryGeneratedColumn({ type: 'int' })
  term_taxonomy_id!: number;

  @Column({ type: 'int', default: 0 })
  term_id!: number;

  @Column({ type: 'varchar', default: '' })
  taxonomy!: string;

  @Column({ type: 'text', default: '' })
  description!: string;

  @Column({ type: 'int', default: 0 })
  parent!: number;

  @Column({ type: 'int', default: 0 })
  count!: number;
}
