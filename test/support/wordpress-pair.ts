import { importNow } from '../../src/features/wordpress-bridge/schema-import/import-before-start.js';
import { createApp } from '../../src/start/create-app.js';
import { type OwnModules } from '../../src/hooks/load-modules.js';
import { type Config, CONFIG } from '../../src/platform/config/config.js';
import { freePort } from '../../tools/free-port.mjs';
import { createMysqlDatabase } from './databases.js';
import { startTestApp, type TestApp, withSettings } from './app.js';
import { freeAddress, installWordPress, startWordPress, type WordPress, WORDPRESS_KEYS } from './wordpress.js';
import { basic, clientAt, type RestClient, restRoot, type Session, signIn } from './wordpress-client.js';

export const OWNER = { login: 'owner', password: 'correct horse battery' };

/** A WordPress and the service on one database, with one folder of uploads, as the same site. */
export interface Pair {
  wordpress: WordPress;
  service: TestApp;
  /** Root of our interface. */
  root: string;
  session: Session;
  /** The header of the owner's application password. */
  authorization: string;
  /** The owner at WordPress, the owner here (both by an application password WordPress made), and a guest here. */
  theirs: RestClient;
  ours: RestClient;
  guest: RestClient;
  close(): Promise<void>;
}

/** WordPress installs the database. */
export async function startPair(env: Record<string, string> = {}): Promise<Pair> {
  const steps: Array<() => Promise<void>> = [];
  const close = async () => {
    for (const undo of steps.reverse()) await undo();
  };
  try {
    const { url, drop } = await createMysqlDatabase();
    steps.push(drop);
    const wordpress = await startWordPress(url, await freeAddress());
    steps.push(wordpress.stop);
    await installWordPress(wordpress, OWNER.login, OWNER.password);
    const { service, root } = await startServiceOn(url, wordpress, env);
    steps.push(service.close);
    const session = await signIn(wordpress, OWNER.login, OWNER.password);
    const browser = clientAt(restRoot(wordpress), { cookie: session.cookie, 'x-wp-nonce': session.nonce });
    const made = await browser<{ password: string }>('POST', '/wp/v2/users/me/application-passwords', {
      name: 'Pair',
    });
    const owner = basic(OWNER.login, made.body.password);
    return {
      wordpress,
      service,
      root,
      session,
      authorization: owner.authorization,
      theirs: clientAt(restRoot(wordpress), owner),
      ours: clientAt(root, owner),
      guest: clientAt(root),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The service on the database of a WordPress, on its own port, with the site's address. */
export async function startServiceOn(
  databaseUrl: string,
  { url, uploads }: Pick<WordPress, 'url' | 'uploads'>,
  env: Record<string, string> = {},
  extensions: OwnModules = {},
): Promise<{ service: TestApp; root: string }> {
  const own = { DATABASE_URL: databaseUrl, SITE_URL: url, UPLOADS_DIR: uploads, ...WORDPRESS_KEYS };
  const service = await startTestApp({ ...own, ...env }, 'sqlite', extensions);
  const port = await freePort();
  await service.app.listen(port, '127.0.0.1');
  return { service, root: `http://127.0.0.1:${port}/wp-json` };
}

/** A service on the database of a pair that imported from its WordPress. */
export interface ImportedService {
  /** Root of its interface. */
  root: string;
  /** The owner, by an application password of WordPress. */
  ours: RestClient;
  config: Config;
  close(): Promise<void>;
}

/** Another service on the pair's database, with WORDPRESS_URL. */
export async function startImportedService(pair: Pair): Promise<ImportedService> {
  const { body } = await pair.theirs<{ password: string }>('POST', '/wp/v2/users/me/application-passwords', {
    name: 'Nestpress',
  });
  const { databaseUrl = '', dataDir } = pair.service.app.get<Config>(CONFIG);
  const config = withSettings(
    { wordpress: { importMinutes: 0, contentWaitMs: 10_000 } },
    {
      VARIANT: 'C',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SITE_URL: pair.wordpress.url,
      UPLOADS_DIR: pair.wordpress.uploads,
      LOG_LEVEL: 'silent',
      CONSOLE: 'off',
      WORDPRESS_URL: pair.wordpress.url.replace('://', `://${OWNER.login}:${encodeURIComponent(body.password)}@`),
      ...WORDPRESS_KEYS,
    },
  );
  await importNow(config);
  const app = await createApp(config);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  const root = `http://127.0.0.1:${port}/wp-json`;
  return { root, config, ours: clientAt(root, basic(OWNER.login, body.password)), close: () => app.close() };
}
