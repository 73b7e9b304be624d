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

/** Whether following redirects from an address comes back to it. `next` has the key of the target for the key of a source. */
export function isLoop(key: string, next: ReadonlyMap<string, string>): boolean {
  const seen = new Set([key]);
  for (let at = next.get(key); at !== undefined; at = next.get(at)) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}
