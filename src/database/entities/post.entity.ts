import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { ZERO_DATE } from './zero-date.js';

@Entity('posts')
export class Post {
  @PrimaryGeneratedColumn({ type: 'int' })
  ID!: number;

  @Column({ type: 'int', default: 0 })
  post_author!: number;

  @Column({ type: 'varchar', default: ZERO_DATE })
  post_date!: string;

  @Column({ type: 'varchar', default: ZERO_DATE })
  post_date_gmt!: string;

  @Column({ type: 'text', default: '' })
  post_content!: string;

  @Column({ type: 'text', default: '' })
  post_title!: string;

  @Column({ type: 'text', default: '' })
  post_excerpt!: string;

  @Column({ type: 'varchar', default: 'publish' })
  post_status!: string;

  @Column({ type: 'varchar', default: 'open' })
  comment_status!: string;

  @Column({ type: 'varchar', default: 'open' })
  ping_status!: string;

  @Column({ type: 'varchar', default: '' })
  post_password!: string;

  @Column({ type: 'varchar', default: '' })
  post_name!: string;

  @Column({ type: 'text', default: '' })
  to_ping!: string;

  @Column({ type: 'text', default: '' })
  pinged!: string;

  @Column({ type: 'varchar', default: ZERO_DATE })
  post_modified!: string;

  @Column({ type: 'varchar', default: ZERO_DATE })
  post_modified_gmt!: string;

  @Column({ type: 'text', default: '' })
  post_content_filtered!: string;

  @Column({ type: 'int', default: 0 })
  post_parent!: number;

  @Column({ type: 'varchar', default: '' })
  guid!: string;

  @Column({ type: 'int', default: 0 })
  menu_order!: number;

  @Column({ type: 'varchar', default: 'post' })
  post_type!: string;

  @Column({ type: 'varchar', default: '' })
  post_mime_type!: string;

  @Column({ type: 'int', default: 0 })
  comment_count!: number;
}
