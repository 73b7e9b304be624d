import { createRunner } from 'jest-light-runner';

const HOOKS = new URL('register.mjs', import.meta.url).href;

/** Test files of one worker share its modules: loading the service again for every file would take most of the time. */
export default class extends createRunner({ runtime: 'child_process' }) {
  constructor(globalConfig, ...rest) {
    super(globalConfig, ...rest);
    this.isInBand = globalConfig.maxWorkers === 1;
  }

  async runTests(...args) {
    if (this.isInBand) await import(HOOKS);
    else process.env.NODE_OPTIONS = `--import=${HOOKS}`;
    return super.runTests(...args);
  }
}
