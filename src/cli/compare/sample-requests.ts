import { type SafeMethod } from '../http-get.js';

/** A request that is sent to both sites. */
export interface SampleRequest {
  /** The report groups by this: `/wp/v2/posts/{id}`. */
  route: string;
  path: string;
  /** Encoded, without a question mark. */
  query: string;
  /** GET by default. */
  method?: SafeMethod;
  /** Only the status and the total are compared. */
  isTotal?: true;
  /** The part of the body that is compared. */
  view?: (body: unknown) => unknown;
}

/** Collections that belong to no type and no taxonomy. */
export const OTHER_COLLECTIONS = ['/wp/v2/users', '/wp/v2/comments'];

const MISSING_ID = 999_999_999;

const at = (route: string, query = ''): SampleRequest => ({ route, path: route, query });
const item = (base: string, id: number | string, query = ''): SampleRequest => ({
  route: `${base}/{id}`,
  path: `${base}/${id}`,
  query,
});

/** Requests that need no knowledge of the items of the site. `authenticated` adds `context=edit`. */
export function generalRequests(bases: readonly string[], sample: number, authenticated: boolean): SampleRequest[] {
  return [
    { ...at('/'), view: indexView },
    ...['/wp/v2/types', '/wp/v2/statuses', '/wp/v2/taxonomies'].flatMap((base) => [
      at(base),
      at(base, authenticated ? 'context=edit' : 'context=embed'),
    ]),
    ...['post', 'page', 'attachment', 'nothing'].map((name) => item('/wp/v2/types', name)),
    ...['publish', 'nothing'].map((name) => item('/wp/v2/statuses', name)),
    ...['category', 'post_tag', 'nothing'].map((name) => item('/wp/v2/taxonomies', name)),
    ...bases.map(describe),
    ...bases.flatMap((base) => listRequests(base, sample, authenticated)),
    ...bases.flatMap(errorRequests),
    at('/wp/v2/posts', 'after=yesterday'),
    at('/wp/v2/posts', 'orderby=nothing'),
    at('/wp/v2/settings'),
    at('/wp/v2/users/me'),
    at('/wp/v2/nothing'),
  ];
}

/** Totals of one collection, by the values of one of its parameters. */
export function totalRequests(base: string, parameter?: string, values: readonly string[] = []): SampleRequest[] {
  return ['', ...values.map((value) => `${parameter}=${encodeURIComponent(value)}&`)].map((filter) => ({
    ...at(base, `${filter}per_page=1&_fields=id`),
    isTotal: true,
  }));
}

/** One item as everybody gets it. */
export function itemRequest(base: string, id: number | string): SampleRequest {
  return item(base, id);
}

/** What a collection says about itself. */
function describe(base: string): SampleRequest {
  return { ...at(base), method: 'OPTIONS', view: descriptionView };
}

function listRequests(base: string, sample: number, authenticated: boolean): SampleRequest[] {
  const queries = [
    '',
    `per_page=${sample}&_embed`,
    'per_page=3&page=2',
    'per_page=5&order=asc',
    `per_page=${sample}&context=embed`,
    'per_page=2&_envelope',
  ];
  return [...queries, ...(authenticated ? [`per_page=${sample}&context=edit`] : [])].map((query) => at(base, query));
}

function errorRequests(base: string): SampleRequest[] {
  return [
    item(base, MISSING_ID),
    at(base, 'per_page=0'),
    at(base, 'per_page=many'),
    at(base, 'page=99999'),
    at(base, 'context=edit'),
    at(base, 'context=nothing'),
  ];
}

