import { OWN_TABLE_PREFIX, type TableDefinition } from '../../../database/schema/index.js';

export const SUBMISSIONS = 'form_submissions';
export const SPENT_CHALLENGES = 'form_spent_challenges';

/** Moments are milliseconds since 1970. */
export const FORM_TABLES: readonly TableDefinition[] = [
  {
    name: OWN_TABLE_PREFIX + SUBMISSIONS,
    columns: [
      { name: 'id', type: 'bigint(20) unsigned', autoIncrement: true },
      { name: 'form_id', type: 'bigint(20) unsigned', default: 0 },
      // received, then mail_sent or mail_failed; or spam
      { name: 'status', type: 'varchar(20)', default: 'received' },
      { name: 'received_at', type: 'bigint(20)', default: 0 },
      { name: 'fields', type: 'longtext' },
      { name: 'about', type: 'longtext' },
      // Tells a repetition of one filled-in form; none where nothing tells it.
      { name: 'once_key', type: 'varchar(100)', nullable: true },
    ],
    primaryKey: ['id'],
    indexes: [
      { name: 'form_id', columns: ['form_id', 'received_at'] },
      { name: 'status', columns: ['status', 'received_at'] },
      { name: 'once_key', columns: ['once_key'], unique: true },
    ],
  },
  {
    name: OWN_TABLE_PREFIX + SPENT_CHALLENGES,
    columns: [
      { name: 'challenge', type: 'varchar(64)' },
      { name: 'expires_at', type: 'bigint(20)', default: 0 },
    ],
    primaryKey: ['challenge'],
    indexes: [{ name: 'expires_at', columns: ['expires_at'] }],
  },
];
