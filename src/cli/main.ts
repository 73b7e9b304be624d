#!/usr/bin/env node
import '../feature-config.js';
import * as featureCommands from '../feature-commands.js';
import { CLI_SERVICE } from './cli-service.js';
import { Cli } from '../platform/command-line/cli.js';
import * as appPassword from './commands/app-password.command.js';
import * as cache from './commands/cache.command.js';
import * as client from './commands/client.command.js';
import * as doctor from './commands/doctor.command.js';
import * as indexes from './commands/index.command.js';
import * as install from './commands/install.command.js';
import * as jobs from './commands/jobs.command.js';
import * as generator from './commands/new.command.js';
import * as popup from '../modules/popups/popup.command.js';
import * as role from './commands/role.command.js';
import * as start from './commands/start.command.js';
import * as settings from '../modules/settings/settings.command.js';
import * as user from './commands/user.command.js';
import { moduleCommands } from './module-commands.js';
import { runCommand } from '../platform/command-line/program.js';

/** Every group of commands; each registers itself. */
const GROUPS = [
  start,
  install,
  user,
  role,
  appPassword,
  settings,
  cache,
  jobs,
  indexes,
  popup,
  client,
  doctor,
  generator,
  ...Object.values(featureCommands),
];

// Sets the exit code instead of exiting: output may still be in a pipe.
process.exitCode = await runCommand(new Cli(CLI_SERVICE), GROUPS, process.argv.slice(2), moduleCommands);
