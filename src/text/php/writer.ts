import { MAX_DEPTH } from './parser.js';
import { PhpArray, PhpFloat, phpKey, type PhpInput, type PhpKey } from './values.js';

/** PHP's serialised form. A JavaScript number without fraction is an int; use PhpFloat for a whole float. */
export function serialize(value: PhpInput): string {
  const out: string[] = [];
  write(value, out, 0);
  return out.join('');
}

function write(value: PhpInput, out: string[], depth: number): void {
  if (value === null) out.push('N;');
  else if (typeof value === 'boolean') out.push(value ? 'b:1;' : 'b:0;');
  else if (typeof value === 'string') out.push(text(value));
  else if (typeof value === 'bigint') out.push(`i:${value};`);
  else if (typeof value === 'number') out.push(Number.isSafeInteger(value) ? `i:${value};` : `d:${floatText(value)};`);
  else if (value instanceof PhpFloat) out.push(`d:${floatText(value.value)};`);
  else writeEntries(value, out, depth);
}

function writeEntries(
  value: Exclude<PhpInput, null | boolean | string | number | bigint | PhpFloat>,
  out: string[],
  depth: number,
): void {
  if (depth >= MAX_DEPTH) throw new RangeError('Value is nested too deeply to be stored.');
  const entries: Array<readonly [PhpKey, PhpInput]> =
    value instanceof PhpArray
      ? [...value]
      : Array.isArray(value)
        ? (value as readonly PhpInput[]).map((item, index) => [index, item] as const)
        : Object.entries(value as { readonly [key: string]: PhpInput });
  out.push(`a:${entries.length}:{`);
  for (const [key, item] of entries) {
    const stored = phpKey(key);
    out.push(typeof stored === 'string' ? text(stored) : `i:${stored};`);
    write(item, out, depth + 1);
  }
  out.push('}');
}

function text(value: string): string {
  return `s:${Buffer.byteLength(value)}:"${value}";`;
}

/** Shortest digits that read back equal, as PHP prints them: scientific below 1e-4 and from 1e17 on. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'NAN';
  if (!Number.isFinite(value)) return value > 0 ? 'INF' : '-INF';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [mantissa, power] = value.toExponential().split('e') as [string, string];
  const exponent = Number(power);
  if (exponent < -4 || exponent > 16) {
    return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
  }
  const digits = mantissa.replace(/[-.]/g, '');
  const sign = value < 0 ? '-' : '';
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  if (digits.length <= exponent + 1) return sign + digits.padEnd(exponent + 1, '0');
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}
