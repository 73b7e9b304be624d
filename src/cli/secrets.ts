import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { generatePassword } from '../database/installer/administrator.js';
import { type Cli, CliFailure } from './cli.js';

/** Says of a command that its password can be given, without standing in the command line where others can read it. */
export const PASSWORD_OPTION = [
  '--password-stdin',
  'read the password from standard input, or ask for it at a terminal; otherwise one is made up and shown once',
] as const;

const MIN_PASSWORD_LENGTH = 8;

export interface ChosenPassword {
  password: string;
  /** Made up here, so that it has to be shown. */
  generated: boolean;
}

export async function choosePassword(cli: Cli, fromInput: boolean): Promise<ChosenPassword> {
  if (!fromInput) return { password: generatePassword(), generated: true };
  const password = cli.streams.stdin.isTTY ? await askTwice(cli) : await firstLine(cli.streams.stdin);
  const problem = passwordProblem(password);
  if (problem !== undefined) throw new CliFailure(problem, 1);
  return { password, generated: false };
}

function passwordProblem(password: string): string | undefined {
  if (password.length < MIN_PASSWORD_LENGTH) return `A password has at least ${MIN_PASSWORD_LENGTH} characters.`;
  return password.includes('\\') ? 'A password cannot contain a backslash.' : undefined;
}

/** A secret that is there already: asked for once at a terminal, otherwise the first line of standard input. */
export function readSecret(cli: Cli, question: string): Promise<string> {
  return cli.streams.stdin.isTTY ? ask(cli, question) : firstLine(cli.streams.stdin);
}

async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of input) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split(/\r?\n/, 1)[0]!;
}

async function askTwice(cli: Cli): Promise<string> {
  const first = await ask(cli, 'Password: ');
  if ((await ask(cli, 'Once more: ')) !== first) throw new CliFailure('The two passwords differ.', 1);
  return first;
}

/** What is typed is not shown. */
async function ask(cli: Cli, question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: cli.streams.stdin, output: nowhere, terminal: true });
  cli.streams.stderr.write(question);
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    cli.note('');
  }
}
