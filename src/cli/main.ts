#!/usr/bin/env node
import { Cli } from './cli.js';
import { runCommand } from './program.js';
import * as user from './commands/user.command.js';

/** Every group of commands; each registers itself. */
const GROUPS = [user];

const cli = new Cli();
// Set, not exited with: what was printed may still be on its way through a pipe.
process.exitCode = await runCommand(cli, GROUPS, process.argv.slice(2));
