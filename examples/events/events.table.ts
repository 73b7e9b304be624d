import { OWN_TABLE_PREFIX, type TableDefinition } from '../../src/database/schema/index.js';

export const EVENTS = 'events';

/** Own tables have a prefix of their own; WordPress's are never altered. */
export const EVENTS_TABLE: TableDefinition = {
  name: OWN_TABLE_PREFIX + EVENTS,
  columns: [
    { name: 'id', type: 'bigint(20) unsigned', autoIncrement: true },
    { name: 'title', type: 'varchar(190)', default: '' },
    { name: 'place', type: 'varchar(190)', default: '' },
    // UTC
    { name: 'starts_at', type: 'datetime', default: '0000-00-00 00:00:00' },
    { name: 'seats', type: 'bigint(20) unsigned', default: 0 },
    { name: 'author', type: 'bigint(20) unsigned', default: 0 },
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'starts_at', columns: ['starts_at', 'id'] }],
};
