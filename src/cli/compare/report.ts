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

/** A total that differs, or the status of its request. */
export interface TotalReport {
  route: string;
  /** What is counted: `status=draft`; all when empty. */
  filter: string;
  /** Login, or undefined for visitors. */
  as?: string;
  ours: unknown;
  theirs: unknown;
}

export interface ActivePlugin {
  name: string;
  description: string;
}

export interface ComparisonReport {
  totals: TotalReport[];
  /** Active plugins of WordPress; undefined where it does not list them. */
  plugins?: ActivePlugin[];
  routes: RouteReport[];
  known: { reason: string; times: number; paths: string[] }[];
  summary: { requests: number; same: number; different: number; known: number };
}

/** Groups by route; a difference that occurs in several items is reported once. */
export function reportOf(requests: readonly ComparedRequest[], plugins?: ActivePlugin[]): ComparisonReport {
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
    totals: requests
      .filter(({ isTotal }) => isTotal)
      .flatMap(({ route, query, as, differences }) =>
        differences.map(({ ours, theirs }) => ({ route, filter: filterOf(query), as, ours, theirs })),
      )
      .sort((a, b) => Number(isMore(b)) - Number(isMore(a))),
    plugins,
    routes,
    known: [...reasons].map(([reason, { times, paths }]) => ({ reason, times, paths: [...paths] })),
    summary: { requests: sum('requests'), same: sum('same'), different: sum('different'), known: sum('known') },
  };
}

function filterOf(query: string): string {
  return decodeURIComponent(query.replace(/&?per_page=.*/, ''));
}

/** Whether this service has or allows what WordPress does not. */
function isMore({ ours, theirs }: Pick<TotalReport, 'ours' | 'theirs'>): boolean {
  // Statuses are numbers, totals are texts.
  return typeof ours === 'number' ? ours < Number(theirs) : Number(ours ?? 0) > Number(theirs ?? 0);
}

function routeReport(route: string, requests: readonly ComparedRequest[]): RouteReport {
  const byPath = new Map<string, RouteReport['differences'][number]>();
  for (const { path, query, method = 'GET', isTotal, as, differences } of requests) {
    if (isTotal) continue;
    for (const difference of differences) {
      const place = withoutPositions(difference.path);
      const entry = byPath.get(place) ?? {
        path: place,
        times: 0,
        example:
          (method === 'GET' ? '' : `${method} `) +
          path +
          (query === '' ? '' : `?${query}`) +
          (as === undefined ? '' : ` as ${as}`),
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

export function reportText({ totals, plugins, routes, known, summary }: ComparisonReport): string {
  const rows = routes.map(({ route, requests, same, different, known: expected }) => [
    route,
    requests,
    same,
    different,
    expected,
  ]);
  const lines = [
    ...(totals.length === 0
      ? []
      : ['Totals that differ, those first that are larger than in WordPress:', '', totalsTable(totals), '']),
    textTable(['Route', 'Requests', 'Same', 'Different', 'Known'], rows, 'No requests were sent.'),
  ];
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
  if (plugins !== undefined && plugins.length > 0) lines.push('', ...pluginLines(plugins));
  lines.push(
    '',
    `${summary.requests} requests: ${summary.same} with the same response, ${summary.different} with a different one.`,
  );
  return lines.join('\n');
}

function totalsTable(totals: readonly TotalReport[]): string {
  const rows = totals.map(({ route, filter, as = 'visitors', ours, theirs }) => [
    route,
    filter,
    as,
    ...[ours, theirs].map((value) => (typeof value === 'number' ? `status ${value}` : String(value ?? '(absent)'))),
  ]);
  return textTable(['Route', 'Of', 'As', 'Here', 'WordPress'], rows, '');
}

/** Words in the descriptions of plugins that change who sees what, and how. */
const FILTERING =
  /\b(?:access|content|hide|language|membership|multilingual|order|permission|private|protect|query|restrict|role|search|shortcode|translat|visib)/i;

function pluginLines(plugins: readonly ActivePlugin[]): string[] {
  const filtering = plugins.filter(({ name, description }) => FILTERING.test(`${name} ${description}`));
  const others = plugins.filter((plugin) => !filtering.includes(plugin));
  const list = (some: readonly ActivePlugin[]) => some.map(({ name }) => name).join(', ');
  return [
    'Active plugins in WordPress, whose filters do not run here:',
    ...(filtering.length > 0 ? [`  contents, access or queries, by their descriptions: ${list(filtering)}`] : []),
    ...(others.length > 0 ? [`  others: ${list(others)}`] : []),
  ];
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
  return [...groups.values()].sort((a, b) => danger(a.difference) - danger(b.difference));
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
