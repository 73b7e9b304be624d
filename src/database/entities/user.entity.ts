import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { ZERO_DATE } from './zero-date.js';

@Entity('users')
export class User {
  @PrimaryGeneratedColumn({ type: 'int' })
  ID!: number;

  @Column({ type: 'varchar', default: '' })
  user_login!: string;

  @Column({ type: 'varchar', default: '' })
  user_pass!: string;

  @Column({ type: 'varchar', default: '' })
  user_nicename!: string;

  @Column({ type: 'varchar', default: '' })
  user_email!: string;

  @Column({ type: 'varchar', default: '' })
  user_url!: string;

  @Column({ type: 'varchar', default: ZERO_DATE })
  user_registered!: string;

  @Column({ type: 'varchar', default: '' })
  user_activation_key!: string;

  @Column({ type: 'int', default: 0 })
  user_status!: number;

  @Column({ type: 'varchar', default: '' })
  display_name!: string;
}
