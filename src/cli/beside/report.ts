import { type Asked } from './beside.js';
import { type Difference } from './compare.js';
import { plainMarkup } from './known-differences.js';
import { textTable } from '../text-table.js';

const SHOWN = 90;
const BEFORE = 30;

export interface RouteReport {
  route: string;
  asked: number;
  /** Answers without any difference that counts. */
  same: number;
  known: number;
  different: number;
  differences: { path: string; times: number; example: string; ours: unknown; theirs: unknown }[];
}

export interface BesideReport {
  routes: RouteReport[];
  known: { reason: string; times: number; paths: string[] }[];
  summary: { asked: number; same: number; different: number; known: number };
}

/** Route by route; the same difference in several items is told once. */
export function reportOf(asked: readonly Asked[]): BesideReport {
  const routes = [...new Set(asked.map(({ route }) => route))].map((route) =>
    routeReport(
      route,
      asked.filter((question) => question.route === route),
    ),
  );
  const reasons = new Map<string, { times: number; paths: Set<string> }>();
  for (const { reason, path } of asked.flatMap(({ known }) => known)) {
    const entry = reasons.get(reason) ?? { times: 0, paths: new Set<string>() };
    entry.times++;
    entry.paths.add(general(path));
    reasons.set(reason, entry);
  }
  const sum = (member: 'asked' | 'same' | 'different' | 'known') =>
    routes.reduce((total, route) => total + route[member], 0);
  return {
    routes,
    known: [...reasons].map(([reason, { times, paths }]) => ({ reason, times, paths: [...paths] })),
    summary: { asked: sum('asked'), same: sum('same'), different: sum('different'), known: sum('known') },
  };
}

function routeReport(route: string, asked: readonly Asked[]): RouteReport {
  const byPath = new Map<string, RouteReport['differences'][number]>();
  for (const { path, query, differences } of asked) {
    for (const difference of differences) {
      const place = general(difference.path);
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
  const different = asked.filter(({ differences }) => differences.length > 0).length;
  const known = asked.reduce((total, question) => total + question.known.length, 0);
  return {
    route,
    asked: asked.length,
    same: asked.length - different,
    known,
    different,
    differences: [...byPath.values()],
  };
}

/** The same place in every item of a list. */
function general(path: string): string {
  return path.replace(/\[\d+\]/g, '[]');
}

export function reportText({ routes, known, summary }: BesideReport): string {
  const rows = routes.map(({ route, asked, same, different, known: expected }) => [
    route,
    asked,
    same,
    different,
    expected,
  ]);
  const lines = [textTable(['Route', 'Asked', 'Same', 'Different', 'Known'], rows, 'Nothing was asked.')];
  for (const { route, differences } of routes.filter((report) => report.differences.length > 0)) {
    lines.push('', route);
    for (const difference of differences)
      lines.push(
        `  ${difference.path} (${difference.times} times, such as ${difference.example})`,
        ...sides(difference),
      );
  }
  if (known.length > 0)
    lines.push(
      '',
      'Known differences, not counted:',
      ...known.map(({ reason, times }) => `  ${times} times: ${reason}`),
    );
  lines.push('', `${summary.asked} questions: ${summary.same} answered alike, ${summary.different} differently.`);
  return lines.join('\n');
}

/** Of long texts the part where they begin to differ, known attributes aside. */
function sides({ ours, theirs }: Pick<Difference, 'ours' | 'theirs'>): string[] {
  const [our, their] = [shown(ours), shown(theirs)];
  let at = 0;
  while (at < our.length && our[at] === their[at]) at++;
  const from = Math.max(0, at - BEFORE);
  const part = (text: string) =>
    (from > 0 ? '…' : '') + text.slice(from, from + SHOWN) + (text.length > from + SHOWN ? '…' : '');
  return [`    ours:   ${part(our)}`, `    theirs: ${part(their)}`];
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  return JSON.stringify(typeof value === 'string' ? plainMarkup(value) : value);
}
