import { COLLECTIONS, generalRequests, itemRequests, type SampleRequest } from './sample-requests.js';
import { compareAnswers, type Difference } from './compare-answers.js';
import { knownReason } from './known-differences.js';
import { type RestSite } from './rest-site.js';

const CONCURRENCY = 4;
const LARGEST_PAGE = 100;

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
  onProgress?: (done: number, all: number) => void;
}

/** Sends the same requests to two sites and returns where the responses differ. */
export async function compareSites(
  ours: RestSite,
  theirs: RestSite,
  { sample, authenticated, onProgress }: SampleOptions,
): Promise<ComparedRequest[]> {
  const requests = [
    ...generalRequests(Math.min(sample, LARGEST_PAGE), authenticated),
    ...(await sampledItemRequests(theirs, sample, authenticated)),
  ];
  const compared: ComparedRequest[] = new Array<ComparedRequest>(requests.length);
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < requests.length) {
      const index = next++;
      compared[index] = await compareRequest(ours, theirs, requests[index]!);
      onProgress?.(++done, requests.length);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return compared;
}

async function sampledItemRequests(theirs: RestSite, sample: number, authenticated: boolean): Promise<SampleRequest[]> {
  const requests: SampleRequest[] = [];
  for (const name of COLLECTIONS) {
    const items: Record<string, unknown>[] = [];
    for (let page = 1; items.length < sample; page++) {
      const { status, body } = await theirs.get({
        path: `/wp/v2/${name}`,
        query: `per_page=${Math.min(sample, LARGEST_PAGE)}&page=${page}`,
      });
      if (status !== 200 || !Array.isArray(body) || body.length === 0) break;
      items.push(...(body as Record<string, unknown>[]));
    }
    requests.push(...itemRequests(name, items.slice(0, sample), authenticated));
  }
  return requests;
}

/** A difference counts only when a second attempt shows it too: a live site may change between two requests. */
async function compareRequest(ours: RestSite, theirs: RestSite, request: SampleRequest): Promise<ComparedRequest> {
  const { route, path, query, view } = request;
  for (let attempt = 1; ; attempt++) {
    const [our, their] = await Promise.all([ours.get(request), theirs.get(request)]);
    const found = compareAnswers(our, their, view);
    const known = found.flatMap((difference) => {
      const reason = knownReason(route, difference);
      return reason === undefined ? [] : [{ ...difference, reason }];
    });
    const differences = found.filter((difference) => knownReason(route, difference) === undefined);
    if (differences.length === 0 || attempt === 2) return { route, path, query, differences, known };
  }
}
