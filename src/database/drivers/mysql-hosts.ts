import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import mysql2, { type ConnectionOptions } from 'mysql2/promise';

export interface MysqlHost {
  readonly host: string;
  readonly port: number;
}

export interface MysqlAddress {
  /** More than one if the servers are interchangeable, such as the nodes of a Galera cluster. */
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

/** Parses `mysql://user:password@host:3306/name`, with any number of hosts (`@one:3306,two:3306/`). */
export function readMysqlAddress(url: string): MysqlAddress {
  const { user = '', password = '', hosts = '', database = '', query } = SHAPE.exec(url)?.groups ?? {};
  const places = hosts.split(',').map((text) => HOST.exec(text.trim())?.groups);
  // The URL may contain a password and must not be logged.
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

const POLL_EVERY_MS = 1000;
const ANSWER_WITHIN_MS = 1500;

/** Nodes that have left their cluster, and standbys, report it; any other server that responds is usable. */
const HEALTH_QUERY =
  "SHOW GLOBAL STATUS WHERE Variable_name = 'wsrep_ready' AND Value <> 'ON'; SHOW GLOBAL VARIABLES WHERE Variable_name = 'read_only' AND Value <> 'OFF'";

/**
 * The active one of several servers: the first usable one, until it fails. Then all its connections are closed, so that
 * nothing hangs on an unresponsive machine, and new ones go to the next server.
 */
export class MysqlHosts {
  private readonly logger = new Logger('Database');
  private readonly sockets = new Set<Socket>();
  private readonly timer: NodeJS.Timeout;
  private current: MysqlHost;
  private checking?: Promise<void>;

  constructor(
    private readonly all: readonly MysqlHost[],
    private readonly credentials: (host: MysqlHost) => ConnectionOptions,
  ) {
    this.current = all[0]!;
    this.timer = setInterval(() => void this.check(), POLL_EVERY_MS).unref();
  }

  /** Called by mysql2 for every new connection. */
  readonly open = (): Socket => {
    const socket = connect(this.current.port, this.current.host).setNoDelay(true).setKeepAlive(true);
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    return socket;
  };

  /** Switches to another server if the active one is not usable and another is. */
  check(): Promise<void> {
    this.checking ??= this.choose().finally(() => {
      this.checking = undefined;
    });
    return this.checking;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async choose(): Promise<void> {
    if (await this.isFit(this.current)) return;
    for (const host of this.all) {
      if (host === this.current || !(await this.isFit(host))) continue;
      this.logger.warn(
        `The database at ${this.current.host}:${this.current.port} is not fit; going on with ${host.host}:${host.port}`,
      );
      this.current = host;
      for (const socket of this.sockets) socket.destroy(new Error('The database server was given up.'));
      return;
    }
  }

  private async isFit(host: MysqlHost): Promise<boolean> {
    const question = this.ask(host);
    return Promise.race([question.answer, wait(ANSWER_WITHIN_MS, false, { ref: false })]).finally(() =>
      question.cancel(),
    );
  }

  private ask(host: MysqlHost): { answer: Promise<boolean>; cancel(): void } {
    const opening = mysql2.createConnection({
      ...this.credentials(host),
      connectTimeout: ANSWER_WITHIN_MS,
      multipleStatements: true,
    });
    const answer = opening.then(async (connection) => {
      const [objections] = await connection.query(HEALTH_QUERY);
      return (objections as unknown[][]).every((rows) => rows.length === 0);
    });
    return {
      answer: answer.catch(() => false),
      cancel: () =>
        void opening.then(
          (connection) => connection.destroy(),
          () => undefined,
        ),
    };
  }
}
