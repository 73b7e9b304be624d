import { Inject } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { DiagnosticsService } from '../../platform/diagnostics/diagnostics.service.js';
import { HealthService } from '../../platform/health/health.service.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { packageVersion } from '../../platform/config/package-info.js';
import { CacheMetrics } from '../../rest/cache/response-cache.js';
import { CachePurgeService } from '../../rest/cache/cache-purge.service.js';
import { integer, text } from '../../rest/fields/read-only.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { Item } from '../../rest/response/reply.js';
import { can, CREATABLE, DELETABLE, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { CacheHistoryService } from './cache-history.service.js';
import { SitePolicy } from '../../rest/route/site.policy.js';

const list = (description: string) => ({
  description,
  type: 'array' as const,
  items: { type: 'object' as const },
  readonly: true,
});

const CACHE = new ResourceFields('cache', {
  enabled: { description: 'Whether responses are cached.', type: 'boolean', readonly: true },
  entries: integer('Number of cached responses.'),
  bytes: integer('Memory they take.'),
  limit_bytes: integer('Memory they may take.'),
  hits: integer('Requests answered from the cache since the start.'),
  misses: integer('Requests whose response was cached for the next one.'),
  hit_rate: { description: 'Share of hits, from 0 to 1.', type: 'number', readonly: true },
  history: list('Hits, misses and size in each of the last minutes.'),
  page_views: list('Views of site pages on each of the last seven days, or since the start: day, views.'),
});

const HEALTH = new ResourceFields('health', {
  version: text('Version of the service.'),
  node: text('Version of Node.js.'),
  database: {
    description: 'The database.',
    type: 'object',
    readonly: true,
    properties: { engine: text('sqlite or mysql.'), version: text('Version of the database.') },
  },
  uptime: integer('Seconds since the start.'),
  checks: list(
    'What was checked: name, state (ok, warning or error), message, and fixes, one sentence or statement each.',
  ),
  jobs: list('Background jobs by kind.'),
});

/** The response cache of the process that handles the request. */
@RestController({ namespace: 'nestpress/v1', base: '/cache', fields: CACHE })
export class CacheStatusController {
  constructor(
    private readonly metrics: CacheMetrics,
    private readonly history: CacheHistoryService,
    private readonly purge: CachePurgeService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Route({ methods: READABLE, can: can(SitePolicy, 'manage') })
  read(): Item {
    const { entries, bytes, hits, misses } = this.metrics.snapshot();
    const { cacheMb } = this.config;
    return new Item({
      enabled: cacheMb > 0,
      entries,
      bytes,
      limit_bytes: cacheMb * 1_048_576,
      hits,
      misses,
      hit_rate: hits + misses === 0 ? 0 : hits / (hits + misses),
      history: this.history.history(),
      page_views: this.history.pageViews(),
    });
  }

  @Route({ methods: DELETABLE, can: can(SitePolicy, 'manage') })
  async delete(): Promise<object> {
    await this.purge.everywhere();
    return { deleted: true };
  }
}

const STATES = { ok: 'ok', warn: 'warning', fail: 'error' } as const;

/** Health information for the operator. */
@RestController({ namespace: 'nestpress/v1', base: '/health', fields: HEALTH })
export class HealthStatusController {
  constructor(
    private readonly health: HealthService,
    private readonly diagnostics: DiagnosticsService,
    private readonly jobs: JobsService,
  ) {}

  @Route({ methods: READABLE, can: can(SitePolicy, 'manage') })
  async read(): Promise<Item> {
    const [report, findings, jobs, database] = await Promise.all([
      this.health.report(),
      this.diagnostics.findings(),
      this.jobs.byKind(),
      this.diagnostics.server(),
    ]);
    const examined = new Set(findings.map(({ check }) => check));
    const probes = Object.entries(report.checks)
      // A finding says more about a part that works.
      .filter(([name, { state }]) => state !== 'ok' || !examined.has(name))
      .map(([name, { state, reason }]) => ({
        name,
        state: state === 'ok' ? 'ok' : 'error',
        message: reason ?? 'works',
        fixes: [],
      }));
    const checks = findings.map(({ check, state, message, fixes = [] }) => ({
      name: check,
      state: STATES[state],
      message,
      fixes,
    }));
    return new Item({
      version: packageVersion(),
      node: process.version,
      database,
      uptime: Math.floor(process.uptime()),
      checks: [...probes, ...checks],
      jobs,
    });
  }

  /** Runs the checks again, whose findings are otherwise a few minutes old. */
  @Route({ methods: CREATABLE, can: can(SitePolicy, 'manage') })
  check(): Promise<Item> {
    this.diagnostics.recheck();
    return this.read();
  }
}
