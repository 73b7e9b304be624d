import { type WordPressClient, WordPressError } from '../client/wordpress.client.js';
import { isMap, type JsonRecord, recordOf, textOf } from '../../../text/index.js';

/** What the REST API of a WordPress says about its content. */
export interface WordPressSchemas {
  /** By name, with the members of `context=edit`. */
  readonly types: JsonRecord;
  readonly taxonomies: JsonRecord;
  /** Names of the types that the account may not edit, so that WordPress does not describe them to it. */
  readonly hiddenTypes: readonly string[];
  /** Schema of the items of a route such as `/wp/v2/books`. */
  readonly items: ReadonlyMap<string, JsonRecord>;
  /** Address of one item of a route, where there is one. */
  readonly links: ReadonlyMap<string, string>;
  /** One item of a route as visitors get it, where there is one. */
  readonly samples: ReadonlyMap<string, JsonRecord>;
  /** By name; undefined if this WordPress does not list them. */
  readonly imageSizes?: JsonRecord;
  readonly largestSide?: number;
  /** The active theme. */
  readonly theme: JsonRecord;
  /** Schemas and values of the site's settings, by name. */
  readonly settings: JsonRecord;
  /** Statuses of entries, by name. */
  readonly statuses: JsonRecord;
  readonly settingValues: JsonRecord;
}

/** Types and taxonomies of which an item is requested. */
export interface NeededItems {
  /** For its URL. */
  link(name: string): boolean;
  /** For the names of its members. */
  members(name: string, route: string): boolean;
}

/** Requests at the same time: a WordPress on shared hosting has few processes. */
const PARALLEL = 4;
/** All requests together may take this many times as long as one. */
const TOTAL_TIMEOUT_FACTOR = 6;

/** Route of the collection of a type or taxonomy, as WordPress describes it; undefined where it has a pattern. */
export function collectionRoute(value: unknown): string | undefined {
  const { rest_base: base, rest_namespace: namespace } = recordOf(value);
  const route = `/${textOf(namespace) || 'wp/v2'}/${textOf(base)}`;
  return /^(?:\/[\w.-]+)+$/.test(route) ? route : undefined;
}

/** Reads the schemas with the configured account; throws a WordPressError where that fails. */
export async function readWordPressSchemas(
  client: WordPressClient,
  needed: NeededItems,
  timeoutMs: number,
): Promise<WordPressSchemas> {
  const read = boundedReader(client, timeoutMs);
  const edit = { query: { context: 'edit' } };
  const [ownTypes, shownTypes, ownTaxonomies, statuses, themes, index, settingOptions, settingValues] =
    await inParallel([
      () => read('/wp/v2/types', edit),
      () => read('/wp/v2/types', { query: { _fields: 'slug' } }),
      () => read('/wp/v2/taxonomies', edit),
      () => read('/wp/v2/statuses', edit).catch(ignoreStatus),
      () => read('/wp/v2/themes', { query: { status: 'active' } }),
      () => imageSizesOf(client, read),
      () => optionsOf(read, '/wp/v2/settings'),
      () => read('/wp/v2/settings').catch(ignoreStatus),
    ]);
  const types = expectRecord(ownTypes, '/wp/v2/types');
  const taxonomies = expectRecord(ownTaxonomies, '/wp/v2/taxonomies');
  const owners = [...Object.entries(types), ...Object.entries(taxonomies)];
  const routes = owners.flatMap(([, value]) => collectionRoute(value) ?? []);
  const items = await inParallel(
    ['/wp/v2/users', '/wp/v2/comments', ...routes].map((route) => async () => {
      return [route, propertiesOf(await optionsOf(read, route))] as const;
    }),
  );
  const links = await inParallel(
    owners
      .filter(([name]) => needed.link(name))
      .flatMap(([, value]) => collectionRoute(value) ?? [])
      .map((route) => async () => {
        const found = await read(route, { query: { per_page: '1', _fields: 'link' } }).catch(ignoreStatus);
        return [route, Array.isArray(found) ? textOf(recordOf(found[0]).link) : ''] as const;
      }),
  );
  const sampled = owners.flatMap(([name, value]) => {
    const route = collectionRoute(value);
    return route !== undefined && needed.members(name, route) ? [route] : [];
  });
  const samples = await inParallel(
    ['/wp/v2/users', '/wp/v2/comments', ...sampled].map((route) => async () => {
      const found = await read(route, { query: { per_page: '1' }, anonymous: true }).catch(ignoreStatus);
      return [route, Array.isArray(found) ? recordOf(found[0]) : {}] as const;
    }),
  );
  const { image_sizes: imageSizes, image_size_threshold: largestSide } = recordOf(index);
  return {
    types,
    taxonomies,
    hiddenTypes: Object.keys(recordOf(shownTypes)).filter((name) => !Object.hasOwn(types, name)),
    items: new Map(items),
    links: new Map(links.filter(([, link]) => link !== '')),
    samples: new Map(samples),
    ...(isMap(imageSizes) && { imageSizes }),
    ...(typeof largestSide === 'number' && { largestSide }),
    theme: Array.isArray(themes) ? recordOf(themes[0]) : {},
    statuses: recordOf(statuses),
    settings: propertiesOf(settingOptions),
    settingValues: recordOf(settingValues),
  };
}

/**
 * The part of the index about image sizes, without the routes, which are most of it. WordPress has it for browsers that may
 * process images: over HTTPS, or at the host `localhost`.
 */
async function imageSizesOf(client: WordPressClient, read: WordPressClient['json']): Promise<unknown> {
  const request = { query: { _fields: 'image_sizes,image_size_threshold' } };
  const found = await read('/', request);
  if (isMap(recordOf(found).image_sizes) || !client.isPlainLoopback) return found;
  return read('/', { ...request, hostHeader: 'localhost' }).catch(() => found);
}

/** The members of items that a response to OPTIONS describes. */
function propertiesOf(described: unknown): JsonRecord {
  return recordOf(recordOf(recordOf(described).schema).properties);
}

/** Requests that together take a bounded time. */
export function boundedReader(client: WordPressClient, timeoutMs: number): WordPressClient['json'] {
  const deadline = performance.now() + timeoutMs * TOTAL_TIMEOUT_FACTOR;
  return (route, request) => {
    if (performance.now() > deadline)
      throw new WordPressError('WordPress responds too slowly to be asked for its content types.');
    return client.json(route, request);
  };
}

/** A route that does not respond describes nothing; only a WordPress that does not respond at all is an error. */
function optionsOf(read: WordPressClient['json'], route: string): Promise<unknown> {
  return read(route, { method: 'OPTIONS' }).catch(ignoreStatus);
}

export function ignoreStatus(error: unknown): undefined {
  if (error instanceof WordPressError && error.status !== undefined) return undefined;
  throw error;
}

function expectRecord(value: unknown, route: string): JsonRecord {
  if (isMap(value) && Object.values(value).every(isMap)) return value;
  throw new WordPressError(`WordPress responded to ${route} with something other than its content types.`);
}

/** Runs the tasks, a few at a time; the results are in the order of the tasks. Stops at the first failure. */
export async function inParallel<T>(tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  const waiting = tasks.entries();
  let isBroken = false;
  const work = async () => {
    for (const [index, task] of waiting) {
      if (isBroken) return;
      try {
        results[index] = await task();
      } catch (error) {
        isBroken = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return results;
}
