import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { type Database } from '../../database/database.js';
import { reasonOf } from './reason-of.js';
import {
  type AccountGrants,
  accountGrants,
  checkSqliteFile,
  probeRights,
  serverFacts,
  databaseVersion,
} from './diagnostics.store.js';
import { fail, type DiagnosticResult, ok, type DoctorContext, warn } from './diagnostic-result.js';

/** The oldest versions that are supported. */
const OLDEST = { MariaDB: [10, 5], MySQL: [5, 6] } as const;

export async function checkDatabase(context: DoctorContext): Promise<DiagnosticResult[]> {
  const own = context.database.engine === 'mysql' ? await checkServer(context) : await checkFile(context);
  const { database } = context;
  const hasOptions = (await database.existingTables()).includes(`${database.tablePrefix}options`);
  return hasOptions ? [...own, await checkRights(database), ...(await checkGrants(context))] : own;
}

async function checkServer({ config, database }: DoctorContext): Promise<DiagnosticResult[]> {
  const { version, packet, connections, readOnly } = await serverFacts(database);
  const product = /mariadb/i.test(version) ? 'MariaDB' : 'MySQL';
  const [major = 0, minor = 0] = version.split('.').map(Number.parseFloat);
  const [oldestMajor, oldestMinor] = OLDEST[product];
  const findings: DiagnosticResult[] = [ok('database', `${product} ${version} is reachable.`)];
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    findings.push(
      warn(
        'database',
        `${product} ${version} is older than ${oldestMajor}.${oldestMinor}, the oldest supported version.`,
        `Move to a newer ${product}.`,
      ),
    );
  }
  if (Number(packet) < config.bodyLimit) {
    findings.push(
      warn(
        'database',
        `max_allowed_packet (${packet}) is less than BODY_LIMIT (${config.bodyLimit}): long texts can be refused.`,
        `SET GLOBAL max_allowed_packet = ${config.bodyLimit * 2}`,
      ),
    );
  }
  // Reads and writes use separate pools.
  const needed = config.databasePool * 2 * config.workers;
  if (needed > Number(connections)) {
    findings.push(
      warn(
        'database',
        `WORKERS and DATABASE_POOL may open ${needed} connections, the server takes ${connections}.`,
        'Lower DATABASE_POOL or raise max_connections.',
      ),
    );
  }
  if (Number(readOnly) === 1 || readOnly === 'ON') {
    findings.push(
      fail(
        'database',
        'The server is read-only, as a replica is.',
        'Point DATABASE_URL at the primary, or switch read_only off.',
      ),
    );
  }
  return findings;
}

async function checkFile({ config, database, isServing }: DoctorContext): Promise<DiagnosticResult[]> {
  const version = await databaseVersion(database);
  const result = isServing ? 'ok' : await checkSqliteFile(database);
  const findings: DiagnosticResult[] = [
    result === 'ok'
      ? ok('database', `SQLite ${version} reads ${config.databaseFile}.`)
      : fail('database', `The file is damaged: ${result}.`, 'Restore it from a backup.'),
  ];
  const { mode } = await stat(config.databaseFile);
  if ((mode & 0o077) !== 0)
    findings.push(
      warn(
        'database',
        'Others on this machine may read the file, which holds password hashes.',
        `chmod 600 ${config.databaseFile}`,
      ),
    );
  return findings;
}

class RollbackProbe extends Error {}

/** Writes a row of its own and rolls back: more reliable than reading grants. */
async function checkRights(database: Database): Promise<DiagnosticResult> {
  const name = `nestpress_doctor_${randomBytes(6).toString('hex')}`;
  const { options } = database.tables;
  let tried = 'SELECT';
  try {
    await database.transaction(async (tx) => {
      await probeRights(tx, name, (verb) => (tried = verb));
      throw new RollbackProbe();
    });
  } catch (error) {
    if (!(error instanceof RollbackProbe))
      return fail(
        'database',
        `${tried} on ${options} is refused: ${reasonOf(error)}.`,
        'GRANT SELECT, INSERT, UPDATE, DELETE, CREATE on the database to the account.',
      );
  }
  return ok('database', 'The account may read and write.');
}

/** Privileges an account needs besides reading and writing rows, and their purpose. */
const PURPOSES: readonly (readonly [rights: readonly string[], purpose: string])[] = [
  [['CREATE'], 'missing tables of Nestpress cannot be created at the start'],
  [
    ['TRIGGER', 'INDEX', 'DROP', 'ALTER', 'LOCK TABLES'],
    '`nestpress list-index build` cannot run; without a list index, long lists are slow',
  ],
];

/** Names rights the account lacks, as the server lists them. */
async function checkGrants({ database }: Pick<DoctorContext, 'database'>): Promise<DiagnosticResult[]> {
  if (database.engine !== 'mysql') return [];
  const grants = await accountGrants(database);
  const { name, account, lines } = grants;
  const granted = grantedRights(lines, name);
  const grantee = account.replace(/^(.*)@(.*)$/, "'$1'@'$2'");
  const findings = PURPOSES.flatMap(([rights, purpose]) => {
    const missing = granted === 'all' ? [] : rights.filter((right) => !granted.has(right));
    if (missing.length === 0) return [];
    const list = missing.join(', ');
    return [warn('database', `The account lacks ${list}: ${purpose}.`, `GRANT ${list} ON \`${name}\`.* TO ${grantee}`)];
  });
  return [...findings, ...(granted === 'all' || granted.has('TRIGGER') ? checkBinaryLog(grants) : [])];
}

/** MySQL refuses triggers of ordinary accounts while it writes a binary log, unless configured to trust them. */
function checkBinaryLog({ lines, logs, trusts }: AccountGrants): DiagnosticResult[] {
  const isSuper = lines.some((line) => /^GRANT (?:ALL PRIVILEGES|.*\bSUPER\b).* ON \*\.\* /.test(line));
  if (!logs || trusts || isSuper) return [];
  return [
    warn(
      'database',
      'The server writes a binary log and does not trust accounts without SUPER to create triggers: `nestpress list-index build` cannot run.',
      'SET GLOBAL log_bin_trust_function_creators = 1',
    ),
  ];
}

/** Privileges on all tables of the database; all of them if they are granted through a role, which cannot be inspected. */
export function grantedRights(lines: readonly string[], name: string): ReadonlySet<string> | 'all' {
  const rights = new Set<string>();
  for (const line of lines) {
    const [, list, scope] = /^GRANT (.+?) ON (\S+) TO /.exec(line) ?? [];
    if (list === undefined || scope === undefined) {
      if (/^GRANT [`'"]/.test(line)) return 'all';
      continue;
    }
    if (!covers(scope, name)) continue;
    if (list.startsWith('ALL PRIVILEGES')) return 'all';
    for (const right of list.split(', ')) rights.add(right);
  }
  return rights;
}

/** `*.*` or `` `name`.* ``, where the name is a pattern of LIKE. */
function covers(scope: string, name: string): boolean {
  if (scope === '*.*') return true;
  const pattern = /^[`"]?(.+?)[`"]?\.\*$/.exec(scope)?.[1];
  if (pattern === undefined) return false;
  const source = pattern.replace(/\\([_%])|([_%])|[.*+?^${}()|[\]\\]/g, (match, escaped?: string, wild?: string) =>
    escaped !== undefined ? escaped : wild === '%' ? '.*' : wild === '_' ? '.' : `\\${match}`,
  );
  return new RegExp(`^${source}$`).test(name);
}
