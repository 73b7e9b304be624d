import { type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { type INestApplication, Logger } from '@nestjs/common';
import { type OwnModules } from '../../src/hooks/load-modules.js';
import { createApp, prepareSite } from '../../src/start/create-app.js';
import { type WordPressConfig } from '../../src/platform/config/config-groups.js';
import { type Config } from '../../src/platform/config/config.js';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { runsOn } from './extent.js';
import { missing } from './missing.js';
import { createMysqlDatabase, testMysqlUrl, testsSqlite } from './databases.js';

// What is logged before the service has its own logger, such as the steps of the installation.
Logger.overrideLogger(false);

export interface TestApp {
  app: INestApplication<Server>;
  /** For supertest. */
  server: ReturnType<INestApplication<Server>['getHttpServer']>;
  /** Once, however often it is asked for. */
  close(): Promise<void>;
}

/** How long responses may take when an application is closed. */
const CLOSE_MS = 1000;

export type EngineName = 'sqlite' | 'mysql';

/** The environment of a service with console, nestpress/v1 and pages, as on a database that Nestpress installed. */
export const WEB = { CONSOLE: 'on', SITE_PAGES: 'on' };

export const ADMIN = { user: 'admin', password: 'correct horse battery' };
export const ADMIN_AUTHORIZATION = `Basic ${Buffer.from(`${ADMIN.user}:${ADMIN.password}`).toString('base64')}`;

/** Values that no environment variable sets. */
export type FixedSettings = Partial<Pick<Config, 'headerSeconds' | 'requestSeconds'>> & {
  wordpress?: Partial<WordPressConfig>;
};

export function withSettings({ wordpress, ...settings }: FixedSettings, env: Record<string, string>): Config {
  const config = loadConfig(env);
  return { ...config, ...settings, wordpress: config.wordpress && { ...config.wordpress, ...wordpress } };
}

/** The real service on a fresh database with the sample site; nothing is mocked. */
export async function startTestApp(
  env: Record<string, string> = {},
  engine: EngineName = 'sqlite',
  extensions: OwnModules = {},
  settings: FixedSettings = {},
  /** Called with the installed site before the service starts. */
  fill?: (config: Config) => Promise<void>,
): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nestpress-test-'));
  const place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
  const config = withSettings(settings, {
    DATA_DIR: dataDir,
    SITE_URL: 'http://site.test',
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    FETCH_EMBEDS: 'off',
    // Its job always waits for the next day, and tests about jobs wait until none is left.
    TRASH_DAYS: '0',
    DATABASE_POOL: '4',
    // Most tests are about the interface alone.
    CONSOLE: 'off',
    SITE_PAGES: 'off',
    ...(place && { DATABASE_URL: place.url }),
    ...env,
  });
  // A new site is not installed where uploads show that there was one, but tests bring uploads of their own.
  await prepareSite({ ...config, uploadsDir: join(dataDir, 'uploads') });
  await fill?.(config);
  const app = await createApp(config, extensions);
  const end = async () => {
    // Connections that a client keeps would delay the end for as long as the service lets them be idle.
    const timer = setTimeout(() => app.getHttpServer().closeAllConnections(), CLOSE_MS);
    await app.close();
    clearTimeout(timer);
    await place?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await app.init();
  } catch (error) {
    await end();
    throw error;
  }
  let ending: Promise<void> | undefined;
  return { app, server: app.getHttpServer(), close: () => (ending ??= end()) };
}

/**
 * Runs a suite on every available engine: SQLite always, MySQL when TEST_MYSQL_URL names a server (in CI it must). In `npm test` a file
 * runs on one of them, in turns.
 */
export function eachEngine(suite: (engine: EngineName) => void): void {
  if (testsSqlite && runsOn('sqlite')) describe('sqlite', () => suite('sqlite'));
  if (!testsSqlite || runsOn('mysql')) {
    describe('mysql', () => {
      if (testMysqlUrl) suite('mysql');
      else missing('TEST_MYSQL_URL is not set');
    });
  }
}

/** Runs a suite whose subject does not depend on the engine on one of them: SQLite, or MySQL with TEST_ENGINE=mysql. */
export function anyEngine(suite: (engine: EngineName) => void): void {
  const engine = testsSqlite ? 'sqlite' : 'mysql';
  describe(engine, () => suite(engine));
}
