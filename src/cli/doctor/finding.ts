import { type Database } from '../../database/database.js';
import { type Config } from '../../platform/config/config.js';

export type State = 'ok' | 'warn' | 'fail';

/** What the doctor says of one thing. */
export interface Finding {
  check: string;
  state: State;
  says: string;
  /** How to mend it: sentences or statements, one each. */
  mend?: readonly string[];
}

export interface Patient {
  config: Config;
  database: Database;
}

/** Looks at one part; whatever it throws is a fail of that part. */
export type Check = (patient: Patient) => Promise<Finding[]>;

export const ok = (check: string, says: string): Finding => ({ check, state: 'ok', says });
export const warn = (check: string, says: string, ...mend: string[]): Finding => ({ check, state: 'warn', says, mend });
export const fail = (check: string, says: string, ...mend: string[]): Finding => ({ check, state: 'fail', says, mend });
