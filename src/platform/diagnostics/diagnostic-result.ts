import { type Database } from '../../database/database.js';
import { type Config } from '../config/config.js';

export type State = 'ok' | 'warn' | 'fail';

/** The result of one check, as `doctor --json` prints it and the health page shows it. */
export interface DiagnosticResult {
  check: string;
  state: State;
  message: string;
  /** How to fix it: one sentence or SQL statement each. */
  fixes?: readonly string[];
}

export interface DoctorContext {
  config: Config;
  database: Database;
  /** In the running service: checks that read whole files or tables are left out. */
  isServing?: boolean;
  /** The patterns of all routes of the service; not in the running service. */
  declaredRoutes?(): Promise<ReadonlySet<string>>;
}

/** Checks one part; an exception counts as a failure of that part. */
export type Check = (context: DoctorContext) => Promise<DiagnosticResult[]>;

export const ok = (check: string, message: string): DiagnosticResult => ({ check, state: 'ok', message });
export const warn = (check: string, message: string, ...fixes: string[]): DiagnosticResult => ({
  check,
  state: 'warn',
  message,
  fixes,
});
export const fail = (check: string, message: string, ...fixes: string[]): DiagnosticResult => ({
  check,
  state: 'fail',
  message,
  fixes,
});
