export const REPLAYED_PER_COMMIT: readonly {
  variant: 'A' | 'B' | 'C' | 'SCF' | 'ACF' | 'PLL' | 'PLLV' | 'YOAST' | 'GQL' | 'GQL2' | 'GQLV_FRONT' | 'GQLV_PLAIN';
  engine: 'sqlite' | 'mysql';
}[];
export function extentOfCommit(
  env?: { TEST_COMMIT_ENGINE?: string },
  commit?: string,
): { TEST_EXTENT: 'commit'; TEST_COMMIT_ENGINE: string; TEST_COMMIT_TURN: string };
