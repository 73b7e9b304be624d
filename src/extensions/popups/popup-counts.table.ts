import { OWN_TABLE_PREFIX, type TableDefinition } from '../../database/schema/index.js';

export const POPUP_COUNTS = 'popup_counts';

/** Events that are not yet in the popups' meta values: a row each popup and kind of event. Moments are milliseconds since 1970. */
export const POPUP_COUNTS_TABLE: TableDefinition = {
  name: OWN_TABLE_PREFIX + POPUP_COUNTS,
  columns: [
    { name: 'popup_id', type: 'bigint(20) unsigned', default: 0 },
    { name: 'event', type: 'varchar(20)' },
    { name: 'counted', type: 'bigint(20)', default: 0 },
    { name: 'first_at', type: 'bigint(20)', default: 0 },
    { name: 'last_at', type: 'bigint(20)', default: 0 },
  ],
  primaryKey: ['popup_id', 'event'],
  indexes: [],
};
