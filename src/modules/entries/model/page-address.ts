import { parsePhpQuery, TooManyParameters } from '../../../text/php/php-query.js';
import { type Site } from '../../../site/site.js';
import { frontOf, termFolder } from '../../terms/term.js';
import { archivePath } from './permalinks.js';

/** The page a URL refers to, as far as the URL alone determines it. */
export type PageAddress =
  | ({ readonly kind: 'home' } & Paged)
  | ({ readonly kind: 'term'; readonly taxonomy: string } & ({ readonly slug: string } | { readonly id: number }) &
      Paged)
  | ({ readonly kind: 'type'; readonly type: string } & Paged)
  | ({ readonly kind: 'author'; readonly nicename?: string; readonly id?: number } & Paged)
  | ({ readonly kind: 'search'; readonly words: string } & Paged)
  | ({ readonly kind: 'date'; readonly year: number; readonly month?: number; readonly day?: number } & Paged)
  | ({ readonly kind: 'entry' } & EntryAddress & Partial<Paged>)
  | ({ readonly kind: 'comments' } & Paged)
  | { readonly kind: 'declared'; readonly type: string; readonly path: string }
  | { readonly kind: 'sitemap'; readonly type?: string; readonly page: number }
  | { readonly kind: 'robots' };

export interface EntryAddress {
  readonly id?: number;
  readonly previewToken?: string;
  /** With the requester's unsaved changes. */
  readonly isEdited?: boolean;
}

interface Paged {
  readonly page: number;
  readonly isFeed: boolean;
  /** JSON Feed instead of RSS. */
  readonly isJson?: boolean;
}

const SITEMAP = /^\/sitemap(?:-([a-z0-9_-]+)-([1-9]\d{0,5}))?\.xml$/;
const DATE = /^([12]\d{3})(?:\/(0?[1-9]|1[0-2])(?:\/(0?[1-9]|[12]\d|3[01]))?)?\/?$/;
const PLAIN_DATE = /^([12]\d{3})(0[1-9]|1[0-2])?(0[1-9]|[12]\d|3[01])?$/;
const ID = /^[1-9]\d{0,14}$/;

/** `path` is decoded and below the site's home. */
export function readPageAddress(requested: string, query: URLSearchParams, site: Site): PageAddress {
  const path = site.unlocalized(site.home + requested).slice(site.home.length);
  if (path === '/robots.txt') return { kind: 'robots' };
  const sitemap = SITEMAP.exec(path);
  if (sitemap) return { kind: 'sitemap', type: sitemap[1], page: Number(sitemap[2] ?? 1) };
  const { front, ...paged } = withoutPaging(path);
  if (front === '/' || front === '/index.php/') return atHome(query, paged, site);
  const structure = site.option('permalink_structure');
  if (front === '/comments/' && paged.isFeed) return { kind: 'comments', ...paged };
  if (front.startsWith('/search/')) return { kind: 'search', words: lastBelow(front, '/search/')[0] ?? '', ...paged };
  const [, year, month, day] =
    DATE.exec(front.startsWith(dateFolder(structure)) ? front.slice(dateFolder(structure).length) : '') ?? [];
  if (year !== undefined) return { kind: 'date', ...dateOf(year, month, day), ...paged };
  const [author] = lastBelow(front, `${frontOf(structure)}author/`);
  if (author !== undefined) return { kind: 'author', nicename: author, ...paged };
  for (const { name, addresses } of publicTaxonomies(site)) {
    const [slug] = addresses.base === undefined ? [] : lastBelow(front, `${termFolder(site, addresses)}/`);
    if (slug !== undefined) return { kind: 'term', taxonomy: name, slug, ...paged };
  }
  for (const type of site.model.pageTypes) {
    const archive = archivePath(type, structure)?.replace(/\/?$/, '/');
    if (archive !== undefined && front.replace(/\/?$/, '/') === archive)
      return { kind: 'type', type: type.name, ...paged };
  }
  return { kind: 'entry', ...(paged.page > 1 && { page: paged.page }), ...(paged.isFeed && paged) };
}

const publicTaxonomies = (site: Site) => site.model.restTaxonomies.filter(({ isPublic }) => isPublic);

