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
import { type RestRoute, RouteRegistry } from '../../../rest/route/index.js';
import { recordOf } from '../../../text/index.js';
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
  /** Parameters that WordPress declares for routes of ours, and that are unknown here. */
  parameters: FurtherParameters = new Map();
  /** Whether a plugin has a route by which clients get tokens. */
  issuesTokens = false;

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
      () => this.readRoutes(),
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

  private async readRoutes(): Promise<void> {
    try {
      const index = await this.client.json('/', INDEX_REQUEST);
      this.stats.add('routes', 'ok');
      const own = new Map(this.registry.routes.map((route) => [route.pattern, route]));
      this.parameters = furtherParameters(index, own);
      this.use(missingRoutes(index, own));
    } catch (error) {
      this.stats.add('routes', 'failed');
      this.logger.warn(`The routes of WordPress could not be read: ${(error as Error).message}`);
      throw error;
    }
  }

  private use(routes: FallbackRoutes): void {
    const text = JSON.stringify([routes, [...this.parameters.keys()]]);
    if (text === this.text) return;
    this.text = text;
    this.routes = routes;
    this.issuesTokens = Object.keys(routes.entries).some((pattern) => TOKEN_ROUTE.test(pattern));
    // Cached copies of the index are tagged with the options alone.
    this.db.changes.publish(new Set([`${this.db.tablePrefix}options`]));
  }
}

/** Routes of plugins such as `/jwt-auth/v1/token`. */
const TOKEN_ROUTE = /jwt|token/i;

/** By pattern of the route and method. */
export type FurtherParameters = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** The parameters that the index of WordPress lists for `own` routes and these do not take. Routes that take none refuse requests. */
function furtherParameters(index: unknown, own: ReadonlyMap<string, RestRoute>): FurtherParameters {
  const found = new Map<string, Map<string, Set<string>>>();
  for (const [pattern, entry] of Object.entries(recordOf(recordOf(index).routes))) {
    const { endpoints: theirs } = recordOf(entry);
    const endpoints = own.get(pattern)?.endpoints ?? [];
    for (const ours of endpoints.filter(({ args }) => !args.isEmpty))
      for (const method of ours.methods) {
        const described = (Array.isArray(theirs) ? theirs : []).map(recordOf);
        const same = described.filter(({ methods }) => Array.isArray(methods) && methods.includes(method));
        const names = same.flatMap(({ args }) => Object.keys(recordOf(args))).filter((name) => !ours.args.has(name));
        if (names.length === 0) continue;
        const byMethod = found.get(pattern) ?? new Map<string, Set<string>>();
        found.set(pattern, byMethod.set(method, new Set(names)));
      }
  }
  return found;
}

/** What the index of WordPress lists and `own` does not. */
export function missingRoutes(index: unknown, own: { has(pattern: string): boolean }): FallbackRoutes {
  const { namespaces, routes } = (index ?? {}) as { namespaces?: unknown; routes?: unknown };
  const entries = Object.entries((routes ?? {}) as Record<string, { namespace?: unknown }>).filter(
    ([pattern, entry]) => !own.has(pattern) && typeof entry?.namespace === 'string',
  );
  return {
    namespaces: Array.isArray(namespaces) ? namespaces.filter((name): name is string => typeof name === 'string') : [],
    entries: Object.fromEntries(entries) as FallbackRoutes['entries'],
  };
}
