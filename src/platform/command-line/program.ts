import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/load-config.js';
import { packageVersion } from '../config/package-info.js';
import { type Cli, CliFailure } from './cli.js';

/** A file of src/cli/commands. */
export interface CommandGroup {
  register(program: Command, cli: Cli): void;
}

const USAGE_ERROR = 2;

const EPILOGUE = `
Everything else is configured by the environment, as for the service: DATABASE_URL, TABLE_PREFIX, DATA_DIR, SITE_URL …
Exit codes: 0 success, 1 failure or problems found, 2 wrong usage.`;

function createProgram(cli: Cli, groups: readonly CommandGroup[]): Command {
  const program = new Command('nestpress')
    .description(
      'Manages a Nestpress site: accounts, settings, cache, jobs, indexes, backup, import and export, diagnosis.',
    )
    .version(packageVersion(), '-V, --version', 'the version of Nestpress')
    .option('--json', 'print exactly one JSON document')
    .addHelpText('after', EPILOGUE)
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .configureOutput({
      writeOut: (text) => void cli.streams.stdout.write(text),
      writeErr: (text) => void cli.streams.stderr.write(text),
      // Reported once, as a sentence, where the error is caught.
      outputError: () => undefined,
    })
    .exitOverride()
    .hook('preAction', (_program, action) => {
      cli.json = action.optsWithGlobals<{ json?: boolean }>().json === true;
    });
  for (const group of groups) group.register(program, cli);
  return program;
}

/** Adds the commands of modules, unless the command line names one of the service itself. */
async function addModuleCommands(
  program: Command,
  cli: Cli,
  args: readonly string[],
  ofModules: (cli: Cli) => Promise<CommandGroup>,
): Promise<void> {
  const [name] = args.filter((arg) => !arg.startsWith('-') && arg !== 'help');
  if (program.commands.some((command) => command.name() === name)) return;
  try {
    (await ofModules(cli)).register(program, cli);
  } catch (error) {
    // The list of commands is shown with a configuration that is wrong, too.
    if (name !== undefined) throw error;
  }
}

/** Runs one command line and returns its exit code. `ofModules` loads the commands of modules, if they may be meant. */
export async function runCommand(
  cli: Cli,
  groups: readonly CommandGroup[],
  args: readonly string[],
  ofModules?: (cli: Cli) => Promise<CommandGroup>,
): Promise<number> {
  // Needed even when the arguments cannot be parsed.
  cli.json = args.includes('--json');
  try {
    const program = createProgram(cli, groups);
    if (ofModules) await addModuleCommands(program, cli, args, ofModules);
    await program.parseAsync(args, { from: 'user' });
    return cli.exit;
  } catch (error) {
    return reportError(cli, error);
  } finally {
    await cli.close();
  }
}

function reportError(cli: Cli, error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    if (error.code === 'commander.help') return USAGE_ERROR;
    return printError(cli, `${sentence(error.message)} See --help.`, USAGE_ERROR);
  }
  if (error instanceof CliFailure) return printError(cli, error.message, error.exit);
  if (error instanceof ConfigError) return printError(cli, error.message, 1);
  return printError(cli, error instanceof Error ? error.message : String(error), 1);
}

function printError(cli: Cli, message: string, exit: number): number {
  cli.note(`nestpress: ${message}`);
  if (cli.json) cli.print({ error: message }, message);
  return exit;
}

/** "error: unknown option '--x'\n(Did you mean …?)" as sentences. */
function sentence(message: string): string {
  const [first = '', ...more] = message.replace(/^error: /, '').split('\n');
  const stop = /[.?!]$/.test(first) ? '' : '.';
  return [
    first.charAt(0).toUpperCase() + first.slice(1) + stop,
    ...more.map((line) => line.replace(/^\((.*)\)$/, '$1')),
  ].join(' ');
}
