/** Name of the cookie that holds the preview token while the draft mode is on. */
export const PREVIEW_COOKIE = 'nestpress_preview';

const MAX_AGE_SECONDS = 300;

const routeOf = (api, path) => `${String(api).replace(/\/$/, '')}/${path}`;

/** Path and query of an address on this site; never one of another host. */
function localPath(link, fallback = '/') {
  try {
    const { pathname, search } = new URL(link, 'http://site.invalid');
    return pathname.startsWith('//') ? fallback : pathname + search;
  } catch {
    return fallback;
  }
}

function redirectTo(path) {
  return new Response(null, { status: 307, headers: { Location: path, 'Cache-Control': 'no-store' } });
}

/** The handler of FRONT_END_PREVIEW: checks the token, turns the draft mode on and shows the entry. */
export function createPreviewHandler({ api, draftMode, cookies, pathOf = ({ link }) => localPath(link) }) {
  return async (request) => {
    const token = new URL(request.url).searchParams.get('token') ?? '';
    const response = await globalThis.fetch(routeOf(api, 'nestpress/v1/preview-tokens/current'), {
      headers: { Authorization: `Preview ${token}` },
      cache: 'no-store',
    });
    if (!response.ok) return new Response('The preview has ended. Open it again from the editor.\n', { status: 401 });
    const entry = await response.json();
    (await draftMode()).enable();
    const isSecure = new URL(request.url).protocol === 'https:';
    (await cookies()).set(PREVIEW_COOKIE, token, {
      httpOnly: true,
      path: '/',
      secure: isSecure,
      sameSite: isSecure ? 'none' : 'lax',
      expires: new Date(`${entry.expires}Z`),
    });
    return redirectTo(localPath(await pathOf(entry)));
  };
}

/** Turns the draft mode off again. */
export function createEndPreviewHandler({ draftMode, cookies }) {
  return async () => {
    (await draftMode()).disable();
    (await cookies()).delete(PREVIEW_COOKIE);
    return redirectTo('/');
  };
}

/** The headers of requests while the draft mode is on; none otherwise. */
export async function previewHeaders({ draftMode, cookies }) {
  if (!(await draftMode()).isEnabled) return {};
  const token = (await cookies()).get(PREVIEW_COOKIE)?.value;
  return token ? { Authorization: `Preview ${token}` } : {};
}

/** What is at a path; null if there is nothing. */
export async function resolveAddress(path, { api, headers = {}, embed = true, tags = ['/wp/v2'] }) {
  const url = new URL(routeOf(api, 'nestpress/v1/resolve'));
  url.searchParams.set('url', path);
  if (embed) url.searchParams.set('_embed', 'item');
  const isPreview = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  const response = await globalThis.fetch(url, {
    headers,
    ...(isPreview ? { cache: 'no-store' } : { next: { tags } }),
  });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${url.pathname} responded with ${response.status}.`);
  const { _embedded: embedded, ...found } = await response.json();
  return { ...found, item: embedded?.item?.[0] ?? null };
}

const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Whether a message was signed with the secret, less than five minutes ago. */
export async function isSigned(secret, headers, body, now = Date.now()) {
  const id = headers.get('webhook-id');
  const timestamp = Number(headers.get('webhook-timestamp'));
  if (!id || !(Math.abs(now / 1000 - timestamp) <= MAX_AGE_SECONDS)) return false;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), algorithm, false, [
    'verify',
  ]);
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const part of (headers.get('webhook-signature') ?? '').split(' ')) {
    const [version, signature = ''] = part.split(',');
    if (version !== 'v1' || !/^[A-Za-z0-9+/]+=*$/.test(signature)) continue;
    if (await crypto.subtle.verify('HMAC', key, bytesOf(signature), content)) return true;
  }
  return false;
}

/** The handler of a webhook: pages with a tag of the message are rendered again. */
export function createWebhookHandler({ secret, tagsOfMessage, revalidateTag }) {
  return async (request) => {
    const body = await request.text();
    if (!secret || !(await isSigned(secret, request.headers, body)))
      return new Response('The signature is not valid.\n', { status: 401 });
    const tags = [...new Set(['/wp/v2', ...tagsOfMessage(JSON.parse(body))])];
    for (const tag of tags) await revalidateTag(tag, { expire: 0 });
    return Response.json({ revalidated: tags });
  };
}

/** Passes on sitemaps and feeds of the service, which have addresses of the front end with FRONT_END_LINKS. */
export function createPassOnHandler({ site }) {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const response = await globalThis.fetch(new URL(pathname + search, site), { redirect: 'manual' });
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || !/xml|feed\+json|text\/plain/.test(type)) return new Response('Not found\n', { status: 404 });
    return new Response(await response.text(), {
      headers: { 'Content-Type': type, 'Cache-Control': response.headers.get('cache-control') ?? 'no-cache' },
    });
  };
}

/** Attributes of an image element for an item of `wp/v2/media`, with all its sizes of the same shape. */
export function imageOf(media) {
  const { width, height, sizes = {} } = media.media_details ?? {};
  const isSameShape = (size) => !width || !height || Math.abs(size.width / size.height - width / height) < 0.02;
  const candidates = Object.values(sizes).filter(isSameShape);
  const found = new Map(candidates.map((size) => [Number(size.width), size.source_url]));
  if (width) found.set(Number(width), media.source_url);
  const srcSet = [...found].sort(([one], [other]) => one - other).map(([at, url]) => `${url} ${at}w`);
  return {
    src: media.source_url,
    alt: media.alt_text ?? '',
    ...(width && { width: Number(width) }),
    ...(height && { height: Number(height) }),
    ...(srcSet.length > 1 && { srcSet: srcSet.join(', ') }),
  };
}

/** In the browser: calls back when the editor of the console changes what the page previews. Returns what stops it. */
export function followPreview({ site, onChange = () => globalThis.location.reload() }) {
  const { origin } = new URL(site);
  const listener = (event) => {
    if (event.origin === origin && event.data?.type === 'nestpress:preview-changed') onChange(event.data.id);
  };
  globalThis.addEventListener('message', listener);
  return () => globalThis.removeEventListener('message', listener);
}
