import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const CONFIGURATIONS = join(import.meta.dirname, '../../deploy/nginx');
const MIME_TYPES = '/etc/nginx/mime.types';

export interface Nginx {
  /** Where it may keep things. */
  stop(): Promise<void>;
}

/** What the file says where a test has something else: each must be in it. */
export type Replacements = Readonly<Record<string, string>>;

/** Runs nginx with one of our files as it is (or another, by its whole path), but for the addresses and paths an administrator would adjust, too. */
export async function startNginx(
  program: string,
  file: string,
  port: number,
  replacements: Replacements,
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-nginx-'));
  mkdirSync(join(folder, 'cache'));
  const all = { 'listen 80;': `listen 127.0.0.1:${port};`, ...replacements };
  writeFileSync(join(folder, 'site.conf'), adjust(readFileSync(resolve(CONFIGURATIONS, file), 'utf8'), all, folder));
  writeFileSync(join(folder, 'nginx.conf'), frame(folder));
  const child = spawn(program, ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended at once: ${complaints}`);
    await wait(50);
  }
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `FOLDER` in a replacement is nginx's own. */
function adjust(text: string, replacements: Replacements, folder: string): string {
  return Object.entries(replacements).reduce((adjusted, [from, to]) => {
    if (!adjusted.includes(from)) throw new Error(`The configuration has no "${from}".`);
    return adjusted.replaceAll(from, to.replace('FOLDER', folder));
  }, text);
}

/** What a distribution's nginx.conf says around the files of conf.d. */
function frame(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const user = userInfo().uid === 0 ? 'user root;' : '';
  const types = existsSync(MIME_TYPES) ? `include ${MIME_TYPES};` : '';
  return `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr warn;
events { worker_connections 256; }
http { access_log off; ${temporary} ${types} default_type application/octet-stream; include ${folder}/site.conf; }
`;
}

async function isListening(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}
