#!/usr/bin/env node
import { Cli } from './cli.js';
import * as appPassword from './commands/app-password.command.js';
import * as auditLog from './commands/audit-log.command.js';
import * as backup from './commands/backup.command.js';
import * as cache from './commands/cache.command.js';
import * as changeFeed from './commands/change-feed.command.js';
import * as client from './commands/client.command.js';
import * as copy from './commands/copy.command.js';
import * as doctor from './commands/doctor.command.js';
import * as exporting from './commands/export.command.js';
import * as importing from './commands/import.command.js';
import * as indexes from './commands/index.command.js';
import * as install from './commands/install.command.js';
import * as jobs from './commands/jobs.command.js';
import * as generator from './commands/new.command.js';
import * as mcp from './commands/mcp.command.js';
import * as popup from './commands/popup.command.js';
import * as restore from './commands/restore.command.js';
import * as setupLink from './commands/setup-link.command.js';
import * as role from './commands/role.command.js';
import * as start from './commands/start.command.js';
import * as settings from './commands/settings.command.js';
import * as user from './commands/user.command.js';
import * as webhooks from './commands/webhooks.command.js';
import * as wordpress from './commands/wordpress.command.js';
import { runCommand } from './program.js';

/** Every group of commands; each registers itself. */
const GROUPS = [
  start,
  install,
  setupLink,
  user,
  role,
  appPassword,
  settings,
  cache,
  jobs,
  auditLog,
  mcp,
  webhooks,
  changeFeed,
  indexes,
  popup,
  backup,
  restore,
  importing,
  exporting,
  client,
  copy,
  doctor,
  wordpress,
  generator,
];

// Sets the exit code instead of exiting: output may still be in a pipe.
process.exitCode = await runCommand(new Cli(), GROUPS, process.argv.slice(2));
