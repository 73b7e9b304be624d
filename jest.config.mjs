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

const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': swc },
  // Sources import './x.js', as Node requires; Jest resolves the '.ts' file.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  globalSetup: '<rootDir>/test/support/run/set-up.mjs',
  globalTeardown: '<rootDir>/test/support/run/tear-down.mjs',
};

export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/property/**/*.spec.ts'],
    },
    { ...shared, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/**/*.e2e-spec.ts'] },
    { ...shared, displayName: 'wordpress', testMatch: ['<rootDir>/test/wordpress/**/*.wordpress-spec.ts'] },
  ],
  workerIdleMemoryLimit: '512MB',
  // The machine may be very busy; what is slow is measured by benchmarks, not by time-outs. Longer than any wait for a condition.
  testTimeout: 300_000,
};
