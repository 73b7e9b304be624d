import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { generatePassword } from '../database/installer/administrator.js';
import { type Cli, CliFailure } from '../platform/command-line/cli.js';

/** Not an argument: other users of the machine can read the command line. */
export const PASSWORD_OPTION = [
  '--password-stdin',
  'read the password from standard input, or ask for it at a terminal; otherwise one is generated and shown once',
] as const;

const MIN_PASSWORD_LENGTH = 8;

export interface ChosenPassword {
  password: string;
  /** Generated here, so it has to be printed. */
  generated: boolean;
}

export async function choosePassword(cli: Cli, fromInput: boolean): Promise<ChosenPassword> {
  if (!fromInput) return { password: generatePassword(), generated: true };
  const password = cli.streams.stdin.isTTY ? await askTwice(cli) : (await firstLines(cli.streams.stdin, 1))[0]!;
  const problem = passwordProblem(password);
  if (problem !== undefined) throw new CliFailure(problem);
  return { password, generated: false };
}

function passwordProblem(password: string): string | undefined {
  if (password.length < MIN_PASSWORD_LENGTH) return `A password has at least ${MIN_PASSWORD_LENGTH} characters.`;
  return password.includes('\\') ? 'A password cannot contain a backslash.' : undefined;
}

/** An existing secret: prompted for once at a terminal, otherwise the first line of standard input. */
export async function readSecret(cli: Cli, question: string): Promise<string> {
  return (await readSecrets(cli, [question]))[0]!;
}

/** Several ones, each on a line of its own. */
export async function readSecrets(cli: Cli, questions: readonly string[]): Promise<string[]> {
  if (!cli.streams.stdin.isTTY) return firstLines(cli.streams.stdin, questions.length);
  const answers: string[] = [];
  for (const question of questions) answers.push(await ask(cli, question));
  return answers;
}

/** Empty where the input has fewer lines. */
async function firstLines(input: NodeJS.ReadableStream, count: number): Promise<string[]> {
  let text = '';
  if (count > 0)
    for await (const chunk of input) {
      text += String(chunk);
      if (text.split('\n').length > count) break;
    }
  const lines = text.split(/\r?\n/);
  return Array.from({ length: count }, (_, at) => lines[at] ?? '');
}

async function askTwice(cli: Cli): Promise<string> {
  const first = await ask(cli, 'Password: ');
  if ((await ask(cli, 'Once more: ')) !== first) throw new CliFailure('The two passwords differ.');
  return first;
}

/** Does not echo the input. */
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
