import { type Site } from '../site/site.js';

/** The page a URL refers to, as far as the URL alone determines it. */
export type PageAddress =
  | { readonly kind: 'home'; readonly page: number; readonly isFeed: boolean }
  | ({ readonly kind: 'term'; readonly taxonomy: 'category' | 'post_tag' } & (
      { readonly slug: string } | { readonly id: number }
    ) &
      Paged)
  | ({ readonly kind: 'author'; readonly nicename?: string; readonly id?: number } & Paged)
  | { readonly kind: 'entry'; readonly id?: number; readonly previewToken?: string }
  | { readonly kind: 'sitemap'; readonly type?: 'post' | 'page'; readonly page: number }
  | { readonly kind: 'robots' };

interface Paged {
  readonly page: number;
  readonly isFeed: boolean;
}

const SITEMAP = /^\/sitemap(?:-(post|page)-([1-9]\d{0,5}))?\.xml$/;
const ID = /^[1-9]\d{0,14}$/;

/** `path` is decoded and below the site's home. */
export function readPageAddress(path: string, query: URLSearchParams, site: Site): PageAddress {
  if (path === '/robots.txt') return { kind: 'robots' };
  const sitemap = SITEMAP.exec(path);
  if (sitemap)
    return { kind: 'sitemap', type: sitemap[1] as 'post' | 'page' | undefined, page: Number(sitemap[2] ?? 1) };
  const { front, ...paged } = withoutPaging(path);
  if (front === '/' || front === '/index.php/') return atHome(query, paged);
  const [, first = '', ...rest] = below(front, commonFront(site)) ?? front.split('/');
  const last = rest.filter(Boolean).at(-1);
  if (last !== undefined) {
    if (first === 'author') return { kind: 'author', nicename: last, ...paged };
    if (first === 'category' && !site.option('category_base'))
      return { kind: 'term', taxonomy: 'category', slug: last, ...paged };
    if (first === 'tag' && !site.option('tag_base'))
      return { kind: 'term', taxonomy: 'post_tag', slug: last, ...paged };
  }
  for (const [option, taxonomy] of [
    ['category_base', 'category'],
    ['tag_base', 'post_tag'],
  ] as const) {
    const base = site.option(option).replace(/^\/+|\/+$/g, '');
    const slug = base === '' ? undefined : below(front, `/${base}/`)?.filter(Boolean).at(-1);
    if (slug !== undefined) return { kind: 'term', taxonomy, slug, ...paged };
  }
  return { kind: 'entry' };
}

/** For plain permalinks and links with an ID. */
function atHome(query: URLSearchParams, paged: Paged): PageAddress {
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
  return { kind: 'home', page, isFeed };
}

function withoutPaging(path: string): { front: string } & Paged {
  const [, front = path, feed, page] = /^(.*?\/)(?:(feed(?:\/rss2?)?)|page\/([1-9]\d{0,8}))\/?$/.exec(path) ?? [];
  return { front, isFeed: feed !== undefined, page: Number(page ?? 1) };
}

/** Common prefix of the structure's permalinks, such as `/blog/`. */
function commonFront(site: Site): string {
  const structure = site.option('permalink_structure');
  return structure.slice(0, Math.max(structure.indexOf('%'), 0)) || '/';
}

/** The segments below a folder, the first one empty. */
function below(path: string, folder: string): string[] | undefined {
  return path.startsWith(folder) ? ['', ...path.slice(folder.length).split('/')] : undefined;
}
