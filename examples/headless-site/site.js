import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const page = (title, body) =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title><main><h1>${title}</h1>${body}</main>\n`;
const article = ({ title, content }) => page(title.rendered, content.rendered);

/**
 * A site of pages that are rendered once, stored with the tags of what they show, and rendered again after a webhook named one of
 * the tags. `/preview?post=ID&secret=…` shows an entry as it is stored now, whatever its status.
 */
export function createHeadlessSite({ site, tagsOf, tagsOfMessage, webhookSecret, previewSecret }) {
  const pages = new Map();

  async function render(path) {
    if (path === '/') {
      const { items } = await site.list('/wp/v2/posts', { params: { query: { per_page: 10 } } });
      const links = items.map(({ slug, title }) => `<li><a href="/${slug}">${title.rendered}</a></li>`).join('');
      return { tags: tagsOf('/wp/v2/posts'), html: page('Posts', `<ul>${links}</ul>`) };
    }
    const { items } = await site.list('/wp/v2/posts', { params: { query: { slug: [path.slice(1)] } } });
    const [post] = items;
    if (!post) return undefined;
    return { tags: tagsOf('/wp/v2/posts/{id}', { id: post.id }).slice(1), html: article(post) };
  }

  async function show(path) {
    const stored = pages.get(path) ?? (await render(path));
    if (stored) pages.set(path, stored);
    return stored?.html;
  }

  /** Drops the pages that show what the message is about. */
  async function revalidate(request) {
    const message = new Webhook(webhookSecret).verify(await text(request), request.headers);
    const changed = new Set(tagsOfMessage(message));
    for (const [path, { tags }] of pages) if (tags.some((tag) => changed.has(tag))) pages.delete(path);
  }

  async function preview(parameters) {
    if (!isEqual(parameters.get('secret') ?? '', previewSecret)) return undefined;
    const path = { id: Number(parameters.get('post')) };
    return article(await site.read('/wp/v2/posts/{id}', { params: { path, query: { context: 'edit' } } }));
  }

  return createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    try {
      if (request.method === 'POST' && pathname === '/revalidate') {
        const isValid = await revalidate(request).then(
          () => true,
          () => false,
        );
        return response.writeHead(isValid ? 204 : 401).end();
      }
      const isPreview = pathname === '/preview';
      const html = isPreview ? await preview(searchParams) : await show(pathname);
      const headers = { 'content-type': 'text/html; charset=utf-8', ...(isPreview && { 'cache-control': 'no-store' }) };
      response.writeHead(html === undefined ? 404 : 200, headers).end(html ?? page('Not found', ''));
    } catch (error) {
      response.writeHead(error.status === 404 ? 404 : 502).end(page('Not available', ''));
    }
  });
}

function isEqual(one, other) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

if (process.argv[1] === import.meta.filename) {
  const { createSite, tagsOf, tagsOfMessage } = await import('./nestpress-client/client.js');
  const { API: url = 'http://localhost:3000/wp-json', LOGIN: login, APPLICATION_PASSWORD: password } = process.env;
  const { WEBHOOK_SECRET: webhookSecret, PREVIEW_SECRET: previewSecret, PORT: port = '3001' } = process.env;
  const site = createSite({ url, login, password });
  createHeadlessSite({ site, tagsOf, tagsOfMessage, webhookSecret, previewSecret }).listen(Number(port));
}
