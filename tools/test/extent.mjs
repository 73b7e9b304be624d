import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/**
 * What `npm test` replays of the recorded responses: each variant on one engine, and half of the parts with plugins, in turns.
 * `npm run test:all` replays everything.
 */
export function isReplayedPerCommit(name, engine, turn = turnOf(currentCommit())) {
  const isItsEngine = ON_SQLITE.includes(name) === (engine === 'sqlite');
  return isItsEngine && (VARIANTS.includes(name) || hasTurn(name, turn));
}

const VARIANTS = ['A', 'B', 'C'];
/** The others on MariaDB, whose collation sorted the recorded lists. */
const ON_SQLITE = ['A', 'B', 'PLLV'];

/** How many commits share the files of the suites with `inTurns`. */
export const FILE_TURNS = 3;

/** Whether it is the turn of a file or recording: `every` of them share the turns, and names decide who takes which. */
export function hasTurn(name, turn, every = 2) {
  const place = createHash('sha1').update(name).digest().readUInt32BE(0);
  return (place + turn) % every === 0;
}

/**
 * Environment of a run that tests what every commit must pass instead of everything (test/support/extent.ts). The commit decides
 * whose turn it is; TEST_COMMIT_ENGINE names the engine of all files instead.
 */
export function extentOfCommit({ TEST_COMMIT_ENGINE: chosen } = process.env, commit = currentCommit()) {
  if (chosen !== undefined && !['sqlite', 'mysql'].includes(chosen))
    throw new Error(`TEST_COMMIT_ENGINE is ${chosen}; it can be sqlite or mysql.`);
  return {
    TEST_EXTENT: 'commit',
    TEST_COMMIT_TURN: String(turnOf(commit)),
    ...(chosen !== undefined && { TEST_COMMIT_ENGINE: chosen }),
  };
}

function turnOf(commit) {
  return parseInt(commit.slice(-2), 16);
}

/** The hash of the commit; outside of a repository, the day. */
function currentCommit() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return Math.floor(Date.now() / 86_400_000).toString(16);
  }
}
