import createClient from 'openapi-fetch';

const PART_BYTES = 8 * 1024 * 1024;
const RETRIES = 5;
const TUS = { 'tus-resumable': '1.0.0' };

/** An error response of the site. */
export class SiteError extends Error {
  constructor(status, { code = '', message = `Status ${status}`, data } = {}) {
    super(message);
    this.name = 'SiteError';
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

async function checked(response) {
  if (response.ok || response.status === 304) return response;
  throw new SiteError(response.status, await response.json().catch(() => undefined));
}

/** Tags of what `_embed` adds, whatever it is: authors, media, terms, comments and entries. */
export const embeddedTags = (routes) => [...new Set([...Object.values(routes), '/wp/v2/users', '/wp/v2/comments'])];

/** Tags of what a request reads: `/wp/v2/posts` and, for a single item, `/wp/v2/posts/12`. */
export function tagsOf(path, parameters = {}) {
  const list = path.replace(/\/\{.*$/, '');
  const item = path.replace(/\{(\w+)\}/g, (_, name) => String(parameters[name] ?? ''));
  return item === list ? [list] : [list, item];
}

/** Tags of what a message of a webhook is about, for `revalidateTag` of Next.js or the cache of another framework. */
export function tagsOfMessage({ type, data }, routes) {
  const [kind] = type.split('.');
  if (kind === 'settings') return Object.values(routes);
  const list =
    kind === 'comment' ? '/wp/v2/comments' : kind === 'user' ? '/wp/v2/users' : routes[data.type ?? data.taxonomy];
  if (list === undefined) return [];
  const post = kind === 'comment' ? [`${routes.post}/${data.post}`] : [];
  return [list, `${list}/${data.id}`, ...post];
}

/**
 * The site whose REST root is `url`, as a user if `login` and an application password are given. `routes` are those of its
 * content types and taxonomies.
 */
export function createSite({ url, login, password, routes = {}, fetch: send }) {
  const root = url.replace(/\/$/, '');
  const credentials = login === undefined ? {} : { authorization: `Basic ${btoa(`${login}:${password}`)}` };
  // Looked up for each request: frameworks such as Next.js replace it after this module is loaded.
  const fetch = (...args) => (send ?? globalThis.fetch)(...args);
  const api = createClient({
    baseUrl: root,
    headers: credentials,
    fetch,
    querySerializer: { array: { style: 'form', explode: false } },
  });
  api.use({ onResponse: ({ response }) => checked(response) });

  const ask = async (path, init = {}) =>
    checked(await fetch(root + path, { ...init, headers: { ...credentials, ...init.headers } }));

  const get = (path, options = {}) => {
    const { path: parameters, query } = options.params ?? {};
    const tags = [...new Set([...tagsOf(path, parameters), ...(query?._embed ? embeddedTags(routes) : [])])];
    // Frameworks that cache `fetch` read `next`; others ignore it.
    return api.GET(path, { ...options, next: { tags, ...options.next } });
  };

  const getPage = (path, options, query) =>
    get(path, { ...options, params: { ...options.params, query: { ...options.params?.query, ...query } } });

  const site = {
    api,
    routes,

    async read(path, options) {
      return (await get(path, options)).data;
    },

    async list(path, options = {}) {
      const { data, response } = await get(path, options);
      const page = Number(options.params?.query?.page ?? 1);
      const total = Number(response.headers.get('x-wp-total') ?? data.length);
      const pages = Number(response.headers.get('x-wp-totalpages') ?? 1);
      const query = { ...options.params?.query, page: page + 1 };
      const next = () => site.list(path, { ...options, params: { ...options.params, query } });
      return { items: data, total, pages, next: page < pages ? next : undefined };
    },

    async *pages(path, options = {}) {
      for (let page = 1, last = 1; page <= last; page++) {
        const { data, response } = await getPage(path, options, {
          per_page: options.params?.query?.per_page ?? 100,
          page,
        });
        last = Number(response.headers.get('x-wp-totalpages') ?? 1);
        yield* data;
      }
    },

    async *byCursor(path, options = {}) {
      for (let cursor = ''; cursor !== undefined;) {
        const { data, response } = await getPage(path, options, {
          per_page: options.params?.query?.per_page ?? 100,
          cursor,
        });
        yield* data;
        const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
        cursor = next === undefined ? undefined : (new URL(next).searchParams.get('cursor') ?? undefined);
      }
    },

    async *entries(type, { after = 0, fields = [] } = {}) {
      const query = new URLSearchParams({ after, fields: fields.join() });
      const response = await ask(`/nestpress/v1/export/${encodeURIComponent(type)}?${query}`);
      let rest = '';
      for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + text).split('\n');
        rest = lines.pop();
        for (const line of lines) yield JSON.parse(line);
      }
    },

    async *changes(since, { wait = 25, signal } = {}) {
      for (let cursor = since; !signal?.aborted;) {
        const query = cursor === undefined ? '' : `?${new URLSearchParams({ since: cursor, wait, limit: 1000 })}`;
        const page = await (await ask(`/nestpress/v1/changes${query}`, { signal })).json();
        cursor = page.cursor;
        yield page;
      }
    },

    async upload(file, { name, onProgress, ...values }) {
      const metadata = Object.entries({ filename: name, ...values })
        .map(([key, value]) => `${key} ${btoa(String.fromCharCode(...new TextEncoder().encode(String(value))))}`)
        .join(',');
      const headers = { ...TUS, 'upload-length': String(file.size), 'upload-metadata': metadata };
      const created = await ask('/nestpress/v1/uploads', { method: 'POST', headers });
      const item = await sendParts(file, `/nestpress/v1/uploads/${(await created.json()).id}`, onProgress);
      return (await ask(`/wp/v2/media/${item.split('/').at(-1)}`)).json();
    },
  };

  /** Sends what is missing; after a failure it asks where to go on. Returns the address of the media item. */
  async function sendParts(file, path, onProgress) {
    for (let offset = 0, failures = 0; ;) {
      try {
        const part = file.slice(offset, offset + PART_BYTES);
        const headers = { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
        const response = await ask(path, { method: 'PATCH', headers, body: part });
        offset = Number(response.headers.get('upload-offset'));
        onProgress?.(offset / file.size);
        const location = response.headers.get('location');
        if (location !== null) return location;
      } catch (error) {
        const isFinal = error instanceof SiteError && error.status < 500 && error.status !== 409;
        if (isFinal || ++failures > RETRIES) throw error;
        await new Promise((done) => setTimeout(done, 500 * 2 ** failures));
        const state = await ask(path, { method: 'HEAD', headers: TUS }).catch(() => undefined);
        const location = state?.headers.get('location');
        if (location) return location;
        offset = Number(state?.headers.get('upload-offset') ?? offset);
      }
    }
  }

  return site;
}
