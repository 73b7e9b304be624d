import { DateColumn, IdColumn, TableColumn, TableEntity, TableIndex } from './column.decorators.js';

@TableEntity('users')
@TableIndex('user_login_key', ['login'])
@TableIndex('user_nicename', ['nicename'])
@TableIndex('user_email', ['email'])
export class User {
  @IdColumn('ID')
  id!: number;

  @TableColumn('varchar(60)', { name: 'user_login', default: '' })
  login!: string;

  @TableColumn('varchar(255)', { name: 'user_pass', default: '' })
  passwordHash!: string;

  /** Unique name in URLs. */
  @TableColumn('varchar(50)', { name: 'user_nicename', default: '' })
  nicename!: string;

  @TableColumn('varchar(100)', { name: 'user_email', default: '' })
  email!: string;

  @TableColumn('varchar(100)', { name: 'user_url', default: '' })
  url!: string;

  /** UTC, as stored: `2018-01-31 12:00:00`. */
  @DateColumn('user_registered')
  registered!: string;

  @TableColumn('varchar(255)', { name: 'user_activation_key', default: '' })
  activationKey!: string;

  @TableColumn('int(11)', { name: 'user_status', default: 0 })
  status!: number;

  @TableColumn('varchar(250)', { name: 'display_name', default: '' })
  displayName!: string;
}
