import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('termmeta')
export class TermMeta {
  @PrimaryGeneratedColumn({ type: 'int' })
  meta_id!: number;

  @Column({ type: 'int', default: 0 })
  term_id!: number;

  @Column({ type: 'varchar', nullable: true })
  meta_key!: string | null;

  @Column({ type: 'text', nullable: true })
  meta_value!: string | null;
}
