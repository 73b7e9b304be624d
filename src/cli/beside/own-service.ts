import { createApp } from '../../create-app.js';
import { type Config } from '../../platform/config/config.js';

/** This service on a free port of this machine, for as long as a command needs it. */
export async function startOwnService(config: Config): Promise<{ root: string; close(): Promise<void> }> {
  const app = await createApp({ ...config, background: false, logLevel: 'silent' });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  return { root: `http://127.0.0.1:${port}${config.basePath}/`, close: () => app.close() };
}
