import { OWN_TABLE_PREFIX, type TableDefinition } from '../../database/schema/index.js';

export const STATE = 'cache_state';
export const JOBS = 'cache_jobs';
export const SPENT = 'cache_spent';

/** Own tables rather than options: a write to the options would make every kept answer stale. */
export const CACHE_TABLES: readonly TableDefinition[] = [
  {
    name: OWN_TABLE_PREFIX + STATE,
    columns: [
      { name: 'name', type: 'varchar(100)', default: '' },
      { name: 'value', type: 'longtext' },
    ],
    primaryKey: ['name'],
    indexes: [],
  },
  {
    name: OWN_TABLE_PREFIX + JOBS,
    columns: [
      { name: 'id', type: 'bigint(20) unsigned', autoIncrement: true },
      // img, ucss or vpi
      { name: 'kind', type: 'varchar(10)', default: '' },
      // What it is about: a file of an attachment, or a page.
      { name: 'subject', type: 'varchar(190)', default: '' },
      { name: 'entry_id', type: 'bigint(20) unsigned', default: 0 },
      // requested, then notified (img) or done
      { name: 'state', type: 'varchar(10)', default: 'requested' },
      { name: 'result', type: 'longtext' },
      { name: 'created_at', type: 'bigint(20)', default: 0 },
      { name: 'finished_at', type: 'bigint(20)', default: 0 },
    ],
    primaryKey: ['id'],
    indexes: [
      { name: 'kind_subject', columns: ['kind', 'subject'], unique: true },
      { name: 'entry_id', columns: ['entry_id'] },
    ],
  },
  {
    name: OWN_TABLE_PREFIX + SPENT,
    columns: [
      { name: 'nonce', type: 'varchar(64)', default: '' },
      { name: 'expires_at', type: 'bigint(20)', default: 0 },
    ],
    primaryKey: ['nonce'],
    indexes: [{ name: 'expires_at', columns: ['expires_at'] }],
  },
];
