import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('commentmeta')
export class CommentMeta {
  @PrimaryGeneratedColumn({ type: 'int' })
  meta_id!: number;

  @Column({ type: 'int', default: 0 })
  comment_id!: number;

  @Column({ type: 'varchar', nullable: true })
  meta_key!: string | null;

  @Column({ type: 'text', nullable: true })
  meta_value!: string | null;
}
