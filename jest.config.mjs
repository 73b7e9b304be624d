/**
 * The suites. `npm run test:NAME` (`node tools/test.mjs NAME`) runs one; `npm test` runs those with `always`. To add a suite, add an
 * entry here and a script to package.json.
 */
export const SUITES = [
  {
    name: 'unit',
    files: ['src/**/*.spec.ts', 'test/property/**/*.spec.ts', 'test/repository/**/*.spec.ts'],
    always: true,
  },
  { name: 'e2e', files: ['test/e2e/**/*.e2e-spec.ts'], always: true },
  { name: 'wordpress', files: ['test/wordpress/**/*.wordpress-spec.ts'], always: true },
  {
    name: 'cluster',
    files: ['test/cluster/*.cluster-spec.ts', 'test/e2e/cluster-*.e2e-spec.ts', 'test/e2e/jobs.e2e-spec.ts'],
  },
];

const swc = [
  '@swc/jest',
  {
    swcrc: false,
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      target: 'es2022',
      keepClassNames: true,
    },
    module: { type: 'es6' },
  },
];

const project = ({ name, files }) => ({
  displayName: name,
  testMatch: files.map((pattern) => `<rootDir>/${pattern}`),
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': swc },
  // Sources import './x.js', as Node requires; Jest resolves the '.ts' file.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  globalSetup: '<rootDir>/test/support/run/set-up.mjs',
  globalTeardown: '<rootDir>/test/support/run/tear-down.mjs',
});

const chosen = process.env.TEST_SUITES?.split(',');

export default {
  projects: SUITES.filter(({ name, always }) => chosen?.includes(name) ?? always).map(project),
  workerIdleMemoryLimit: '512MB',
  // Longer than any wait for a condition: the machine may be very busy, and speed is measured by benchmarks.
  testTimeout: 300_000,
};
