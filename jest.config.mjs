/**
 * The suites. `npm run test:NAME` (`node tools/test.mjs NAME`) runs one; `npm test` runs those with `always`, of those with `inTurns`
 * a third of the files, which the commit decides. To add a suite, add an entry here and a script to package.json.
 */
export const SUITES = [
  {
    name: 'unit',
    files: ['src/**/*.spec.ts', 'test/property/**/*.spec.ts', 'test/repository/**/*.spec.ts'],
    always: true,
  },
  { name: 'e2e', files: ['test/e2e/**/*.e2e-spec.ts'], always: true, inTurns: true },
  { name: 'console', files: ['test/console/**/*.spec.ts'], always: true, inTurns: true },
  { name: 'site', files: ['test/site-pages/**/*.spec.ts'], always: true, inTurns: true },
  { name: 'wordpress', files: ['test/wordpress/**/*.wordpress-spec.ts'], always: true, inTurns: true },
  {
    // On a real MySQL instead of MariaDB, with the recorded responses (tools/test.mjs).
    name: 'mysql',
    files: [
      'src/database/**/*.spec.ts',
      'test/e2e/**/{posts-read,posts-write,pages,comments,comments-write,terms,media,users,users-write,settings,revisions,trash,search}.e2e-spec.ts',
      'test/e2e/**/{cache,cache-declarations,cache-toolset,cache-transactions,cache-truth}.e2e-spec.ts',
      'test/e2e/**/{entry-json-cache,wp7-entry-cache,search-index,jobs,schedule,writes-atomic}.e2e-spec.ts',
      'test/e2e/**/{concurrent-deletes,database-charsets,database-server,null-columns}.e2e-spec.ts',
      'test/e2e/**/{backup,cli-doctor,transfer-copy}.e2e-spec.ts',
    ],
  },
  {
    name: 'cluster',
    files: [
      'test/cluster/*.cluster-spec.ts',
      'test/e2e/**/cluster-*.e2e-spec.ts',
      'test/e2e/platform/jobs/jobs.e2e-spec.ts',
    ],
  },
  {
    // Kills, lost databases, full disks, long transactions of others, concurrent deletes, and a soak of FAULTS_SECONDS.
    name: 'faults',
    files: [
      'test/faults/*.faults-spec.ts',
      'test/e2e/**/{writes,uploads,mail}-crash.e2e-spec.ts',
      'test/e2e/**/{cache-transactions,concurrent-deletes,deleted-meanwhile,disk-full}.e2e-spec.ts',
    ],
  },
  // Bounded attacks on the compiled service over the loopback interface.
  { name: 'attack', files: ['test/attack/*.attack-spec.ts'] },
];

const chosen = process.env.TEST_SUITES?.split(',');
const suites = SUITES.filter(({ name, always }) => chosen?.includes(name) ?? always);

export default {
  testMatch: suites.flatMap(({ files }) => files.map((pattern) => `<rootDir>/${pattern}`)),
  runner: '<rootDir>/tools/test/runner.mjs',
  testSequencer: '<rootDir>/tools/test/sequencer.mjs',
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/examples', '<rootDir>/templates', '<rootDir>/packages'],
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  globalSetup: '<rootDir>/test/support/run/set-up.mjs',
  globalTeardown: '<rootDir>/test/support/run/tear-down.mjs',
};
