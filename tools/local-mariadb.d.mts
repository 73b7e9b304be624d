export interface LocalMariaDb {
  port: number;
  readonly pid: number;
  /** The address of a database on the server, or of the server itself. */
  url(database?: string): string;
  /** Runs statements as root. */
  exec(sql: string): Promise<unknown>;
  stop(): Promise<void>;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again with what it had, and with other options if given. */
  restart(options?: readonly string[]): Promise<void>;
}

export interface MariaDbOptions {
  options?: readonly string[];
  port?: number;
  /** A data folder to begin with a copy of. */
  from?: string;
}

export function makeDataFolder(): Promise<string>;
export function startMariaDb(options?: MariaDbOptions): Promise<LocalMariaDb>;
