import { type INestApplicationContext } from '@nestjs/common';

/** What a command gets. */
export interface CommandRun {
  /** The service without listener, jobs and schedules: `app.get(ContentService).asSystem()`. */
  readonly app: INestApplicationContext;
  /** Values of the arguments, in their order; an optional one that is missing is undefined. */
  readonly args: readonly (string | undefined)[];
  /** Values of the options by name: `dryRun` of `--dry-run`. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Prints a text, or the value with `--json`. */
  print(value: unknown, asText: string): void;
  /** Prints a line apart from the output. */
  note(line: string): void;
  /** Ends the command with a sentence and the exit code 1. */
  fail(sentence: string): never;
}

/** A command of a module: `nestpress NAME`. */
export interface CommandDeclaration {
  /** Lower-case letters, digits and dashes. */
  readonly name: string;
  readonly description: string;
  /** Names of the arguments: `<required> [optional]`. */
  readonly arguments?: string;
  /** Sentences by option: `--dry-run`, `--days <number>`. */
  readonly options?: Readonly<Record<string, string>>;
  run(command: CommandRun): void | Promise<void>;
}
