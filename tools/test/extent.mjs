import { execFileSync } from 'node:child_process';

/**
 * What `npm test` replays of the recorded responses: each variant once, and each part with plugins that is served
 * (tools/conformance/recordings.mjs). `npm run test:all` replays each on both engines.
 */
export const REPLAYED_PER_COMMIT = [
  { variant: 'A', engine: 'sqlite' },
  { variant: 'B', engine: 'sqlite' },
  { variant: 'C', engine: 'mysql' },
  { variant: 'PLL', engine: 'mysql' },
  { variant: 'PLLV', engine: 'sqlite' },
  { variant: 'YOAST', engine: 'mysql' },
  { variant: 'SCF', engine: 'mysql' },
  { variant: 'ACF', engine: 'mysql' },
  { variant: 'GQL', engine: 'mysql' },
  { variant: 'GQL2', engine: 'mysql' },
  { variant: 'GQLV_FRONT', engine: 'mysql' },
  { variant: 'GQLV_PLAIN', engine: 'mysql' },
];

/**
 * Environment of a run that tests what every commit must pass instead of everything (test/support/extent.ts). The most expensive
 * suites run on one engine, which the commit decides, so that both have their turns; TEST_COMMIT_ENGINE overrides it.
 */
export function extentOfCommit({ TEST_COMMIT_ENGINE: chosen } = process.env, commit = currentCommit()) {
  if (chosen !== undefined && !['sqlite', 'mysql'].includes(chosen))
    throw new Error(`TEST_COMMIT_ENGINE is ${chosen}; it can be sqlite or mysql.`);
  const turn = parseInt(commit.slice(-2), 16);
  const engine = turn % 2 === 0 ? 'sqlite' : 'mysql';
  return { TEST_EXTENT: 'commit', TEST_COMMIT_ENGINE: chosen ?? engine, TEST_COMMIT_TURN: String(turn) };
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
