/** Milliseconds since 1970, for what outlives the process. `performance.now()` measures durations. */
export function wallClock(): number {
  return Date.now();
}
