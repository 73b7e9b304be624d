#!/usr/bin/env node
// The command line is compiled with the service; this file is there before, and stays executable.
import './supported-node.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { clearInterval, setInterval } from 'node:timers';

const LAUNCHER_CHECK_MS = 500;

/**
 * npx and npm run a command in a shell. A signal to npm ends npm or that shell, neither of which passes it on, and the service would
 * keep running without them. When either has ended, this process gets the signal instead.
 */
function stopWithLauncher() {
  const initial = launchers();
  const timer = setInterval(() => {
    if (launchers() === initial) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LAUNCHER_CHECK_MS);
  timer.unref();
}

/** The ids of the shell and of npm; without /proc of the shell alone. */
function launchers() {
  try {
    const [, parent] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return `${process.ppid} ${parent}`;
  } catch {
    return String(process.ppid);
  }
}

if (process.env.npm_command !== undefined) stopWithLauncher();

const compiled = new URL('../dist/src/cli/main.js', import.meta.url);
if (existsSync(compiled)) await import(compiled.href);
else {
  console.error('Nestpress is not built yet: run `npm run build` first.');
  process.exitCode = 1;
}
