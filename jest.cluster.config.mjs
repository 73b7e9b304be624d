import config from './jest.config.mjs';

const e2e = config.projects.find(({ displayName }) => displayName === 'e2e');

/** What `npm run test:cluster` runs: the tests with several servers, those that are too long for the ordinary run included. */
export default {
  ...e2e,
  displayName: 'cluster',
  testMatch: [
    '<rootDir>/test/cluster/*.cluster-spec.ts',
    '<rootDir>/test/e2e/cluster-*.e2e-spec.ts',
    '<rootDir>/test/e2e/jobs.e2e-spec.ts',
  ],
  testTimeout: config.testTimeout,
};
