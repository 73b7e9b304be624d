import { type TableDefinition } from '../../database/schema/index.js';
import { reasonOf } from './reason-of.js';
import { checkDatabase } from './database-check.js';
import { type Check, type DoctorContext, fail, type DiagnosticResult } from './diagnostic-result.js';
import { checkNetwork } from './network-check.js';
import { checkRelease } from './release-check.js';
import { checkIndexes, checkSchema, checkTables } from './schema-check.js';
import { checkClock, checkConfiguration, checkUploads } from './host-checks.js';
import { checkMail, checkRedis } from './service-checks.js';

export type NamedCheck = readonly [name: string, check: Check];

/** What `nestpress doctor` and the health page check, in this order. */
export const checks = (ownTables: readonly TableDefinition[] = []): readonly NamedCheck[] => [
  ['configuration', checkConfiguration],
  ['database', checkDatabase],
  ['schema', (context) => checkSchema(context, ownTables)],
  ['network', checkNetwork],
  ['release', checkRelease],
  ['tables', checkTables],
  ['indexes', checkIndexes],
  ['uploads', checkUploads],
  ['mail', checkMail],
  ['clock', checkClock],
  ['redis', checkRedis],
];

/** A check that throws counts as a failure of its part. */
export function runCheck(name: string, check: Check, context: DoctorContext): Promise<DiagnosticResult[]> {
  return check(context).catch((error: unknown) => [fail(name, reasonOf(error))]);
}
