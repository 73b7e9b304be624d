import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 1000;
/** Running children. Each leads a process group, so that the processes it leaves behind end with it. */
const running = new Set();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
process.once('exit', () => running.forEach(killGroup));

/**
 * Runs a command. Resolves to a description of what went wrong, or undefined on success. `isStuck` is polled with the milliseconds
 * since the start and ends the command by returning true. `quiet` shows the output only when the command fails.
 */
export function run(command, args, { env = {}, isStuck = () => false, quiet = false } = {}) {
  return new Promise((resolve) => {
    const stdio = quiet ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      stdio: ['ignore', stdio, stdio],
      env: { ...process.env, ...env },
      detached: true,
    });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    const startedAt = Date.now();
    let verdict;
    running.add(child.pid);
    const watch = setInterval(() => {
      if (!isStuck(Date.now() - startedAt)) return;
      verdict = 'timed out';
      killGroup(child.pid);
    }, POLL_MS);
    const finish = (problem) => {
      clearInterval(watch);
      running.delete(child.pid);
      if (killGroup(child.pid)) console.log(`(${command} left processes behind; they were ended.)`);
      if (verdict ?? problem) process.stdout.write(Buffer.concat(output));
      resolve(verdict ?? problem);
    };
    child.once('error', (error) => finish(error.message));
    child.once('exit', async (code, signal) => {
      // Output may still be in the pipe; a process that left the group may keep the pipe open.
      if (quiet) await Promise.race([once(child, 'close'), wait(POLL_MS)]);
      finish(code === 0 ? undefined : signal ? `ended by ${signal}` : `exit code ${code}`);
    });
  });
}

/** True when the group had processes left. */
function killGroup(pid) {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, 'SIGKILL');
  } catch {
    return false;
  }
}
