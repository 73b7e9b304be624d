const PARTIAL = String.raw`v?(\d+|[xX*])(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:[-+][\w.+-]*)?`;
const COMPARATOR = new RegExp(String.raw`^(>=|<=|>|<|=|\^|~>?)?\s*${PARTIAL}$`);
const HYPHEN = /^(\S+)\s+-\s+(\S+)$/;
const MAX_LENGTH = 200;

type Version = readonly [major: number, minor: number, patch: number];

/** From the first version up to, and without, the second. */
type Interval = readonly [from: Version, to: Version];

const END: Version = [Infinity, 0, 0];
const START: Version = [0, 0, 0];

const compare = (a: Version, b: Version) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/** The versions that begin like this one, of which `length` numbers are named. */
function prefix([major, minor, patch]: Version, length: number): Interval {
  if (length === 0) return [START, END];
  const next: Version =
    length === 1 ? [major + 1, 0, 0] : length === 2 ? [major, minor + 1, 0] : [major, minor, patch + 1];
  return [[major, minor, patch], next];
}

function interval(comparator: string): Interval | undefined {
  const found = COMPARATOR.exec(comparator.trim());
  if (!found) return undefined;
  const [, operator = '=', ...parts] = found;
  const wild = parts.findIndex((part) => part === undefined || !/^\d+$/.test(part));
  const length = wild < 0 ? 3 : wild;
  const numbers = parts.slice(0, length).map(Number);
  const version: Version = [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0];
  const [from, to] = prefix(version, length);
  if (operator === '>=') return [from, END];
  if (operator === '>') return [to, END];
  if (operator === '<') return [START, from];
  if (operator === '<=') return [START, to];
  if (operator.startsWith('~')) return [from, length === 0 ? END : prefix(version, Math.min(length, 2))[1]];
  if (operator === '^') {
    const kept = version.findIndex((part) => part > 0);
    return [from, length === 0 ? END : prefix(version, kept < 0 ? length : Math.min(kept + 1, length))[1]];
  }
  return [from, to];
}

/** Whether a release is in a range of versions as npm and Composer write it; undefined if it is no range. */
export function isInRange(release: string, range: string): boolean | undefined {
  if (range.length > MAX_LENGTH) return undefined;
  const version = release.split('.').map(Number) as unknown as Version;
  let isIn = false;
  for (const alternative of range.split('||')) {
    const hyphen = HYPHEN.exec(alternative.trim());
    const joined = alternative.trim().replace(/(>=|<=|>|<|=|\^|~>?)\s+/g, '$1');
    const comparators = hyphen ? [`>=${hyphen[1]}`, `<=${hyphen[2]}`] : joined.split(/[\s,]+/);
    const intervals = comparators.map(interval);
    if (intervals.some((one) => !one)) return undefined;
    isIn ||= intervals.every((one) => compare(version, one![0]) >= 0 && compare(version, one![1]) < 0);
  }
  return isIn;
}
