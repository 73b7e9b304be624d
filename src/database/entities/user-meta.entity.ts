import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('usermeta')
export class UserMeta {
  @PrimaryGeneratedColumn({ type: 'int' })
  umeta_id!: number;

  @Column({ type: 'int', default: 0 })
  user_id!: number;

  @Column({ type: 'varchar', nullable: true })
  meta_key!: string | null;

  @Column({ type: 'text', nullable: true })
  meta_value!: string | null;
}
