import { mkdtempSync, rmSync } from 'node:fs';
import { type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type INestApplication } from '@nestjs/common';
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
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-test-'));
  const file = modules instanceof URL ? fileURLToPath(modules) : modules;
  const config = loadConfig({
    DATA_DIR: folder,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    LOG_LEVEL: 'silent',
    ...(file !== undefined && { NESTPRESS_MODULES: file }),
    ...env,
  });
  let app: INestApplication<Server> | undefined;
  const close = async () => {
    await app?.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await prepareSite(config);
    app = await createApp(config, await loadModules(config));
    await app.listen(0, '127.0.0.1');
  } catch (error) {
    await close();
    throw error;
  }
  const url = await app.getUrl();
  const { login, password } = ADMINISTRATOR;
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  return { app, url, api: `${url}/wp-json/wp/v2`, administrator: ADMINISTRATOR, authorization, close };
}