/** For plain permalinks and links with an ID. */
function atHome(query: URLSearchParams, paged: Paged, site: Site): PageAddress {
  const id = query.get('p') ?? query.get('page_id') ?? query.get('attachment_id') ?? '';
  if (ID.test(id)) {
    const isEdited = query.get('preview') === 'true';
    const previewToken = query.get('preview_token') ?? undefined;
    return { kind: 'entry', id: Number(id), previewToken, ...(isEdited && { isEdited }) };
  }
  const page = Number(ID.exec(query.get('paged') ?? '')?.[0] ?? paged.page);
  const isFeed = paged.isFeed || query.has('feed');
  const isJson = paged.isJson === true || query.get('feed') === 'json' || undefined;
  const search = query.get('s');
  if (search !== null) return { kind: 'search', words: search, page, isFeed, isJson };
  const [, year, month, day] = PLAIN_DATE.exec(query.get('m') ?? '') ?? [];
  if (year !== undefined) return { kind: 'date', ...dateOf(year, month, day), page, isFeed, isJson };
  if (ID.test(query.get('author') ?? '')) return { kind: 'author', id: Number(query.get('author')), page, isFeed };
  if (ID.test(query.get('cat') ?? ''))
    return { kind: 'term', taxonomy: 'category', id: Number(query.get('cat')), page, isFeed };
  const category = query.get('category_name');
  if (category) return { kind: 'term', taxonomy: 'category', slug: category.split('/').at(-1) ?? '', page, isFeed };
  const tag = query.get('tag');
  if (tag) return { kind: 'term', taxonomy: 'post_tag', slug: tag, page, isFeed };
  for (const { name } of publicTaxonomies(site)) {
    const slug = query.get(name);
    if (slug) return { kind: 'term', taxonomy: name, slug, page, isFeed };
  }
  for (const { name, addresses, hasArchive } of site.model.pageTypes) {
    const path = addresses.by === 'slug' && addresses.queryVar !== undefined ? query.get(addresses.queryVar) : null;
    if (path) return { kind: 'declared', type: name, path };
    if (hasArchive !== false && query.get('post_type') === name) return { kind: 'type', type: name, page, isFeed };
  }
  if (query.get('feed') === 'comments-rss2') return { kind: 'comments', page, isFeed };
  return { kind: 'home', page, isFeed, isJson };
}

function withoutPaging(path: string): { front: string } & Paged {
  const [, front = path, feed, page] =
    /^(.*?\/)(?:(feed(?:\/(?:rss2?|json))?)|page\/([1-9]\d{0,8}))\/?$/.exec(path) ?? [];
  return { front, isFeed: feed !== undefined, ...(feed === 'feed/json' && { isJson: true }), page: Number(page ?? 1) };
}

/** The last segment below a folder, if the path is below it. */
function lastBelow(path: string, folder: string): string[] {
  return path.startsWith(folder) ? path.slice(folder.length).split('/').filter(Boolean).slice(-1) : [];
}

/** Archives by date are below the front of the structure, unless a number there is the ID of a post. */
function dateFolder(structure: string): string {
  const hasNumbers = structure.includes('%post_id%') && !structure.includes('%year%');
  return `${frontOf(structure)}${hasNumbers ? 'date/' : ''}`;
}

function dateOf(year: string, month: string | undefined, day: string | undefined) {
  return {
    year: Number(year),
    ...(month !== undefined && { month: Number(month) }),
    ...(day !== undefined && { day: Number(day) }),
  };
}

/** The decoded path of a URL in lower case, for comparisons. */
export function pathOfUrl(url: string): string {
  const path = url.replace(/^\w+:\/\/[^/]*/, '').split(/[?#]/, 1)[0]!;
  return decodePath(path)?.toLowerCase() ?? path;
}

/** Undefined if its escapes are invalid. */
export function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** The folder of a site that is not at the root of its host. A proxy may remove it from the addresses it passes on. */
export function folderOf(home: string): string {
  return URL.canParse(home) ? new URL(home).pathname.replace(/\/$/, '') : '';
}

/** The address of a request below a home URL; undefined if its escapes are invalid, or it has too many parameters. */
export function requestedAddress(
  home: string,
  requested: string,
): { url: string; path: string; query: URLSearchParams } | undefined {
  const folder = folderOf(home);
  const url = requested.startsWith(`${folder}/`) ? requested : folder + requested;
  const [address = '', ...queries] = url.slice(folder.length).split('?');
  const path = decodePath(address);
  const query = parametersOf(queries.join('?'));
  return path === undefined || !query ? undefined : { url, path, query };
}

/** Parsed as WordPress and the key of the response cache do: the last one of a name counts. */
function parametersOf(text: string): URLSearchParams | undefined {
  try {
    const parsed = Object.entries(parsePhpQuery(text));
    return new URLSearchParams(parsed.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
  } catch (error) {
    if (error instanceof TooManyParameters) return undefined;
    throw error;
  }
}
