export const FILE_TURNS: number;
export function isReplayedPerCommit(name: string, engine: 'sqlite' | 'mysql', turn?: number): boolean;
export function hasTurn(name: string, turn: number, every?: number): boolean;
export function extentOfCommit(
  env?: { TEST_COMMIT_ENGINE?: string },
  commit?: string,
): { TEST_EXTENT: 'commit'; TEST_COMMIT_TURN: string; TEST_COMMIT_ENGINE?: string };
