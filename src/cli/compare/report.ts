import { type ComparedRequest } from './compare-sites.js';
import { type Difference } from './compare-responses.js';
import { plainMarkup } from './known-differences.js';
import { textTable } from '../../platform/command-line/cli.js';

/** Routes that a difference names. */
const MAX_NAMED = 5;
const EXCERPT_LENGTH = 90;
/** Characters shown before the first difference. */
const LEAD_LENGTH = 30;

export interface RouteReport {
  route: string;
  requests: number;
  /** Responses without a difference, known ones aside. */
  same: number;
  known: number;
  different: number;
  differences: { path: string; times: number; example: string; ours: unknown; theirs: unknown }[];
}

export interface ComparisonReport {
  routes: RouteReport[];
  known: { reason: string; times: number; paths: string[] }[];
  summary: { requests: number; same: number; different: number; known: number };
}

/** Groups by route; a difference that occurs in several items is reported once. */
export function reportOf(requests: readonly ComparedRequest[]): ComparisonReport {
  const routes = [...new Set(requests.map(({ route }) => route))].map((route) =>
    routeReport(
      route,
      requests.filter((request) => request.route === route),
    ),
  );
  const reasons = new Map<string, { times: number; paths: Set<string> }>();
  for (const { reason, path } of requests.flatMap(({ known }) => known)) {
    const entry = reasons.get(reason) ?? { times: 0, paths: new Set<string>() };
    entry.times++;
    entry.paths.add(withoutPositions(path));
    reasons.set(reason, entry);
  }
  const sum = (member: 'requests' | 'same' | 'different' | 'known') =>
    routes.reduce((total, route) => total + route[member], 0);
  return {
    routes,
    known: [...reasons].map(([reason, { times, paths }]) => ({ reason, times, paths: [...paths] })),
    summary: { requests: sum('requests'), same: sum('same'), different: sum('different'), known: sum('known') },
  };
}

function routeReport(route: string, requests: readonly ComparedRequest[]): RouteReport {
  const byPath = new Map<string, RouteReport['differences'][number]>();
  for (const { path, query, differences } of requests) {
    for (const difference of differences) {
      const place = withoutPositions(difference.path);
      const entry = byPath.get(place) ?? {
        path: place,
        times: 0,
        example: path + (query === '' ? '' : `?${query}`),
        ours: difference.ours,
        theirs: difference.theirs,
      };
      entry.times++;
      byPath.set(place, entry);
    }
  }
  const different = requests.filter(({ differences }) => differences.length > 0).length;
  const known = requests.reduce((total, request) => total + request.known.length, 0);
  return {
    route,
    requests: requests.length,
    same: requests.length - different,
    known,
    different,
    differences: [...byPath.values()],
  };
}

/** Replaces list positions, so that the same member of every item has one path. */
function withoutPositions(path: string): string {
  return path.replace(/\[\d+\]/g, '[]');
}

export function reportText({ routes, known, summary }: ComparisonReport): string {
  const rows = routes.map(({ route, requests, same, different, known: expected }) => [
    route,
    requests,
    same,
    different,
    expected,
  ]);
  const lines = [textTable(['Route', 'Requests', 'Same', 'Different', 'Known'], rows, 'No requests were sent.')];
  const found = grouped(routes);
  if (found.length > 0) lines.push('', 'Differences, those first that may show visitors what they must not see:');
  for (const { difference, routes: names, times } of found)
    lines.push(
      '',
      names.length > MAX_NAMED
        ? `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`
        : names.join(', '),
      `  ${difference.path} (${times} times, such as ${difference.example})`,
      ...sides(difference),
    );
  if (known.length > 0)
    lines.push(
      '',
      'Known differences, not counted:',
      ...known.map(({ reason, times }) => `  ${times} times: ${reason}`),
    );
  lines.push(
    '',
    `${summary.requests} requests: ${summary.same} with the same response, ${summary.different} with a different one.`,
  );
  return lines.join('\n');
}

type RouteDifference = RouteReport['differences'][number];

/** The same difference on several routes. */
interface DifferenceGroup {
  readonly difference: RouteDifference;
  readonly routes: string[];
  times: number;
}

/** One group for what is equal on several routes, in the order of what it can mean for the owner. */
function grouped(routes: readonly RouteReport[]): DifferenceGroup[] {
  const groups = new Map<string, DifferenceGroup>();
  for (const { route, differences } of routes)
    for (const difference of differences) {
      const key = JSON.stringify([difference.path, sides(difference)]);
      const group = groups.get(key) ?? { difference, routes: [], times: 0 };
      group.routes.push(route);
      group.times += difference.times;
      groups.set(key, group);
    }
  return [...groups.values()].sort((one, other) => danger(one.difference) - danger(other.difference));
}

/** Smaller numbers first: more items or members than WordPress shows, then fewer, then other values. */
function danger({ path, ours, theirs }: RouteDifference): number {
  if (path === 'header.x-wp-total') return Number(ours ?? 0) > Number(theirs ?? 0) ? 0 : 2;
  if (path === 'status') return Number(ours) < Number(theirs) ? 0 : 2;
  if (path.endsWith('.length')) return Number(ours) > Number(theirs) ? 1 : 3;
  if (theirs === undefined) return 1;
  if (ours === undefined) return 3;
  return path.startsWith('header.') ? 5 : 4;
}

/** Shortens long texts to the part where they begin to differ, ignoring known attributes. */
function sides({ ours, theirs }: Pick<Difference, 'ours' | 'theirs'>): string[] {
  const [our, their] = [toText(ours), toText(theirs)];
  let at = 0;
  while (at < our.length && our[at] === their[at]) at++;
  const from = Math.max(0, at - LEAD_LENGTH);
  const part = (text: string) =>
    (from > 0 ? '…' : '') + text.slice(from, from + EXCERPT_LENGTH) + (text.length > from + EXCERPT_LENGTH ? '…' : '');
  return [`    ours:   ${part(our)}`, `    theirs: ${part(their)}`];
}

function toText(value: unknown): string {
  if (value === undefined) return '(absent)';
  return JSON.stringify(typeof value === 'string' ? plainMarkup(value) : value);
}
