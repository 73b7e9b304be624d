import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('hold-lock.mjs', import.meta.url));

/** Another process takes the write lock of an SQLite file and holds it until the returned function is called. */
export async function holdLock(file: string, mode: 'IMMEDIATE' | 'EXCLUSIVE'): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [PROGRAM, file, mode], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.end();
    await ended;
  };
}
