import { appendFileSync } from 'node:fs';

/** How many times a run says how far it is. */
const PROGRESS_LINES = 10;

/**
 * Prints failures and a little progress, and writes a line to TEST_LINES when a file begins and when it ends, so that the results so
 * far survive a crash of Jest.
 */
export default class LineReporter {
  done = 0;

  onRunStart({ numTotalTestSuites }) {
    this.total = numTotalTestSuites;
    this.startedAt = Date.now();
    this.write({ total: numTotalTestSuites });
  }

  onTestFileStart({ path }) {
    this.write({ path });
  }

  onTestFileResult({ path }, { testResults, failureMessage }) {
    const having = (...states) => testResults.filter(({ status }) => states.includes(status));
    const failed = having('failed').map(({ fullName }) => fullName);
    // The file failed without a failing test: it could not be loaded, or a hook threw.
    if (failed.length === 0 && failureMessage) failed.push('the file as a whole');
    if (failureMessage) console.log(`\n${path}\n${failureMessage}`);
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
    console.log(`  ${this.done} of ${this.total} files, ${Math.round((Date.now() - this.startedAt) / 1000)} s`);
  }

  write(line) {
    appendFileSync(process.env.TEST_LINES, `${JSON.stringify(line)}\n`);
  }
}
