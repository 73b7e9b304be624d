/** Names by which the site was called although they are not its own. */
export interface RejectedHost {
  host: string;
  firstAt: number;
  lastAt: number;
  count: number;
}

const CONFIRMABLE_MS = 24 * 3_600_000;
const KEPT_MS = 10 * CONFIRMABLE_MS;
const MAX_HOSTS = 100;

/** A further refusal; the oldest make room. */
export function withRejected(hosts: readonly RejectedHost[], host: string, now = Date.now()): RejectedHost[] {
  const known = hosts.find((entry) => entry.host === host);
  const others = hosts.filter((entry) => entry !== known && now - entry.lastAt < KEPT_MS);
  return [...others, { host, firstAt: known?.firstAt ?? now, lastAt: now, count: (known?.count ?? 0) + 1 }].slice(
    -MAX_HOSTS,
  );
}

/** Whether the name was refused within the last day; who confirms it clears it. */
export function confirmRejected(
  hosts: readonly RejectedHost[],
  host: string,
  now = Date.now(),
): { found: boolean; left: RejectedHost[] } {
  const found = hosts.some((entry) => entry.host === host && now - entry.lastAt < CONFIRMABLE_MS);
  return { found, left: hosts.filter((entry) => now - entry.lastAt < KEPT_MS && !(found && entry.host === host)) };
}
