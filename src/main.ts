import module from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { sharesPackages } from './platform/config/shares-packages.js';

/** Set by the build: the service in one bundle with its dependencies. Loading their files one by one takes a third of a start. */
declare const BUNDLED_SERVICE: string | undefined;

const { dirname, filename } = import.meta as { dirname?: string; filename?: string };
if (dirname === undefined) refuse(`it needs Node.js 20.19 or newer, and this is ${process.versions.node}.`, 1);

const [, script, argument] = process.argv;
if (argument !== undefined && script === filename)
  refuse(`unknown argument "${argument}". Variables of the environment configure it, such as PORT=4000 npm start.`, 2);

// Node 22 and newer keep compiled code on disk, so that later starts do not compile it again. A folder that is not writable is no error.
const { enableCompileCache } = module as { enableCompileCache?(folder: string): unknown };
enableCompileCache?.(join(dirname, '../compile-cache'));

// What a start allocates stays in use, so V8 would grow the space of new objects to its maximum and keep it. `serve` allows that again.
setFlagsFromString('--semi-space-growth-factor=1');

// The bundle has copies of the packages.
if (typeof BUNDLED_SERVICE === 'undefined' || sharesPackages()) await import('./start/service.js');
else await import(BUNDLED_SERVICE);

function refuse(reason: string, exitCode: number): never {
  process.stderr.write(`Nestpress could not start: ${reason}\n`);
  process.exit(exitCode);
}
