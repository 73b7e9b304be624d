import { mkdtempSync, rmSync } from 'node:fs';
import { type Server } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type INestApplication, Logger } from '@nestjs/common';
import { type MigrationClass, registeredMigrations, setRegisteredMigrations } from '../database/migrations.js';
import { createApp, prepareSite } from './create-app.js';
import { loadModules } from '../hooks/load-modules.js';
import { loadConfig } from '../platform/config/load-config.js';

const ADMINISTRATOR = { login: 'admin', password: 'a good password' };

/** A running service for tests of modules. */
export interface TestService {
  readonly app: INestApplication<Server>;
  /** URL of the service, on a free port of this machine. */
  readonly url: string;
  /** URL of `wp/v2`. */
  readonly api: string;
  /** Credentials of the administrator. */
  readonly administrator: Readonly<Record<'login' | 'password', string>>;
  /** The same as a value of the header `Authorization`. */
  readonly authorization: string;
  /** Stops it and deletes its site. */
  close(): Promise<void>;
}

/** Starts a service with a new site in a temporary folder, and the modules of a file. `env` adds environment variables. */
export async function startTestService(
  modules?: string | URL,
  env: Readonly<Record<string, string>> = {},
): Promise<TestService> {
  // Steps before the service has a logger of its own would be in the output of the tests.
  Logger.overrideLogger(false);
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-test-'));
  const port = await freePort();
  const file = modules instanceof URL ? fileURLToPath(modules) : modules;
  const config = loadConfig({
    DATA_DIR: folder,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    LOG_LEVEL: 'silent',
    // Links of the site lead to it.
    HOST: '127.0.0.1',
    PORT: String(port),
    SITE_URL: `http://127.0.0.1:${port}`,
    ...(file !== undefined && { NESTPRESS_MODULES: file }),
    ...env,
  });
  let app: INestApplication<Server> | undefined;
  const close = async () => {
    await app?.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const loaded = await withOwnMigrations(file, () => loadModules(config));
    await prepareSite(config);
    app = await createApp(config, loaded);
    await app.listen(port, '127.0.0.1');
  } catch (error) {
    await close();
    throw error;
  }
  const url = await app.getUrl();
  const { login, password } = ADMINISTRATOR;
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  return { app, url, api: `${url}/wp-json/wp/v2`, administrator: ADMINISTRATOR, authorization, close };
}

/** Migrations that the modules of each file registered when it was loaded, which happens once. */
const migrationsOf = new Map<string, readonly MigrationClass[]>();

/** Leaves only the migrations of the service itself and of these modules, not those of modules that other tests loaded. */
async function withOwnMigrations<T>(file: string | undefined, load: () => Promise<T>): Promise<T> {
  const others = new Set([...migrationsOf].filter(([name]) => name !== file).flatMap(([, migrations]) => migrations));
  const before = registeredMigrations();
  const loaded = await load();
  const after = registeredMigrations();
  if (file !== undefined && !migrationsOf.has(file))
    migrationsOf.set(
      file,
      after.filter((migration) => !before.includes(migration)),
    );
  const own = file === undefined ? [] : migrationsOf.get(file)!;
  setRegisteredMigrations([...new Set([...after.filter((migration) => !others.has(migration)), ...own])]);
  return loaded;
}

/** A port of this machine that is free now. */
function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
