import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { ZERO_DATE } from './zero-date.js';

@Entity('comments')
export class Comment {
  @PrimaryGeneratedColumn({ type: 'int' })
  comment_ID!: number;

  @Column({ type: 'int', default: 0 })
  comment_post_ID!: number;

  @Column({ type: 'text', default: '' })
  comment_author!: string;

  @Column({ type: 'varchar', default: '' })
  comment_author_email!: string;

  @Column({ type: 'varchar', default: '' })
  comment_author_url!: string;

  @Column({ type: 'varchar', default: '' })
  comment_author_IP!: string;

  @Column({ type: 'varchar', default: ZERO_DATE })
  comment_date!: string;

  @Column({ type: 'varchar', default: ZERO_DATE })
  comment_date_gmt!: string;

  @Column({ type: 'text', default: '' })
  comment_content!: string;

  @Column({ type: 'int', default: 0 })
  comment_karma!: number;

  @Column({ type: 'varchar', default: '1' })
  comment_approved!: string;

  @Column({ type: 'varchar', default: '' })
  comment_agent!: string;

  @Column({ type: 'varchar', default: '' })
  comment_type!: string;

  @Column({ type: 'int', default: 0 })
  comment_parent!: number;

  @Column({ type: 'int', default: 0 })
  user_id!: number;
}
