/** Values that can be bound to a '?'. Lists are not expanded: write `IN (${placeholders(ids.length)})` and pass the IDs. */
export type SqlParameter = string | number | bigint | boolean | null | Uint8Array;

export type BoundValue = string | number | bigint | null | Uint8Array;

/**
 * Only scalars are bound: a driver that expands a list or an object into SQL text would let input
 * shape the statement.
 */
export function boundValues(parameters: readonly SqlParameter[] = []): BoundValue[] {
  return parameters.map((value, position) => {
    if (typeof value === 'string' || typeof value === 'bigint' || value === null || value instanceof Uint8Array)
      return value;
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new TypeError(
      `SQL parameter ${position + 1} is no plain value (${Array.isArray(value) ? 'list' : typeof value}).`,
    );
  });
}

/** '?,?,?' for an IN list. An empty list gives NULL, which matches nothing. */
export function placeholders(count: number): string {
  return count > 0 ? '?' + ',?'.repeat(count - 1) : 'NULL';
}

/** A number of rows to skip, within what every engine accepts. */
export function skipped(rows: number): number {
  return Math.max(0, Math.min(Math.trunc(rows), Number.MAX_SAFE_INTEGER));
}
