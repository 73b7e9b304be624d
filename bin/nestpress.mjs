#!/usr/bin/env node
// The command line is compiled with the service; this file is there before, and stays executable.
import { existsSync } from 'node:fs';

const compiled = new URL('../dist/src/cli/main.js', import.meta.url);
if (existsSync(compiled)) await import(compiled.href);
else {
  console.error('Nestpress is not built yet: run `npm run build` first.');
  process.exitCode = 1;
}
