import {
  generalRequests,
  itemRequest,
  itemRequests,
  OTHER_COLLECTIONS,
  type SampleRequest,
  totalRequests,
} from './sample-requests.js';
import { compareResponses, type Difference } from './compare-responses.js';
import { KNOWN_DIFFERENCES, type KnownDifference, knownReason } from './known-differences.js';
import { type RestSite } from './rest-site.js';

const CONCURRENCY = 4;
const MAX_PAGE = 100;

/** Both sites, with the same account. */
export interface Requester {
  /** Undefined for visitors. */
  readonly login?: string;
  /** Whether every entry may be read, so totals must be equal. */
  readonly readsAll?: boolean;
  readonly ours: RestSite;
  readonly theirs: RestSite;
}

export interface ComparedRequest {
  route: string;
  path: string;
  query: string;
  method?: SampleRequest['method'];
  isTotal?: true;
  /** Login of the requester; undefined for visitors. */
  as?: string;
  differences: Difference[];
  /** Expected differences, with the reason. */
  known: (Difference & { reason: string })[];
}

export interface SampleOptions {
  /** How many items of each collection are requested; `Infinity` for every id of both sites, as a visitor. */
  sample: number;
  visitors: Requester;
  accounts: readonly Requester[];
  /** Called after each request. */
  onProgress?: (done: number, all: number, compared: ComparedRequest) => void;
}

interface PlannedRequest {
  readonly request: SampleRequest;
  readonly requester: Requester;
}

/**
 * Sends the same requests to two sites and returns where the responses differ: totals as every requester, then everything else
 * as the first account, or as visitors where there is none.
 */
export async function compareSites({
  sample,
  visitors,
  accounts,
  onProgress,
}: SampleOptions): Promise<ComparedRequest[]> {
  const [requester = visitors] = accounts;
  const shared = await sharedCollections(requester);
  const by = (requests: readonly SampleRequest[], client = requester): PlannedRequest[] =>
    requests.map((request) => ({ request, requester: client }));
  const planned: PlannedRequest[] = [];
  for (const client of [visitors, ...accounts]) planned.push(...by(await totals(client, shared), client));
  planned.push(...by(generalRequests(shared.routes, Math.min(sample, MAX_PAGE), requester !== visitors)));
  for (const path of shared.routes) {
    const items = await listed(requester.theirs, path, sample);
    const ids = new Set(items.map(({ id }) => id as number | string));
    // What only this service has must not be left out.
    if (sample === Infinity) for (const { id } of await listed(requester.ours, path, sample)) ids.add(id as number);
    planned.push(
      ...by(
        [...ids].map((id) => itemRequest(path, id)),
        sample === Infinity ? visitors : requester,
      ),
      ...by(itemRequests(path, items, { filters: shared.filters, authenticated: requester !== visitors })),
    );
  }
  // What newer releases add is no excuse for a service that implements them.
  const documented = KNOWN_DIFFERENCES.filter(({ olderOnly }) => !(olderOnly && shared.isWp7));
  const compared: ComparedRequest[] = new Array<ComparedRequest>(planned.length);
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < planned.length) {
      const index = next++;
      const result = (compared[index] = await compareRequest(planned[index]!, documented));
      onProgress?.(++done, planned.length, result);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return compared;
}

interface SharedCollections {
  /** Such as `/wp/v2/posts`. */
  readonly routes: readonly string[];
  /** Routes of types whose entries have statuses. */
  readonly entries: readonly string[];
  /** Arguments that filter entries by a term. */
  readonly filters: readonly string[];
  /** Whether our side implements a release with the block editor. */
  readonly isWp7: boolean;
}

