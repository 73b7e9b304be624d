import { IdColumn, ReferenceColumn, TableColumn, TableEntity, TableIndex } from '../../../database/entities/index.js';
import { CreateTables } from '../../../database/index.js';

/** A program that users may connect to the site. Times are seconds since 1970. */
@TableEntity('nestpress_oauth_clients')
@TableIndex('client', ['client'], { unique: true })
export class OAuthClient {
  @IdColumn()
  id!: number;

  /** What it calls itself by. */
  @TableColumn('varchar(64)')
  client!: string;

  @TableColumn('varchar(190)')
  name!: string;

  /** Addresses that users may return to, each in a line. */
  @TableColumn('text')
  redirects!: string;

  /** Whether it registered itself. */
  @TableColumn('tinyint(1)', { name: 'is_dynamic', default: 0 })
  isDynamic!: number;

  @TableColumn('bigint(20)', { name: 'created_at', default: 0 })
  createdAt!: number;
}

/** What a user has allowed a client, until the client exchanges its code. Only digests of codes are stored. */
@TableEntity('nestpress_oauth_codes', { isDerived: true })
@TableIndex('expires', ['expires'])
export class AuthorizationCode {
  @TableColumn('varchar(64)', { primary: true })
  digest!: string;

  @TableColumn('varchar(64)')
  client!: string;

  @ReferenceColumn('user_id')
  user!: number;

  @TableColumn('text')
  redirect!: string;

  @TableColumn('varchar(64)')
  challenge!: string;

  @TableColumn('varchar(200)')
  scope!: string;

  @TableColumn('bigint(20)', { default: 0 })
  expires!: number;
}

export class CreateOAuthTables1763531000000 extends CreateTables {
  readonly entities = [OAuthClient, AuthorizationCode];
}
