/** What the work costs in milliseconds of processor time: on a busy machine elapsed time says more about other processes. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const KB = 1024;
const SIZES = [16 * KB, 64 * KB, 256 * KB] as const;
/** Caches and garbage collection can look like growth once; an input of this size shows whether it goes on. */
const CONFIRMING_SIZE = 1024 * KB;
/** Below this, time is spent on starting, compiling and collecting garbage rather than on the input. */
const FLOOR_MS = 40;
/** Four times the input costs four times as much when the cost is linear, sixteen times when it is quadratic. */
const MAX_GROWTH = 9;
const REPEATS = 4;
/** Work that takes this long has no need of a larger input to be found out. */
const HOPELESS_MS = 5000;

const isSuperLinear = (medium: number, large: number) => large > FLOOR_MS && large > MAX_GROWTH * medium;

/**
 * Undefined if the cost of the work grows no faster than its input; the measured times otherwise. Growth is compared rather than
 * time, because a core that other processes share takes several times as long for the same work.
 */
export function superLinearCost<Input>(
  run: (input: Input) => unknown,
  inputOf: (size: number) => Input,
): string | undefined {
  const least: number[] = [];
  const measure = (size: number) => {
    const input = inputOf(size);
    return processorMs(() => run(input));
  };
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (const [index, size] of SIZES.entries()) {
      const ms = measure(size);
      least[index] = Math.min(least[index] ?? Infinity, ms);
      if (ms > HOPELESS_MS && size !== SIZES[2]) return `${Math.round(ms)} ms for ${size / KB} KB`;
    }
    if (!isSuperLinear(least[1]!, least[2]!)) return undefined;
  }
  if (!isSuperLinear(least[2]!, measure(CONFIRMING_SIZE))) return undefined;
  return SIZES.map((size, index) => `${least[index]!.toFixed(1)} ms for ${size / KB} KB`).join(', ');
}

/** As many of the piece as make a text of the size. */
export function repeated(piece: string): (size: number) => string {
  return (size) => piece.repeat(Math.ceil(size / piece.length));
}
