export interface LocalMariaDb {
  port: number;
  pid: number;
  /** The address of a database on the server, or of the server itself. */
  url(database?: string): string;
  /** Runs statements as root. */
  exec(sql: string): Promise<unknown>;
  stop(): Promise<void>;
}

export function startMariaDb(): Promise<LocalMariaDb>;
