import { type Database } from '../database/database.js';
import { FEATURES } from '../start/active-features.js';
import { type OperatorLog } from '../feature.js';

/** The log for commands that run without the application; undefined on a site that has none. */
export async function operatorLog(database: Database): Promise<OperatorLog | undefined> {
  for (const feature of FEATURES) {
    const log = await feature.operatorLog?.(database);
    if (log) return log;
  }
  return undefined;
}
