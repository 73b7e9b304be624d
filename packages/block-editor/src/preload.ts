import { type GlobalStylesConfig } from '@wordpress/global-styles-engine';
import { type EditedEntry, type Service } from './service';

export interface PreloadedResponse {
  body: unknown;
  headers: Record<string, string>;
}

/** By path, and for OPTIONS by path below that name: what `createPreloadingMiddleware` of api-fetch takes. */
export type Preloaded = Record<string, PreloadedResponse | Record<string, PreloadedResponse>>;

const HEADERS = ['Allow', 'Link', 'X-WP-Total', 'X-WP-TotalPages'];

/** Members of the index that the editor reads; its request names them in this order. */
const INDEX_FIELDS = [
  'description',
  'gmt_offset',
  'home',
  'image_sizes',
  'image_size_threshold',
  'name',
  'site_icon',
  'site_icon_url',
  'site_logo',
  'timezone_string',
  'url',
  'page_for_posts',
  'page_on_front',
  'show_on_front',
].join(',');

/** Encoded as the editor's client encodes it, so that the paths are equal. */
export const INDEX = `/?_fields=${encodeURIComponent(INDEX_FIELDS)}`;
export const ME = '/wp/v2/users/me';
export const ACTIVE_THEME = '/wp/v2/themes?context=edit&status=active';
export const SETTINGS = '/wp/v2/settings';
/** Templates of the site that entries of a type can choose. */
export const templatesFor = (type: string) => `/wp/v2/templates?context=edit&post_type=${type}&per_page=100&page=1`;

/** Reads what the editor asks for at its start while its script is loading. What is refused is left to the editor. */
export async function preload(service: Service, { type, route }: EditedEntry, hasThemes: boolean): Promise<Preloaded> {
  const collection = route.replace(/\/\d+$/, '');
  const gets = [
    '/wp/v2/types?context=view',
    '/wp/v2/taxonomies?context=view',
    `${route}?context=edit`,
    `/wp/v2/types/${type}?context=edit`,
    ME,
    `${route}/autosaves?context=edit`,
    SETTINGS,
    ACTIVE_THEME,
    '/wp/v2/block-patterns/categories',
    INDEX,
    '/wp/v2/taxonomies?context=edit&per_page=100',
    '/wp/v2/blocks?context=edit&per_page=100&page=1',
    templatesFor(type),
  ];
  const options = [
    ...new Set([collection, '/wp/v2/media', '/wp/v2/pages', '/wp/v2/blocks', '/wp/v2/templates', SETTINGS]),
  ];
  const [read, described] = await Promise.all([
    Promise.all(gets.map((path) => load(service, 'GET', path))),
    Promise.all(options.map((path) => load(service, 'OPTIONS', path))),
  ]);
  const preloaded: Preloaded = { ...Object.fromEntries(read.flat()), OPTIONS: Object.fromEntries(described.flat()) };
  nameFeatures(preloaded);
  return { ...preloaded, ...(await loadTheme(service, preloaded, hasThemes)) };
}

/** The files of the theme name its features. Where they are not known, the pages of the service are shown, which have featured images. */
function nameFeatures(preloaded: Preloaded): void {
  const [theme] = preloadedBody<{ theme_supports?: Record<string, unknown> }[]>(preloaded, ACTIVE_THEME) ?? [];
  if (theme) theme.theme_supports ??= { 'post-thumbnails': true };
}

/**
 * What the files of the active theme say, which only WordPress can read. Without it the answers are empty, instead of requests for
 * routes that do not exist.
 */
async function loadTheme(service: Service, preloaded: Preloaded, hasThemes: boolean): Promise<Preloaded> {
  const path = themePath(preloaded);
  if (path === undefined) return {};
  if (hasThemes) return Object.fromEntries(await load(service, 'GET', path));
  return { [path]: { body: {}, headers: {} } };
}

function themePath(preloaded: Preloaded): string | undefined {
  const [theme] = preloadedBody<{ stylesheet: string }[]>(preloaded, ACTIVE_THEME) ?? [];
  return theme && `/wp/v2/global-styles/themes/${theme.stylesheet}?context=view`;
}

/** Settings and styles of the active theme, where they are known. */
export function themeStyles(preloaded: Preloaded): GlobalStylesConfig | undefined {
  const path = themePath(preloaded);
  const theme = path === undefined ? undefined : preloadedBody<GlobalStylesConfig>(preloaded, path);
  return theme?.settings && theme;
}

async function load(service: Service, method: string, path: string): Promise<[string, PreloadedResponse][]> {
  const response = await service.fetch(method, path).catch(() => undefined);
  if (!response?.ok) return [];
  const headers = HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return [[path, { body: await response.json(), headers: Object.fromEntries(headers) as Record<string, string> }]];
}

/** The body of a preloaded response. */
export function preloadedBody<T>(preloaded: Preloaded, path: string): T | undefined {
  return preloaded[path]?.body as T | undefined;
}
