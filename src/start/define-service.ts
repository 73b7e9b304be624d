import { type DynamicModule, Module } from '@nestjs/common';
import { AppModule } from '../app.module.js';
import { acceptDeclarations } from '../content-model/accept-declarations.js';
import { type Contribution, type Feature, type FeatureContext } from '../feature.js';
import { type OwnModules } from '../hooks/load-modules.js';
import { type Config } from '../platform/config/config.js';
import { HealthModule } from '../platform/health/health.module.js';
import { readInstalledSite } from '../platform/start/installed-here.js';
import { openConfiguredDatabase } from '../platform/start/prepare-database.js';
import { profileOf } from '../variant/profiles.js';
import { activeOn } from './active-features.js';
import {
  BUILT_FROM,
  type BuiltFrom,
  DefinitionChangesService,
  definitionsVersion,
  readDefinitionsSource,
} from './definition-changes.service.js';

/** The root module of a service, and what it needs outside of its modules. */
export interface Service {
  readonly module: DynamicModule;
  readonly features: readonly Feature[];
  /** Responds to requests that nothing else responds to. */
  readonly fallback?: Contribution['fallback'];
}

@Module({})
class DefinitionChangesModule {
  static forRoot(built: BuiltFrom): DynamicModule {
    return {
      module: DefinitionChangesModule,
      imports: [HealthModule],
      providers: [{ provide: BUILT_FROM, useValue: built }, DefinitionChangesService],
    };
  }
}

/** The service with this configuration, the modules of its owner, and what the active features add. */
export async function defineService(
  given: Config,
  { modules = [], content = [] }: OwnModules = {},
  isIncluded: (feature: Feature) => boolean = () => true,
): Promise<Service> {
  const site = await readInstalledSite(given);
  const { config } = site;
  const features = activeOn(site).filter(isIncluded);
  const profile = profileOf(config);
  const { built, stored, added } = await partsOf(features, { ...site, profile, content });
  const { fallback } = added.find((contribution) => contribution.fallback) ?? {};
  return {
    module: AppModule.forRoot(config, {
      profile,
      features: new Set(features.map(({ name }) => name)),
      modules: [DefinitionChangesModule.forRoot(built), ...modules],
      content,
      added: [{ content: stored }, ...added],
    }),
    features,
    ...(fallback && { fallback }),
  };
}

type PartsSite = Omit<FeatureContext, 'database' | 'plugins' | 'frontEnd' | 'namespaces' | 'paths' | 'stored'>;

/** What features find and add. */
async function partsOf(features: readonly Feature[], site: PartsSite) {
  const database = await openConfiguredDatabase(site.config);
  try {
    const source = { ...site, ...(await readDefinitionsSource(database, site.config)) };
    // Read first: what changes while the service is built is noticed afterwards.
    const version = await definitionsVersion(features, source);
    const found = await Promise.all(features.map(async (feature) => (await feature.findContent?.(source)) ?? []));
    const { accepted: stored } = acceptDeclarations(site.content, site.profile.content, found.flat());
    const context = {
      ...source,
      stored,
      namespaces: new Set(features.flatMap((feature) => feature.namespaces ?? [])),
      paths: new Set(features.flatMap((feature) => feature.paths ?? [])),
    };
    const added = await Promise.all(features.map(async (feature) => (await feature.contribute?.(context)) ?? {}));
    return { built: { features, version }, stored, added };
  } finally {
    await database.close();
  }
}
