import { PROVIDERS, type Provider } from './providers.table.js';

interface Pattern {
  host: string;
  withSubdomains: boolean;
  path: RegExp;
}

const COMPILED = PROVIDERS.map((provider) => ({ provider, patterns: provider.patterns.map(compile) }));

/** The provider that has this page. Host and path are compared apart, so that no part of one passes for the other. */
export function matchProvider(url: URL): Provider | undefined {
  const host = url.hostname.replace(/^www\./, '');
  const path = url.pathname + url.search;
  return COMPILED.find(({ patterns }) => patterns.some((pattern) => fitsHost(host, pattern) && pattern.path.test(path)))
    ?.provider;
}

function compile(pattern: string): Pattern {
  const slash = pattern.indexOf('/');
  const host = pattern.slice(0, slash);
  const path = pattern
    .slice(slash)
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replace(/:\w+/g, '[^/?]+');
  return { host: host.replace('*.', ''), withSubdomains: host.startsWith('*.'), path: new RegExp(`^${path}$`) };
}

function fitsHost(host: string, pattern: Pattern): boolean {
  return host === pattern.host || (pattern.withSubdomains && host.endsWith(`.${pattern.host}`));
}
