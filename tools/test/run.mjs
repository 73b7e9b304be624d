import { spawn } from 'node:child_process';
import { clearInterval, setInterval } from 'node:timers';

const LOOK_EVERY_MS = 1000;
/** Processes under way, each the first of a group of its own: whatever they started and left goes with them. */
const underWay = new Set();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
process.once('exit', () => underWay.forEach(endGroup));

/**
 * Runs a command with our output. Gives what was wrong with its end, undefined where nothing was. `isStuck` is asked now and then,
 * with the milliseconds since the start; when it says yes, that is the end.
 */
export function run(command, args, { env = {}, isStuck = () => false } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      detached: true,
    });
    const startedAt = Date.now();
    let verdict;
    underWay.add(child.pid);
    const watch = setInterval(() => {
      if (!isStuck(Date.now() - startedAt)) return;
      verdict = 'it went on for too long and was ended';
      endGroup(child.pid);
    }, LOOK_EVERY_MS);
    const finish = (problem) => {
      clearInterval(watch);
      underWay.delete(child.pid);
      if (endGroup(child.pid)) console.log(`(${command} left processes behind; they were ended.)`);
      done(verdict ?? problem);
    };
    child.once('error', (error) => finish(error.message));
    child.once('exit', (code, signal) =>
      finish(code === 0 ? undefined : signal ? `it was ended by ${signal}` : `exit code ${code}`),
    );
  });
}

/** True when there was somebody left. */
function endGroup(pid) {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, 'SIGKILL');
  } catch {
    return false;
  }
}
