import { IdColumn, ReferenceColumn, TableColumn, TableEntity, TableIndex } from '../../database/entities/index.js';
import { AddColumns, CreateTables } from '../../database/migrations.js';

/** An app or visitor that is signed in with tokens. Of refresh tokens only digests are stored. Times are seconds since 1970. */
@TableEntity('nestpress_tokens')
@TableIndex('user_id', ['user'])
export class Token {
  @IdColumn()
  id!: number;

  @ReferenceColumn('user_id')
  user!: number;

  /** Name of the app. */
  @TableColumn('varchar(200)')
  name!: string;

  /** Separated by blanks. */
  @TableColumn('varchar(200)')
  scope!: string;

  /** Hash of the current refresh token. */
  @TableColumn('varchar(64)')
  digest!: string;

  /** Hash of the refresh token before, which may be repeated for a short time. */
  @TableColumn('varchar(64)', { default: '' })
  former!: string;

  @TableColumn('bigint(20)', { default: 0 })
  created!: number;

  @TableColumn('bigint(20)', { default: 0 })
  used!: number;

  @TableColumn('varchar(100)', { default: '' })
  address!: string;

  @TableColumn('bigint(20)', { default: 0 })
  expires!: number;

  /** ID of the client that refreshes it; empty for the apps of nestpress/v1/token. */
  @TableColumn('varchar(64)', { default: '' })
  client!: string;

  /** The only path that its access tokens are for; empty: all routes of the REST API. */
  @TableColumn('varchar(190)', { default: '' })
  audience!: string;
}

export class CreateTokens1763510000000 extends CreateTables {
  readonly entities = [Token];
}

export class AddTokenClients1763530000000 extends AddColumns {
  readonly entity = Token;
  readonly names = ['client', 'audience'];
}
