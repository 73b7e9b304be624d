import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

/** How many times a run says how far it is. */
const PROGRESS_LINES = 10;
/** How many of the slowest files it names. */
const SLOWEST = 12;

/**
 * Writes JSON lines to TEST_LINES: when a file begins and how it ended, so that the results so far survive a crash of Jest, and what
 * the runner prints, so that the output of the tests themselves does not mix with it.
 */
export default class LineReporter {
  done = 0;
  durations = [];

  onRunStart({ numTotalTestSuites }) {
    this.total = numTotalTestSuites;
    this.startedAt = Date.now();
    this.write({ total: numTotalTestSuites });
  }

  onTestFileStart({ path }) {
    this.write({ path });
  }

  onTestFileResult({ path }, { testResults, failureMessage, perfStats }) {
    this.durations.push({ path, seconds: Math.round(perfStats.runtime / 1000) });
    const having = (...states) => testResults.filter(({ status }) => states.includes(status));
    const failed = having('failed').map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(' '));
    // The file failed without a failing test: it could not be loaded, or a hook threw.
    if (failed.length === 0 && failureMessage) failed.push('the file as a whole');
    if (failureMessage) this.write({ print: `\n${path}\n${failureMessage}` });
    this.write({
      path,
      passed: having('passed').length,
      failed,
      skipped: having('pending', 'todo').map(({ title }) => title),
    });
    this.showProgress();
  }

  showProgress() {
    const step = Math.ceil(this.total / PROGRESS_LINES);
    if (++this.done % step !== 0 && this.done !== this.total) return;
    const seconds = Math.round((Date.now() - this.startedAt) / 1000);
    this.write({ print: `  ${this.done} of ${this.total} files, ${seconds} s` });
  }

  onRunComplete() {
    if (this.durations.length <= SLOWEST) return;
    const slowest = this.durations.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
    const lines = slowest.map(({ path, seconds }) => `${relative(process.cwd(), path)} ${seconds} s`);
    this.write({ print: `  slowest files: ${lines.join(', ')}` });
  }

  write(line) {
    appendFileSync(process.env.TEST_LINES, `${JSON.stringify(line)}\n`);
  }
}
