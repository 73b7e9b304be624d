import { type ValueSchema } from './schema.js';

const TRUTH_WORDS = new Set(['true', 'false', '0', '1']);

export function isBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'string') return TRUTH_WORDS.has(value.toLowerCase());
  return value === 0 || value === 1;
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)\.){3}(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)\n?$/;

export function isIpAddress(value: string): boolean {
  return IPV4.test(value) || isIpv6(value);
}

function isIpv6(value: string): boolean {
  const halves = value.split('::');
  if (halves.length > 2 || value.length > 45) return false;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1)!.at(-1);
  const withIpv4 = last !== undefined && last.includes('.');
  if (withIpv4 && !IPV4.test(last)) return false;
  const count = groups.flat().length + (withIpv4 ? 1 : 0);
  if (halves.length === 2 ? count > 7 : count !== 8) return false;
  const plain = withIpv4 ? groups.flat().slice(0, -1) : groups.flat();
  return plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group));
}

/** The problem with a number's size. */
export function checkBounds(
  number: number,
  schema: ValueSchema,
  name: string,
  plainLimits: boolean,
): string | undefined {
  const { minimum, maximum } = schema;
  if (minimum === undefined && maximum === undefined) return undefined;
  // Messages show bounds as whole numbers.
  const low = schema.exclusiveMinimum ? 'exclusive' : 'inclusive';
  const high = schema.exclusiveMaximum ? 'exclusive' : 'inclusive';
  const tooLow = minimum !== undefined && (schema.exclusiveMinimum ? number <= minimum : number < minimum);
  const tooHigh = maximum !== undefined && (schema.exclusiveMaximum ? number >= maximum : number > maximum);
  if (!tooLow && !tooHigh) return undefined;
  if (minimum !== undefined && maximum !== undefined)
    return `${name} must be between ${Math.trunc(minimum)} (${low}) and ${Math.trunc(maximum)} (${high})`;
  if (minimum !== undefined) return `${name} must be ${limit('greater than', Math.trunc(minimum), low, plainLimits)}`;
  return `${name} must be ${limit('less than', Math.trunc(maximum!), high, plainLimits)}`;
}

function limit(relation: string, bound: number, kind: 'inclusive' | 'exclusive', plainLimits: boolean): string {
  if (!plainLimits) return `${relation} ${bound} (${kind})`;
  return kind === 'inclusive' ? `${relation} or equal to ${bound}` : `${relation} ${bound}`;
}
