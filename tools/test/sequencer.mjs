import { statSync } from 'node:fs';

/** Files that take longest. They begin first: at the end of a run, one long file would leave the other cores idle. */
const LONGEST = [
  'test/e2e/modules/entries/entry-json-cache',
  'test/e2e/start/package',
  'test/console/writing.spec',
  'test/console/block-editor',
  'test/wordpress/mixed-work',
  'test/wordpress/content-types',
  'test/e2e/start/start.e2e',
  'test/e2e/cli/cli.e2e',
  'test/e2e/cli/cli-site',
  'test/e2e/platform/uploads/uploads-crash',
  'test/e2e/platform/mail/mail-crash',
  'test/e2e/hooks/events-crash',
  'test/e2e/features/transfer/transfer-crash',
  'test/e2e/database/writes-crash',
  'test/repository/features',
];

/** The longest files first, then the others by size, as Jest orders them when it has not run them before. */
export default class {
  sort(tests) {
    const rank = ({ path }) => {
      const index = LONGEST.findIndex((name) => path.includes(name));
      return index === -1 ? LONGEST.length : index;
    };
    const size = (test) => (rank(test) < LONGEST.length ? 0 : statSync(test.path).size);
    return tests
      .map((test) => ({ test, rank: rank(test), size: size(test) }))
      .sort((a, b) => a.rank - b.rank || b.size - a.size)
      .map(({ test }) => test);
  }

  /** Jest would keep the durations; a run must not depend on an earlier one. */
  cacheResults() {}
}
