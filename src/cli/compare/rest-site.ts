import { CliFailure } from '../../platform/command-line/cli.js';
import { reasonOf } from '../../platform/diagnostics/reason-of.js';
import { type JsonResponse, fetchJson } from '../http-get.js';
import { type SampleRequest } from './sample-requests.js';

const API_RELATION = 'https://api.w.org/';
const HOME = '{home}';

/** A site's REST API. The site's own address in responses becomes a placeholder, so that sites at two addresses compare. */
export class RestSite {
  private constructor(
    /** Address of the index. */
    readonly root: string,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly addresses: readonly string[],
  ) {}

  /** Discovers the REST API from a site's address or from the address of the API itself. */
  static async find(url: string, headers: Readonly<Record<string, string>> = {}): Promise<RestSite> {
    for (const root of await candidates(url)) {
      const { status, body } = await fetchJson(root, headers).catch((error: unknown) => {
        throw new CliFailure(`${url} cannot be reached: ${reasonOf(error)}.`);
      });
      if (status === 401 || status === 403)
        throw new CliFailure(
          `${url} refused the request with status ${status}; check the account and its application password.`,
        );
      const index = body as { namespaces?: unknown; home?: string; url?: string } | undefined;
      if (status === 200 && Array.isArray(index?.namespaces)) return new RestSite(root, headers, addressesOf(index));
    }
    throw new CliFailure(`${url} does not serve the wp/v2 REST API.`);
  }

  /** The site for requests with other credentials; without any, for those of visitors. */
  as(headers: Readonly<Record<string, string>>): RestSite {
    return new RestSite(this.root, headers, this.addresses);
  }

  async get({ path, query, method }: Pick<SampleRequest, 'path' | 'query' | 'method'>): Promise<JsonResponse> {
    // Without pretty permalinks the route itself is a parameter of the root.
    const separator = this.root.includes('?') ? '&' : '?';
    const address = this.root.replace(/\/$/, '') + path + (query === '' ? '' : separator + query);
    const { status, headers, body } = await fetchJson(address, this.headers, method);
    return { status, headers: this.neutral(headers) as Record<string, string>, body: this.neutral(body) };
  }

  private neutral(value: unknown): unknown {
    if (typeof value === 'string')
      return this.addresses.reduce((text, address) => text.replaceAll(address, HOME), value);
    if (Array.isArray(value)) return value.map((item) => this.neutral(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.neutral(item)]));
  }
}

async function candidates(url: string): Promise<string[]> {
  const bare = url.replace(/\/+$/, '');
  const { origin } = new URL(url);
  const found = await fetchJson(`${bare}/`).catch(() => undefined);
  const links = (found?.headers.link ?? '').split(/,\s*(?=<)/);
  const named = links.find((link) => link.includes(`rel="${API_RELATION}"`))?.match(/^<([^>]+)>/)?.[1];
  // Take only the path of the advertised link: a service that runs at another address advertises the site's host.
  const below =
    named === undefined ? [] : [new URL(named).pathname + new URL(named).search].map((path) => origin + path);
  return [...new Set([...below, `${bare}/wp-json/`, `${bare}/`, `${bare}/index.php?rest_route=/`])];
}

/** Longest first, and as they stand inside the query of another address. */
function addressesOf({ home = '', url = '' }: { home?: string; url?: string }): string[] {
  const plain = [...new Set([home, url])].filter((address) => address !== '');
  return [...plain, ...plain.map(encodeURIComponent), ...plain.map((address) => address.replace(/^https?:/, ''))].sort(
    (a, b) => b.length - a.length,
  );
}
