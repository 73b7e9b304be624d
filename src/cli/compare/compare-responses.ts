import { type JsonResponse } from '../http-get.js';

/** One place where two responses differ. The side that lacks the member is undefined. */
export interface Difference {
  /** `status`, `header.link`, `body[0].title.rendered`. */
  path: string;
  ours: unknown;
  theirs: unknown;
}

const HEADERS = ['x-wp-total', 'x-wp-totalpages', 'link', 'allow'] as const;

/** Compares status, the headers that clients read, and the body. The order of members is ignored, that of lists is not. */
export function compareResponses(
  ours: JsonResponse,
  theirs: JsonResponse,
  view: (body: unknown) => unknown = (body) => body,
): Difference[] {
  const differences: Difference[] = [];
  if (ours.status !== theirs.status) differences.push({ path: 'status', ours: ours.status, theirs: theirs.status });
  for (const name of HEADERS) {
    const [our, their] = [ours, theirs].map(({ headers }) => headerValue(name, headers[name]));
    if (our !== their) differences.push({ path: `header.${name}`, ours: our, theirs: their });
  }
  compareValues('body', view(ours.body), view(theirs.body), differences);
  return differences;
}

function headerValue(name: (typeof HEADERS)[number], value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (name === 'allow')
    return value
      .split(/\s*,\s*/)
      .sort()
      .join(', ');
  return name === 'link'
    ? value
        .split(/,\s*(?=<)/)
        .map(plainLink)
        .sort()
        .join(', ')
    : value;
}

/** Normalizes encoding and order of the query. */
function plainLink(link: string): string {
  return link.replace(/^<([^?>]*)\?([^>]*)>/, (_whole, address: string, query: string) => {
    const parameters = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`).sort();
    return `<${address}?${parameters.join('&')}>`;
  });
}

function compareValues(path: string, ours: unknown, theirs: unknown, found: Difference[]): void {
  if (ours === theirs) return;
  // PHP writes an empty map as an empty list.
  if (isEmptyList(ours) && isMembers(theirs)) return compareValues(path, {}, theirs, found);
  if (isEmptyList(theirs) && isMembers(ours)) return compareValues(path, ours, {}, found);
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    if (ours.length !== theirs.length) found.push({ path: `${path}.length`, ours: ours.length, theirs: theirs.length });
    for (let at = 0; at < Math.min(ours.length, theirs.length); at++)
      compareValues(`${path}[${at}]`, ours[at], theirs[at], found);
  } else if (isMembers(ours) && isMembers(theirs)) {
    for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)]))
      compareValues(`${path}.${name}`, ours[name], theirs[name], found);
  } else {
    found.push({ path, ours, theirs });
  }
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
