import createClient from 'openapi-fetch';
import { ROUTES } from './routes.js';

const PART_BYTES = 8 * 1024 * 1024;
const RETRIES = 5;
const TUS = { 'tus-resumable': '1.0.0' };

/** An error response of the site. */
export class SiteError extends Error {
  constructor(status, { code = '', message = `Status ${status}`, data } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

/** Tags of what a request reads: `/wp/v2/posts` and, for a single item, `/wp/v2/posts/12`. */
export function tagsOf(path, parameters = {}) {
  const list = path.replace(/\/\{.*$/, '');
  const item = path.replace(/\{(\w+)\}/g, (_, name) => String(parameters[name] ?? ''));
  return item === list ? [list] : [list, item];
}

/** Tags of what a message of a webhook is about, for `revalidateTag` of Next.js or the cache of another framework. */
export function tagsOfMessage({ type, data }) {
  const [kind] = type.split('.');
  if (kind === 'settings') return Object.values(ROUTES);
  const list =
    kind === 'comment' ? '/wp/v2/comments' : kind === 'user' ? '/wp/v2/users' : ROUTES[data.type ?? data.taxonomy];
  if (list === undefined) return [];
  const post = kind === 'comment' ? [`${ROUTES.post}/${data.post}`] : [];
  return [list, `${list}/${data.id}`, ...post];
}

/** The site whose REST root is `url`, as a user if `login` and an application password are given. */
export function createSite({ url, login, password, fetch: send = fetch }) {
  const root = url.replace(/\/$/, '');
  const credentials = login === undefined ? {} : { authorization: `Basic ${btoa(`${login}:${password}`)}` };
  const api = createClient({
    baseUrl: root,
    headers: credentials,
    fetch: send,
    querySerializer: { array: { style: 'form', explode: false } },
  });

  const ask = async (path, init = {}) => {
    const response = await send(path.startsWith('http') ? path : root + path, {
      ...init,
      headers: { ...credentials, ...init.headers },
    });
    if (!response.ok) throw new SiteError(response.status, await response.json().catch(() => undefined));
    return response;
  };

  const request = async (path, options = {}) => {
    const tags = tagsOf(path, options.params?.path);
    // Frameworks that cache `fetch` read `next`; others ignore it.
    const reply = await api.GET(path, { next: { tags }, ...options });
    if (reply.error !== undefined) throw new SiteError(reply.response.status, reply.error);
    return reply;
  };

  const site = {
    api,

    async read(path, options) {
      return (await request(path, options)).data;
    },

    async *pages(path, options = {}) {
      for (let page = 1, last = 1; page <= last; page++) {
        const query = { per_page: 100, ...options.params?.query, page };
        const { data, response } = await request(path, { ...options, params: { ...options.params, query } });
        last = Number(response.headers.get('x-wp-totalpages') ?? 1);
        yield* data;
      }
    },

    async *byCursor(path, options = {}) {
      for (let cursor = ''; cursor !== undefined;) {
        const query = { per_page: 100, ...options.params?.query, cursor };
        const { data, response } = await request(path, { ...options, params: { ...options.params, query } });
        yield* data;
        const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
        cursor = next === undefined ? undefined : (new URL(next).searchParams.get('cursor') ?? undefined);
      }
    },

    async *entries(type, { after = 0, fields = '' } = {}) {
      const response = await ask(`/nestpress/v1/export/${type}?after=${after}&fields=${fields}`);
      let rest = '';
      for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + text).split('\n');
        rest = lines.pop();
        for (const line of lines) yield JSON.parse(line);
      }
    },

    async *changes(since, { wait = 25, signal } = {}) {
      for (let cursor = since; !signal?.aborted;) {
        const query = cursor === undefined ? '' : `?since=${cursor}&wait=${wait}&limit=1000`;
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
      const address = `${root}/nestpress/v1/uploads/${(await created.json()).id}`;
      const item = await sendParts(file, address, onProgress);
      return (await ask(`/wp/v2/media/${item.split('/').at(-1)}`)).json();
    },
  };

  /** Sends what is missing; after a failure it asks where to go on. Returns the address of the media item. */
  async function sendParts(file, address, onProgress) {
    for (let offset = 0, failures = 0; ;) {
      try {
        const part = file.slice(offset, offset + PART_BYTES);
        const headers = { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
        const response = await ask(address, { method: 'PATCH', headers, body: part });
        offset = Number(response.headers.get('upload-offset'));
        onProgress?.(offset / file.size);
        const location = response.headers.get('location');
        if (location !== null) return location;
      } catch (error) {
        const isFinal = error instanceof SiteError && error.status < 500 && error.status !== 409;
        if (isFinal || ++failures > RETRIES) throw error;
        await new Promise((done) => setTimeout(done, 500 * 2 ** failures));
        const state = await ask(address, { method: 'HEAD', headers: TUS }).catch(() => undefined);
        const location = state?.headers.get('location');
        if (location) return location;
        offset = Number(state?.headers.get('upload-offset') ?? offset);
      }
    }
  }

  return site;
}
