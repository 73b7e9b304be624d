import { Webhook } from 'standardwebhooks';
import { embeddedTags, SiteError, tagsOfMessage } from './index.js';

/** What is made of many entries, and read with a tag of its own. */
const SHARED = { resolve: '/nestpress/v1/resolve', menus: '/nestpress/v1/menus', site: '/nestpress/v1/site' };
const CURRENT = '/nestpress/v1/preview-tokens/current';
const ROUTES = {
  post: '/wp/v2/posts',
  page: '/wp/v2/pages',
  attachment: '/wp/v2/media',
  category: '/wp/v2/categories',
  post_tag: '/wp/v2/tags',
};

async function bodyOf(response) {
  if (response.ok) return response.json();
  throw new SiteError(response.status, await response.json().catch(() => undefined));
}

/** Undefined for errors of the request, such as 404. */
const optional = (reading, isExpected = (status) => status === 404) =>
  reading.catch((error) => {
    if (error instanceof SiteError && isExpected(error.status)) return undefined;
    throw error;
  });

/**
 * What pages of a front end read. `url`: the REST root. `fetchPublic(address, tags, init)` fetches what visitors see, through the
 * cache of the framework; `previewToken()` is the token of the preview that the visitor has opened, if any. `routes`: of declared types
 * and taxonomies.
 */
export function createReader({ url, fetchPublic, previewToken, routes = {} }) {
  const root = url.replace(/\/$/, '');
  const [, home, folder] = /^(.*)(\/[^/]+)$/.exec(root);

  const fetchAs = (token, path) =>
    fetch(root + path, { headers: { authorization: `Preview ${token}` }, cache: 'no-store' });
  const readAs = async (token, path) => bodyOf(await fetchAs(token, path));
  /** In a preview everything is read with its token, and nothing is cached; after it, the visitor is like all others. */
  const read = async (path, tags) => {
    const token = await previewToken();
    const previewed = token === undefined ? undefined : await fetchAs(token, path);
    return bodyOf(previewed && previewed.status !== 401 ? previewed : await fetchPublic(root + path, tags));
  };
  /** Route and query of an address of the API. The service has another address where it is reached within a private network. */
  const pathOf = (address) => {
    if (!/^https?:/i.test(address)) return address;
    const { pathname, search, searchParams } = new URL(address);
    const route = searchParams.get('rest_route');
    if (route !== null) {
      searchParams.delete('rest_route');
      return searchParams.size > 0 ? `${route}?${searchParams}` : route;
    }
    const start = pathname.indexOf(`${folder}/`);
    if (start < 0) throw new Error(`${address} is not an address of the API at ${root}.`);
    return pathname.slice(start + folder.length) + search;
  };
  const readItem = async (address) => {
    const path = pathOf(address);
    const [route, query] = path.split('?');
    const embedded = new URLSearchParams(query).has('_embed') ? embeddedTags({ ...ROUTES, ...routes }) : [];
    return read(path, [...new Set([route, ...embedded])]);
  };
  const current = (token) =>
    token === undefined ? undefined : optional(readAs(token, CURRENT), (status) => status < 500);

  return {
    /** What is at a path of the site, with the entry, term or author itself; undefined if nothing is. */
    async resolve(path) {
      const address = `${SHARED.resolve}?${new URLSearchParams({ url: path })}`;
      const found = await optional(read(address, [SHARED.resolve]));
      return found?.item_url ? { ...found, item: await readItem(found.item_url) } : found;
    },

    /** The menu of a location as a tree; undefined if it has none. */
    menu: (location) =>
      optional(read(`${SHARED.menus}/${encodeURIComponent(location)}`, [SHARED.menus, SHARED.resolve])),

    /** Name, tagline, logo and more. */
    site: () => read(SHARED.site, [SHARED.site]),

    /** Any route or address of the API, with the tag that messages about its items have. */
    read: readItem,

    /** What a preview token is for; undefined if it is not valid. */
    preview: current,

    /** The entry that this visitor previews; undefined without a preview that is still valid. */
    async previewed() {
      const token = await previewToken();
      const preview = await current(token);
      return preview?.item_url ? readAs(token, pathOf(preview.item_url)) : undefined;
    },

    /** The source of a script for the page of a preview, which follows the editor; empty without a preview. */
    async livePreview() {
      const token = await previewToken();
      const preview = await current(token);
      if (!preview) return '';
      const query = new URLSearchParams({ preview_token: token, since: preview.version });
      const address = `${preview.changes_url}${preview.changes_url.includes('?') ? '&' : '?'}${query}`;
      return `(${FOLLOW})(${JSON.stringify(address).replaceAll('<', '\\u003c')});`;
    },

    /** A file of the service, such as /sitemap.xml or /feed/. */
    async file(path) {
      const response = await fetchPublic(home + path, [SHARED.resolve], { redirect: 'manual' });
      // Without FRONT_END_LINKS the service redirects to the front end, which would ask again.
      if (response.status >= 300 && response.status < 400)
        return new Response(`${home}${path} is redirected. Set FRONT_END_LINKS=on in the service.`, { status: 502 });
      const type = response.headers.get('content-type') ?? 'application/octet-stream';
      return new Response(await response.arrayBuffer(), { status: response.status, headers: { 'content-type': type } });
    },
  };
}

/** Replaces the element with `data-live-preview` by that of the page as it is now; without one the page is loaded again. */
const FOLLOW = `address => {
  let latest = 0;
  new EventSource(address).addEventListener('changed', async () => {
    const own = ++latest, part = document.querySelector('[data-live-preview]');
    const page = part && (await fetch(location.href, { cache: 'no-store' }).catch(() => undefined));
    const next = page?.ok && new DOMParser().parseFromString(await page.text(), 'text/html').querySelector('[data-live-preview]');
    if (own !== latest) return;
    if (next) part.innerHTML = next.innerHTML;
    else if (!page || page.ok) location.reload();
  });
}`;

/** The tags that a message of a webhook invalidates; undefined if its signature is not valid. */
export async function tagsOfRequest(request, { secret, routes = {} }) {
  const text = await request.text();
  let message;
  try {
    message = new Webhook(secret).verify(text, Object.fromEntries(request.headers));
  } catch {
    return undefined;
  }
  return [...new Set([...tagsOfMessage(message, { ...ROUTES, ...routes }), ...Object.values(SHARED)])];
}

/** The sizes that show the whole picture, by width: others, such as thumbnails, are cropped. */
function sizesOf({ media_details: { width, height, sizes = {} } = {} }) {
  const isWhole = (size) => !(width && height) || Math.abs((size.width * height) / width - size.height) <= 1;
  return Object.values(sizes)
    .filter(isWhole)
    .sort((one, other) => one.width - other.width);
}

/** A loader of image addresses for a media item: the smallest of its sizes that is wide enough. */
export function imageLoader(media) {
  const sizes = sizesOf(media);
  return ({ width }) => sizes.find((size) => size.width >= width)?.source_url ?? media.source_url;
}

/** The attributes of an `img` for a media item. */
export function imageAttributes(media) {
  const { source_url: src, alt_text: alt = '', media_details: { width, height } = {} } = media;
  const candidates = new Map(sizesOf(media).map((size) => [size.width, size.source_url]));
  if (width) candidates.set(width, src);
  const srcset = [...candidates].map(([wide, address]) => `${address} ${wide}w`).join(', ');
  return { src, alt, ...(width && height && { width, height }), ...(candidates.size > 1 && { srcset }) };
}
