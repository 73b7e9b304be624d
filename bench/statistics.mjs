// What the benchmarks compute from their samples, and how they print them.

export function median(samples) {
  const sorted = samples.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The share of samples that is left out at each end: those in which garbage was collected or the machine was busy. */
const TRIMMED = 0.1;

export function trimmed(values) {
  const count = Math.floor(values.length * TRIMMED);
  return values.toSorted((one, other) => one - other).slice(count, values.length - count);
}

/** Half of the 95 % confidence interval of a trimmed mean: the winsorised deviation over the share that was not trimmed. */
export function errorOf(typical) {
  const count = Math.round((typical.length / (1 - 2 * TRIMMED)) * TRIMMED);
  const values = [...Array(count).fill(typical[0]), ...typical, ...Array(count).fill(typical.at(-1))];
  const average = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - average) ** 2, 0) / (values.length - 1);
  return (1.96 * Math.sqrt(variance)) / ((1 - 2 * TRIMMED) * Math.sqrt(values.length));
}

/** Two significant digits below ten, whole numbers above. */
export function figure(value) {
  return value >= 9.95 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 0.995 ? 1 : 2);
}

export function spread(samples, unit = '', format = figure) {
  if (samples.length === 0) return 'no response in time';
  const [least, middle, most] = [Math.min(...samples), median(samples), Math.max(...samples)].map(format);
  return samples.length === 1 ? `${middle}${unit}` : `${middle}${unit} (${least} to ${most})`;
}
