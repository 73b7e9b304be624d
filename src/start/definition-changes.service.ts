import { In } from 'typeorm';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Database } from '../database/database.js';
import { inBackground } from '../database/engine/query-counter.js';
import { Option } from '../database/entities/index.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { FRONT_END_OPTIONS } from '../platform/config/stored-front-end.js';
import { RestartService } from '../platform/config/restart.service.js';
import { HealthService } from '../platform/health/health.service.js';
import { type DefinitionsSource, type Feature } from '../feature.js';
import { maybeUnserialize } from '../text/php/index.js';

/** What a service was built from. */
export interface BuiltFrom {
  readonly features: readonly Feature[];
  readonly version: string;
}

/** Injection token of BuiltFrom. */
export const BUILT_FROM = Symbol('BUILT_FROM');

const PLUGINS = 'active_plugins';
const POLL_EVERY_MS = 5000;
/** A start that failed, for example because the database was away, is tried again after this time. */
const RETRY_AFTER_MS = 10_000;
/** A service that has not ended by then could not start again. */
const LATE_AFTER_MS = 120_000;

/** Takes one look at the database: a site without plugins needs no other. */
export async function readDefinitionsSource(database: Database, config: Config): Promise<DefinitionsSource> {
  const rows = await database.manager.find(Option, {
    where: { name: In([PLUGINS, ...FRONT_END_OPTIONS]) },
    order: { name: 'ASC' },
  });
  const plugins = rows.find(({ name }) => name === PLUGINS)?.value;
  return {
    config,
    database,
    plugins: plugins === undefined ? undefined : maybeUnserialize(plugins),
    frontEnd: rows.filter(({ name }) => name !== PLUGINS).map(({ name, value }) => `${name}=${value}`),
  };
}

/** Changes with what features are built from in the database. */
export async function definitionsVersion(features: readonly Feature[], source: DefinitionsSource): Promise<string> {
  const found = await Promise.all(features.map(async (feature) => feature.definitionsVersion?.(source)));
  return JSON.stringify([source.frontEnd, ...found]);
}

/** Starts the service again when what it was built from changes: routes and schemas follow from it. */
@Injectable()
export class DefinitionChangesService implements OnModuleInit, OnApplicationBootstrap {
  private readonly logger = new Logger('Definitions');
  private timer?: NodeJS.Timeout;
  /** The version of the last poll. */
  private last: string;
  /** Time of the first request to start again. */
  private requestedAt?: number;
  private nextRequestAt = 0;

  constructor(
    private readonly database: Database,
    private readonly health: HealthService,
    private readonly restarts: RestartService,
    @Inject(BUILT_FROM) private readonly built: BuiltFrom,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.last = built.version;
  }

  onModuleInit(): void {
    this.health.add({
      name: 'definitions',
      problem: async () =>
        this.isAwaited || (await this.version()) === this.built.version
          ? undefined
          : 'content types, fields, plugins or the front end have changed in the database; the service has to start again to serve them',
    });
  }

  onApplicationBootstrap(): void {
    if (!this.config.background) return;
    this.timer = setInterval(() => void this.poll().catch(() => undefined), POLL_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** A plugin stores a group of fields with many statements: the change is taken over once two polls agree. */
  private async poll(): Promise<void> {
    if (!this.restarts.isPossible || performance.now() < this.nextRequestAt) return;
    const version = await this.version();
    const isSettled = version === this.last;
    this.last = version;
    if (!isSettled) return;
    if (version === this.built.version) {
      this.requestedAt = undefined;
      return;
    }
    this.logger.log(
      'Content types, fields, plugins or the front end have changed in the database. The service starts again to serve them.',
    );
    this.requestedAt ??= performance.now();
    this.nextRequestAt = Infinity;
    await this.restarts.request();
    this.nextRequestAt = performance.now() + RETRY_AFTER_MS;
  }

  /** Whether the service notices by itself, or is starting again. */
  private get isAwaited(): boolean {
    const isLate = this.requestedAt !== undefined && performance.now() - this.requestedAt > LATE_AFTER_MS;
    return this.restarts.isPossible && !isLate;
  }

  private version(): Promise<string> {
    return inBackground(async () =>
      definitionsVersion(this.built.features, await readDefinitionsSource(this.database, this.config)),
    );
  }
}
