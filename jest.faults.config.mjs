import config from './jest.config.mjs';

const e2e = config.projects.find(({ displayName }) => displayName === 'e2e');

/** What `npm run test:faults` runs: kills, lost databases, full disks, long foreign transactions, concurrent deletes, and a soak. */
export default {
  ...e2e,
  displayName: 'faults',
  testMatch: [
    '<rootDir>/test/faults/*.faults-spec.ts',
    '<rootDir>/test/e2e/{writes,uploads}-crash.e2e-spec.ts',
    '<rootDir>/test/e2e/{cache-transactions,concurrent-deletes,disk-full}.e2e-spec.ts',
  ],
  // The soak is as long as FAULTS_SECONDS says.
  testTimeout: config.testTimeout + Number(process.env.FAULTS_SECONDS ?? 0) * 1000,
};
