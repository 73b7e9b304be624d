import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { ZERO_DATE } from './zero-date.js';

@Entity('links')
export class Link {
  @PrimaryGeneratedColumn({ type: 'int' })
  link_id!: number;

  @Column({ type: 'varchar', default: '' })
  link_url!: string;

  @Column({ type: 'varchar', default: '' })
  link_name!: string;

  @Column({ type: 'varchar', default: '' })
  link_image!: string;

  @Column({ type: 'varchar', default: '' })
  link_target!: string;

  @Column({ type: 'varchar', default: '' })
  link_description!: string;

  @Column({ type: 'varchar', default: 'Y' })
  link_visible!: string;

  @Column({ type: 'int', default: 1 })
  link_owner!: number;

  @Column({ type: 'int', default: 0 })
  link_rating!: number;

  @Column({ type: 'varchar', default: ZERO_DATE })
  link_updated!: string;

  @Column({ type: 'varchar', default: '' })
  link_rel!: string;

  @Column({ type: 'text', default: '' })
  link_notes!: string;

  @Column({ type: 'varchar', default: '' })
  link_rss!: string;
}
