import { createRunner } from 'jest-light-runner';

const HOOKS = new URL('register.mjs', import.meta.url).href;

/** Test files of one worker share its modules: loading the service again for every file would take most of the time. */
export default class extends createRunner({ runtime: 'child_process' }) {
  constructor(globalConfig, ...rest) {
    super(globalConfig, ...rest);
    this.globalConfig = globalConfig;
    this.isInBand = globalConfig.maxWorkers === 1;
  }

  async runTests(...args) {
    if (this.isInBand) await import(HOOKS);
    else process.env.NODE_OPTIONS = `--import=${HOOKS}`;
    return super.runTests(...args);
  }

  /**
   * The base class sends the configuration to all workers when the first one asks; a worker that did not listen yet would wait for
   * ever. So every file has a channel of its own.
   */
  _runTest(test) {
    const pool = this._testRunners.get(test.context.config)?.pool;
    if (this.isInBand || !pool) return super._runTest(test);
    return pool.run(test.path, { channel: this.channel(test.context.config) });
  }

  channel(projectConfig) {
    const workerData = { globalConfig: this.globalConfig, projectConfig, runtime: 'child_process' };
    let answer;
    return {
      onMessage: (listener) => (answer = listener),
      postMessage(message) {
        if (message === 'jest-light-runner-get-worker-data')
          answer({ type: 'jest-light-runner-worker-data', workerData });
      },
    };
  }
}
