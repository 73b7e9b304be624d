/** The parts of a URL before its path. */
export interface UrlFront {
  scheme?: string;
  user?: string;
  password?: string;
  host?: string;
  port?: number;
}

/**
 * Splits the front off a URL as PHP's `parse_url` does; undefined for seriously malformed ones.
 * The WHATWG parser is of no use here: it rewrites what it reads.
 */
export function parseUrlFront(url: string): UrlFront | undefined {
  const colon = url.indexOf(':');
  if (colon > 0 && /^[a-zA-Z0-9+.-]+$/.test(url.slice(0, colon))) {
    const scheme = url.slice(0, colon);
    if (url.startsWith('//', colon + 1)) {
      const isPath = scheme.toLowerCase() === 'file' && url[colon + 3] === '/';
      return isPath ? { scheme } : parseAuthority(url.slice(colon + 3), { scheme });
    }
    return startsWithPort(url.slice(colon + 1)) ? parseAuthority(url, {}) : { scheme };
  }
  if (url.startsWith('//')) return parseAuthority(url.slice(2), {});
  if (colon >= 0 && !/[?#]/.test(url.slice(0, colon))) {
    if (colon + 1 === url.length) return undefined;
    if (startsWithPort(url.slice(colon + 1))) return parseAuthority(url, {});
  }
  return {};
}

function startsWithPort(text: string): boolean {
  return /^[0-9]{1,5}(?:\/|$)/.test(text);
}

function parseAuthority(text: string, front: UrlFront): UrlFront | undefined {
  const authority = text.slice(0, text.search(/[/?#]|$/));
  const at = authority.lastIndexOf('@');
  if (at >= 0) {
    const login = authority.slice(0, at);
    const colon = login.indexOf(':');
    front.user = colon < 0 ? login : login.slice(0, colon);
    if (colon >= 0) front.password = login.slice(colon + 1);
  }
  const hostAndPort = authority.slice(at + 1);
  const isBracketed = hostAndPort.startsWith('[') && hostAndPort.endsWith(']');
  const colon = isBracketed ? -1 : hostAndPort.lastIndexOf(':');
  if (colon >= 0) {
    const port = hostAndPort.slice(colon + 1);
    if (port.length > 5 || (port !== '' && !/^[0-9]/.test(port))) return undefined;
    if (port !== '') front.port = parseInt(port, 10);
    if ((front.port ?? 0) > 65535) return undefined;
  }
  front.host = colon < 0 ? hostAndPort : hostAndPort.slice(0, colon);
  return front.host === '' ? undefined : front;
}
