import { findMissingSchema, type MissingSchema } from '../../../database/schema/inspect.js';
import { type TableDefinition, WORDPRESS_TABLES } from '../../../database/schema/index.js';
import { tableOf } from '../../../database/entities/index.js';
import { Job } from '../../../platform/jobs/job.entity.js';
import { DERIVED_TABLES, SITE_TABLES } from '../../../transfer/copy/copied-tables.js';
import { fail, type Finding, ok, type DoctorContext, warn } from '../finding.js';

/** Our own tables; the module that uses a table creates it at start. */
export const OWN_TABLES: readonly TableDefinition[] = [...DERIVED_TABLES, ...SITE_TABLES];

export async function checkSchema({ database }: DoctorContext): Promise<Finding[]> {
  const existing = new Set(await database.existingTables());
  const missing = await findMissingSchema(database, WORDPRESS_TABLES);
  if (missing.length === WORDPRESS_TABLES.length && missing.every(({ isMissing }) => isMissing)) {
    return [
      fail(
        'schema',
        `There is no site with the table prefix ${database.tablePrefix}.`,
        'Correct TABLE_PREFIX, or create a site with `nestpress install`.',
      ),
    ];
  }
  const ownThere = OWN_TABLES.filter(({ name }) => existing.has(database.tablePrefix + name));
  const findings = [...missing, ...(await findMissingSchema(database, ownThere))].flatMap(judge);
  if (!existing.has(database.tablePrefix + tableOf(Job).name)) {
    findings.push(
      warn(
        'schema',
        'Tables of Nestpress are missing; the service creates them when it starts.',
        'Run `nestpress install` once with an account that may create tables, if the service’s may not.',
      ),
    );
  }
  return findings.length > 0
    ? findings
    : [ok('schema', `all ${WORDPRESS_TABLES.length + ownThere.length} tables have what is needed.`)];
}

/** A missing index makes queries slow; a missing column or unique index makes them wrong. */
function judge({ table, isMissing, columns, indexes, statements }: MissingSchema): Finding[] {
  if (isMissing) return [fail('schema', `The table ${table} is missing.`, ...statements)];
  const parts = [named('column', columns), named('index', indexes)].filter(Boolean).join(' and ');
  const isWrong = columns.length > 0 || indexes.some(({ unique }) => unique);
  return [(isWrong ? fail : warn)('schema', `${table} lacks ${parts}.`, ...statements)];
}

function named(what: string, things: readonly { name: string }[]): string {
  return things.length === 0 ? '' : `${what} ${things.map(({ name }) => name).join(', ')}`;
}
