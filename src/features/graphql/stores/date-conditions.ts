import { fragment, joined, type SqlFragment } from '../../../database/index.js';

interface DateParts {
  readonly year?: number | null;
  readonly month?: number | null;
  readonly day?: number | null;
  readonly hour?: number | null;
  readonly minute?: number | null;
  readonly second?: number | null;
}

export interface DateQuery extends DateParts {
  readonly after?: DateParts | null;
  readonly before?: DateParts | null;
  readonly column?: 'DATE' | 'MODIFIED' | null;
  readonly compare?: string | null;
  readonly inclusive?: boolean | null;
  /** Between several queries, of which there is only one. */
  readonly relation?: 'AND' | 'OR' | null;
  readonly week?: number | null;
}

const OPERATORS: ReadonlySet<string> = new Set(['=', '!=', '>', '>=', '<', '<=']);

/** Where the parts are in a stored date. */
const PLACES = {
  year: [1, 4],
  month: [6, 2],
  day: [9, 2],
  hour: [12, 2],
  minute: [15, 2],
  second: [18, 2],
} as const;

const two = (value: number) => String(value).padStart(2, '0');

/** Stored dates are texts of one form, so parts are compared as texts on every engine. */
export function dateConditions(query: DateQuery): SqlFragment[] {
  const column = query.column === 'MODIFIED' ? 'post_modified' : 'post_date';
  const operator = OPERATORS.has(query.compare ?? '') ? query.compare! : '=';
  const tests: SqlFragment[] = [];
  if (query.after) {
    const { from, to } = rangeOf(query.after);
    tests.push(fragment(query.inclusive ? `${column} >= ?` : `${column} > ?`, query.inclusive ? from : to));
  }
  if (query.before) {
    const { from, to } = rangeOf(query.before);
    tests.push(fragment(query.inclusive ? `${column} <= ?` : `${column} < ?`, query.inclusive ? to : from));
  }
  for (const [part, [start, length]] of Object.entries(PLACES)) {
    const value = query[part as keyof typeof PLACES];
    if (value === undefined || value === null) continue;
    const text = part === 'year' ? String(value).padStart(4, '0') : two(value);
    tests.push(fragment(`SUBSTR(${column}, ${start}, ${length}) ${operator} ?`, text));
  }
  if (tests.length === 0) return [];
  const { sql, parameters } = joined(tests, ' AND ');
  return [{ sql: `(${sql})`, parameters }];
}

/** The first and last second that the parts stand for. */
function rangeOf({ year, month, day, hour, minute, second }: DateParts): { from: string; to: string } {
  const y = year ?? new Date().getUTCFullYear();
  const lastDay = new Date(Date.UTC(y, month ?? 12, 0)).getUTCDate();
  const text = (m: number, d: number, h: number, i: number, s: number) =>
    `${String(y).padStart(4, '0')}-${two(m)}-${two(d)} ${two(h)}:${two(i)}:${two(s)}`;
  return {
    from: text(month ?? 1, day ?? 1, hour ?? 0, minute ?? 0, second ?? 0),
    to: text(month ?? 12, day ?? lastDay, hour ?? 23, minute ?? 59, second ?? 59),
  };
}