/** Further requests about the sampled items of one collection. */
export function itemRequests(
  base: string,
  items: readonly Record<string, unknown>[],
  { filters, authenticated }: { filters: readonly string[]; authenticated: boolean },
): SampleRequest[] {
  const ids = items.map(({ id }) => id as number | string);
  const [first] = items;
  if (!first) return [];
  const requests: SampleRequest[] = [];
  requests.push(
    item(base, ids[0]!, '_embed'),
    item(base, ids[0]!, 'context=embed'),
    item(base, ids[0]!, authenticated ? 'context=edit' : 'context=nothing'),
  );
  requests.push(
    at(base, `include=${ids.slice(0, 5).join(',')}&per_page=3`),
    at(base, `exclude=${ids.slice(0, 5).join(',')}&per_page=3`),
  );
  if (typeof first.slug === 'string') requests.push(at(base, `slug=${encodeURIComponent(first.slug)}`));
  const word = wordOf(first);
  if (word !== undefined) requests.push(at(base, `search=${encodeURIComponent(word)}&per_page=5`));
  return [...requests, ...filterRequests(base, first, filters)];
}

/** A word of the item's title or name, so that the search has at least one result. */
function wordOf({ title, name }: Record<string, unknown>): string | undefined {
  const text = (title as { rendered?: string } | undefined)?.rendered ?? (name as string | undefined) ?? '';
  return text.replace(/<[^>]*>|&[^;]+;/g, ' ').match(/\p{L}{4,}/u)?.[0];
}

const FILTERS = ['author', 'parent', 'post'];

/** `filters` are the REST bases of the taxonomies. */
function filterRequests(base: string, first: Record<string, unknown>, filters: readonly string[]): SampleRequest[] {
  return [...filters, ...FILTERS].flatMap((name) => {
    const value = [first[name]].flat()[0];
    return typeof value === 'number' && value > 0 ? [at(base, `${name}=${value}&per_page=3`)] : [];
  });
}

interface Index {
  name?: unknown;
  description?: unknown;
  url?: unknown;
  home?: unknown;
  namespaces?: unknown;
  routes?: Record<string, { methods?: string[] }>;
}

/** The part of the index that is compared: the site's identity, and its routes with their methods. Descriptions of arguments differ by design. */
export function indexView(body: unknown): unknown {
  const { name, description, url, home, namespaces, routes = {} } = (body ?? {}) as Index;
  return {
    name,
    description,
    url,
    home,
    namespaces: Object.fromEntries([namespaces].flat().map((namespace) => [String(namespace), true])),
    routes: Object.fromEntries(
      Object.entries(routes).map(([route, { methods = [] }]) => [plain(route), [...methods].sort().join(', ')]),
    ),
  };
}

interface Description {
  endpoints?: { methods?: string[]; args?: object }[];
  schema?: { properties?: { meta?: { properties?: object } } };
}

/** The names of the parameters, members and meta keys that a collection declares. */
export function descriptionView(body: unknown): unknown {
  const { endpoints = [], schema: { properties = {} } = {} } = (body ?? {}) as Description;
  const named = (members: object = {}) => Object.fromEntries(Object.keys(members).map((name) => [name, true]));
  return {
    parameters: Object.fromEntries(
      endpoints.flatMap(({ methods = [], args }) => methods.map((method) => [method, named(args)])),
    ),
    members: named(properties),
    meta: named(properties.meta?.properties),
  };
}

/** `/wp/v2/posts/(?P<id>[\d]+)` as `/wp/v2/posts/{id}`: the pattern of a parameter is an implementation detail. */
function plain(route: string): string {
  let text = '';
  for (let at = 0; at < route.length;) {
    const name = /^\(\?P<(\w+)>/.exec(route.slice(at))?.[1];
    if (name === undefined) {
      text += route[at++];
      continue;
    }
    text += `{${name}}`;
    at = endOfGroup(route, at);
  }
  return text;
}

/** Index after the bracket that closes the one at `start`. */
function endOfGroup(route: string, start: number): number {
  let depth = 0;
  let inClass = false;
  for (let at = start; at < route.length; at++) {
    const character = route[at]!;
    if (character === '\\') at++;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at + 1;
  }
  return route.length;
}
