import { type INestApplicationContext } from '@nestjs/common';
import { InvalidArgumentError } from 'commander';
import { type Database } from '../../database/database.js';
import { type Config } from '../config/config.js';
import { loadConfig, unknownVariables } from '../config/load-config.js';
import { ProgressLine, type Unit } from './progress-line.js';

/** A command failed: a message for the operator and the exit code. */
export class CliFailure extends Error {
  constructor(
    sentence: string,
    readonly exit = 1,
  ) {
    super(sentence);
  }
}

export interface CliStreams {
  readonly stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** What commands need of the service as a whole. */
export interface CliService {
  createContext(config: Config): Promise<INestApplicationContext>;
  /** Tells the features that a backup has replaced the site. */
  afterRestore(database: Database): Promise<void>;
}

/** What commands share: the configuration, the application context and the output. */
export class Cli {
  /** Set by --json: exactly one JSON document goes to the output. */
  json = false;
  /** Exit code of a command that ran but found problems. */
  exit = 0;
  private loaded?: Config;
  private progress?: ProgressLine;
  private context?: Promise<INestApplicationContext>;

  constructor(
    readonly service: CliService,
    readonly streams: CliStreams = process,
    private readonly read: () => Config = loadConfig,
    private readonly hints: () => readonly string[] = unknownVariables,
  ) {}

  /** Read from the environment as by the service; commands run no background work. */
  config(): Config {
    if (this.loaded) return this.loaded;
    for (const hint of this.hints()) this.note(`nestpress: ${hint}`);
    this.loaded = { ...this.read(), background: false };
    return this.loaded;
  }

  /** The service's own modules, started on first use, without listener, jobs, schedules or crawler. */
  app(): Promise<INestApplicationContext> {
    this.context ??= this.service.createContext(this.config());
    return this.context;
  }

  /** Prints the text, or the value with --json. */
  print(value: unknown, asText: string): void {
    const text = this.json ? JSON.stringify(value, null, 2) : asText;
    this.streams.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  }

  /** Prints a remark to stderr, apart from the command's output. */
  note(line: string): void {
    if (this.progress) this.progress.note(line);
    else this.streams.stderr.write(`${line}\n`);
  }

  /** Runs long work with a progress bar, which is cleared before anything else is printed. */
  async withProgress<T>(unit: Unit | undefined, work: (progress: ProgressLine) => Promise<T>): Promise<T> {
    this.progress = new ProgressLine(this.streams.stderr, unit);
    try {
      return await work(this.progress);
    } finally {
      this.progress.stop();
      this.progress = undefined;
    }
  }

  fail(sentence: string, exit = 1): never {
    throw new CliFailure(sentence, exit);
  }

  async close(): Promise<void> {
    await (await this.context?.catch(() => undefined))?.close();
  }
}

/** Rows as columns of text, with a heading; `none` where there are no rows. */
export function textTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  none: string,
): string {
  if (rows.length === 0) return none;
  const lines = [headings, ...rows].map((row) => row.map(String));
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** For options and arguments that are whole numbers within limits. */
export function wholeNumber(from: number, to: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < from || number > to)
      throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
    return number;
  };
}
