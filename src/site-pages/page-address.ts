import { archivePath } from '../modules/entries/permalinks/permalinks.js';
import { frontOf, termFolder } from '../modules/terms/term.js';
import { type Site } from '../site/site.js';

/** The page a URL refers to, as far as the URL alone determines it. */
export type PageAddress =
  | { readonly kind: 'home'; readonly page: number; readonly isFeed: boolean }
  | ({ readonly kind: 'term'; readonly taxonomy: string } & ({ readonly slug: string } | { readonly id: number }) &
      Paged)
  | ({ readonly kind: 'type'; readonly type: string } & Paged)
  | ({ readonly kind: 'author'; readonly nicename?: string; readonly id?: number } & Paged)
  | { readonly kind: 'entry'; readonly id?: number; readonly previewToken?: string }
  | { readonly kind: 'declared'; readonly type: string; readonly path: string }
  | { readonly kind: 'sitemap'; readonly type?: string; readonly page: number }
  | { readonly kind: 'robots' };

interface Paged {
  readonly page: number;
  readonly isFeed: boolean;
}

const SITEMAP = /^\/sitemap(?:-([a-z0-9_-]+)-([1-9]\d{0,5}))?\.xml$/;
const ID = /^[1-9]\d{0,14}$/;

/** `path` is decoded and below the site's home. */
export function readPageAddress(path: string, query: URLSearchParams, site: Site): PageAddress {
  if (path === '/robots.txt') return { kind: 'robots' };
  const sitemap = SITEMAP.exec(path);
  if (sitemap) return { kind: 'sitemap', type: sitemap[1], page: Number(sitemap[2] ?? 1) };
  const { front, ...paged } = withoutPaging(path);
  if (front === '/' || front === '/index.php/') return atHome(query, paged, site);
  const structure = site.option('permalink_structure');
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
  return { kind: 'entry' };
}

const publicTaxonomies = (site: Site) => site.model.restTaxonomies.filter(({ isPublic }) => isPublic);

/** For plain permalinks and links with an ID. */
function atHome(query: URLSearchParams, paged: Paged, site: Site): PageAddress {
  const id = query.get('p') ?? query.get('page_id') ?? query.get('attachment_id') ?? '';
  if (ID.test(id)) return { kind: 'entry', id: Number(id), previewToken: query.get('preview_token') ?? undefined };
  const page = Number(ID.exec(query.get('paged') ?? '')?.[0] ?? paged.page);
  const isFeed = paged.isFeed || query.has('feed');
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
  return { kind: 'home', page, isFeed };
}

function withoutPaging(path: string): { front: string } & Paged {
  const [, front = path, feed, page] = /^(.*?\/)(?:(feed(?:\/rss2?)?)|page\/([1-9]\d{0,8}))\/?$/.exec(path) ?? [];
  return { front, isFeed: feed !== undefined, page: Number(page ?? 1) };
}

/** The last segment below a folder, if the path is below it. */
function lastBelow(path: string, folder: string): string[] {
  return path.startsWith(folder) ? path.slice(folder.length).split('/').filter(Boolean).slice(-1) : [];
}
