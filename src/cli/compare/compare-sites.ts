import { generalRequests, itemRequests, OTHER_COLLECTIONS, type SampleRequest } from './sample-requests.js';
import { compareResponses, type Difference } from './compare-responses.js';
import { KNOWN_DIFFERENCES, type KnownDifference, knownReason } from './known-differences.js';
import { type RestSite } from './rest-site.js';

const CONCURRENCY = 4;
const MAX_PAGE = 100;

export interface ComparedRequest {
  route: string;
  path: string;
  query: string;
  differences: Difference[];
  /** Expected differences, with the reason. */
  known: (Difference & { reason: string })[];
}

export interface SampleOptions {
  /** How many items of each collection are requested. */
  sample: number;
  authenticated: boolean;
  /** Called after each request. */
  onProgress?: (done: number, all: number, compared: ComparedRequest) => void;
}

/** Sends the same requests to two sites and returns where the responses differ. */
export async function compareSites(
  ours: RestSite,
  theirs: RestSite,
  { sample, authenticated, onProgress }: SampleOptions,
): Promise<ComparedRequest[]> {
  const shared = await sharedCollections(ours, theirs);
  const requests = [
    ...generalRequests(shared.routes, Math.min(sample, MAX_PAGE), authenticated),
    ...(await sampledItemRequests(theirs, shared, sample, authenticated)),
  ];
  // What newer releases add is no excuse for a service that implements them.
  const known = KNOWN_DIFFERENCES.filter(({ olderOnly }) => !(olderOnly && shared.isCurrent));
  const compared: ComparedRequest[] = new Array<ComparedRequest>(requests.length);
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < requests.length) {
      const index = next++;
      const result = (compared[index] = await compareRequest(ours, theirs, requests[index]!, known));
      onProgress?.(++done, requests.length, result);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return compared;
}

interface SharedCollections {
  /** Such as `/wp/v2/posts`. */
  readonly routes: readonly string[];
  /** Arguments that filter entries by a term. */
  readonly filters: readonly string[];
  /** Whether our side implements a release with the block editor. */
  readonly isCurrent: boolean;
}

/** The collections that both sites have, those of declared types and taxonomies included. */
async function sharedCollections(ours: RestSite, theirs: RestSite): Promise<SharedCollections> {
  const [types, taxonomies, known] = await Promise.all([
    theirs.get({ path: '/wp/v2/types', query: '' }),
    theirs.get({ path: '/wp/v2/taxonomies', query: '' }),
    ours.get({ path: '/', query: '' }),
  ]);
  const { routes = {} } = known.body as { routes?: Record<string, unknown> };
  const owners = [types, taxonomies].flatMap(({ body }) => Object.values(body as Record<string, RestOwner>));
  const collections = owners.map(({ rest_base, rest_namespace = 'wp/v2' }) => `/${rest_namespace}/${rest_base}`);
  return {
    routes: [...collections, ...OTHER_COLLECTIONS].filter((route) => Object.hasOwn(routes, route)),
    filters: Object.values(taxonomies.body as Record<string, RestOwner>).map(({ rest_base }) => rest_base),
    isCurrent: Object.hasOwn(routes, '/wp/v2/blocks'),
  };
}

/** The part of a type or taxonomy that says where its items are. */
interface RestOwner {
  rest_base: string;
  rest_namespace?: string;
}

async function sampledItemRequests(
  theirs: RestSite,
  { routes, filters }: SharedCollections,
  sample: number,
  authenticated: boolean,
): Promise<SampleRequest[]> {
  const requests: SampleRequest[] = [];
  for (const path of routes) {
    const items: Record<string, unknown>[] = [];
    for (let page = 1; items.length < sample; page++) {
      const { status, body } = await theirs.get({
        path,
        query: `per_page=${Math.min(sample, MAX_PAGE)}&page=${page}`,
      });
      if (status !== 200 || !Array.isArray(body) || body.length === 0) break;
      items.push(...(body as Record<string, unknown>[]));
    }
    requests.push(...itemRequests(path, items.slice(0, sample), { filters, authenticated }));
  }
  return requests;
}

/** A difference counts only when a second attempt shows it too: a live site may change between two requests. */
async function compareRequest(
  ours: RestSite,
  theirs: RestSite,
  request: SampleRequest,
  expected: readonly KnownDifference[],
): Promise<ComparedRequest> {
  const { route, path, query, view } = request;
  for (let attempt = 1; ; attempt++) {
    const [our, their] = await Promise.all([ours.get(request), theirs.get(request)]);
    const found = compareResponses(our, their, view);
    const known = found.flatMap((difference) => {
      const reason = knownReason(route, difference, expected);
      return reason === undefined ? [] : [{ ...difference, reason }];
    });
    const differences = found.filter((difference) => knownReason(route, difference, expected) === undefined);
    if (differences.length === 0 || attempt === 2) return { route, path, query, differences, known };
  }
}
