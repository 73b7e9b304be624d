import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface NpmRegistry {
  /** For npm: the packages of the scope come from this registry, all others from the usual one. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** A registry with the packed packages of a folder, for npm as a user runs it: with a cache and settings of its own. */
export async function startNpmRegistry(folder: string): Promise<NpmRegistry> {
  const packages = new Map<string, object>();
  const server = createServer(({ url = '' }, response) => {
    const found = packages.get(decodeURIComponent(url.slice(1)));
    const tarball = join(folder, basename(url));
    if (found) response.setHeader('content-type', 'application/json').end(JSON.stringify(found));
    else if (url.endsWith('.tgz') && existsSync(tarball)) createReadStream(tarball).pipe(response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.tgz'))) {
    const { stdout } = await run('tar', ['xzOf', join(folder, file), 'package/package.json']);
    const manifest = JSON.parse(stdout) as { name: string; version: string };
    const integrity = `sha512-${createHash('sha512')
      .update(readFileSync(join(folder, file)))
      .digest('base64')}`;
    packages.set(manifest.name, {
      name: manifest.name,
      'dist-tags': { latest: manifest.version },
      versions: { [manifest.version]: { ...manifest, dist: { tarball: `${root}/${file}`, integrity } } },
    });
  }
  const settings = join(folder, 'npmrc');
  const own = join(homedir(), '.npmrc');
  writeFileSync(settings, `${existsSync(own) ? readFileSync(own, 'utf8') : ''}\n@nestpress:registry=${root}/\n`);
  return {
    env: { npm_config_userconfig: settings, npm_config_cache: join(folder, 'cache') },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
