import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, get, type IncomingHttpHeaders, type Server } from 'node:http';
import { HttpAdapterHost } from '@nestjs/core';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { CACHE_HEADER } from '../../rest/response/reply.js';
import { CacheStateStore } from './cache-state.store.js';
import { CrawlListStore } from './crawl-list.store.js';
import { REST_OPTIONS, type RestOptions } from '../../rest/rest-options.js';
import { utcIsoText } from '../../text/dates.js';

const TIMEOUT_MS = 30_000;

/** Sends HTTP requests to this process, as a visitor would. */
@Injectable()
export class LoopbackClient implements OnApplicationShutdown {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(REST_OPTIONS) private readonly options: RestOptions,
  ) {}

  onApplicationShutdown(): void {
    this.agent.destroy();
  }

  /** False before the service listens and after it has stopped. */
  get isListening(): boolean {
    return this.server.listening;
  }

  ask(route: string): Promise<{ status: number; headers: IncomingHttpHeaders }> {
    const address = this.server.address();
    const target =
      typeof address === 'string' || address === null
        ? { socketPath: address ?? '' }
        : { host: reachable(address.address), port: address.port };
    return new Promise((done, failed) => {
      const request = get(
        { ...target, path: this.options.basePath + route, agent: this.agent, timeout: TIMEOUT_MS },
        (response) => {
          response.resume();
          response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers }));
          response.on('error', failed);
        },
      );
      request.on('timeout', () => request.destroy(new Error('The own server did not respond in time.')));
      request.on('error', failed);
    });
  }

  private get server(): Server {
    return this.host.httpAdapter.getHttpServer() as Server;
  }
}

function reachable(address: string): string {
  return address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
}

const MAX_ITEMS = 5000;

/** The routes that each crawler warms, by its number. */
const CRAWLERS: readonly { name: string; routes(lists: CrawlListStore): Promise<string[]> }[] = [
  { name: 'lists', routes: async (lists) => lists.lists() },
  { name: 'items', routes: (lists) => lists.items(MAX_ITEMS) },
  { name: 'lists with embedded items', routes: async (lists) => lists.lists().map((route) => `${route}?_embed`) },
];

const AT_ONCE = 3;
const EVERY_MS = 600_000;
const MAX_RUN_MS = 400_000;
/** After this many consecutive failures the problem is the site, not a single URL. */
const MAX_FAILURES = 3;

const STATE = 'crawlers';
const MAX_IDS = 100;
const MAX_ID_LENGTH = 64;

/** URLs that were already cached, are cached now, cannot be cached, or failed. */
export interface CrawlCounts {
  hit: number;
  miss: number;
  uncacheable: number;
  failed: number;
}

export interface CrawlerStatus extends CrawlCounts {
  scheduled: boolean;
  running: boolean;
  /** In UTC. */
  last_run: string | null;
  crawlers: { id: number; name: string; enabled: boolean }[];
}

/** Requests public routes in advance, so that visitors get cached responses. */
@Injectable()
export class CrawlerService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Crawler');
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private stopped = false;
  private lastRun?: Date;
  /** The results of the last run. */
  counts: CrawlCounts = noCounts();

  constructor(
    private readonly lists: CrawlListStore,
    private readonly server: LoopbackClient,
    private readonly state: CacheStateStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.background && this.config.cacheCrawler) this.schedule(1000);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Toggles a crawler; returns true if it is now enabled, and starts it. Unknown IDs are stored as well. */
  async toggle(id: string): Promise<boolean> {
    const name = id.slice(0, MAX_ID_LENGTH);
    const isOn = await this.state.change<string[], boolean>(STATE, [], (off) => {
      const isOff = off.includes(name);
      return { value: isOff ? off.filter((other) => other !== name) : [...off, name].slice(-MAX_IDS), result: isOff };
    });
    this.logger.log(`Crawler ${JSON.stringify(name)} was turned ${isOn ? 'on' : 'off'}.`);
    if (isOn) void this.run();
    return isOn;
  }

  /** Runs all enabled crawlers; a call during a run waits for that run. */
  run(): Promise<void> {
    this.running ??= this.crawl()
      .catch((error: unknown) => this.logger.warn(`The crawler stopped: ${String(error)}`))
      .finally(() => (this.running = undefined));
    return this.running;
  }

  async status(): Promise<CrawlerStatus> {
    const off = (await this.state.read<string[]>(STATE)) ?? [];
    return {
      scheduled: this.config.cacheCrawler && this.config.cacheMb > 0,
      running: this.running !== undefined,
      last_run: this.lastRun ? utcIsoText(this.lastRun) : null,
      crawlers: CRAWLERS.map(({ name }, id) => ({ id, name, enabled: !off.includes(String(id)) })),
      ...this.counts,
    };
  }

  private schedule(ms: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.run().finally(() => this.schedule(EVERY_MS)), ms).unref();
  }

  private async crawl(): Promise<void> {
    if (!this.server.isListening || this.config.cacheMb === 0) return;
    const off = (await this.state.read<string[]>(STATE)) ?? [];
    this.counts = noCounts();
    this.lastRun = new Date();
    const until = performance.now() + MAX_RUN_MS;
    for (const [number, { routes }] of CRAWLERS.entries()) {
      if (!off.includes(String(number))) await this.warm(await routes(this.lists), until);
    }
  }

  private async warm(routes: readonly string[], until: number): Promise<void> {
    let next = 0;
    let failures = 0;
    const worker = async () => {
      while (next < routes.length && failures < MAX_FAILURES && !this.stopped && performance.now() < until) {
        const outcome = await this.ask(routes[next++]!);
        failures = outcome === 'failed' ? failures + 1 : 0;
        this.counts[outcome]++;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    if (failures >= MAX_FAILURES) throw new Error(`${MAX_FAILURES} addresses in a row failed`);
  }

  private async ask(route: string): Promise<keyof CrawlCounts> {
    try {
      const { status, headers } = await this.server.ask(route);
      if (status >= 500) return 'failed';
      const cacheStatus = headers[CACHE_HEADER.toLowerCase()];
      return cacheStatus === 'hit' || cacheStatus === 'miss' ? cacheStatus : 'uncacheable';
    } catch {
      return 'failed';
    }
  }
}

function noCounts(): CrawlCounts {
  return { hit: 0, miss: 0, uncacheable: 0, failed: 0 };
}
