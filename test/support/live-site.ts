import { type OwnModules } from '../../src/hooks/load-modules.js';
import { freePort } from '../../tools/free-port.mjs';
import { type EngineName, startTestApp, type TestApp } from './app.js';

/** The service listening at the address it gives out, for clients that follow links. */
export interface LiveSite extends TestApp {
  /** Without a trailing slash. */
  url: string;
  /** Of the interface, with a trailing slash. */
  root: string;
}

export async function startLiveSite(
  env: Record<string, string> = {},
  engine: EngineName = 'sqlite',
  extensions: OwnModules = {},
  fill?: Parameters<typeof startTestApp>[4],
): Promise<LiveSite> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const service = await startTestApp({ SITE_URL: url, ...env }, engine, extensions, {}, fill);
  await service.app.listen(port, '127.0.0.1');
  return { ...service, url, root: `${url}/wp-json/` };
}