/** The collections that both sites have, those of declared types and taxonomies included. */
async function sharedCollections({ ours, theirs }: Requester): Promise<SharedCollections> {
  const [types, taxonomies, index] = await Promise.all([
    theirs.get({ path: '/wp/v2/types', query: '' }),
    theirs.get({ path: '/wp/v2/taxonomies', query: '' }),
    ours.get({ path: '/', query: '' }),
  ]);
  const { routes = {} } = index.body as { routes?: Record<string, unknown> };
  const isShared = (route: string) => Object.hasOwn(routes, route);
  const ownersIn = (body: unknown) => Object.values((body ?? {}) as Record<string, RestOwner>);
  const collections = [types, taxonomies].flatMap(({ body }) => ownersIn(body).map(collectionOf));
  return {
    routes: [...new Set([...collections, ...OTHER_COLLECTIONS])].filter(isShared),
    entries: ownersIn(types.body)
      .filter(({ slug }) => slug !== 'attachment')
      .map(collectionOf)
      .filter(isShared),
    filters: ownersIn(taxonomies.body).map(({ rest_base }) => rest_base),
    isWp7: isShared('/wp/v2/blocks'),
  };
}

/** The part of a type or taxonomy that says where its items are. */
interface RestOwner {
  slug: string;
  rest_base: string;
  rest_namespace?: string;
}

function collectionOf({ rest_base, rest_namespace = 'wp/v2' }: RestOwner): string {
  return `/${rest_namespace}/${rest_base}`;
}

/** Totals of all collections; as an account also by status, and of users by role. */
async function totals(requester: Requester, { routes, entries }: SharedCollections): Promise<SampleRequest[]> {
  const [statuses, roles] = requester.login === undefined ? [[], []] : await statusesAndRoles(requester.theirs);
  return routes.flatMap((route) => {
    if (route === '/wp/v2/users') return totalRequests(route, 'roles', roles);
    return entries.includes(route) ? totalRequests(route, 'status', statuses) : totalRequests(route);
  });
}

async function statusesAndRoles(theirs: RestSite): Promise<[statuses: string[], roles: string[]]> {
  const { body } = await theirs.get({ path: '/wp/v2/statuses', query: '' });
  const users = await theirs.get({ path: '/wp/v2/users', query: 'context=edit&per_page=100&_fields=roles' });
  const roles = Array.isArray(users.body)
    ? users.body.flatMap(({ roles: own }: { roles?: string[] }) => own ?? [])
    : [];
  return [Object.keys(body ?? {}), [...new Set(roles)]];
}

/** The first items of a collection. */
async function listed(site: RestSite, path: string, sample: number): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for (let page = 1; items.length < sample; page++) {
    const { status, body } = await site.get({ path, query: `per_page=${Math.min(sample, MAX_PAGE)}&page=${page}` });
    if (status !== 200 || !Array.isArray(body) || body.length === 0) break;
    items.push(...(body as Record<string, unknown>[]));
  }
  return items.slice(0, sample);
}

/** A difference counts only when a second attempt shows it too: a live site may change between two requests. */
async function compareRequest(
  { request, requester: { login, readsAll, ours, theirs } }: PlannedRequest,
  known: readonly KnownDifference[],
): Promise<ComparedRequest> {
  const { route, path, query, method, isTotal, view } = request;
  const expected = known.filter(({ fewerHere }) => !(fewerHere && readsAll));
  for (let attempt = 1; ; attempt++) {
    const [our, their] = await Promise.all([ours.get(request), theirs.get(request)]);
    const found = compareResponses(our, their, view).filter(
      ({ path: place }) => !isTotal || place === 'status' || place === 'header.x-wp-total',
    );
    const judged = found.map((difference) => ({ ...difference, reason: knownReason(route, difference, expected) }));
    const differences = judged.flatMap(({ reason, ...difference }) => (reason === undefined ? [difference] : []));
    if (differences.length > 0 && attempt === 1) continue;
    const excused = judged.flatMap(({ reason, ...difference }) =>
      reason === undefined ? [] : [{ ...difference, reason }],
    );
    return { route, path, query, method, isTotal, as: login, differences, known: excused };
  }
}
