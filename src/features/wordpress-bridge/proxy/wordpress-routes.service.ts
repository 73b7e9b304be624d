import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database } from '../../../database/index.js';
import { CONFIG, type Config } from '../../../platform/config/index.js';
import { Alarm } from '../../../platform/jobs/index.js';
import { WordPressStats } from '../../../platform/outbound/index.js';
import { type FallbackRoutes, NO_FALLBACK_ROUTES } from '../../../rest/discovery/index.js';
import { RouteRegistry } from '../../../rest/route/index.js';
import { WordPressClient, type WordPressRequest } from '../client/wordpress.client.js';

const MINUTE_MS = 60_000;
/** Visitors see every route, too. */
export const INDEX_REQUEST: WordPressRequest = { anonymous: true, query: { _fields: 'namespaces,routes' } };

/** Knows which routes only the WordPress alongside has, from its index, so that the index here lists them. */
@Injectable()
export class WordPressRoutesService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('WordPress');
  private readonly alarm?: Alarm;
  private text = '';
  routes = NO_FALLBACK_ROUTES;

  constructor(
    private readonly client: WordPressClient,
    private readonly registry: RouteRegistry,
    private readonly stats: WordPressStats,
    private readonly db: Database,
    @Inject(CONFIG) { wordpress, background }: Config,
  ) {
    if (!wordpress || !background) return;
    const everyMs = (wordpress.importMinutes || Number.MAX_SAFE_INTEGER) * MINUTE_MS;
    // If WordPress was down at the start, retry soon.
    this.alarm = new Alarm(
      () => this.learn(),
      Math.min(everyMs, 24 * 60 * MINUTE_MS),
      () => this.alarm?.in(MINUTE_MS),
    );
  }

  onApplicationBootstrap(): void {
    this.alarm?.in(0);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.alarm?.stop();
  }

  private async learn(): Promise<void> {
    try {
      const index = await this.client.json('/', INDEX_REQUEST);
      this.stats.add('routes', 'ok');
      this.use(missingRoutes(index, new Set(this.registry.routes.map(({ pattern }) => pattern))));
    } catch (error) {
      this.stats.add('routes', 'failed');
      this.logger.warn(`The routes of WordPress could not be read: ${(error as Error).message}`);
      throw error;
    }
  }

  private use(routes: FallbackRoutes): void {
    const text = JSON.stringify(routes);
    if (text === this.text) return;
    this.text = text;
    this.routes = routes;
    // Cached copies of the index are tagged with the options alone.
    this.db.changes.publish(new Set([`${this.db.tablePrefix}options`]));
  }
}

/** What the index of WordPress lists and `own` does not. */
export function missingRoutes(index: unknown, own: ReadonlySet<string>): FallbackRoutes {
  const { namespaces, routes } = (index ?? {}) as { namespaces?: unknown; routes?: unknown };
  const entries = Object.entries((routes ?? {}) as Record<string, { namespace?: unknown }>).filter(
    ([pattern, entry]) => !own.has(pattern) && typeof entry?.namespace === 'string',
  );
  return {
    namespaces: Array.isArray(namespaces) ? namespaces.filter((name): name is string => typeof name === 'string') : [],
    entries: Object.fromEntries(entries) as FallbackRoutes['entries'],
  };
}
