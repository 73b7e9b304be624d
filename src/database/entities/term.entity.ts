import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('terms')
export class Term {
  @PrimaryGeneratedColumn({ type: 'int' })
  term_id!: number;

  @Column({ type: 'varchar', default: '' })
  name!: string;

  @Column({ type: 'varchar', default: '' })
  slug!: string;

  @Column({ type: 'int', default: 0 })
  term_group!: number;
}
