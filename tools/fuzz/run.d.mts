export interface Failure {
  what: string;
}

export interface FuzzOptions {
  requests: number;
  seconds?: number;
  /** How many services are tested at a time, each with a site of its own. */
  services?: number;
  seed: number;
  env?: Record<string, string>;
  first?: number;
  report?: (failure: Failure) => void;
  progress?: (soFar: { sent: number; exits: number; failures: Failure[] }) => void;
}

export function fuzz(options: FuzzOptions): Promise<{ sent: number; exits: number; failures: Failure[] }>;
export function describe(failure: Failure): string;
