import { appendFileSync } from 'node:fs';

/** Writes lines to TEST_LINES: how many files there are, when one begins and how it ended. So what is known survives whatever happens to Jest. */
export default class LineReporter {
  onRunStart({ numTotalTestSuites }) {
    this.write({ total: numTotalTestSuites });
  }

  onTestFileStart({ path }) {
    this.write({ path });
  }

  onTestFileResult({ path }, { testResults, failureMessage }) {
    const failed = testResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    // Nothing in it failed, but the file did: it could not be run, or something around its tests went wrong.
    if (failed.length === 0 && failureMessage) failed.push('the file as a whole');
    this.write({ path, passed: testResults.filter(({ status }) => status === 'passed').length, failed });
  }

  write(line) {
    appendFileSync(process.env.TEST_LINES, `${JSON.stringify(line)}\n`);
  }
}
