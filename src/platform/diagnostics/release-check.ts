import { type Database } from '../../database/database.js';
import { type Config } from '../config/config.js';
import { withSiteKind } from '../config/site-kind.js';
import { databaseRelease, hasBlockPosts } from './diagnostics.store.js';
import { type DoctorContext, type DiagnosticResult, ok, warn } from './diagnostic-result.js';

/** The `db_version` of WordPress 5.0, the first release whose editor writes blocks. */
const FIRST_WITH_BLOCKS = 43_764;

export const RELEASE_ADVICE = 'Set VARIANT=C; docs/migration.md says what it does and does not do.';

/** Variants A and B behave as releases without blocks; on a newer site they lose what later releases added. */
export async function checkRelease({ config: given, database }: DoctorContext): Promise<DiagnosticResult[]> {
  const hasOptions = (await database.existingTables()).includes(`${database.tablePrefix}options`);
  const config = hasOptions ? await withSiteKind(given, database) : given;
  const problem = await releaseProblem(config, database);
  return [
    problem === undefined
      ? ok('release', `Variant ${config.variant} fits the database.`)
      : warn('release', problem, RELEASE_ADVICE),
  ];
}

/** Whether the configured release renders blocks, so blocks it does not know are missing. */
export const rendersBlocks = ({ variant }: Pick<Config, 'variant'>): boolean => variant === 'C';

/** The warning of doctor and of the start; undefined if the variant fits the database. */
export async function releaseProblem(
  { variant }: Pick<Config, 'variant'>,
  database: Database,
): Promise<string | undefined> {
  if (variant === 'C') return undefined;
  const hasOptions = (await database.existingTables()).includes(`${database.tablePrefix}options`);
  const release = hasOptions ? await databaseRelease(database) : 0;
  if (release >= FIRST_WITH_BLOCKS)
    return `WordPress 5.0 or newer wrote this database (db_version ${release}), but VARIANT=${variant} behaves like a release before 5.0.`;
  if (!hasOptions || !(await hasBlockPosts(database))) return undefined;
  return `Posts are written in blocks, but VARIANT=${variant} behaves like a release before WordPress 5.0.`;
}
