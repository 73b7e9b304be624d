import { LinearPattern } from './linear-pattern.js';

/** A comparison with the value of another field of a form. */
export interface Condition {
  readonly field: string;
  readonly is: 'equal' | 'unequal' | 'set' | 'unset' | 'contains' | 'lacks' | 'matches' | 'above' | 'below';
  readonly value?: unknown;
}

/** Whether a field is shown with these values: where all conditions of one of the groups hold. */
export function isShown(
  when: readonly (readonly Condition[])[] | undefined,
  values: Readonly<Record<string, unknown>>,
): boolean {
  return !when || when.some((group) => group.every((condition) => holds(condition, values[condition.field])));
}

/** Whether a form counts a value as none. */
export function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false || isEmptyList(value);
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** Lists are measured by their length. */
const sizeOf = (value: unknown): number => (Array.isArray(value) ? value.length : Number(value ?? 0));

function holds({ is, value }: Condition, actual: unknown): boolean {
  switch (is) {
    case 'set':
      return !isUnset(actual) && actual !== 0;
    case 'unset':
      return isUnset(actual) || actual === 0;
    case 'equal':
      return asText(actual) === asText(value);
    case 'unequal':
      return asText(actual) !== asText(value);
    case 'contains':
      return contains(actual, value);
    case 'lacks':
      return !contains(actual, value);
    case 'matches':
      return matches(asText(actual), asText(value));
    case 'above':
      return sizeOf(actual) > Number(value);
    case 'below':
      return sizeOf(actual) < Number(value);
  }
}

const contains = (actual: unknown, value: unknown): boolean =>
  Array.isArray(actual) ? actual.map(asText).includes(asText(value)) : asText(actual).includes(asText(value));

const MAX_MATCHED = 1000;
const ANYTHING = '[\\s\\S]*';

/** Patterns are written by those who define fields; one that is not understood matches nothing. */
function matches(text: string, pattern: string): boolean {
  const isFromStart = pattern.startsWith('^');
  const isToEnd = /(?<!\\)\$$/.test(pattern);
  const part = pattern.slice(isFromStart ? 1 : 0, isToEnd ? -1 : undefined);
  try {
    const whole = `${isFromStart ? '' : ANYTHING}(?:${part})${isToEnd ? '' : ANYTHING}`;
    return new LinearPattern(whole).match(text.slice(0, MAX_MATCHED)) !== undefined;
  } catch {
    return false;
  }
}
