import { OWN_TABLE_PREFIX, type TableDefinition } from '../../database/schema/index.js';

export const JOBS = 'jobs';

/** Moments are milliseconds since 1970, so that both engines compare them alike. */
export const JOBS_TABLE: TableDefinition = {
  name: OWN_TABLE_PREFIX + JOBS,
  columns: [
    { name: 'id', type: 'bigint(20) unsigned', autoIncrement: true },
    { name: 'kind', type: 'varchar(100)', default: '' },
    { name: 'payload', type: 'longtext' },
    // waiting (also while somebody works on it), done, dead
    { name: 'state', type: 'varchar(10)', default: 'waiting' },
    { name: 'run_at', type: 'bigint(20)', default: 0 },
    { name: 'attempts', type: 'int(11)', default: 0 },
    { name: 'max_attempts', type: 'int(11)', default: 1 },
    { name: 'claimed_by', type: 'varchar(191)', default: '' },
    { name: 'claimed_until', type: 'bigint(20)', default: 0 },
    { name: 'last_error', type: 'text' },
    { name: 'created_at', type: 'bigint(20)', default: 0 },
    { name: 'finished_at', type: 'bigint(20)', default: 0 },
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'state_run_at', columns: ['state', 'run_at'] }],
};
