import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database } from '../../src/database/database.js';
import { openDatabase } from '../../src/database/drivers/open.js';
import { ADMIN, type EngineName } from './app.js';
import { createMysqlDatabase } from './databases.js';

/** A site whose service runs in processes, which tests start and kill. */
export interface ProcessSite {
  /** Data folder of the processes. */
  readonly folder: string;
  /** For `startProcess`; the first process installs the site. */
  readonly env: Readonly<Record<string, string>>;
  /** The database of an installed site; closed with the site. */
  database(): Promise<Database>;
  close(): Promise<void>;
}

export async function createProcessSite(
  engine: EngineName,
  more: Readonly<Record<string, string>> = {},
): Promise<ProcessSite> {
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-processes-'));
  const place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
  let opened: Promise<Database> | undefined;
  return {
    folder,
    env: {
      DATA_DIR: folder,
      ADMIN_PASSWORD: ADMIN.password,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      ...(place && { DATABASE_URL: place.url }),
      ...more,
    },
    database: () =>
      (opened ??= openDatabase({ url: place?.url, file: join(folder, 'nestpress.sqlite'), tablePrefix: 'wp_' })),
    close: async () => {
      await (await opened)?.close();
      await place?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
