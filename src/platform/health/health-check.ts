/** One thing to look at. */
export interface HealthCheck {
  readonly name: string;
  /** Without it no request can be answered; what else fails is only told. */
  readonly isNeeded?: boolean;
  /** What is wrong, in words for the operator and without secrets; undefined when nothing is. */
  problem(): Promise<string | undefined>;
}

export interface CheckResult {
  state: 'ok' | 'failing';
  reason?: string;
}

const PATIENCE_MS = 2000;

/** Asks with a limit of time; a check that fails by itself counts as failing, without its message, which may hold anything. */
export async function ask({ problem }: HealthCheck): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((done) => {
    timer = setTimeout(done, PATIENCE_MS, 'does not answer in time');
  });
  const reason = await Promise.race([problem().catch(() => 'does not work'), late]).finally(() => clearTimeout(timer));
  return reason === undefined ? { state: 'ok' } : { state: 'failing', reason };
}
