import { type Database } from '../../../database/database.js';
import { type Finding, type DoctorContext, warn } from '../finding.js';

/** What an account needs besides reading and writing rows, and what for. */
const PURPOSES: readonly (readonly [rights: readonly string[], purpose: string])[] = [
  [['CREATE'], 'tables of our own that are missing cannot be created at the start'],
  [
    ['TRIGGER', 'INDEX', 'DROP', 'ALTER', 'LOCK TABLES'],
    '`nestpress list-index build` cannot run; without a list index, long lists are slow',
  ],
];

/** Names rights the account lacks, as the server lists them. */
export async function checkGrants({ database }: Pick<DoctorContext, 'database'>): Promise<Finding[]> {
  if (database.engine !== 'mysql') return [];
  const [{ name, account }] = (await database.query('SELECT DATABASE() AS name, CURRENT_USER() AS account')) as [
    { name: string; account: string },
  ];
  const lines = (await database.query<Record<string, string>>('SHOW GRANTS')).map((row) => Object.values(row)[0] ?? '');
  const granted = grantedRights(lines, name);
  const grantee = account.replace(/^(.*)@(.*)$/, "'$1'@'$2'");
  const findings = PURPOSES.flatMap(([rights, purpose]) => {
    const missing = granted === 'all' ? [] : rights.filter((right) => !granted.has(right));
    if (missing.length === 0) return [];
    const list = missing.join(', ');
    return [warn('database', `The account lacks ${list}: ${purpose}.`, `GRANT ${list} ON \`${name}\`.* TO ${grantee}`)];
  });
  return [...findings, ...(granted === 'all' || granted.has('TRIGGER') ? await checkBinaryLog(database, lines) : [])];
}

/** MySQL refuses triggers of ordinary accounts while it writes a binary log, unless told to trust them. */
async function checkBinaryLog(database: Database, grants: readonly string[]): Promise<Finding[]> {
  const [server] = await database.query<{ logs: number; trusts: number }>(
    'SELECT @@log_bin AS logs, @@log_bin_trust_function_creators AS trusts',
  );
  const isSuper = grants.some((line) => /^GRANT (?:ALL PRIVILEGES|.*\bSUPER\b).* ON \*\.\* /.test(line));
  if (Number(server?.logs) === 0 || Number(server?.trusts) === 1 || isSuper) return [];
  return [
    warn(
      'database',
      'The server writes a binary log and does not trust accounts without SUPER to create triggers: `nestpress list-index build` cannot run.',
      'SET GLOBAL log_bin_trust_function_creators = 1',
    ),
  ];
}

/** Rights on all tables of the database; all where that cannot be told, because they come by way of a role. */
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
