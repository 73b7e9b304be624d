import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { EntriesStore } from '../entries/read/entries.store.js';
import {
  EMBED_ATTEMPTS,
  EMBED_JOB,
  type EmbedFetch,
  needsFetch,
} from '../entries/read/rendering/embed-queue.service.js';
import { MetaWriter } from '../meta/meta.writer.js';
import { embedTimeKey, UNKNOWN_EMBED } from '../../rendering/index.js';
import { parseUrlFront } from '../../text/urls.js';
import { type JobResult, type JobRun } from '../../platform/jobs/job.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { OutboundError, type OutboundFailure } from '../../platform/outbound/outbound.client.js';
import { SiteService } from '../../site/site.service.js';
import { acceptResponse, responseHtml } from './providers/provider-response.js';
import { ProviderClient } from './providers/provider.client.js';

/** Temporary failures. */
const TRANSIENT: ReadonlySet<OutboundFailure> = new Set(['busy', 'time', 'connection', 'name']);

/** Fetches the embeds that content needs and caches them among the meta values of the posts, as WordPress does. */
@Injectable()
export class EmbedFetcherService implements OnModuleInit {
  private readonly logger = new Logger('Embeds');

  constructor(
    private readonly jobs: JobsService,
    private readonly entries: EntriesStore,
    private readonly providers: ProviderClient,
    private readonly sites: SiteService,
  ) {}

  onModuleInit(): void {
    this.jobs.register<EmbedFetch>(EMBED_JOB, (fetch, run) => this.run(fetch, run));
  }

  private async run(fetch: EmbedFetch, run: JobRun): Promise<JobResult | undefined> {
    const { key, posts } = fetch;
    // Several processes may have queued the same embed.
    const cached = await this.entries.metas(posts, [key, embedTimeKey(key)]);
    const waiting = posts.filter((post) => needsFetch(cached.get(post), key, new Date()));
    if (waiting.length === 0) return undefined;
    const html = (await this.html(fetch, run)) ?? UNKNOWN_EMBED;
    return async (tx) => {
      const meta = new MetaWriter(tx);
      for (const post of (await this.entries.byIds(waiting, { content: false, from: tx })).keys()) {
        await meta.set(post, key, html);
        await meta.set(post, embedTimeKey(key), String(Math.floor(Date.now() / 1000)));
      }
    };
  }

  private async html({ url, width, height }: EmbedFetch, { attempt }: JobRun): Promise<string | undefined> {
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
    const { home } = await this.sites.current();
    const siteHost = parseUrlFront(home)?.host ?? '';
    try {
      const found = await this.providers.ask({
        url: new URL(url),
        maxWidth: width,
        maxHeight: height,
        discover: true,
        siteHost,
      });
      const response = found && acceptResponse(found.response, found);
      return response && responseHtml(response, url);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      if (TRANSIENT.has(error.reason) && attempt < EMBED_ATTEMPTS) throw error;
      this.logger.log({ msg: 'nothing to embed', host: new URL(url).host, reason: error.reason });
      return undefined;
    }
  }
}
