import { createReader, tagsOfRequest } from '@nestpress/client/front-end';

export { imageAttributes, imageLoader } from '@nestpress/client/front-end';

const PREVIEW_COOKIE = 'nestpress_preview';
const MAX_PAGES = 1000;
const CACHED_STATUSES = new Set([200, 301, 308]);

/** `url`: the REST root of the service. `previewPage`: the path of the page that shows `previewed()`. */
export function createFrontEnd({ url, webhookSecret, routes, previewPage = '/preview', maxPages = MAX_PAGES }) {
  /** Rendered pages with the tags of what they read, the latest request at the end. */
  const pages = new Map();
  let invalidations = 0;

  const readerFor = (cookies, tags = new Set()) =>
    createReader({
      url,
      routes,
      fetchPublic(address, ownTags, init) {
        for (const tag of ownTags) tags.add(tag);
        return fetch(address, init);
      },
      previewToken: () => cookies.get(PREVIEW_COOKIE)?.value,
    });

  const store = (key, page) => {
    pages.delete(key);
    pages.set(key, page);
    if (pages.size > maxPages) pages.delete(pages.keys().next().value);
  };

  return {
    /** The middleware: `Astro.locals.frontEnd` reads; what was rendered is cached until a message names what it has read. */
    async onRequest(context, next) {
      const { request, cookies, locals } = context;
      const tags = new Set();
      locals.frontEnd = readerFor(cookies, tags);
      if (request.method !== 'GET' || cookies.has(PREVIEW_COOKIE)) return next();
      const key = request.url;
      const cached = pages.get(key);
      if (cached) {
        store(key, cached);
        return new Response(cached.body, {
          status: cached.status,
          headers: { ...cached.headers, 'x-nestpress-page': 'hit' },
        });
      }
      const begun = invalidations;
      const response = await next();
      if (!CACHED_STATUSES.has(response.status) || response.headers.has('set-cookie')) return response;
      const body = await response.arrayBuffer();
      const { status } = response;
      const headers = Object.fromEntries(response.headers);
      // What was read before a message may be stale.
      if (tags.size > 0 && begun === invalidations) store(key, { status, headers, body, tags });
      return new Response(body, { status, headers });
    },

    /** GET of the route that FRONT_END_PREVIEW names. */
    async openPreview({ url: { searchParams, protocol }, cookies, redirect }) {
      const token = searchParams.get('token') ?? '';
      if (!(await readerFor(cookies).preview(token))) return new Response('This preview has ended.', { status: 401 });
      cookies.set(PREVIEW_COOKIE, token, { httpOnly: true, path: '/', sameSite: 'lax', secure: protocol === 'https:' });
      return redirect(previewPage);
    },

    /** GET of a route that ends the preview. */
    closePreview({ cookies, redirect }) {
      cookies.delete(PREVIEW_COOKIE, { path: '/' });
      return redirect('/');
    },

    /** POST of the route whose address is a webhook of the site. */
    async revalidate({ request }) {
      const tags = await tagsOfRequest(request, { secret: webhookSecret, routes });
      if (!tags) return new Response('The signature is not valid.', { status: 401 });
      invalidations++;
      for (const [key, page] of pages) if (tags.some((tag) => page.tags.has(tag))) pages.delete(key);
      return new Response(null, { status: 204 });
    },

    /** GET of a route that passes on a file of the service, such as /sitemap.xml or /feed/. */
    passOn:
      (path) =>
      ({ locals }) =>
        locals.frontEnd.file(path),
  };
}
