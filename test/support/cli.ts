import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { CLI_SERVICE } from '../../src/cli/cli-service.js';
import { Cli } from '../../src/platform/command-line/cli.js';
import { type CommandGroup, runCommand } from '../../src/platform/command-line/program.js';
import { loadConfig } from '../../src/platform/config/load-config.js';

export const BINARY = join(import.meta.dirname, '../../bin/nestpress.mjs');

export interface CliOutcome {
  code: number;
  out: string;
  err: string;
}

/** Runs the compiled `nestpress` as a process of its own. */
export async function spawnCli(env: Record<string, string>, args: readonly string[], input = ''): Promise<CliOutcome> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(BINARY, args, { env: { PATH, HOME, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  const outcome: CliOutcome = { code: -1, out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (outcome.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (outcome.err += chunk.toString()));
  // A command that wants no input may end before it has come.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  outcome.code = await new Promise<number>((done) => child.on('close', (code) => done(code ?? -1)));
  return outcome;
}

/** Runs commands in this process, which is quicker. */
export async function callCli(
  groups: readonly CommandGroup[],
  env: Record<string, string>,
  args: readonly string[],
  input = '',
  ofModules?: Parameters<typeof runCommand>[3],
): Promise<CliOutcome> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const outcome: CliOutcome = { code: -1, out: '', err: '' };
  stdout.on('data', (chunk: Buffer) => (outcome.out += chunk.toString()));
  stderr.on('data', (chunk: Buffer) => (outcome.err += chunk.toString()));
  stdin.end(input);
  outcome.code = await runCommand(
    new Cli(CLI_SERVICE, { stdin, stdout, stderr }, () => loadConfig(env)),
    groups,
    args,
    ofModules,
  );
  return outcome;
}
