import { randomBytes } from 'node:crypto';
import { onServer } from './databases.js';

/** Hosts of the account: a server may resolve the loopback address to a name, and have an anonymous account there. */
const PLACES = ['%', 'localhost', '127.0.0.1'];

export interface TestAccount {
  name: string;
  /** The database's address, with this account. */
  url: string;
  drop(): Promise<void>;
}

/** A new account on the test server with these rights to one database, such as `SELECT`. */
export async function createAccount(databaseUrl: string, rights: string, limits = ''): Promise<TestAccount> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  const url = new URL(databaseUrl);
  for (const place of PLACES) {
    await onServer(`CREATE USER '${name}'@'${place}' IDENTIFIED BY 'secret' ${limits}`);
    await onServer(`GRANT ${rights} ON \`${url.pathname.slice(1)}\`.* TO '${name}'@'${place}'`);
  }
  url.username = name;
  url.password = 'secret';
  const drop = async () => {
    for (const place of PLACES) await onServer(`DROP USER '${name}'@'${place}'`);
  };
  return { name, url: url.href, drop };
}

/** Ends all connections of an account but those named, as a server does with idle ones; how many there were. */
export async function cutConnections(account: string, except: readonly number[] = []): Promise<number> {
  const rows = (await onServer(`SELECT ID AS id FROM information_schema.PROCESSLIST WHERE USER = '${account}'`)) as {
    id: number;
  }[];
  const others = rows.map(({ id }) => Number(id)).filter((id) => !except.includes(id));
  // One that ended by itself meanwhile is no loss.
  for (const id of others) await onServer(`KILL ${id}`).catch(() => undefined);
  return others.length;
}
