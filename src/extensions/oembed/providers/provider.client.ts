import { Injectable } from '@nestjs/common';
import { OutboundClient } from '../../../platform/outbound/outbound.client.js';
import { findEndpoint } from './discover.js';
import { matchProvider } from './match-provider.js';
import { parseAnswer, type RawAnswer } from './parse-answer.js';

const PAGE_BYTES = 150_000;
const ANSWER_BYTES = 64_000;

export interface ProviderQuestion {
  url: URL;
  maxWidth: number;
  maxHeight: number;
  /** Pages of providers that are not known are asked where theirs is. */
  discover: boolean;
  siteHost: string;
}

interface Endpoint {
  address: string;
  isKnown: boolean;
}

/** Asks providers about a page of theirs. */
@Injectable()
export class ProviderClient {
  constructor(private readonly outbound: OutboundClient) {}

  /** Undefined where there is no provider, or it has nothing to say. */
  async ask(question: ProviderQuestion): Promise<{ answer: RawAnswer; isKnown: boolean } | undefined> {
    const endpoint = await this.endpoint(question);
    if (!endpoint) return undefined;
    for (const format of ['json', 'xml']) {
      const { status, body } = await this.outbound.get(askingUrl(endpoint.address, question, format), {
        accept: 'application/json, text/xml, application/xml',
        maxBytes: ANSWER_BYTES,
        oversize: 'refuse',
      });
      // A provider that cannot answer in this format says so by this status.
      if (status === 501) continue;
      const answer = status === 200 ? parseAnswer(body.toString('utf8')) : undefined;
      return answer && { answer, isKnown: endpoint.isKnown };
    }
    return undefined;
  }

  private async endpoint({ url, discover }: ProviderQuestion): Promise<Endpoint | undefined> {
    const known = matchProvider(url);
    if (known) return { address: known.endpoint, isKnown: true };
    if (!discover) return undefined;
    const page = await this.outbound.get(url.href, { accept: 'text/html', maxBytes: PAGE_BYTES, oversize: 'cut' });
    const address = page.status === 200 ? findEndpoint(page.body.toString('utf8'), page.url) : undefined;
    return address === undefined ? undefined : { address, isKnown: false };
  }
}

function askingUrl(endpoint: string, { url, maxWidth, maxHeight, siteHost }: ProviderQuestion, format: string): string {
  const asking = new URL(endpoint.replace('{format}', format).replace('{site}', encodeURIComponent(siteHost)));
  const parameters = { maxwidth: String(maxWidth), maxheight: String(maxHeight), url: url.href, dnt: '1', format };
  for (const [name, value] of Object.entries(parameters)) asking.searchParams.set(name, value);
  return asking.href;
}
