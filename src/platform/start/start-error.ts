import { DatabaseFileError, isRefused } from '../../database/engine/errors.js';
import { readMysqlAddress } from '../../database/drivers/mysql-hosts.js';
import { DatabaseInUse } from '../../database/running-processes.js';
import { InstallRefusedError } from '../../database/index.js';
import { type Config } from '../config/config.js';
import { ConfigError } from '../config/load-config.js';
import { reasonOf } from '../diagnostics/reason-of.js';

/** The service cannot start for a reason the owner can fix. The message is a sentence that names the variable. */
export class StartError extends Error {}

type SystemError = Partial<NodeJS.ErrnoException> | undefined;

/** The text for the owner: sentences if the cause is known, otherwise the stack, because it is a defect. */
export function startErrorText(error: unknown): string {
  const isExplained =
    error instanceof ConfigError ||
    error instanceof StartError ||
    error instanceof InstallRefusedError ||
    error instanceof DatabaseInUse ||
    error instanceof DatabaseFileError;
  if (isExplained) return error.message;
  if (isRefused(error))
    return `DATABASE_URL: the account lacks a right: ${reasonOf(error)}. docs/databases.md lists what each right is for.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Why the database cannot be opened. */
export function databaseProblem(error: unknown, config: Pick<Config, 'databaseUrl' | 'databaseFile'>): string {
  return config.databaseUrl === undefined
    ? fileProblem(error, config.databaseFile)
    : serverProblem(error, config.databaseUrl);
}

function fileProblem(error: unknown, file: string): string {
  const code = (error as SystemError)?.code ?? '';
  const reasons: Record<string, string> = {
    EACCES: 'this user has no right to write there',
    EPERM: 'this user has no right to write there',
    EROFS: 'the file system is read-only',
    ENOTDIR: 'a part of the path is not a folder',
    EEXIST: 'a part of the path is not a folder',
    ENOSPC: 'the disk is full',
  };
  const reason = Object.hasOwn(reasons, code) ? reasons[code]! : reasonOf(error);
  return `DATA_DIR: the embedded database ${file} cannot be opened: ${reason}. Correct DATA_DIR or its rights, or set DATABASE_URL to use MySQL or MariaDB.`;
}

function serverProblem(error: unknown, url: string): string {
  const { hosts, user, database } = readMysqlAddress(url);
  const servers = hosts.map(({ host, port }) => `${host}:${port}`).join(', ');
  switch ((error as SystemError)?.code) {
    case 'ECONNREFUSED':
      return `DATABASE_URL: no database server listens at ${servers} (connection refused). Start the server, or correct host and port.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `DATABASE_URL: the host of ${servers} is unknown. Correct the host name.`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `DATABASE_URL: ${servers} does not respond. Check host, port and firewall.`;
    case 'ER_ACCESS_DENIED_ERROR':
    case 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR':
      return `DATABASE_URL: ${servers} refuses the account "${user}" with this password. Correct the account, or the password in DATABASE_URL or DATABASE_PASSWORD.`;
    case 'ER_DBACCESS_DENIED_ERROR':
      return `DATABASE_URL: the account "${user}" has no rights on the database "${database}". Correct the name, or grant the rights that docs/databases.md lists.`;
    case 'ER_BAD_DB_ERROR':
      return `DATABASE_URL: ${servers} has no database "${database}". Create it (CREATE DATABASE \`${database}\` CHARACTER SET utf8mb4), or correct the name.`;
    default:
      return `DATABASE_URL: the database cannot be opened: ${reasonOf(error)}.`;
  }
}

/** Why a port is not available; undefined for other errors. */
export function listenProblem(
  error: unknown,
  { name, port, host }: { name: string; port: number; host: string },
): string | undefined {
  const hostName = name === 'PORT' ? 'HOST' : name;
  switch ((error as SystemError)?.code) {
    case 'EADDRINUSE':
      return `${name}: another program listens on port ${port} of ${host} already. Stop it, or set ${name} to a free port.`;
    case 'EACCES':
      return `${name}: this user may not listen on port ${port}. Set ${name} to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${hostName}: ${host} is not an address of this machine. Set ${hostName} to one, or to 0.0.0.0 for all.`;
    default:
      return undefined;
  }
}
