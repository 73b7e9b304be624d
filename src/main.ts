import { createApp } from './create-app.js';
import { ConfigError, loadConfig } from './platform/config/config.js';
import { prepareDatabase } from './platform/start/prepare-database.js';
import { stopGracefully } from './platform/start/shutdown.js';

async function start(): Promise<void> {
  const config = loadConfig();
  const installed = await prepareDatabase(config);
  const app = await createApp(config);
  await app.listen(config.port, config.host);
  stopGracefully(app, config.shutdownSeconds);
  const { port } = app.getHttpServer().address() as { port: number };
  process.stdout.write(greeting(config.siteUrl ?? `http://localhost:${port}`, config.basePath, installed));
}

function greeting(site: string, basePath: string, installed: { login: string; password?: string } | undefined): string {
  const lines = ['', `  Nestpress is ready: ${site}${basePath}/`];
  if (installed?.password) {
    lines.push(`  Sign in with HTTP Basic: ${installed.login} / ${installed.password}`, '  This password is shown only once.');
  } else if (installed) {
    lines.push(`  Sign in with HTTP Basic: ${installed.login} and the password in ADMIN_PASSWORD`);
  }
  return `${lines.join('\n')}\n\n`;
}

start().catch((error: unknown) => {
  const message = error instanceof ConfigError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`Nestpress could not start: ${message}\n`);
  process.exit(1);
});
