import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv2019, type ErrorObject } from 'ajv/dist/2019.js';
import ajvFormats from 'ajv-formats';

const FOLDER = dirname(createRequire(import.meta.url).resolve('wp-json-schemas/package.json'));
const BASE = 'https://raw.githubusercontent.com/johnbillion/wp-json-schemas/trunk/schema.json';

/** Schemas of single items, by the base of their route. Lists have schemas of the names of their routes. */
const ITEMS: Readonly<Record<string, string>> = {
  posts: 'post',
  pages: 'page',
  media: 'attachment',
  blocks: 'block',
  'menu-items': 'menu-item',
  navigation: 'navigation-menu',
  categories: 'category',
  tags: 'tag',
  menus: 'menu',
  'menu-locations': 'menu-location',
  users: 'user',
  comments: 'comment',
  types: 'type',
  statuses: 'status',
  taxonomies: 'taxonomy',
  settings: 'settings',
  themes: 'theme',
  sidebars: 'sidebar',
  'block-types': 'block-type',
  templates: 'template',
  'template-parts': 'template-part',
  'font-families': 'font-family',
  'font-collections': 'font-collection',
};
/** Their lists are maps by name. */
const MAPS = new Set(['types', 'statuses', 'taxonomies', 'menu-locations']);

const ajv = new Ajv2019({ strict: false, allErrors: true });
(ajvFormats as unknown as typeof ajvFormats.default)(ajv);
for (const file of [
  'schema.json',
  ...readdirSync(join(FOLDER, 'schemas'), { recursive: true }).map((path) => `schemas/${String(path)}`),
]) {
  if (!file.endsWith('.json')) continue;
  const { $schema: _dialect, ...schema } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Record<
    string,
    unknown
  >;
  ajv.addSchema({ $id: BASE, ...schema });
}

export interface JudgedResponse {
  readonly method: string;
  /** Below `/wp-json`. */
  readonly route: string;
  readonly query: URLSearchParams;
  readonly status: number;
  readonly body: unknown;
}

/** Where a response of the REST API differs from its schema in `wp-json-schemas`; undefined where none describes it. */
export function schemaViolations(response: JudgedResponse): string[] | undefined {
  const name = schemaName(response);
  const validate = name === undefined ? undefined : ajv.getSchema(new URL(`schemas/rest-api/${name}.json`, BASE).href);
  if (!validate) return undefined;
  if (validate(response.body)) return [];
  const places = (validate.errors ?? []).map(
    (error: ErrorObject) => `${name} ${error.instancePath.replaceAll(/\/\d+/g, '/N')}: ${error.message}`,
  );
  return [...new Set(places)];
}

function schemaName({ method, route, query, status, body }: JudgedResponse): string | undefined {
  if (status >= 400) return 'error';
  // Parts of items.
  if ([...query.keys()].some((name) => /^_(?:fields|envelope)\b/.test(name)) || query.get('context') === 'embed')
    return undefined;
  if (method === 'OPTIONS' || method === 'DELETE') return undefined;
  const [, base = '', id, below] = /^\/wp\/v2\/([\w-]+)(?:\/([^/]+))?(?:\/([\w-]+))?$/.exec(route) ?? [];
  if (below !== undefined) return Array.isArray(body) ? `collections/${below}` : undefined;
  if (id === undefined && (Array.isArray(body) || MAPS.has(base)))
    return `collections/${base === 'search' ? 'search-results' : base}`;
  return ITEMS[base];
}
