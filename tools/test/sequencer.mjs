import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { SUITES } from '../../jest.config.mjs';
import { FILE_TURNS, hasTurn } from './extent.mjs';

const ROOT = join(import.meta.dirname, '../..');
/** The service as one gets it: packed, installed, started, stopped. */
const WITH_EVERY_COMMIT = ['test/e2e/start/package.e2e-spec.ts', 'test/e2e/start/start.e2e-spec.ts'];
/** Files of which every test installs packages: `npm run test:all` only. */
const NOT_PER_COMMIT = ['test/e2e/clients/clients-gatsby.e2e-spec.ts', 'test/e2e/clients/create-module.e2e-spec.ts'];
const IN_TURNS = SUITES.filter(({ inTurns }) => inTurns).flatMap(({ files }) =>
  files.map((file) => file.split('*')[0]),
);

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

/** The files whose turn it is: the longest first, then the others by size, as Jest orders them when it has not run them before. */
export default class {
  sort(tests) {
    const rank = ({ path }) => {
      const index = LONGEST.findIndex((name) => path.includes(name));
      return index === -1 ? LONGEST.length : index;
    };
    const size = (test) => (rank(test) < LONGEST.length ? 0 : statSync(test.path).size);
    return tests
      .filter(isItsTurn)
      .map((test) => ({ test, rank: rank(test), size: size(test) }))
      .sort((a, b) => a.rank - b.rank || b.size - a.size)
      .map(({ test }) => test);
  }

  /** Jest would keep the durations; a run must not depend on an earlier one. */
  cacheResults() {}
}

function isItsTurn({ path }) {
  if (process.env.TEST_EXTENT !== 'commit') return true;
  const file = relative(ROOT, path);
  if (NOT_PER_COMMIT.includes(file)) return false;
  if (WITH_EVERY_COMMIT.includes(file) || !IN_TURNS.some((folder) => file.startsWith(folder))) return true;
  return hasTurn(file, Number(process.env.TEST_COMMIT_TURN), FILE_TURNS);
}
