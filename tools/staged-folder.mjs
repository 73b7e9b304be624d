// Builds a folder next to the one that it replaces, which stays complete and usable until then, also if the build fails or is interrupted.
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Renames fail when another build finishes at the same moment. */
const MAX_ATTEMPTS = 20;

/**
 * Calls `build` with a new folder next to `target`, then puts it in the place of `target`. Several builds may run at the same time;
 * the last one counts. `build` returns false, or throws, to leave the target as it is.
 */
export async function replaceFolder(target, build) {
  const staged = `${target}.new-${process.pid}`;
  const discard = () => rmSync(staged, { recursive: true, force: true });
  const interrupt = (signal) => {
    discard();
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  };
  deleteAbandoned(target);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, interrupt);
  try {
    if ((await build(staged)) !== false) swap(staged, target);
  } finally {
    discard();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeListener(signal, interrupt);
  }
}

/** Synchronous: no signal is handled between the renames. */
function swap(staged, target) {
  const former = `${target}.old-${process.pid}`;
  for (let attempt = 1; ; attempt++) {
    try {
      renameIfPresent(target, former);
      renameSync(staged, target);
      break;
    } catch (error) {
      // Another build has put its folder there in between.
      if (attempt === MAX_ATTEMPTS || !['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) throw error;
    } finally {
      rmSync(former, { recursive: true, force: true });
    }
  }
}

function renameIfPresent(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

/** Folders of builds that were killed. */
function deleteAbandoned(target) {
  const folder = dirname(target);
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(`${basename(target)}.`) && /\.(?:new|old)-(\d+)$/.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
