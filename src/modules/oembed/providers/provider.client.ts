import { Injectable } from '@nestjs/common';
import { OutboundClient } from '../../../platform/outbound/outbound.client.js';
import { decodeSpecialCharacters } from '../../../text/escape.js';
import { parseAttributes } from '../../../text/sanitize/attributes.js';
import { parseResponse, type RawResponse } from './provider-response.js';
import { type Provider, PROVIDERS } from './providers.table.js';

const PAGE_BYTES = 150_000;
const ANSWER_BYTES = 64_000;

interface ProviderRequest {
  url: URL;
  maxWidth: number;
  maxHeight: number;
  /** Pages of unknown providers are searched for their endpoint. */
  discover: boolean;
  siteHost: string;
}

interface Endpoint {
  address: string;
  isKnown: boolean;
}

/** Requests the embed of a page from its provider. */
@Injectable()
export class ProviderClient {
  constructor(private readonly outbound: OutboundClient) {}

  /** Undefined if no provider matches or it has no valid response. */
  async ask(question: ProviderRequest): Promise<{ response: RawResponse; isKnown: boolean } | undefined> {
    const endpoint = await this.endpoint(question);
    if (!endpoint) return undefined;
    for (const format of ['json', 'xml']) {
      const { status, body } = await this.outbound.get(endpointUrl(endpoint.address, question, format), {
        accept: 'application/json, text/xml, application/xml',
        maxBytes: ANSWER_BYTES,
        oversize: 'refuse',
      });
      // Status of providers that do not support this format.
      if (status === 501) continue;
      const response = status === 200 ? parseResponse(body.toString('utf8')) : undefined;
      return response && { response, isKnown: endpoint.isKnown };
    }
    return undefined;
  }

  private async endpoint({ url, discover }: ProviderRequest): Promise<Endpoint | undefined> {
    const provider = matchProvider(url);
    if (provider) return { address: provider.endpoint, isKnown: true };
    if (!discover) return undefined;
    const page = await this.outbound.get(url.href, { accept: 'text/html', maxBytes: PAGE_BYTES, oversize: 'cut' });
    const address = page.status === 200 ? findEndpoint(page.body.toString('utf8'), page.url) : undefined;
    return address === undefined ? undefined : { address, isKnown: false };
  }
}

function endpointUrl(
  endpoint: string,
  { url, maxWidth, maxHeight, siteHost }: ProviderRequest,
  format: string,
): string {
  const asking = new URL(endpoint.replace('{format}', format).replace('{site}', encodeURIComponent(siteHost)));
  const parameters = { maxwidth: String(maxWidth), maxheight: String(maxHeight), url: url.href, dnt: '1', format };
  for (const [name, value] of Object.entries(parameters)) asking.searchParams.set(name, value);
  return asking.href;
}

interface Pattern {
  host: string;
  withSubdomains: boolean;
  path: RegExp;
}

const COMPILED = PROVIDERS.map((provider) => ({ provider, patterns: provider.patterns.map(compile) }));

/** The provider of a page. Host and path are matched separately, so that neither can imitate the other. */
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

/** Link types with which pages announce their oEmbed endpoint, preferred first. */
const LINK_TYPES = ['application/json+oembed', 'text/xml+oembed', 'application/xml+oembed'];

/** The endpoint announced in a page's head; undefined if there is none. */
export function findEndpoint(html: string, page: URL): string | undefined {
  const end = html.search(/<\/head|<body/i);
  const found = links(end < 0 ? html : html.slice(0, end));
  const href = LINK_TYPES.map((type) => found.get(type)).find((link) => link !== undefined);
  return href !== undefined && URL.canParse(href, page.href) ? new URL(href, page).href : undefined;
}

/** The first URL of each type. */
function links(head: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, text = ''] of head.matchAll(/<link\s([^<>]*)>/gi)) {
    const attributes = new Map(
      parseAttributes(text.replace(/\/$/, '')).map(({ name, value }) => [name.toLowerCase(), value ?? '']),
    );
    const type = attributes.get('type')?.toLowerCase() ?? '';
    const href = attributes.get('href') ?? '';
    if (href !== '' && !found.has(type)) found.set(type, decodeSpecialCharacters(href, 'both'));
  }
  return found;
}
