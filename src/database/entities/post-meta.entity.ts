import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('postmeta')
export class PostMeta {
  @PrimaryGeneratedColumn({ type: 'int' })
  meta_id!: number;

  @Column({ type: 'int', default: 0 })
  post_id!: number;

  @Column({ type: 'varchar', nullable: true })
  meta_key!: string | null;

  @Column({ type: 'text', nullable: true })
  meta_value!: string | null;
}
