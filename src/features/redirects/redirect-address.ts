import { createHash } from 'node:crypto';

const MAX_LENGTH = 2000;

/** The path and query of a former address, which may have been on another host; undefined if it is none. */
export function sourceOf(text: string): string | undefined {
  const url = parsed(text);
  return url && redirectKey(url.pathname + url.search) !== '/' ? url.pathname + url.search : undefined;
}

/** A path on the site, or a URL; undefined if it is neither. */
export function targetOf(text: string): string | undefined {
  const url = parsed(text);
  if (!url) return undefined;
  return url.hostname === LOCAL ? url.pathname + url.search + url.hash : url.href;
}

const LOCAL = 'site.invalid';

function parsed(text: string): URL | undefined {
  const address = text.trim();
  const isLocal = address.startsWith('/') && !address.startsWith('//');
  if (address.length > MAX_LENGTH || !(isLocal || /^https?:\/\//i.test(address))) return undefined;
  return URL.canParse(address, `http://${LOCAL}`) ? new URL(address, `http://${LOCAL}`) : undefined;
}

/** Addresses that differ in case, escapes and a slash at the end are the same. */
export function redirectKey(address: string): string {
  const [path = '', ...query] = address.split('?');
  const clean = decoded(path).replace(/\/+$/, '').toLowerCase() || '/';
  return query.length > 0 ? `${clean}?${query.join('?')}` : clean;
}

export const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The keys of redirects that lead back to themselves. `next` has the target of each redirect by the key of its source. */
export function redirectLoops(next: ReadonlyMap<string, string>): ReadonlySet<string> {
  const loops = new Set<string>();
  const seen = new Set<string>();
  for (const key of next.keys()) {
    const path: string[] = [];
    let at: string | undefined = key;
    while (at !== undefined && !seen.has(at)) {
      seen.add(at);
      path.push(at);
      at = keysOf(next.get(at)!).find((address) => next.has(address));
    }
    const start = at === undefined ? -1 : path.indexOf(at);
    if (start >= 0) path.slice(start).forEach((address) => loops.add(address));
  }
  return loops;
}

/** What redirects an address: the redirect of exactly this address, or else that of its path. */
export function keysOf(address: string): string[] {
  const [withQuery = ''] = address.split('#', 1);
  return [...new Set([redirectKey(withQuery), redirectKey(withQuery.split('?', 1)[0]!)])];
}
