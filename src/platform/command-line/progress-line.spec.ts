import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { Cli, type CliService } from './cli.js';
import { ROWS } from './progress-line.js';

/** A terminal that shows both streams of a command, as lines that are on it at the end. */
class Terminal extends PassThrough {
  readonly isTTY = true;
  readonly columns = 200;
  private text = '';

  cursorTo(): boolean {
    return this.write('\r');
  }
  clearLine(): boolean {
    return this.write('\x1b[2K');
  }
  override write(chunk: unknown): boolean {
    this.text += String(chunk);
    return true;
  }

  /** What a person sees: carriage returns go to the start of the line, control sequences may erase it. */
  get lines(): string[] {
    return this.text.split('\n').map((line) => {
      let visible = '';
      for (const part of line.split(/(\r|\x1b\[\??[0-9;]*[A-Za-z])/)) {
        if (part === '\x1b[K' || part === '\x1b[2K' || part === '\x1b[0K') visible = '';
        else if (part !== '\r' && !/^\x1b/.test(part)) visible = part + visible.slice(part.length);
      }
      return visible.trimEnd();
    });
  }
}

const noService = {} as CliService;

test('on a terminal notes and the result stay visible when the progress bar is gone', async () => {
  const terminal = new Terminal();
  const cli = new Cli(noService, { stdin: new PassThrough(), stdout: terminal, stderr: terminal });
  const rows = await cli.withProgress(ROWS, async (line) => {
    line.update(1, 3, 'wp_posts');
    cli.note('A file is missing.');
    line.update(3, 3, 'wp_options');
    return 3;
  });
  cli.print({ rows }, `Copied ${rows} rows.`);
  expect(terminal.lines.filter((line) => line !== '')).toEqual(['A file is missing.', 'Copied 3 rows.']);
});

test('without a terminal nothing but notes is written', async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const cli = new Cli(noService, { stdin: new PassThrough(), stdout, stderr });
  await cli.withProgress(undefined, async (line) => line.update(1, 2, 'indexes'));
  cli.note('Done.');
  expect(String(stderr.read())).toBe('Done.\n');
});
