export interface MysqlHost {
  readonly host: string;
  readonly port: number;
}

export interface MysqlAddress {
  /** More than one where any of several servers will do, such as the nodes of a Galera cluster. */
  readonly hosts: readonly MysqlHost[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly ssl: boolean;
}

const SHAPE =
  /^(?:mysql|mariadb):\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^@/?]+)\/(?<database>[^/?]+)(?:\?(?<query>.*))?$/;
const HOST = /^(?<host>\[[\da-f:.]+\]|[\w.-]+)(?::(?<port>\d{1,5}))?$/i;
const DEFAULT_PORT = '3306';

/** Reads `mysql://user:password@host:3306/name`, with any number of hosts (`@one:3306,two:3306/`). */
export function readMysqlAddress(url: string): MysqlAddress {
  const { user = '', password = '', hosts = '', database = '', query } = SHAPE.exec(url)?.groups ?? {};
  const places = hosts.split(',').map((text) => HOST.exec(text.trim())?.groups);
  // The address itself may hold a password and must not get into a log.
  if (database === '' || places.includes(undefined))
    throw new Error('The database address must look like mysql://user:password@host:3306/name.');
  return {
    hosts: places.map((place) => ({
      host: place!.host!.replace(/^\[|\]$/g, ''),
      port: Number(place!.port ?? DEFAULT_PORT),
    })),
    user: decodeURIComponent(user),
    password: decodeURIComponent(password),
    database: decodeURIComponent(database),
    ssl: new URLSearchParams(query).get('ssl') === 'true',
  };
}
