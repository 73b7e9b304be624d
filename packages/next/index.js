import { SiteError, tagsOfMessage } from '@nestpress/client';
import { revalidateTag } from 'next/cache';
import { cookies, draftMode } from 'next/headers';
import { redirect } from 'next/navigation';
import { Webhook } from 'standardwebhooks';

const PREVIEW_COOKIE = 'nestpress_preview';
/** What is made of many entries, and read with a tag of its own. */
const SHARED = { resolve: '/nestpress/v1/resolve', menus: '/nestpress/v1/menus', site: '/nestpress/v1/site' };
const ROUTES = {
  post: '/wp/v2/posts',
  page: '/wp/v2/pages',
  attachment: '/wp/v2/media',
  category: '/wp/v2/categories',
  post_tag: '/wp/v2/tags',
};

/** The token of the preview that this visitor has opened. */
async function previewToken() {
  const { isEnabled } = await draftMode();
  return isEnabled ? (await cookies()).get(PREVIEW_COOKIE)?.value : undefined;
}

async function body(response) {
  if (response.ok) return response.json();
  throw new SiteError(response.status, await response.json().catch(() => undefined));
}

/** `url`: the REST root of the service. `previewPage`: the path of the page that shows `previewed()`. */
export function createFrontEnd({ url, webhookSecret, routes = {}, previewPage = '/preview' }) {
  const root = url.replace(/\/$/, '');
  const origin = new URL(root).origin;

  /** Pages keep what they read until a message names its tags; a preview is read each time. */
  const read = async (path, tags) => {
    const token = await previewToken();
    return token === undefined ? body(await fetch(root + path, { next: { tags } })) : readAs(token, path);
  };
  const readAs = async (token, path) =>
    body(await fetch(root + path, { headers: { authorization: `Preview ${token}` }, cache: 'no-store' }));

  const readItem = (address) => {
    const path = address.startsWith(root) ? address.slice(root.length) : address;
    return read(path, [path.split('?')[0]]);
  };

  const optional = (reading) =>
    reading.catch((error) => {
      if (error instanceof SiteError && error.status === 404) return undefined;
      throw error;
    });

  return {
    /** What is at a path of the site, with the entry, term or author itself; undefined if nothing is. */
    async resolve(path) {
      const address = `/nestpress/v1/resolve?${new URLSearchParams({ url: path })}`;
      const found = await optional(read(address, [SHARED.resolve]));
      return found?.item_url ? { ...found, item: await readItem(found.item_url) } : found;
    },

    /** The menu of a location as a tree; undefined if it has none. */
    menu: (location) =>
      optional(read(`/nestpress/v1/menus/${encodeURIComponent(location)}`, [SHARED.menus, SHARED.resolve])),

    /** Name, tagline, logo and more. */
    site: () => read('/nestpress/v1/site', [SHARED.site]),

    /** Any route or address of the API, with the tag that messages about its items have. */
    read: readItem,

    /** The entry that this visitor previews; undefined without a preview that is still valid. */
    async previewed() {
      const token = await previewToken();
      if (token === undefined) return undefined;
      try {
        const { item_url: item } = await readAs(token, '/nestpress/v1/preview-tokens/current');
        return await body(await fetch(item, { headers: { authorization: `Preview ${token}` }, cache: 'no-store' }));
      } catch (error) {
        if (error instanceof SiteError && error.status < 500) return undefined;
        throw error;
      }
    },

    /** GET of the route that FRONT_END_PREVIEW names. */
    async openPreview(request) {
      const token = new URL(request.url).searchParams.get('token') ?? '';
      const current = await readAs(token, '/nestpress/v1/preview-tokens/current').catch((error) => {
        if (error instanceof SiteError && error.status < 500) return undefined;
        throw error;
      });
      if (!current) return new Response('This preview has ended.', { status: 401 });
      (await draftMode()).enable();
      (await cookies()).set(PREVIEW_COOKIE, token, {
        httpOnly: true,
        path: '/',
        sameSite: 'lax',
        secure: new URL(request.url).protocol === 'https:',
      });
      redirect(previewPage);
    },

    /** GET of a route that ends the preview. */
    async closePreview() {
      (await draftMode()).disable();
      (await cookies()).delete(PREVIEW_COOKIE);
      redirect('/');
    },

    /** POST of the route whose address is a webhook of the site. */
    async revalidate(request) {
      const text = await request.text();
      let message;
      try {
        message = new Webhook(webhookSecret).verify(text, Object.fromEntries(request.headers));
      } catch {
        return new Response('The signature is not valid.', { status: 401 });
      }
      const tags = new Set([...tagsOfMessage(message, { ...ROUTES, ...routes }), ...Object.values(SHARED)]);
      for (const tag of tags) revalidateTag(tag, { expire: 0 });
      return new Response(null, { status: 204 });
    },

    /** GET of a route that passes on a file of the service, such as /sitemap.xml or /feed/. */
    passOn: (path) => async () => {
      const response = await fetch(origin + path, { next: { tags: [SHARED.resolve] } });
      const type = response.headers.get('content-type') ?? 'application/octet-stream';
      return new Response(await response.arrayBuffer(), { status: response.status, headers: { 'content-type': type } });
    },

    /** Follows the editor: the source of a script for the page of a preview. */
    livePreview: () =>
      `addEventListener('message', ({ data, origin }) => { if (origin === ${JSON.stringify(origin)} && ` +
      `data?.type === 'nestpress:preview-changed') location.reload(); });`,
  };
}

/** The `loader` of next/image for a media item: the smallest of its sizes that is wide enough. */
export function imageLoader({ source_url: full, media_details: { sizes = {} } = {} }) {
  const byWidth = Object.values(sizes).sort((a, b) => a.width - b.width);
  return ({ width }) => byWidth.find((size) => size.width >= width)?.source_url ?? full;
}
