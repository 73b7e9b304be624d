import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('options')
export class Option {
  @PrimaryGeneratedColumn({ type: 'int' })
  option_id!: number;

  @Column({ type: 'varchar', default: '' })
  option_name!: string;

  @Column({ type: 'text', default: '' })
  option_value!: string;

  @Column({ type: 'varchar', default: 'yes' })
  autoload!: string;
}
